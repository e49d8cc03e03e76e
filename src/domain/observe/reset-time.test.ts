import { expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import { iso } from '../base/time.ts';
import { resetTime } from './reset-time.ts';

const NOW = Date.parse('2026-11-13T10:20:30.000Z');

// One is in the night in which clocks go forward.
it.each(table<[string, string]>('reset-times'))('reads the reset in "%s"', (words, expected) => {
  expect(iso(resetTime(words, NOW)!)).toBe(expected);
});

it.each(table<string>('reset-times-none'))('knows none in "%s"', (words) => {
  expect(resetTime(words, NOW)).toBeNull();
});
