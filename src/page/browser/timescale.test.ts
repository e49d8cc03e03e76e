import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type TimeSpan, timeScale } from './timescale.ts';

const HOUR = 3_600_000;
const NOON = new Date(2026, 10, 12, 12).getTime();

const spans = fc.array(
  fc.tuple(fc.integer({ min: -60 * 24, max: 0 }), fc.integer({ min: 0, max: 20 })).map(
    ([start, hours]): TimeSpan => ({
      start: NOON + start * HOUR,
      end: NOON + (start + hours) * HOUR,
    }),
  ),
  { minLength: 1, maxLength: 30 },
);

it('places later moments never further left, and all within the width', () => {
  fc.assert(
    fc.property(spans, fc.integer({ min: 200, max: 1500 }), (all, room) => {
      const scale = timeScale(all, room);
      const times = all.flatMap(({ start, end }) => [start, end]).sort((a, b) => a - b);
      const places = times.map((at) => scale.place(at));
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      for (const place of places) expect(place > 0 && place < scale.width).toBe(true);
    }),
  );
});

it('columns stand side by side, and each day with work has one', () => {
  fc.assert(
    fc.property(spans, (all) => {
      const { columns, width } = timeScale(all, 900);
      let left = 0;
      for (const column of columns) {
        expect(column.left).toBeCloseTo(left);
        left += column.width;
      }
      expect(left).toBeCloseTo(width);
      const days = new Set(columns.filter(({ gap }) => gap === 0).map(({ day }) => day));
      for (const { start } of all) expect(days).toContain(dayOf(start));
    }),
  );
});

it('days without work take little room, and are counted', () => {
  const { columns } = timeScale(
    [
      { start: NOON - 96 * HOUR, end: NOON - 95 * HOUR },
      { start: NOON, end: NOON + HOUR },
    ],
    600,
  );
  expect(columns.map(({ gap }) => gap)).toEqual([0, 3, 0]);
  expect(columns[1]!.width).toBeLessThan(columns[0]!.width / 2);
});

function dayOf(at: number): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
