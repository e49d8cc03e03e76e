import type { SessionId } from '../../../domain/ids.ts';
import {
  type EpochReason,
  expiry,
  foldLedger,
  type LedgerHead,
  type LedgerKind,
  type LedgerLimits,
  type LedgerOpening,
  type LedgerState,
  newLedger,
  type RecordedLedgerFact,
  reopened,
  type Sendable,
  type Shown,
} from '../../../domain/ledger/ledger.ts';
import {
  type DecidedFact,
  decideSending,
  type Fit,
  type Moment,
  missingFrom,
  type Sending,
} from '../../../domain/ledger/send.ts';
import { type LedgerTotals, totalsOf } from '../../../domain/ledger/totals.ts';
import type { Millis } from '../../../domain/time.ts';
import type { Database } from '../database.ts';
import {
  appendFacts,
  type Found,
  factsOf,
  findLedger,
  findOrOpenLedger,
  insertLedger,
  lookupIn,
  type Receipt,
  type RecordableFact,
  recordIn,
  writeLedger,
} from '../ledger-records.ts';
import { TALLY_COLUMNS, toTally } from '../ledger-rows.ts';

export type Sent<T extends Sendable, Answer> = Sending<T, Answer> & { readonly receipt: Receipt };

/** A conversation's ledger inside a transaction: what is decided there and what was shown by it become true together. */
export interface LedgerWithin {
  send<T extends Sendable, Answer>(items: readonly T[], fit: Fit<T, Answer>): Sending<T, Answer>;
  /** Records items that entered the conversation in another way. */
  record(items: readonly Sendable[]): void;
  /** For all of it so far; null where nothing is kept. */
  receipt(): Receipt | null;
}

export function ledgerUnits(database: Database) {
  return {
    /** Opens a ledger, or gives the one that is there; one that had ended goes on. */
    openLedger(opening: LedgerOpening): LedgerHead {
      return database.write(() => openLedgerIn(database, opening));
    },

    findLedger(id: SessionId): LedgerHead | null {
      return findLedger(database, id)?.head ?? null;
    },

    /** The model's items at that moment: nothing of an epoch that has expired. Null without a ledger. */
    ledgerState(id: SessionId, { at, limits }: Pick<Moment, 'at' | 'limits'>): LedgerState | null {
      const found = findLedger(database, id);
      if (!found) return null;
      const { head } = found;
      const facts = expiry(head, at, limits) ? [] : factsOf(database, found.number, head.epoch);
      // Folding counts the tokens once more; the head knows them.
      return { entries: foldLedger(head, facts).entries, head };
    },

    /** The version of one item that the model has; null if none. */
    lastShown(
      id: SessionId,
      kind: LedgerKind,
      itemId: string,
      { at, limits }: Pick<Moment, 'at' | 'limits'>,
    ): Shown | null {
      const found = findLedger(database, id);
      if (!found || expiry(found.head, at, limits)) return null;
      return lookupIn(database, found)(kind, itemId) ?? null;
    },

    /** Looks up, lets `fit` choose, marks what was chosen: all of it with nobody in between. */
    send<T extends Sendable, Answer>(
      id: SessionId,
      items: readonly T[],
      fit: Fit<T, Answer>,
      moment: Moment,
    ): Sent<T, Answer> {
      const send = () => sendIn(database, id, items, fit, moment);
      // That the model has forgotten must not be lost; that it was shown something may.
      return moment.refresh ? database.write(send) : database.writeSoon(send);
    },

    /** The answer never arrived: the ledger is as if it had not been given. */
    takeBack(receipt: Receipt): void {
      database.write(() => takeBackIn(database, receipt));
    },

    /** Records what happened without asking: something is in the conversation, whoever put it there. */
    recordInLedger(id: SessionId, facts: readonly RecordableFact[], moment: Moment): LedgerHead {
      return database.writeSoon(() => recordIn(database, id, facts, moment));
    },

    /** The model has forgotten. The same key begins one epoch only: hosts report a compaction twice. Returns the epoch. */
    beginLedgerEpoch(id: SessionId, reason: EpochReason, at: Millis, key: string | null): number {
      return database.write(() => beginEpochIn(database, id, reason, at, key));
    },

    endLedger(id: SessionId, at: Millis): LedgerHead | null {
      return database.write(() => {
        endLedgerIn(database, id, at);
        return findLedger(database, id)?.head ?? null;
      });
    },

    /** Removes ledgers without activity since then; returns how many. */
    cleanLedgers(before: Millis): number {
      return database.write(
        () => database.run('DELETE FROM ledger_conversations WHERE last_activity < ?', before).changes,
      );
    },

    /** Totals of one conversation, or of all that are kept. */
    ledgerTotals(id: SessionId | null): LedgerTotals {
      return totals(database, id);
    },

    ledgerFacts(id: SessionId): readonly RecordedLedgerFact[] {
      const found = findLedger(database, id);
      return found ? factsOf(database, found.number) : [];
    },
  };
}

