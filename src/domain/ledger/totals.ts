import type { Millis } from '../time.ts';
import type { LedgerFact, LedgerHead, LedgerKind } from './ledger.ts';

/** Facts that are alike, counted together. */
export interface Tally {
  readonly fact: Exclude<LedgerFact['fact'], 'epoch'>;
  readonly kind: LedgerKind;
  readonly level: number;
  readonly items: number;
  readonly tokens: number;
  readonly saved: number;
  /** The part of `tokens` and of `saved` that was estimated. */
  readonly tokensEstimated: number;
  readonly savedEstimated: number;
  /** Items whose tokens nobody counted. */
  readonly uncounted: number;
}

export interface KindTotals {
  /** How often something of the kind was asked for: sent and withheld. */
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
  /** Saved of what would have been sent, 0 to 1. */
  readonly efficiency: number;
  readonly tokensEstimated: number;
  readonly savedEstimated: number;
  readonly uncounted: number;
  readonly queries: number;
  readonly byKind: Readonly<Partial<Record<LedgerKind, KindTotals>>>;
  /** Items sent at each compression level. */
  readonly byLevel: Readonly<Record<number, number>>;
}

/** `unique` counts the different ids of each kind, over all epochs. */
export function totalsOf(
  conversations: number,
  tallies: Iterable<Tally>,
  unique: ReadonlyMap<LedgerKind, number>,
): LedgerTotals {
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
  for (const { fact, kind, level, items, tokens, saved, ...tally } of tallies) {
    // Carried over: it was counted in the conversation that sent it.
    if (fact === 'carried') continue;
    const [sent, withheld] = fact === 'withheld' ? [0, items] : [items, 0];
    const before = byKind[kind];
    byKind[kind] = {
      loads: (before?.loads ?? 0) + items,
      unique: unique.get(kind) ?? 0,
      sent: (before?.sent ?? 0) + sent,
      withheld: (before?.withheld ?? 0) + withheld,
      tokensSent: (before?.tokensSent ?? 0) + (sent && tokens),
      tokensSaved: (before?.tokensSaved ?? 0) + (withheld && saved),
    };
    sums.tokensSent += sent && tokens;
    sums.tokensSaved += withheld && saved;
    sums.savedEstimated += tally.savedEstimated;
    if (fact === 'withheld') continue;
    sums.tokensEstimated += tally.tokensEstimated;
    sums.uncounted += tally.uncounted;
    if (fact === 'query') sums.queries += items;
    else byLevel[level] = (byLevel[level] ?? 0) + items;
  }
  const efficiency = share(sums.tokensSaved, sums.tokensSent + sums.tokensSaved);
  return { conversations, ...sums, efficiency, byKind, byLevel };
}

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
