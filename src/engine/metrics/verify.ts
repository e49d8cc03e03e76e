import type { Millis } from '../../domain/base/time.ts';
import { type Damage, diagnose } from '../../domain/metrics/damage.ts';
import type { Metric } from '../../domain/metrics/metric.ts';
import {
  BEFORE_ALL,
  follows,
  isGenuine,
  type MetricHead,
  type MetricRecord,
  type Seal,
} from '../../domain/metrics/seal.ts';
import type { MetricBounds, Store } from '../../store/store.ts';
import type { Deps } from '../base/deps.ts';
import { Failure } from '../base/errors.ts';

export interface Verification {
  readonly records: number;
  /** The last good record. */
  readonly head: MetricHead | null;
  /** Number of compared heads outside the database. */
  readonly anchors: number;
  readonly mirrors: number;
  readonly tookMs: number;
  /** The first damage; null if everything is intact. */
  readonly damage: Damage | null;
  /** Accepted gaps, each sealed by a record of its own. */
  readonly accepted: readonly AcceptedGap[];
}

/** An accepted gap: the records after one record, up to the one that accepts it. */
export interface AcceptedGap {
  readonly seq: number;
  readonly at: Millis;
  readonly after: MetricHead;
  readonly reason: string;
  readonly damage: string;
}

/** Verifies the metrics: every record, and every head that was kept elsewhere. */
export async function verifyMetrics(
  deps: Pick<Deps, 'store' | 'evidence' | 'ticks'>,
): Promise<Verification> {
  const began = deps.ticks();
  // Outside heads first: a head is kept after its record was committed, so the records read later contain it.
  const anchors = deps.evidence.anchors();
  const mirrors = deps.evidence.mirrors();
  const keyed = deps.evidence.seal();
  const bounds = await deps.store.metricBounds();
  const witnesses = [...(anchors ?? []), ...mirrors];
  const accepted = await gapsAccepted(deps);
  const upTo = accepted.reduce((highest, { seq }) => Math.max(highest, seq), 0);

  let good: IntactStart = NOTHING;
  let damage: Damage | null = null;
  if (!keyed) {
    if (bounds.count > 0 || witnesses.length > 0)
      damage = damageOfAll(
        'key missing',
        'without metrics.key no record can be verified, and none is recorded',
      );
  } else if (anchors?.some(({ key, seq }) => key !== keyed.key && seq > upTo)) {
    damage = damageOfAll(
      'key replaced',
      'metrics.key is not the key that the anchor knows: the key, or key and database, are others',
    );
  } else {
    const walked = await verifyRecords(deps.store, keyed.seal, witnesses, accepted);
    good = walked.good;
    damage =
      walked.damage ??
      findMissingEnd(good, bounds, witnesses) ??
      (await checkAnchor(deps.store, anchors, mirrors, bounds));
  }
  return {
    records: Math.max(bounds.count, good.count),
    head: good.last === BEFORE_ALL ? null : { seq: good.last.seq, hash: good.last.hash },
    anchors: anchors?.length ?? 0,
    mirrors: mirrors.length,
    tookMs: deps.ticks() - began,
    damage,
    accepted,
  };
}

/**
 * Accepts the present damage with a reason, in a sealed record: from the last good record to this one nothing is
 * claimed. `unread`: parts that repairs could not read. Null if there is no damage. Throws if there is no key.
 */
export async function acceptDamage(
  deps: Pick<Deps, 'store' | 'evidence' | 'ticks' | 'now'>,
  reason: string,
  unread: readonly string[] = [],
): Promise<Damage | null> {
  const lost = await lostFacts(deps);
  const { damage: ofMetrics, head } = await verifyMetrics(deps);
  const damage =
    ofMetrics ??
    (lost === null ? null : damageOfAll('facts lost', lost)) ??
    (unread.length === 0 ? null : damageOfAll('rows unread', unread.join('; ')));
  if (!damage) return null;
  if (damage.kind === 'key missing')
    throw new Failure(`${damage.detail}.`, 'Put metrics.key back first.');
  const anchors = deps.evidence.anchors();
  const remembered = [...(anchors ?? []), ...deps.evidence.mirrors()];
  const after = head ?? BEFORE_ALL;
  if (!anchors) deps.evidence.makeAnchor();
  const above = remembered.reduce((highest, { seq }) => Math.max(highest, seq), 0);
  const { kind, detail } = damage;
  await deps.store.appendMetrics(
    [
      {
        event: 'damage_accepted',
        reason,
        damage: kind,
        detail,
        after_seq: after.seq,
        after_hash: after.hash,
      },
    ],
    deps.now(),
    above,
  );
  deps.evidence.forgetFacts();
  return damage;
}

