import { describe, expect, it } from 'vitest';
import { sampleOf, seeded } from '../../../test/sample.ts';
import { table } from '../../../test/table.ts';
import { isFiller, isRandom, surprise } from './entropy.ts';

describe('values drawn by a machine', () => {
  it.each(['<h16>', '<h40>', '<l16>', '<l32>', '<a20>', '<a40>', '<u26>', '<w43>'])(
    '%s are known as such',
    (form) => {
      const draw = seeded(1);
      const known = Array.from({ length: 500 }, () => isRandom(sampleOf(form, draw).text)).filter(
        Boolean,
      );
      expect(known.length / 500).toBeGreaterThanOrEqual(0.99);
    },
  );

  it.each(table<string>('names'))('are not %s', (name) => {
    expect(isRandom(name)).toBe(false);
  });

  it('are recognised by pairs of letters that words do not have', () => {
    expect(surprise('configuration').rate).toBe(0);
    expect(surprise('qzxjkvwqpzt').rate).toBeGreaterThan(0.8);
    expect(surprise('').rate).toBe(0);
  });
});

describe('filler', () => {
  it.each(table<string>('fillers'))('%s', (value) => {
    expect(isFiller(value)).toBe(true);
  });

  it('does not include a random value that contains a filler word', () => {
    expect(isFiller('a8Kyour3kd92jLmQ')).toBe(false);
    expect(isFiller('abcdef0123456789')).toBe(false);
  });
});
