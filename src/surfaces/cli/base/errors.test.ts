import { describe, expect, it } from 'vitest';
import { Failure, troubleOf } from './errors.ts';

describe('every trouble that is known says what to do', () => {
  it.each([
    ['a damaged database', { errcode: 11 }, 'damaged', 'cortex repair'],
    ['an extended code', { errcode: 0x10b }, 'damaged', 'cortex repair'],
    ['a file that is no database', { errcode: 26 }, 'not a database', 'cortex repair'],
    ['a locked one', { code: 'BUSY' }, 'locked', 'Try again'],
    ['no access', { code: 'EACCES', path: '/x' }, '(/x)', 'access'],
    ['a place that is missing', { code: 'ENOENT', path: '/x' }, '(/x)', 'name another place'],
    ['a full disk', { code: 'ENOSPC' }, 'full', 'Make room'],
    ['a folder that is gone', { code: 'ENOENT', syscall: 'uv_cwd' }, 'current folder', 'Change'],
    ['a failure of our own', new Failure('It is so.', 'Do this.'), 'It is so.', 'Do this.'],
  ])('%s', (_name, error, message, advice) => {
    const trouble = troubleOf(error);
    expect(trouble.message).toContain(message);
    expect(trouble.advice).toContain(advice);
  });

  it('and the unknown keeps its words', () => {
    expect(troubleOf(new Error('odd'))).toEqual({ message: 'odd', advice: null });
    expect(troubleOf('thrown text').message).toBe('thrown text');
    expect(troubleOf(undefined).message).toBe('undefined');
  });
});
