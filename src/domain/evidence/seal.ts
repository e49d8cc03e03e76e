import type { Millis } from '../time.ts';

/** A metric as it stands in the store: numbered, dated, bound to the one before it and sealed. */
export interface MetricRecord {
  readonly seq: number;
  readonly at: Millis;
  readonly event: string;
  /** JSON of the other fields, to the byte as it was sealed. */
  readonly body: string;
  /** The hash of the record before. */
  readonly previous: string;
  readonly hash: string;
}

/** A keyed hash: nobody without the key can make one, so nobody can make or change a record. */
export type Seal = (text: string) => string;

/** The last of some records, which stands for all of them: each hash covers the one before. */
export interface MetricHead {
  readonly seq: number;
  readonly hash: string;
}

/** Seals the records of a store, and keeps the last head outside of it. */
export interface Sealer {
  /** Null where nothing may be sealed: the key of the records that are there is gone. */
  seal(hasRecords: boolean): Seal | null;
  /** Told after each commit. Best effort: a crash in between is no damage. */
  anchor(head: MetricHead): void;
  /** Nothing was anchored yet, although there may be records. */
  isUnanchored(): boolean;
}

/** The head before the first record. */
export const BEFORE_ALL: MetricHead = { seq: 0, hash: '0'.repeat(64) };

/** The record that follows a head, sealed. */
export function sealed(
  before: MetricHead,
  record: Pick<MetricRecord, 'at' | 'event' | 'body'>,
  seal: Seal,
  seq: number = before.seq + 1,
): MetricRecord {
  const { at, event, body } = record;
  const open = { seq, at, event, body, previous: before.hash };
  return { ...open, hash: seal(sealedText(open, seq)) };
}

/** Whether a record is the work of whoever holds the key, at the number it has or should have. */
export function isGenuine(record: MetricRecord, seal: Seal, seq: number = record.seq): boolean {
  return seal(sealedText(record, seq)) === record.hash;
}

export function follows(record: MetricRecord, before: MetricHead, seal: Seal): boolean {
  return record.seq === before.seq + 1 && record.previous === before.hash && isGenuine(record, seal);
}

/** Ends each field where it ends: as JSON none can run over into the next. */
function sealedText(record: Omit<MetricRecord, 'hash' | 'seq'>, seq: number): string {
  return JSON.stringify([record.previous, seq, record.at, record.event]) + record.body;
}
