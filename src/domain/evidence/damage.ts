import { isGenuine, type MetricHead, type MetricRecord, type Seal } from './seal.ts';

export type DamageKind =
  | 'edited'
  | 'deleted'
  | 'reordered'
  | 'inserted'
  | 'recomputed'
  | 'spliced'
  | 'cut off'
  | 'rolled back'
  | 'key missing'
  | 'key replaced'
  | 'anchor missing'
  | 'anchor emptied'
  /** Facts are gone, and the records are whole: the loss is sealed among them once somebody accepts it. */
  | 'facts lost'
  /** A repair could not read everything: the same. */
  | 'rows unread';

/** The first thing that is wrong with the records. */
export interface Damage {
  readonly kind: DamageKind;
  /** The first bad record, or the first that is missing; null where that cannot be said. */
  readonly seq: number | null;
  readonly detail: string;
}

/**
 * Diagnoses the first record that does not follow the one before it. `rest` is that record and all after it;
 * `wasThere` answers whether something outside the database remembers a record of that number.
 */
export function diagnose(
  before: MetricHead,
  rest: readonly MetricRecord[],
  seal: Seal,
  wasThere: (seq: number) => boolean,
): Damage {
  const expected = before.seq + 1;
  const first = rest[0]!;
  const damage = (kind: DamageKind, detail: string, seq = expected): Damage => ({ kind, seq, detail });

  if (first.seq < expected)
    return damage('inserted', `record ${first.seq} stands before the first`, first.seq);
  if (first.seq > expected) {
    const last = first.seq - 1;
    const gone = expected === last ? `record ${expected} is` : `records ${expected} to ${last} are`;
    return damage('deleted', `${gone} missing`);
  }
  if (isGenuine(first, seal))
    return damage('spliced', `record ${expected} follows another record ${before.seq}`);

  const from = numberOf(first, rest, seal);
  const belongs = rest.some((record) => record !== first && isGenuine(record, seal, expected));
  if (from !== null && from < expected)
    return damage('inserted', `record ${expected} is a copy of record ${from}`);
  if (from !== null) {
    return belongs
      ? damage('reordered', `record ${from} stands in the place of record ${expected}`)
      : damage('deleted', `record ${expected} is missing, and record ${from} was moved into its place`);
  }
  if (belongs) return damage('inserted', `record ${expected} stands before the one that belongs there`);
  if (rest.length > 1 && areLinked(before, rest) && !rest.some((record) => isGenuine(record, seal))) {
    return damage('recomputed', `record ${expected} and all after it were linked anew without the key`);
  }
  const next = rest[1];
  return wasThere(expected) || (next !== undefined && isGenuine(next, seal))
    ? damage('edited', `what record ${expected} says is not what was sealed`)
    : damage('inserted', `record ${expected} has no valid seal, and nothing remembers it`);
}

/** How many records beyond those that are left may have been taken out before one was moved. */
const MOST_TAKEN_OUT = 10_000;

/** The number under which a moved record was sealed; null where it never was, under any. */
function numberOf(record: MetricRecord, rest: readonly MetricRecord[], seal: Seal): number | null {
  // Not up to the last number that is there: whoever wrote it may have written a trillion.
  const highest = record.seq + rest.length + MOST_TAKEN_OUT;
  for (let seq = 1; seq <= highest; seq++) if (isGenuine(record, seal, seq)) return seq;
  return null;
}

function areLinked(before: MetricHead, records: readonly MetricRecord[]): boolean {
  return records.every(({ previous }, i) => previous === (records[i - 1] ?? before).hash);
}
