import fc from 'fast-check';
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
  it('count what was sent and what was saved, and nothing that another conversation sent', () => {
    const totals = totalsOf(1, TALLIES, UNIQUE);
    expect(totals).toMatchObject({
      tokensSent: 1000,
      tokensSaved: 360,
      efficiency: 360 / 1360,
      tokensEstimated: 100,
      savedEstimated: 60,
      uncounted: 1,
      queries: 5,
      byLevel: { 0: 5, 1: 6, 2: 1 },
    });
    expect(totals.byKind.memory).toEqual({
      loads: 8,
      unique: 4,
      sent: 4,
      withheld: 4,
      tokensSent: 340,
      tokensSaved: 360,
    });
  });

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

  it('do not depend on how the facts are grouped', () => {
    const one = fc.record({
      fact: fc.constantFrom('sent' as const, 'withheld' as const),
      level: fc.nat(2),
      tokens: fc.nat(100),
    });
    fc.assert(
      fc.property(fc.array(one), (facts) => {
        const single = facts.map(({ fact, level, tokens }) =>
          group({ fact, level, tokens, saved: fact === 'withheld' ? tokens : 0 }),
        );
        const joined = new Map<string, Tally>();
        for (const tally of single) {
          const key = `${tally.fact} ${tally.level}`;
          const before = joined.get(key);
          joined.set(key, {
            ...tally,
            items: (before?.items ?? 0) + 1,
            tokens: (before?.tokens ?? 0) + tally.tokens,
            saved: (before?.saved ?? 0) + tally.saved,
          });
        }
        expect(totalsOf(1, joined.values(), UNIQUE)).toEqual(totalsOf(1, single, UNIQUE));
      }),
    );
  });
});
