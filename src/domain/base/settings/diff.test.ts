import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { table } from '../../../../test/table.ts';
import { diffLines } from './diff.ts';

const shown = (before: string, after: string) =>
  diffLines(before, after).map(({ sign, text }) => `${sign}${text}`);

describe('a diff', () => {
  it.each<[string, string, string, string[]]>(table<[string, string, string, string[]]>('diffs'))(
    'shows %s',
    (_name, before, after, expected) => {
      expect(shown(before, after)).toEqual(expected);
    },
  );

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
