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
  let tokensEstimated = 0;
  let savedEstimated = 0;
  let uncounted = 0;
  let queries = 0;
  for (const tally of tallies) {
    // Carried over: it was counted in the conversation that sent it.
    if (tally.fact === 'carried') continue;
    const before = byKind[tally.kind] ?? nothingOf(unique.get(tally.kind) ?? 0);
    byKind[tally.kind] = tally.fact === 'withheld' ? withWithheld(before, tally) : withSent(before, tally);
    savedEstimated += tally.savedEstimated;
    if (tally.fact === 'withheld') continue;
    tokensEstimated += tally.tokensEstimated;
    uncounted += tally.uncounted;
    if (tally.fact === 'query') queries += tally.items;
    else byLevel[tally.level] = (byLevel[tally.level] ?? 0) + tally.items;
  }
  const tokensSent = sum(byKind, 'tokensSent');
  const tokensSaved = sum(byKind, 'tokensSaved');
  return {
    conversations,
    tokensSent,
    tokensSaved,
    efficiency: share(tokensSaved, tokensSent + tokensSaved),
    tokensEstimated,
    savedEstimated,
    uncounted,
    queries,
    byKind,
    byLevel,
  };
}

function nothingOf(unique: number): KindTotals {
  return { loads: 0, unique, sent: 0, withheld: 0, tokensSent: 0, tokensSaved: 0 };
}

function withSent(before: KindTotals, tally: Tally): KindTotals {
  const { items, tokens } = tally;
  return {
    ...before,
    loads: before.loads + items,
    sent: before.sent + items,
    tokensSent: before.tokensSent + tokens,
  };
}

function withWithheld(before: KindTotals, { items, saved }: Tally): KindTotals {
  return {
    ...before,
    loads: before.loads + items,
    withheld: before.withheld + items,
    tokensSaved: before.tokensSaved + saved,
  };
}

function sum(byKind: LedgerTotals['byKind'], field: 'tokensSent' | 'tokensSaved'): number {
  return Object.values(byKind).reduce((total, kind) => total + kind[field], 0);
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
