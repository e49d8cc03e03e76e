import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffLines } from './diff.ts';

const shown = (before: string, after: string) =>
  diffLines(before, after).map(({ sign, text }) => `${sign}${text}`);

describe('a diff', () => {
  it.each<[string, string, string, string[]]>([
    ['nothing', 'a\nb\n', 'a\nb\n', []],
    ['a new text', '', 'a\nb\n', ['+a', '+b']],
    ['a line more', 'a\nc\n', 'a\nb\nc\n', [' a', '+b', ' c']],
    ['a line less', 'a\nb\nc\n', 'a\nc\n', [' a', '-b', ' c']],
    ['other line ends', 'a\r\nb\r\n', 'a\r\nc\r\n', [' a', '-b', '+c']],
    [
      'far apart',
      '1\n2\n3\n4\n5\n6\n7\n8',
      '0\n2\n3\n4\n5\n6\n7\n9',
      ['-1', '+0', ' 2', ' 3', '…', ' 6', ' 7', '-8', '+9'],
    ],
  ])('shows %s', (_name, before, after, expected) => {
    expect(shown(before, after)).toEqual(expected);
  });

  it('shows each line that comes or goes, and no other as changed', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 });
    fc.assert(
      fc.property(text, text, (old, now) => {
        const lines = diffLines(old.join('\n'), now.join('\n'));
        const count = (sign: string) => lines.filter((line) => line.sign === sign).length;
        expect(count('+') - count('-')).toBe(now.length - old.length);
        if (old.join() === now.join()) expect(lines).toEqual([]);
      }),
    );
  });
});
