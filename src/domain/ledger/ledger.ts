/**
 * Records which items the model of a conversation was shown, so that none is sent twice. The ledger never stores content, only ids and
 * hashes: two items are the same if kind, id and hash are. The version shown last counts, because the model relies on that one.
 */

import type { SessionId } from '../base/ids.ts';
import type { Millis } from '../base/time.ts';

export const LEDGER_KINDS = [
  'memory',
  'pattern',
  'file',
  'constraint',
  'query',
  'preamble',
  'sop',
  'thread',
  'session',
  'pin',
  'task',
] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];

/** An item that can be sent to a conversation, without its text: the ledger stores no content. */
export interface Sendable {
  readonly kind: LedgerKind;
  readonly id: string;
  /** Hash of the text as it stands in the answer. Null if unknown: such an item never counts as the same. */
  readonly hash: string | null;
  /** Hash of the full item that this is an excerpt of: a model that has the full item has this too. */
  readonly wholeHash?: string;
  /** Null if the tokens were not counted. */
  readonly tokens: number | null;
  /** Whether the tokens were estimated rather than counted with a tokenizer. */
  readonly estimated: boolean;
  /** How far the content was compressed; 0 is whole. */
  readonly level: number;
}

/** An item that the model was shown, and when. */
export interface ShownItem extends Sendable {
  readonly sentAt: Millis;
}

/** Why the model no longer has the items, or why the ledger no longer relies on it. */
export type EpochReason = 'compaction' | 'clear' | 'refresh' | Expiry;
export type Expiry = 'inactivity' | 'duration' | 'tokens';

export type LedgerFact =
  | { readonly fact: 'sent'; readonly item: Sendable }
  /** The model has it from the conversation that this one resumes. */
  | { readonly fact: 'carried'; readonly item: Sendable }
  /** The model had it already. `saved`: the tokens it would have cost; 0 if it would not have fitted anyway. */
  | { readonly fact: 'withheld'; readonly item: Sendable; readonly saved: number }
  | { readonly fact: 'query'; readonly tokens: number; readonly estimated: boolean }
  | { readonly fact: 'epoch'; readonly reason: EpochReason };

/** A stored fact; `epoch` is the one that it belongs to; an `epoch` fact belongs to the one that it begins. */
export interface RecordedLedgerFact {
  readonly seq: number;
  readonly at: Millis;
  readonly epoch: number;
  readonly body: LedgerFact;
}

/** A conversation's ledger without its entries. */
export interface LedgerHead {
  readonly id: SessionId;
  readonly startedAt: Millis;
  readonly endedAt: Millis | null;
  readonly lastActivity: Millis;
  /** Number of the last fact. */
  readonly lastSeq: number;
  readonly epoch: number;
  readonly epochBegan: Millis;
  /** Tokens sent since the epoch began. */
  readonly epochTokens: number;
  /** The conversation that this one resumes. */
  readonly resumes: SessionId | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
}

export interface LedgerState {
  readonly head: LedgerHead;
  /** The model's items, by kind and id. */
  readonly entries: ReadonlyMap<string, ShownItem>;
}

export interface LedgerOpening {
  readonly id: SessionId;
  readonly at: Millis;
  /** The session that this one resumes or was forked from: the model still has the items shown there. */
  readonly resumes?: SessionId | null;
  readonly metadata?: Readonly<Record<string, unknown>> | null;
}

export function newLedger({ id, at, metadata = null }: LedgerOpening): LedgerHead {
  return {
    id,
    startedAt: at,
    endedAt: null,
    lastActivity: at,
    lastSeq: 0,
    epoch: 0,
    epochBegan: at,
    epochTokens: 0,
    resumes: null,
    metadata,
  };
}

/** The head of an opened ledger, and the conversation whose items are still to be carried over; null if none. */
export function reopenLedger(
  head: LedgerHead | null,
  opening: LedgerOpening,
): { readonly head: LedgerHead; readonly resumes: SessionId | null } {
  const { resumes = null, metadata = null } = opening;
  const before = head ?? newLedger(opening);
  // In a later epoch the carried-over context is gone.
  const carries = before.resumes === null && before.epoch === 0 ? resumes : null;
  return {
    head: {
      ...before,
      endedAt: null,
      resumes: before.resumes ?? carries,
      metadata: before.metadata ?? metadata,
    },
    resumes: carries,
  };
}

/** The items that the model has, folded from the facts of one epoch. */
export function foldShown(facts: Iterable<RecordedLedgerFact>): ReadonlyMap<string, ShownItem> {
  const shown = new Map<string, ShownItem>();
  for (const { body, at } of facts)
    if (body.fact === 'sent' || body.fact === 'carried')
      shown.set(ledgerKey(body.item), { ...body.item, sentAt: at });
  return shown;
}

/** A ledger's head after a fact. */
export function headAfter(
  head: LedgerHead,
  { body, at, seq }: Omit<RecordedLedgerFact, 'epoch'>,
): LedgerHead {
  const after = { ...head, lastActivity: at, lastSeq: seq };
  if (body.fact === 'epoch')
    return { ...after, epoch: head.epoch + 1, epochBegan: at, epochTokens: 0 };
  if (body.fact === 'withheld') return after;
  const shown = body.fact === 'query' ? body.tokens : (body.item.tokens ?? 0);
  return { ...after, epochTokens: head.epochTokens + shown };
}

/** Items of one kind and id are versions of one. */
export function ledgerKey({ kind, id }: Pick<Sendable, 'kind' | 'id'>): string {
  return `${kind} ${id}`;
}

export function entryOf(state: LedgerState, kind: LedgerKind, id: string): ShownItem | undefined {
  return state.entries.get(ledgerKey({ kind, id }));
}

/** The ids of a kind that the model has in any version. */
export function shownIds(state: LedgerState, kind: LedgerKind): Set<string> {
  return new Set(
    [...state.entries.values()].flatMap((entry) => (entry.kind === kind ? [entry.id] : [])),
  );
}

/** How long the ledger relies on shown items. */
export interface LedgerLimits {
  readonly inactivityMillis: Millis;
  readonly durationMillis: Millis;
  readonly tokens: number;
}

/** Why a ledger has expired, or null. A clock that ran backwards counts as no time. */
export function expiry(head: LedgerHead, at: Millis, limits: LedgerLimits): Expiry | null {
  if (at - head.lastActivity > limits.inactivityMillis) return 'inactivity';
  if (at - head.epochBegan > limits.durationMillis) return 'duration';
  return head.epochTokens > limits.tokens ? 'tokens' : null;
}
