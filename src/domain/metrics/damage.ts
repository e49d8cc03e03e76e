import { isGenuine, type MetricHead, type MetricRecord, type Seal } from './seal.ts';

export type DamageKind =
  | 'edited'
  | 'deleted'
  | 'reordered'
  | 'inserted'
  | 'cut off'
  | 'rolled back'
  | 'key missing'
  | 'key replaced'
  | 'anchor missing'
  | 'anchor emptied'
  /** Facts are gone, and the records are whole: the loss is sealed among them once somebody accepts it. */
  | 'facts lost'
  /** A repair could not read all rows; sealed in the same way. */
  | 'rows unread';

/** The first fault in the records. */
export interface Damage {
  readonly kind: DamageKind;
  /** The first bad or missing record; null if unknown. */
  readonly seq: number | null;
  readonly detail: string;
}

/** Diagnoses the first record that does not follow the one before it. `rest` is that record and all after it. */
export function diagnose(before: MetricHead, rest: readonly MetricRecord[], seal: Seal): Damage {
  const expected = before.seq + 1;
  const first = rest[0]!;
  const damage = (kind: DamageKind, detail: string, seq = expected): Damage => ({
    kind,
    seq,
    detail,
  });
  if (first.seq < expected)
    return damage('inserted', `record ${first.seq} stands before the first`, first.seq);
  if (first.seq > expected) {
    const last = first.seq - 1;
    const gone = expected === last ? `record ${expected} is` : `records ${expected} to ${last} are`;
    return damage('deleted', `${gone} missing`);
  }
  const from = numberOf(first, rest, seal);
  if (from === null) return damage('edited', `what record ${expected} says is not what was sealed`);
  if (from === expected)
    return damage('reordered', `record ${expected} follows another record ${before.seq}`);
  const isLeft = from < expected || rest.some((record) => isGenuine(record, seal, expected));
  return isLeft
    ? damage('reordered', `record ${from} stands in the place of record ${expected}`)
    : damage(
        'deleted',
        `record ${expected} is missing, and record ${from} was moved into its place`,
      );
}

/** Upper bound for records that were removed before the one that was moved. */
const MOST_TAKEN_OUT = 10_000;

/** The number under which a record was sealed; null if it was never sealed. */
function numberOf(record: MetricRecord, rest: readonly MetricRecord[], seal: Seal): number | null {
  // Not up to the highest stored number: a forged record could have any number.
  const highest = record.seq + rest.length + MOST_TAKEN_OUT;
  for (let seq = 1; seq <= highest; seq++) if (isGenuine(record, seal, seq)) return seq;
  return null;
}
