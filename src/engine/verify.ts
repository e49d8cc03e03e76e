import { type Damage, diagnose } from '../domain/damage.ts';
import { BEFORE_ALL, follows, type MetricHead, type MetricRecord, type Seal } from '../domain/seal.ts';
import type { MetricBounds } from '../store/metrics.ts';
import type { Store } from '../store.ts';
import type { Deps } from './deps.ts';

export interface Verification {
  readonly records: number;
  /** The last good record. */
  readonly head: MetricHead | null;
  /** How many heads outside the database were compared. */
  readonly anchors: number;
  readonly mirrors: number;
  readonly tookMs: number;
  /** The first damage; null where all is as it was written. */
  readonly damage: Damage | null;
}

/** Whether the metrics are what was recorded: every record, and every head that is remembered elsewhere. */
export async function verifyMetrics(deps: Pick<Deps, 'store' | 'evidence' | 'ticks'>): Promise<Verification> {
  const began = deps.ticks();
  // Outside first: a head is remembered after its record was committed, so the records that are read later hold it.
  const anchors = deps.evidence.anchors();
  const mirrors = deps.evidence.mirrors();
  const keyed = deps.evidence.seal();
  const bounds = await deps.store.metricBounds();
  const witnesses = [...(anchors ?? []), ...mirrors];

  let good: Good = NOTHING;
  let damage: Damage | null = null;
  if (!keyed) {
    if (bounds.count > 0 || witnesses.length > 0) damage = KEY_MISSING;
  } else if (anchors?.some(({ key }) => key !== keyed.key)) {
    damage = KEY_REPLACED;
  } else {
    const walked = await walk(deps.store, keyed.seal, witnesses);
    good = walked.good;
    damage = walked.damage ?? missingAfter(good, bounds, witnesses) ?? (anchors ? null : ANCHOR_MISSING);
  }
  return {
    records: Math.max(bounds.count, good.count),
    head: good.last === BEFORE_ALL ? null : { seq: good.last.seq, hash: good.last.hash },
    anchors: anchors?.length ?? 0,
    mirrors: mirrors.length,
    tookMs: deps.ticks() - began,
    damage,
  };
}

/** How far the records are as they were written. */
interface Good {
  readonly last: MetricHead;
  readonly count: number;
}

const NOTHING: Good = { last: BEFORE_ALL, count: 0 };

const PAGE = 2_000;

async function walk(
  store: Store,
  seal: Seal,
  witnesses: readonly MetricHead[],
): Promise<{ readonly good: Good; readonly damage: Damage | null }> {
  const remembered = hashesBySeq(witnesses);
  let good = NOTHING;
  let from = Number.MIN_SAFE_INTEGER;
  for (;;) {
    const page = await store.metricsAfter(from, PAGE);
    for (const [i, record] of page.entries()) {
      if (!follows(record, good.last, seal)) {
        const rest = [...page.slice(i), ...(await allAfter(store, page.at(-1)!.seq))];
        return { good, damage: diagnose(good.last, rest, seal, (seq) => remembered.has(seq)) };
      }
      const { seq, hash } = record;
      const hashes = remembered.get(seq);
      if (hashes && (hashes.size > 1 || !hashes.has(hash))) return { good, damage: wentAnotherWay(seq) };
      good = { last: record, count: good.count + 1 };
    }
    if (page.length < PAGE) return { good, damage: null };
    from = page.at(-1)!.seq;
  }
}

async function allAfter(store: Store, seq: number): Promise<MetricRecord[]> {
  const all: MetricRecord[] = [];
  for (let from = seq; ; from = all.at(-1)!.seq) {
    const page = await store.metricsAfter(from, PAGE);
    all.push(...page);
    if (page.length < PAGE) return all;
  }
}

function hashesBySeq(witnesses: readonly MetricHead[]): ReadonlyMap<number, ReadonlySet<string>> {
  const hashes = new Map<number, Set<string>>();
  for (const { seq, hash } of witnesses) {
    const known = hashes.get(seq);
    if (known) known.add(hash);
    else hashes.set(seq, new Set([hash]));
  }
  return hashes;
}

/** The records are good as far as they go: do they go as far as they did? */
function missingAfter(good: Good, bounds: MetricBounds, witnesses: readonly MetricHead[]): Damage | null {
  if (good.count < bounds.count) {
    return { kind: 'inserted', seq: null, detail: 'there are records under numbers that are never given' };
  }
  const ends = good.last.seq === 0 ? 'there are none' : `record ${good.last.seq} is the last`;
  const missing = (kind: 'cut off' | 'rolled back', last: number, because: string): Damage => {
    return { kind, seq: good.last.seq + 1, detail: `${ends}, but there were ${last}: ${because}` };
  };
  // Rows that are deleted leave their highest number behind; a database that is older never had them.
  if (bounds.highest > good.last.seq) {
    return missing('cut off', bounds.highest, 'the database itself remembers the highest number');
  }
  const last = witnesses.reduce((highest, { seq }) => Math.max(highest, seq), 0);
  if (last <= good.last.seq) return null;
  return missing('rolled back', last, 'the database is an older state of itself');
}

function wentAnotherWay(seq: number): Damage {
  return {
    kind: 'rolled back',
    seq,
    detail: `anchor or mirrors remember another record ${seq}: the database went back and on from there`,
  };
}

const KEY_MISSING: Damage = {
  kind: 'key missing',
  seq: null,
  detail: 'without metrics.key no record can be verified, and none is recorded',
};
const KEY_REPLACED: Damage = {
  kind: 'key replaced',
  seq: null,
  detail: 'metrics.key is not the key that the anchor knows: the key, or key and database, are others',
};
const ANCHOR_MISSING: Damage = {
  kind: 'anchor missing',
  seq: null,
  detail: 'metrics.anchor was taken away: records that were cut off since the last mirror would go unseen',
};

/**
 * Leaves the newest anchored head, which stands for all before it, and whatever contradicts the records. For
 * maintenance: the anchor grows by a line of 90 bytes with every commit that records metrics.
 */
export async function compactAnchors(deps: Pick<Deps, 'store' | 'evidence'>): Promise<number> {
  const anchors = deps.evidence.anchors() ?? [];
  const standing: MetricHead[] = [];
  for (const head of anchors) {
    if ((await deps.store.metricHash(head.seq)) === head.hash) standing.push(head);
  }
  const newest = standing.reduce((latest, head) => (head.seq > latest.seq ? head : latest), BEFORE_ALL);
  const covered = standing.filter(({ seq }) => seq < newest.seq);
  if (covered.length > 0) deps.evidence.compactAnchors(covered);
  return covered.length;
}
