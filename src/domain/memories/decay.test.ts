import { describe, expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import { decay, recency, shouldInherit } from './decay.ts';

describe('decay', () => {
  it.each([
    [0, 1],
    [24, 0.943],
    [48, 0.886],
    [72, 0.829],
    [120, 0.714],
    [168, 0.6],
    // The formula, not the source's table, which says 0.3 here.
    [200, 0.524],
    [294, 0.3],
    [400, 0.3],
    [-24, 1],
    [Number.NaN, 1],
  ])('after %d h leaves a factor of %d', (hours, factor) => {
    expect(decay(hours)).toBeCloseTo(factor, 3);
  });

  it.each(table<[number, number, boolean]>('memories-inherit'))(
    'inherits a confidence of %d after %d h: %s',
    (confidence, hours, inherits) => {
      expect(shouldInherit(confidence, hours)).toBe(inherits);
    },
  );
});

describe('recency', () => {
  it.each(table<[number, number]>('recency'))('after %d h is %d', (hours, value) => {
    expect(recency(hours)).toBeCloseTo(value, 3);
  });
});