/** In a transaction that the caller opened, as all that end in `In`: a session and its ledger open together. */
export function openLedgerIn(database: Database, opening: LedgerOpening): LedgerHead {
  const { id, at } = opening;
  const found = findLedger(database, id);
  const { head, resumes } = reopened(found?.head ?? null, opening);
  const ledger = found ? { number: found.number, head } : insertLedger(database, head);
  if (found) writeLedger(database, ledger);
  return resumes ? appendFacts(database, ledger, carried(database, ledger, resumes), at).head : head;
}

function carried(database: Database, ledger: Found, from: SessionId): readonly DecidedFact[] {
  const earlier = findLedger(database, from);
  if (!earlier) return [];
  const state = foldLedger(earlier.head, factsOf(database, earlier.number, earlier.head.epoch));
  return missingFrom(ledger.head, lookupIn(database, ledger), state);
}

function sendIn<T extends Sendable, Answer>(
  database: Database,
  id: SessionId,
  items: readonly T[],
  fit: Fit<T, Answer>,
  moment: Moment,
): Sent<T, Answer> {
  const ledger = findOrOpenLedger(database, id, moment.at);
  const { facts, sending } = decideSending(ledger.head, lookupIn(database, ledger), items, fit, moment);
  const { receipt } = appendFacts(database, ledger, facts, moment.at);
  return { ...sending, receipt };
}

/** Without limits there is no ledger: everything is new, and nothing is kept of it. */
export function ledgerWithin(
  database: Database,
  id: SessionId,
  at: Millis,
  limits: LedgerLimits | null,
): LedgerWithin {
  if (limits) {
    const moment = { at, limits };
    // In one transaction nobody comes in between.
    const before = findLedger(database, id)?.head.lastSeq ?? 0;
    return {
      send: (items, fit) => sendIn(database, id, items, fit, moment),
      record: (items) => {
        const facts = items.map((item) => ({ fact: 'sent' as const, item }));
        recordIn(database, id, facts, moment);
      },
      receipt: () => {
        const lastSeq = findLedger(database, id)?.head.lastSeq ?? 0;
        return lastSeq > before ? { id, firstSeq: before + 1, lastSeq } : null;
      },
    };
  }
  const nobody = newLedger({ id, at });
  const moment = { at, limits: { inactivityMillis: 0, durationMillis: 0, tokens: 0 } };
  return {
    /** Looks up, lets `fit` choose, marks what was chosen: all of it with nobody in between. */
    send: (items, fit) => decideSending(nobody, () => undefined, items, fit, moment).sending,
    record: () => {},
    receipt: () => null,
  };
}

export function endLedgerIn(database: Database, id: SessionId, at: Millis): void {
  database.record(
    'ledger_conversations',
    'UPDATE ledger_conversations SET ended_at = ? WHERE session_id = ? AND ended_at IS NULL',
    at,
    id,
  );
}

export function beginEpochIn(
  database: Database,
  id: SessionId,
  reason: EpochReason,
  at: Millis,
  key: string | null,
): number {
  const ledger = findOrOpenLedger(database, id, at);
  const { number, head } = ledger;
  const known =
    key !== null &&
    database.get('SELECT 1 FROM ledger_facts WHERE conversation = ? AND key = ?', number, key) !== undefined;
  if (known) return head.epoch;
  const fact = { epoch: head.epoch + 1, body: { fact: 'epoch' as const, reason } };
  return appendFacts(database, ledger, [fact], at, key).head.epoch;
}

/** The facts of an answer that nobody got. An epoch that began with it stays: forgetting too much only costs tokens. */
function takeBackIn(database: Database, { id, firstSeq, lastSeq }: Receipt): void {
  const found = findLedger(database, id);
  if (!found) return;
  const { number, head } = found;
  const gone = database.all(
    `DELETE FROM ledger_facts WHERE conversation = ? AND seq BETWEEN ? AND ? AND fact <> 'epoch'
     RETURNING fact, epoch, tokens`,
    number,
    firstSeq,
    lastSeq,
  );
  const tokens = gone
    .filter((row) => row['fact'] !== 'withheld' && row['epoch'] === head.epoch)
    .reduce((sum, row) => sum + Number(row['tokens']), 0);
  writeLedger(database, { number, head: { ...head, epochTokens: head.epochTokens - tokens } });
}

function totals(database: Database, id: SessionId | null): LedgerTotals {
  const found = id === null ? null : findLedger(database, id);
  if (id !== null && !found) return totalsOf(0, [], new Map());
  const [where, ...values] = found ? ['conversation = ?', found.number] : ['true'];
  const tallies = database
    .all(
      `SELECT ${TALLY_COLUMNS} FROM ledger_facts WHERE ${where} AND fact <> 'epoch' GROUP BY fact, kind, level`,
      ...values,
    )
    .map(toTally);
  const unique = database.all(
    `SELECT kind, count(*) AS ids FROM
       (SELECT DISTINCT conversation, kind, id FROM ledger_facts WHERE ${where} AND fact IN ('sent', 'withheld'))
     GROUP BY kind`,
    ...values,
  );
  const conversations = found
    ? 1
    : Number(database.get('SELECT count(*) AS n FROM ledger_conversations')?.['n']);
  return totalsOf(
    conversations,
    tallies,
    new Map(unique.map((row) => [row['kind'] as LedgerKind, Number(row['ids'])])),
  );
}
