import { describe, expect, it } from 'vitest';
import { UsageError } from './errors.ts';
import { since } from './since.ts';

const NOW = Date.parse('2026-11-15T10:00:00.000Z');

describe('--since', () => {
  it.each([
    ['90m', '2026-11-15T08:30:00.000Z'],
    ['12h', '2026-11-14T22:00:00.000Z'],
    ['2d', '2026-11-13T10:00:00.000Z'],
    ['1w', '2026-11-08T10:00:00.000Z'],
    ['2026-11-01', '2026-11-01T00:00:00.000Z'],
    ['2026-11-01T12:00:00Z', '2026-11-01T12:00:00.000Z'],
  ])('%s means %s', (text, moment) => {
    expect(new Date(since(text, NOW)).toISOString()).toBe(moment);
  });

  it.each(['', 'yesterday', '2', '2y', '-2d', '2.5d', '2026-13-01', 'd'])('refuses %j', (text) => {
    expect(() => since(text, NOW)).toThrow(UsageError);
  });
});
