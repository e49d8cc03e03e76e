import { describe, expect, it } from 'vitest';
import { splitFrontMatter, UnclosedFrontMatter } from './front-matter.ts';

describe('splitFrontMatter', () => {
  it.each([
    ['---\na: 1\n---\nbody\n', 'a: 1\n', 'body\n'],
    ['---\r\na: 1\r\n---\r\nbody', 'a: 1\n', 'body'],
    ['\uFEFF--- \na: 1\n...\n\nbody', 'a: 1\n', '\nbody'],
    ['---\n---\nbody', '', 'body'],
    ['---\na: 1\n---', 'a: 1\n', ''],
    ['no head\n---\nnot one', null, 'no head\n---\nnot one'],
    ['----\na\n---\n', null, '----\na\n---\n'],
    // Dashes within a value end nothing.
    ['---\na: |\n  ---\n---\nbody', 'a: |\n  ---\n', 'body'],
  ])('%j', (text, head, body) => expect(splitFrontMatter(text)).toEqual({ head, body }));

  it('refuses a head without an end', () => {
    expect(() => splitFrontMatter('---\na: 1\nbody')).toThrow(UnclosedFrontMatter);
  });
});