/** A sentence about committed facts that are missing in the database; null if none is. */
export async function lostFacts({
  store,
  evidence,
}: Pick<Deps, 'store' | 'evidence'>): Promise<string | null> {
  const missing = evidence.factsBeyond(await store.lastSeq());
  if (missing === 0) return null;
  return missing === 1
    ? 'the last fact that was stored is not in the database'
    : `the last ${missing} facts that were stored are not in the database`;
}

/** Above any number of repairs in the life of a home. */
const MOST_GAPS = 10_000;

/** Accepted gaps with a valid seal; none without a key. */
export async function gapsAccepted({
  store,
  evidence,
}: Pick<Deps, 'store' | 'evidence'>): Promise<readonly AcceptedGap[]> {
  const keyed = evidence.seal();
  const records = keyed ? await store.metrics({ event: 'damage_accepted', limit: MOST_GAPS }) : [];
  return records
    .filter((record) => isGenuine(record, keyed!.seal))
    .map(({ seq, at, body }) => {
      const said = JSON.parse(body) as Omit<Extract<Metric, { event: 'damage_accepted' }>, 'event'>;
      const after = { seq: said.after_seq, hash: said.after_hash };
      return { seq, at, after, reason: said.reason, damage: said.damage };
    });
}

export interface FilesVerified {
  /** Number of intact mirrors, including those of older versions, which have no seal. */
  readonly mirrors: number;
  readonly unsealed: number;
  readonly edited_mirrors: readonly string[];
  readonly archives: number;
  readonly edited_archives: readonly string[];
  readonly missing_archives: readonly string[];
}

/** Verifies mirrors and files of cold storage. */
export async function verifyFiles({
  store,
  evidence,
}: Pick<Deps, 'store' | 'evidence'>): Promise<FilesVerified> {
  const keyed = evidence.seal();
  const verdicts = keyed ? evidence.mirrorVerdicts(keyed.seal) : [];
  const mirrors = (wanted: string) => verdicts.filter(({ verdict }) => verdict === wanted);
  const cold = (await store.coldSessions()).map(({ path, hash }) => ({
    path,
    hash,
    found: evidence.archiveHash(path),
  }));
  return {
    mirrors: mirrors('as written').length,
    unsealed: mirrors('unsealed').length,
    edited_mirrors: mirrors('edited').map(({ name }) => name),
    archives: cold.filter(({ hash, found }) => found === hash).length,
    edited_archives: cold
      .filter(({ hash, found }) => found !== null && found !== hash)
      .map(({ path }) => path),
    missing_archives: cold.filter(({ found }) => found === null).map(({ path }) => path),
  };
}

/** The intact beginning of the records. */
interface IntactStart {
  readonly last: MetricHead;
  readonly count: number;
}

const NOTHING: IntactStart = { last: BEFORE_ALL, count: 0 };

const PAGE = 2_000;

async function verifyRecords(
  store: Store,
  seal: Seal,
  witnesses: readonly MetricHead[],
  accepted: readonly AcceptedGap[],
): Promise<{ readonly good: IntactStart; readonly damage: Damage | null }> {
  const remembered = Map.groupBy(witnesses, ({ seq }) => seq);
  const all = await allRecords(store);
  let good = NOTHING;
  /** The damage up to this record is accepted by it. */
  let sealing = Number.MIN_SAFE_INTEGER;
  for (const [i, record] of all.entries()) {
    const { seq, hash } = record;
    const isNext = follows(record, good.last, seal);
    const isRemembered = (remembered.get(seq) ?? []).every((head) => head.hash === hash);
    if (seq > sealing && !(isNext && isRemembered)) {
      const end = gapAfter(good.last, accepted);
      if (!end)
        return {
          good,
          damage: isNext ? wentAnotherWay(seq) : diagnose(good.last, all.slice(i), seal),
        };
      sealing = end.seq;
    }
    good = { last: seq < sealing ? good.last : record, count: good.count + 1 };
  }
  return { good, damage: null };
}

