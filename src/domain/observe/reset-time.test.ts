import { expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import { iso } from '../time.ts';
import { resetTime } from './reset-time.ts';

const NOW = Date.parse('2026-11-13T10:20:30.000Z');

it.each([
  ["You've hit your session limit · resets 3pm (Europe/Berlin)", '2026-11-13T14:00:00.000Z'],
  ["You've hit your session limit · resets 11:20am (Europe/Berlin)", '2026-11-14T10:20:00.000Z'],
  ["You've hit your weekly limit · resets Nov 20, 3:30pm (America/New_York)", '2026-11-20T20:30:00.000Z'],
  ["You've hit your Opus limit · resets Jan 2, 2027, 12am (UTC)", '2027-01-02T00:00:00.000Z'],
  ['5-hour limit reached ∙ resets 12pm (Asia/Kolkata)', '2026-11-14T06:30:00.000Z'],
  // In the night in which clocks go forward.
  ["You've hit your weekly limit · resets Mar 28, 2027, 6am (Europe/Berlin)", '2027-03-28T04:00:00.000Z'],
  ['Claude AI usage limit reached|1794571200', '2026-11-13T12:00:00.000Z'],
])('reads the reset in "%s"', (words, expected) => {
  expect(iso(resetTime(words, NOW)!)).toBe(expected);
});

it.each(table<string>('reset-times-none'))('knows none in "%s"', (words) => {
  expect(resetTime(words, NOW)).toBeNull();
});
