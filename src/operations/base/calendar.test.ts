import { expect, it } from 'vitest';
import { calendarLines } from './calendar.ts';
import { PLAIN } from './view.ts';

it('a calendar has a column for each week and ends today', () => {
  // A Wednesday, wherever the test runs.
  const now = new Date(2026, 10, 11, 15).getTime();
  const lines = calendarLines(
    [
      { day: '2026-11-11', sessions: 4 },
      { day: '2026-11-09', sessions: 1 },
      { day: '2026-11-08', sessions: 2 },
      { day: '2020-01-01', sessions: 9 },
    ],
    now,
    PLAIN,
  ) as string[];
  expect(lines.map((line) => line.slice(-2))).toEqual(['·░', '··', '·█', '· ', '· ', '· ', '▒ ']);
  expect(lines.map((line) => line.length)).toEqual(Array(7).fill(30));
  expect(lines[0]).toMatch(/^Mon ·{25}░$/);
});
