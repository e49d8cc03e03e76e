import { describe, expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import { momentOf } from './time.ts';

const NOW = Date.parse('2026-11-15T10:00:00.000Z');

describe('a moment', () => {
  it.each(table<[string, 'past' | 'future', string]>('moments'))(
    '%s in the %s is %s',
    (text, direction, moment) => {
      expect(new Date(momentOf(text, NOW, direction)!).toISOString()).toBe(moment);
    },
  );

  it.each([
    '',
    'yesterday',
    '2',
    '2y',
    '2M',
    '-2d',
    '2.5d',
    '2026-13-01',
    'd',
    'mo',
    '2026-11-01 or so',
  ])('%j names none', (text) => {
    expect(momentOf(text, NOW, 'past')).toBeNull();
  });
});
