import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { saying } from '../../../test/threads.ts';
import { textIdentity } from './text-identity.ts';

describe('the same thing in other words', () => {
  it.each([
    ['Add mutex to struct.', 'add-mutex-to-struct'],
    ['  run   the\ttests!', 'Run the tests'],
    ['“quoted”', '“quoted”'],
    ['`npm test`', 'npm test'],
    ['修复错误。', '修复错误'],
    ['ＡＢＣ', 'abc'],
    ['re-run', 're run'],
  ])('%j is %j', (a, b) => {
    expect(textIdentity(a)).toBe(textIdentity(b));
  });

  it.each([
    ['port to C++', 'port to C#'],
    ['port to C', 'port to C#'],
    ['use foo_bar', 'use foo bar'],
    ['ship it?', 'ship it'],
    ['v1.2', 'v12'],
    ['!', '.'],
  ])('%j is not %j', (a, b) => {
    expect(textIdentity(a)).not.toBe(textIdentity(b));
  });

  it('is not changed by being said twice', () => {
    fc.assert(
      fc.property(saying, (text) => {
        expect(textIdentity(textIdentity(text))).toBe(textIdentity(text));
      }),
    );
  });
});
