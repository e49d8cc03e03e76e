import type { SessionId } from '../../domain/base/ids.ts';
import type { Millis } from '../../domain/base/time.ts';
import type {
  EpochReason,
  LedgerFact,
  LedgerHead,
  LedgerKind,
  LedgerOpening,
  LedgerState,
  Sendable,
  ShownItem,
} from '../../domain/ledger/ledger.ts';
import type { Receipt } from '../../domain/ledger/receipt.ts';
import type { FitAnswer, Moment, Sending } from '../../domain/ledger/send.ts';
import type { LedgerTotals } from '../../domain/ledger/totals.ts';

/** Tokens that conversations were sent and spared on one day. */
export interface LedgerDay {
  readonly day: string;
  readonly tokens_sent: number;
  readonly tokens_saved: number;
}

export type Sent<T extends Sendable, Answer> = Sending<T, Answer> & { readonly receipt: Receipt };

export type RecordableFact = Exclude<LedgerFact, { fact: 'epoch' | 'carried' }>;

/**
 * The ledgers of conversations. A conversation is identified by its session's id; two never share a ledger, but several
 * processes of one do. Each method is one whole unit of work; a ledger begins with its first use.
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
  ): Promise<ShownItem | null>;

  /** Looks up, lets `fit` choose, marks what was chosen: all of it with nobody in between. */
  send<T extends Sendable, Answer>(
    id: SessionId,
    items: readonly T[],
    fit: FitAnswer<T, Answer>,
    moment: Moment,
  ): Promise<Sent<T, Answer>>;

  /** The answer never arrived: the ledger is as if it had not been given. */
  takeBack(receipt: Receipt): Promise<void>;

  /** Records what happened without asking: something is in the conversation, whoever put it there. */
  recordInLedger(
    id: SessionId,
    facts: readonly RecordableFact[],
    moment: Moment,
  ): Promise<LedgerHead>;

  /** The model has forgotten. The same key begins one epoch only: hosts report a compaction twice. Returns the epoch. */
  beginLedgerEpoch(
    id: SessionId,
    reason: EpochReason,
    at: Millis,
    key: string | null,
  ): Promise<number>;

  endLedger(id: SessionId, at: Millis): Promise<LedgerHead | null>;

  /** Removes ledgers without activity since then; returns how many. */
  cleanLedgers(before: Millis): Promise<number>;

  /** Totals of one conversation, or of all that are kept. */
  ledgerTotals(id: SessionId | null): Promise<LedgerTotals>;

  /** Figures of all ledgers since then by day, oldest first. Ledgers without activity since then are not read. */
  ledgerDays(since: Millis): Promise<readonly LedgerDay[]>;
}
