import type { Millis } from '../base/time.ts';
import { type LedgerHead, type LedgerKind, ledgerKey, type RecordedLedgerFact } from './ledger.ts';

export interface KindTotals {
  /** How often items of the kind were requested: sent plus withheld. */
  readonly loads: number;
  readonly unique: number;
  readonly sent: number;
  readonly withheld: number;
  readonly tokensSent: number;
  readonly tokensSaved: number;
}

export interface LedgerTotals {
  readonly conversations: number;
  readonly tokensSent: number;
  readonly tokensSaved: number;
  /** The share of tokens that was saved, 0 to 1. */
  readonly efficiency: number;
  readonly tokensEstimated: number;
  readonly savedEstimated: number;
  readonly uncounted: number;
  readonly queries: number;
  readonly byKind: Readonly<Partial<Record<LedgerKind, KindTotals>>>;
  /** Items sent at each compression level. */
  readonly byLevel: Readonly<Record<number, number>>;
}

/** The sums of each conversation's facts; `unique` counts the different ids of a kind in each, over all epochs. */
export function totalsOf(conversations: readonly (readonly RecordedLedgerFact[])[]): LedgerTotals {
  const byKind: Partial<Record<LedgerKind, KindTotals>> = {};
  const byLevel: Record<number, number> = {};
  const sums = {
    tokensSent: 0,
    tokensSaved: 0,
    tokensEstimated: 0,
    savedEstimated: 0,
    uncounted: 0,
    queries: 0,
  };
  for (const facts of conversations) {
    const seen = new Set<string>();
    for (const { body } of facts) {
      // Carried over: it was counted in the conversation that sent it.
      if (body.fact === 'carried' || body.fact === 'epoch') continue;
      const { kind, level, tokens, estimated } =
        body.fact === 'query' ? { ...body, kind: 'query' as const, level: null } : body.item;
      const isSent = body.fact !== 'withheld';
      const [sent, saved] = isSent ? [tokens ?? 0, 0] : [0, body.saved];
      const isNew = body.fact !== 'query' && seen.size < seen.add(ledgerKey(body.item)).size;
      const before = byKind[kind] ?? NOTHING;
      byKind[kind] = {
        loads: before.loads + 1,
        unique: before.unique + (isNew ? 1 : 0),
        sent: before.sent + (isSent ? 1 : 0),
        withheld: before.withheld + (isSent ? 0 : 1),
        tokensSent: before.tokensSent + sent,
        tokensSaved: before.tokensSaved + saved,
      };
      sums.tokensSent += sent;
      sums.tokensSaved += saved;
      if (estimated) sums.tokensEstimated += sent;
      if (estimated) sums.savedEstimated += saved;
      if (isSent && tokens === null) sums.uncounted++;
      if (level === null) sums.queries++;
      else if (isSent) byLevel[level] = (byLevel[level] ?? 0) + 1;
    }
  }
  const efficiency = share(sums.tokensSaved, sums.tokensSent + sums.tokensSaved);
  const kinds = Object.fromEntries(Object.entries(byKind).sort(([a], [b]) => (a < b ? -1 : 1)));
  return { conversations: conversations.length, ...sums, efficiency, byKind: kinds, byLevel };
}

const NOTHING: KindTotals = {
  loads: 0,
  unique: 0,
  sent: 0,
  withheld: 0,
  tokensSent: 0,
  tokensSaved: 0,
};

function share(part: number, whole: number): number {
  return whole > 0 ? part / whole : 0;
}

/** The statistics of one conversation as source 004 gives them. */
export interface SessionStats {
  readonly sessionId: string;
  readonly durationMs: number;
  readonly memoriesLoaded: number;
  readonly uniqueMemoriesLoaded: number;
  readonly patternsLoaded: number;
  readonly filesReferenced: number;
  readonly tokensSent: number;
  readonly tokensSaved: number;
  readonly deduplicationEfficiency: number;
  readonly queriesMade: number;
  readonly avgTokensPerQuery: number;
  readonly compressionLevelDistribution: Record<number, number>;
}

/** A conversation that is still open lasts until now. */
export function sessionStats(head: LedgerHead, totals: LedgerTotals, now: Millis): SessionStats {
  const { byKind } = totals;
  return {
    sessionId: head.id,
    durationMs: Math.max(0, (head.endedAt ?? now) - head.startedAt),
    memoriesLoaded: byKind.memory?.loads ?? 0,
    uniqueMemoriesLoaded: byKind.memory?.unique ?? 0,
    patternsLoaded: byKind.pattern?.unique ?? 0,
    filesReferenced: byKind.file?.unique ?? 0,
    tokensSent: totals.tokensSent,
    tokensSaved: totals.tokensSaved,
    deduplicationEfficiency: totals.efficiency,
    queriesMade: totals.queries,
    avgTokensPerQuery: share(totals.tokensSent, totals.queries),
    compressionLevelDistribution: { ...totals.byLevel },
  };
}
