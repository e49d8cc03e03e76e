import type { Millis } from '../base/time.ts';

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

/** A keyed hash: without the key nobody can add or change a record. */
export type Seal = (text: string) => string;

/** The last record of a chain. It covers all records, because each hash covers the one before. */
export interface MetricHead {
  readonly seq: number;
  readonly hash: string;
}

/** Seals the records of a store and keeps the last head outside the database. */
export interface Sealer {
  /** Null if nothing may be sealed: records exist, but their key is gone. */
  seal(hasRecords: boolean): Seal | null;
  /** Called after each commit. Best effort: a crash in between is not damage. */
  anchor(head: MetricHead): void;
  /** No head was anchored yet; there may be records. */
  isUnanchored(): boolean;
}

/** The head before the first record. */
export const BEFORE_ALL: MetricHead = { seq: 0, hash: '0'.repeat(64) };

/** Makes the sealed record that follows a head. */
export function sealRecord(
  before: MetricHead,
  record: Pick<MetricRecord, 'at' | 'event' | 'body'>,
  seal: Seal,
  seq: number = before.seq + 1,
): MetricRecord {
  const { at, event, body } = record;
  const open = { seq, at, event, body, previous: before.hash };
  return { ...open, hash: seal(sealedText(open, seq)) };
}

/** Whether a record was sealed with the key under its number, or under a given one. */
export function isGenuine(record: MetricRecord, seal: Seal, seq: number = record.seq): boolean {
  return seal(sealedText(record, seq)) === record.hash;
}

export function follows(record: MetricRecord, before: MetricHead, seal: Seal): boolean {
  return (
    record.seq === before.seq + 1 && record.previous === before.hash && isGenuine(record, seal)
  );
}

/** As JSON, so that the boundaries of fields are unambiguous. */
function sealedText(record: Omit<MetricRecord, 'hash' | 'seq'>, seq: number): string {
  return JSON.stringify([record.previous, seq, record.at, record.event]) + record.body;
}
