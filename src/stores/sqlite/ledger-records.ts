import type { SessionId } from '../../domain/ids.ts';
import {
  headAfter,
  type LedgerFact,
  type LedgerHead,
  newLedger,
  type RecordedLedgerFact,
} from '../../domain/ledger/ledger.ts';
import { type DecidedFact, decideRecording, type Lookup, type Moment } from '../../domain/ledger/send.ts';
import type { Millis } from '../../domain/time.ts';
import type { Database } from './database.ts';
import { factColumns, headValues, toLedgerFact, toLedgerHead, toShown } from './ledger-rows.ts';

/** The ledger rows of one sending, so that it can be undone. */
export interface Receipt {
  readonly id: SessionId;
  readonly firstSeq: number;
  readonly lastSeq: number;
}

export type RecordableFact = Exclude<LedgerFact, { fact: 'epoch' | 'carried' }>;

/** Reading and writing one conversation's ledger, in a transaction that the caller opened. */

export interface Found {
  readonly number: number;
  readonly head: LedgerHead;
}

export function findLedger(database: Database, id: SessionId): Found | null {
  const row = database.get('SELECT * FROM ledger_conversations WHERE session_id = ?', id);
  return row ? { number: Number(row['number']), head: toLedgerHead(row) } : null;
}

export function findOrOpenLedger(database: Database, id: SessionId, at: Millis): Found {
  return findLedger(database, id) ?? insertLedger(database, newLedger({ id, at }));
}

export function insertLedger(database: Database, head: LedgerHead): Found {
  database.record(
    'ledger_conversations',
    `INSERT INTO ledger_conversations(started_at, ended_at, last_activity, last_seq, epoch, epoch_began, epoch_tokens,
       resumes, metadata, session_id)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...headValues(head),
    head.id,
  );
  return findLedger(database, head.id)!;
}

export function writeLedger(database: Database, { number, head }: Found): void {
  database.record(
    'ledger_conversations',
    `UPDATE ledger_conversations
     SET started_at = ?, ended_at = ?, last_activity = ?, last_seq = ?, epoch = ?, epoch_began = ?, epoch_tokens = ?,
       resumes = ?, metadata = ?
     WHERE number = ?`,
    ...headValues(head),
    number,
  );
}

export function appendFacts(
  database: Database,
  { number, head }: Found,
  facts: readonly DecidedFact[],
  at: Millis,
  key: string | null = null,
): { readonly head: LedgerHead; readonly receipt: Receipt } {
  let after = head;
  for (const { epoch, body } of facts) {
    const recorded = { seq: after.lastSeq + 1, at, epoch, body };
    database.append('ledger_facts', {
      ...{ conversation: number, epoch, seq: recorded.seq, at, key, ...factColumns(body) },
    });
    after = headAfter(after, recorded);
  }
  if (after !== head) writeLedger(database, { number, head: after });
  return { head: after, receipt: { id: head.id, firstSeq: head.lastSeq + 1, lastSeq: after.lastSeq } };
}

/** Things that happened, without asking. */
export function recordIn(
  database: Database,
  id: SessionId,
  facts: readonly RecordableFact[],
  moment: Moment,
): LedgerHead {
  const ledger = findOrOpenLedger(database, id, moment.at);
  return appendFacts(database, ledger, decideRecording(ledger.head, facts, moment), moment.at).head;
}

export function lookupIn(database: Database, { number, head }: Found): Lookup {
  return (kind, id) => {
    const row = database.get(
      `SELECT * FROM ledger_facts
       WHERE conversation = ? AND epoch = ? AND kind = ? AND id = ? AND shown = 1
       ORDER BY seq DESC LIMIT 1`,
      number,
      head.epoch,
      kind,
      id,
    );
    // One that is not as written says nothing about what the model was shown: better twice than never.
    return row && database.isAsWritten('ledger_facts', row) ? toShown(row) : undefined;
  };
}

export function factsOf(
  database: Database,
  number: number,
  epoch: number | null = null,
): RecordedLedgerFact[] {
  return database
    .all('SELECT * FROM ledger_facts WHERE conversation = ? AND epoch >= ? ORDER BY seq', number, epoch ?? 0)
    .map(toLedgerFact);
}
