import { describe, expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import { calendarOf } from './calendar.ts';
import { DAY, HOUR, iso } from './time.ts';

const wall = (year: number, month: number, day: number, hour = 0) =>
  Date.UTC(year, month - 1, day, hour);

describe('a calendar of a time zone', () => {
  // Ordinary days, days after clocks were put back and forward, one that begins at one, and one whose midnight comes twice.
  it.each(table<[string, [number, number, number], string]>('calendar-days'))(
    '%s %j begins at %s',
    (zone, [year, month, day], begins) => {
      const { wallOf, instantOf } = calendarOf(zone);
      const dayOf = (at: number) => Math.floor(wallOf(at) / DAY);
      const start = instantOf(wall(year, month, day));
      expect(iso(start)).toBe(`${begins}:00.000Z`);
      expect(dayOf(start)).toBe(wall(year, month, day) / DAY);
      expect(dayOf(start - 1)).toBe(wall(year, month, day) / DAY - 1);
    },
  );

  it('has days of 23 and of 25 hours', () => {
    const { instantOf } = calendarOf('Europe/Berlin');
    const length = (day: number): number => (instantOf(day + DAY) - instantOf(day)) / HOUR;
    expect(length(wall(2026, 3, 29))).toBe(23);
    expect(length(wall(2026, 10, 25))).toBe(25);
    expect(length(wall(2026, 11, 15))).toBe(24);
  });

  it('knows the hours of a day on which clocks change', () => {
    const { instantOf } = calendarOf('Europe/Berlin');
    expect(iso(instantOf(wall(2026, 3, 29, 12)))).toBe('2026-03-29T10:00:00.000Z');
    expect(iso(instantOf(wall(2026, 10, 25, 12)))).toBe('2026-10-25T11:00:00.000Z');
  });

  it('refuses a zone that does not exist', () => {
    expect(() => calendarOf('Middle/Earth')).toThrow(RangeError);
  });
});
