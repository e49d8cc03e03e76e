import type { SessionId } from '../domain/ids.ts';
import type {
  EpochReason,
  LedgerFact,
  LedgerHead,
  LedgerKind,
  LedgerOpening,
  LedgerState,
  RecordedLedgerFact,
  Sendable,
  Shown,
} from '../domain/ledger/ledger.ts';
import type { Fit, Moment, Sending } from '../domain/ledger/send.ts';
import type { LedgerTotals } from '../domain/ledger/totals.ts';
import type { Millis } from '../domain/time.ts';

/** The ledger rows of one sending, so that it can be undone. */
export interface Receipt {
  readonly id: SessionId;
  readonly firstSeq: number;
  readonly lastSeq: number;
}

export type Sent<T extends Sendable, Answer> = Sending<T, Answer> & { readonly receipt: Receipt };

/**
 * The ledgers of conversations. A conversation is known by its session's id; two never share a ledger, and several
 * processes of one do. Each method is one whole unit of work; a ledger that nobody opened begins with its first use.
 */
export interface LedgerStore {
  /** Opens a ledger, or gives the one that is there; one that had ended goes on. */
  openLedger(opening: LedgerOpening): Promise<LedgerHead>;
  findLedger(id: SessionId): Promise<LedgerHead | null>;
  /** The model's items at that moment: nothing of an epoch that has expired. Null without a ledger. */
  ledgerState(id: SessionId, moment: Pick<Moment, 'at' | 'limits'>): Promise<LedgerState | null>;
  /** The version of one item that the model has; null if none. */
  lastShown(
    id: SessionId,
    kind: LedgerKind,
    itemId: string,
    moment: Pick<Moment, 'at' | 'limits'>,
  ): Promise<Shown | null>;
  /** Looks up, lets `fit` choose, marks what was chosen: all of it with nobody in between. */
  send<T extends Sendable, Answer>(
    id: SessionId,
    items: readonly T[],
    fit: Fit<T, Answer>,
    moment: Moment,
  ): Promise<Sent<T, Answer>>;
  /** The answer never arrived: the ledger is as if it had not been given. */
  takeBack(receipt: Receipt): Promise<void>;
  /** Records what happened without asking: something is in the conversation, whoever put it there. */
  recordInLedger(id: SessionId, facts: readonly RecordableFact[], moment: Moment): Promise<LedgerHead>;
  /** The model has forgotten. The same key begins one epoch only: hosts report a compaction twice. Returns the epoch. */
  beginLedgerEpoch(id: SessionId, reason: EpochReason, at: Millis, key: string | null): Promise<number>;
  endLedger(id: SessionId, at: Millis): Promise<LedgerHead | null>;
  /** Removes ledgers without activity since then; returns how many. */
  cleanLedgers(before: Millis): Promise<number>;
  /** Totals of one conversation, or of all that are kept. */
  ledgerTotals(id: SessionId | null): Promise<LedgerTotals>;
  ledgerFacts(id: SessionId): Promise<readonly RecordedLedgerFact[]>;
}

/** A conversation's ledger inside a transaction: what is decided there and what was shown by it become true together. */
export interface LedgerWithin {
  send<T extends Sendable, Answer>(items: readonly T[], fit: Fit<T, Answer>): Sending<T, Answer>;
  /** Records items that entered the conversation in another way. */
  record(items: readonly Sendable[]): void;
  /** For all of it so far; null where nothing is kept. */
  receipt(): Receipt | null;
}

export type RecordableFact = Exclude<LedgerFact, { fact: 'epoch' | 'carried' }>;
