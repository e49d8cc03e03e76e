import { describe, expect, it } from 'vitest';
import type { SessionId } from '../ids.ts';
import { newLedger } from './ledger.ts';
import { sessionStats, type Tally, totalsOf } from './totals.ts';

const group = (more: Partial<Tally>): Tally => ({
  fact: 'sent',
  kind: 'memory',
  level: 0,
  items: 1,
  tokens: 0,
  saved: 0,
  tokensEstimated: 0,
  savedEstimated: 0,
  uncounted: 0,
  ...more,
});

const TALLIES = [
  group({ items: 3, tokens: 300, tokensEstimated: 100 }),
  group({ items: 1, tokens: 40, level: 2 }),
  group({ fact: 'withheld', items: 4, tokens: 400, saved: 360, savedEstimated: 60 }),
  group({ kind: 'pattern', items: 2, tokens: 50, uncounted: 1 }),
  group({ kind: 'file', items: 6, tokens: 600, level: 1 }),
  group({ fact: 'query', kind: 'query', items: 5, tokens: 10 }),
  group({ fact: 'carried', items: 9, tokens: 900 }),
];
const UNIQUE = new Map([
  ['memory', 4],
  ['pattern', 2],
  ['file', 5],
] as const);

describe('the totals', () => {
  it('are the statistics of source 004', () => {
    const head = { ...newLedger({ id: 's' as SessionId, at: 1_000 }), endedAt: 61_000 };
    expect(sessionStats(head, totalsOf(1, TALLIES, UNIQUE), 99_000)).toEqual({
      sessionId: 's',
      durationMs: 60_000,
      memoriesLoaded: 8,
      uniqueMemoriesLoaded: 4,
      patternsLoaded: 2,
      filesReferenced: 5,
      tokensSent: 1000,
      tokensSaved: 360,
      deduplicationEfficiency: 360 / 1360,
      queriesMade: 5,
      avgTokensPerQuery: 200,
      compressionLevelDistribution: { 0: 5, 1: 6, 2: 1 },
    });
    expect(sessionStats({ ...head, endedAt: null }, totalsOf(1, [], new Map()), 99_000)).toMatchObject({
      durationMs: 98_000,
      deduplicationEfficiency: 0,
      avgTokensPerQuery: 0,
    });
  });
});
