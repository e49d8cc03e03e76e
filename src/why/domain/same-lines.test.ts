import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sameLines } from './same-lines.ts';

const LINES = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 30 });

it('finds lines that are there still, in their order', () => {
  expect(sameLines(['a', 'b', 'c', 'd'], ['a', 'x', 'c', 'd', 'y'])).toEqual([0, null, 2, 3, null]);
  expect(sameLines([], ['a'])).toEqual([null]);
  expect(sameLines(['a'], [])).toEqual([]);
});

it('pairs equal lines only, each once and in order', () => {
  fc.assert(
    fc.property(LINES, LINES, (before, now) => {
      const places = sameLines(before, now);
      const found = places.flatMap((place, i) => (place === null ? [] : [[place, i] as const]));
      for (const [place, i] of found) expect(before[place]).toBe(now[i]);
      const order = found.map(([place]) => place);
      expect(order).toEqual([...new Set(order)].sort((a, b) => a - b));
    }),
  );
});

it('pairs as many as the longest common sequence has', () => {
  fc.assert(
    fc.property(LINES, LINES, (before, now) => {
      const found = sameLines(before, now).filter((place) => place !== null).length;
      const table = Array.from({ length: before.length + 1 }, () =>
        new Array<number>(now.length + 1).fill(0),
      );
      for (const [i, one] of before.entries())
        for (const [j, other] of now.entries())
          table[i + 1]![j + 1] =
            one === other ? table[i]![j]! + 1 : Math.max(table[i]![j + 1]!, table[i + 1]![j]!);
      expect(found).toBe(table[before.length]![now.length]);
    }),
  );
});