/** The accepted gap that begins after this record; of several the last, which covers the others. */
function gapAfter(last: MetricHead, accepted: readonly AcceptedGap[]): AcceptedGap | undefined {
  return accepted
    .filter(
      ({ seq, after }) => after.seq === last.seq && after.hash === last.hash && seq > last.seq,
    )
    .sort((a, b) => a.seq - b.seq)
    .at(-1);
}

async function allRecords(store: Store): Promise<MetricRecord[]> {
  const all: MetricRecord[] = [];
  for (let from = Number.MIN_SAFE_INTEGER; ; from = all.at(-1)!.seq) {
    const page = await store.metrics({ after: from, limit: PAGE });
    all.push(...page);
    if (page.length < PAGE) return all;
  }
}

/** Checks whether intact records are missing at the end. */
function findMissingEnd(
  good: IntactStart,
  bounds: MetricBounds,
  witnesses: readonly MetricHead[],
): Damage | null {
  if (good.count < bounds.count) {
    return damageOfAll('inserted', 'there are records under numbers that are never given');
  }
  const ends = good.last.seq === 0 ? 'there are none' : `record ${good.last.seq} is the last`;
  const missing = (kind: 'cut off' | 'rolled back', last: number, because: string): Damage => {
    return { kind, seq: good.last.seq + 1, detail: `${ends}, but there were ${last}: ${because}` };
  };
  // After a deletion the highest number remains; an older copy of the database never had it.
  if (bounds.highest > good.last.seq) {
    return missing('cut off', bounds.highest, 'the database itself remembers the highest number');
  }
  const last = witnesses.reduce((highest, { seq }) => Math.max(highest, seq), 0);
  if (last <= good.last.seq) return null;
  return missing('rolled back', last, 'the database is an older state of itself');
}

const wentAnotherWay = (seq: number): Damage => ({
  kind: 'rolled back',
  seq,
  detail: `anchor or mirrors remember another record ${seq}: the database went back and on from there`,
});

const damageOfAll = (kind: Damage['kind'], detail: string): Damage => ({ kind, seq: null, detail });

/** The anchor is created with the key and gets a line at every commit; it may be empty only if the first commit was interrupted. */
async function checkAnchor(
  store: Store,
  anchors: readonly MetricHead[] | null,
  mirrors: readonly MetricHead[],
  { count }: MetricBounds,
): Promise<Damage | null> {
  if (!anchors)
    return damageOfAll(
      'anchor missing',
      'metrics.anchor was taken away: records that were cut off since the last mirror would go unseen',
    );
  if (anchors.length > 0 || count === 0) return null;
  const [first] = await store.metrics({ after: 0, limit: 1 });
  const [last] = await store.metrics({ limit: 1 });
  return mirrors.length > 0 || first?.at !== last?.at
    ? damageOfAll(
        'anchor emptied',
        'metrics.anchor is there and remembers nothing, although records were anchored',
      )
    : null;
}

/**
 * Keeps the newest anchored head, which covers all before it, and heads that contradict the records. For
 * maintenance: the anchor grows by a line of 90 bytes with every commit that records metrics.
 */
export async function compactAnchors(deps: Pick<Deps, 'store' | 'evidence'>): Promise<number> {
  const anchors = deps.evidence.anchors() ?? [];
  const hashes = await deps.store.metricHashes(anchors.map(({ seq }) => seq));
  const standing = anchors.filter(({ seq, hash }) => hashes.get(seq) === hash);
  const newest = standing.reduce<MetricHead>(
    (latest, head) => (head.seq > latest.seq ? head : latest),
    BEFORE_ALL,
  );
  const covered = standing.filter(({ seq }) => seq < newest.seq);
  if (covered.length > 0) deps.evidence.compactAnchors(covered);
  return covered.length;
}
