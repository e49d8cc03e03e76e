import { describe, expect, it } from 'vitest';
import { scoreByTerms } from './memory.ts';

describe('the score', () => {
  it('is the share of the question that is held; rare words weigh more', () => {
    const scores = new Map(
      scoreByTerms([['a', 'b', 'c', 'd'], ['b'], []], 10).map(({ id, score }) => [id, score]),
    );
    expect(scores.get('b')).toBeGreaterThan(scores.get('a')!);
    expect(scores.get('b')).toBeLessThan(1);
    expect(scoreByTerms([['x'], ['x']], 5)).toEqual([{ id: 'x', score: 1 }]);
  });
});
