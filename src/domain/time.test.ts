import { describe, expect, it } from 'vitest';
import { momentOf } from './time.ts';

const NOW = Date.parse('2026-11-15T10:00:00.000Z');

describe('a moment', () => {
  it.each([
    ['90m', 'past', '2026-11-15T08:30:00.000Z'],
    ['90m', 'future', '2026-11-15T11:30:00.000Z'],
    ['12h', 'past', '2026-11-14T22:00:00.000Z'],
    ['2d', 'past', '2026-11-13T10:00:00.000Z'],
    ['2w', 'future', '2026-11-29T10:00:00.000Z'],
    ['3mo', 'past', '2026-08-17T10:00:00.000Z'],
    [' 2d ', 'past', '2026-11-13T10:00:00.000Z'],
    ['2026-11-01', 'past', '2026-11-01T00:00:00.000Z'],
    ['2026-11-01', 'future', '2026-11-01T00:00:00.000Z'],
    ['2026-11-01T12:00:00Z', 'past', '2026-11-01T12:00:00.000Z'],
    ['2026-11-01 12:00:00+02:00', 'past', '2026-11-01T10:00:00.000Z'],
  ] as const)('%s in the %s is %s', (text, direction, moment) => {
    expect(new Date(momentOf(text, NOW, direction)!).toISOString()).toBe(moment);
  });

  it.each(['', 'yesterday', '2', '2y', '2M', '-2d', '2.5d', '2026-13-01', 'd', 'mo', '2026-11-01 or so'])(
    '%j names none',
    (text) => {
      expect(momentOf(text, NOW, 'past')).toBeNull();
    },
  );
});
