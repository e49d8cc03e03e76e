import { describe, expect, it } from 'vitest';
import type { SessionId } from '../base/ids.ts';
import { type LedgerFact, type LedgerKind, newLedger, type Sendable } from './ledger.ts';
import { sessionStats, totalsOf } from './totals.ts';

const item = (id: string, more: Partial<Sendable> = {}): Sendable => ({
  kind: 'memory' as LedgerKind,
  id,
  hash: null,
  tokens: 100,
  estimated: false,
  level: 0,
  ...more,
});
const sent = (id: string, more?: Partial<Sendable>): LedgerFact => ({
  fact: 'sent',
  item: item(id, more),
});
const file = (id: string) => sent(id, { kind: 'file', level: 1 });

const BODIES: readonly LedgerFact[] = [
  sent('a'),
  sent('b', { estimated: true }),
  sent('c'),
  sent('d', { tokens: 40, level: 2 }),
  ...['a', 'b', 'c', 'a'].map((id) => ({ fact: 'withheld' as const, item: item(id), saved: 90 })),
  sent('p', { kind: 'pattern', tokens: 50 }),
  sent('q', { kind: 'pattern', tokens: null }),
  ...['1', '2', '3', '4', '5', '5'].map(file),
  ...Array.from({ length: 5 }, () => ({ fact: 'query' as const, tokens: 2, estimated: false })),
  { fact: 'carried' as const, item: item('z', { tokens: 900 }) },
];
const FACTS = BODIES.map((body, seq) => ({ seq, at: 0, epoch: 0, body }));

describe('the totals', () => {
  it('are the statistics of source 004', () => {
    const head = { ...newLedger({ id: 's' as SessionId, at: 1_000 }), endedAt: 61_000 };
    expect(sessionStats(head, totalsOf([FACTS]), 99_000)).toEqual({
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
    expect(totalsOf([FACTS, FACTS])).toMatchObject({
      conversations: 2,
      tokensEstimated: 200,
      savedEstimated: 0,
      uncounted: 2,
      queries: 10,
      byKind: {
        memory: { loads: 16, unique: 8, sent: 8, withheld: 8 },
        query: { unique: 0, tokensSent: 20 },
      },
    });
    expect(sessionStats({ ...head, endedAt: null }, totalsOf([[]]), 99_000)).toMatchObject({
      durationMs: 98_000,
      deduplicationEfficiency: 0,
      avgTokensPerQuery: 0,
    });
  });
});
