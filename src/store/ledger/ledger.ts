import { checksumOf } from '../../domain/base/checksum.ts';
import type { SessionId } from '../../domain/base/ids.ts';
import { MINUTE, type Millis } from '../../domain/base/time.ts';
import { OWN_VIA } from '../../domain/facts/fact.ts';
import {
  type EpochReason,
  expiry,
  foldShown,
  headAfter,
  type LedgerFact,
  type LedgerHead,
  type LedgerKind,
  type LedgerLimits,
  type LedgerOpening,
  newLedger,
  type RecordedLedgerFact,
  reopenLedger,
  type Sendable,
} from '../../domain/ledger/ledger.ts';
import type { Receipt } from '../../domain/ledger/receipt.ts';
import {
  decideRecording,
  decideSending,
  type FitAnswer,
  type LedgerWithin,
  type Moment,
  missingFrom,
  NO_LEDGER,
  type ShownLookup,
} from '../../domain/ledger/send.ts';
import { totalsOf } from '../../domain/ledger/totals.ts';
import { blockedRows, openBlocks } from '../base/blocks.ts';
import type { Database, Row, Value } from '../base/database.ts';
import type { UnitsOf } from '../base/promised.ts';
import { parseOr } from '../base/rows.ts';
import type { LedgerDay, LedgerStore, RecordableFact, Sent } from './ledger-types.ts';

/** `send` stands apart: the mapped type would lose its type parameters. */
export const ledgerUnits: UnitsOf<Omit<LedgerStore, 'send'>> & {
  send<T extends Sendable, Answer>(
    database: Database,
    id: SessionId,
    items: readonly T[],
    fit: FitAnswer<T, Answer>,
    moment: Moment,
  ): Sent<T, Answer>;
} = {
  openLedger(database, opening) {
    return database.write(() => openLedgerIn(database, opening));
  },

  findLedger(database, id) {
    return findLedger(database, id)?.head ?? null;
  },

  ledgerState(database, id, { at, limits }) {
    const found = findLedger(database, id);
    if (!found) return null;
    const { head } = found;
    const facts = expiry(head, at, limits) ? [] : factsOf(database, found.number, head.epoch);
    return { entries: foldShown(facts), head };
  },

  lastShown(database, id, kind, itemId, { at, limits }) {
    const found = findLedger(database, id);
    if (!found || expiry(found.head, at, limits)) return null;
    return lookupIn(database, found)(kind, itemId) ?? null;
  },

  send(database, id, items, fit, moment) {
    return database.write(() => sendIn(database, id, items, fit, moment));
  },

  takeBack(database, receipt) {
    database.write(() => takeBackIn(database, receipt));
  },

  recordInLedger(database, id, facts, moment) {
    return database.write(() => recordIn(database, id, facts, moment)).head;
  },

  beginLedgerEpoch(database, id, reason, at, key) {
    return database.write(() => beginEpochIn(database, id, reason, at, key));
  },

  endLedger(database, id, at) {
    return database.write(() => {
      endLedgerIn(database, id, at);
      return findLedger(database, id)?.head ?? null;
    });
  },

  cleanLedgers(database, before) {
    return database.write(
      () =>
        database.run('DELETE FROM ledger_conversations WHERE last_activity < ?', before).changes,
    );
  },

  ledgerTotals(database, id) {
    const numbers = 'SELECT number FROM ledger_conversations WHERE ?1 IS NULL OR session_id = ?1';
    return totalsOf(
      database.column<number>(numbers, id).map((number) => factsOf(database, number)),
    );
  },

  ledgerDays(database, since) {
    const days = new Map<string, LedgerDay>();
    const numbers = 'SELECT number FROM ledger_conversations WHERE last_activity >= ?';
    for (const number of database.column<number>(numbers, since))
      for (const { at, body } of factsOf(database, number))
        if (at >= since) addToDay(days, at, body);
    return [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
  },
};

/** The day of a moment in this machine's time zone. */
function localDay(at: Millis): string {
  const offset = new Date(at).getTimezoneOffset() * MINUTE;
  return new Date(at - offset).toISOString().slice(0, 10);
}

function addToDay(days: Map<string, LedgerDay>, at: Millis, body: LedgerFact): void {
  if (body.fact === 'carried' || body.fact === 'epoch') return;
  const day = localDay(at);
  const { tokens_sent, tokens_saved } = days.get(day) ?? { tokens_sent: 0, tokens_saved: 0 };
  const tokens = body.fact === 'query' ? body.tokens : (body.item.tokens ?? 0);
  const [sent, saved] = body.fact === 'withheld' ? [0, body.saved] : [tokens, 0];
  days.set(day, { day, tokens_sent: tokens_sent + sent, tokens_saved: tokens_saved + saved });
}

interface FoundLedger {
  readonly number: number;
  readonly head: LedgerHead;
}

/** The columns of a head by its fields. */
const HEAD: Readonly<Record<keyof LedgerHead, string>> = {
  id: 'session_id',
  startedAt: 'started_at',
  endedAt: 'ended_at',
  lastActivity: 'last_activity',
  lastSeq: 'last_seq',
  epoch: 'epoch',
  epochBegan: 'epoch_began',
  epochTokens: 'epoch_tokens',
  resumes: 'resumes',
  metadata: 'metadata',
};
const FIND = `SELECT number, ${Object.entries(HEAD).map(([name, column]) => `${column} AS ${name}`)}
  FROM ledger_conversations WHERE session_id = ?`;
const CHANGE = `ON CONFLICT(session_id) DO UPDATE SET ${Object.values(HEAD).map((name) => `${name} = excluded.${name}`)}`;

export function findLedger(database: Database, id: SessionId): FoundLedger | null {
  const row = database.get<
    Omit<LedgerHead, 'metadata'> & { number: number; metadata: string | null }
  >(FIND, id);
  if (!row) return null;
  const { number, ...head } = row;
  return {
    number,
    head: { ...head, metadata: parseOr<LedgerHead['metadata']>(row.metadata, null) },
  };
}

function findOrOpenLedger(database: Database, id: SessionId, at: Millis): FoundLedger {
  const found = findLedger(database, id) ?? writeLedger(database, newLedger({ id, at }));
  if (found.head.endedAt !== null) openBlocks(database, ownedBy(found.number).session_id);
  return found;
}

function writeLedger(database: Database, head: LedgerHead): FoundLedger {
  const metadata = head.metadata && JSON.stringify(head.metadata);
  const values = Object.entries({ ...head, metadata }) as [keyof LedgerHead, Value][];
  const row = Object.fromEntries(values.map(([name, value]) => [HEAD[name], value]));
  database.put('ledger_conversations', row, CHANGE);
  return findLedger(database, head.id)!;
}

/** In a transaction that the caller opened, as all that end in `In`: a session and its ledger open together. */
export function openLedgerIn(database: Database, opening: LedgerOpening): LedgerHead {
  const before = findLedger(database, opening.id);
  const { head, resumes } = reopenLedger(before?.head ?? null, opening);
  const ledger = writeLedger(database, head);
  openBlocks(database, ownedBy(ledger.number).session_id);
  const earlier = resumes && findLedger(database, resumes);
  if (!earlier) return head;
  const shown = foldShown(factsOf(database, earlier.number, earlier.head.epoch));
  const carried = missingFrom(lookupIn(database, ledger), shown.values());
  return appendFacts(database, ledger, carried, opening.at).head;
}

function appendFacts(
  database: Database,
  { number, head }: FoundLedger,
  facts: readonly LedgerFact[],
  at: Millis,
  key: string | null = null,
): { readonly head: LedgerHead; readonly receipt: Receipt } {
  let after = head;
  let first: number | null = null;
  for (const body of facts) {
    const epoch = after.epoch + (body.fact === 'epoch' ? 1 : 0);
    const seq = database.append('session_events', {
      ...ownedBy(number),
      at,
      key: keyOfEntry(number, epoch, body, key),
      body: JSON.stringify({ epoch, ...body }),
    }).lastRowid;
    after = headAfter(after, { seq, at, body });
    first ??= seq;
  }
  if (after !== head) writeLedger(database, after);
  const { id, lastSeq } = after;
  return { head: after, receipt: { id, firstSeq: first ?? lastSeq + 1, lastSeq } };
}

/** The owner of a conversation's entries in the log, in SQL for the `number` of a conversation. */
export const LEDGER_OWNER = "('ledger ' || number)";
const OF_ALL = `kind = 'ledger' AND session_id IN (SELECT ${LEDGER_OWNER} FROM ledger_conversations)`;

/** The names of owners that are conversations'; nothing from elsewhere may have one. */
export const LEDGER_NAME = 'ledger ';

export function ownedBy(number: number) {
  return { session_id: `${LEDGER_NAME}${number}`, via: OWN_VIA, kind: 'ledger' };
}

/** The entries of a conversation with a key, by the index of keys. */
const WITH_KEY = "FROM session_events WHERE key = ? AND +session_id = ? AND kind = 'ledger'";

/** Entries are looked up by their keys. Those of a conversation stand side by side in the index. */
function keyOf(number: number, of: readonly unknown[]): string {
  return `${number}.${checksumOf(of).toString(36)}`;
}

/** The key of an item that the model was shown, or of a host's report; others are not looked up. */
export function keyOfEntry(
  number: number,
  epoch: number,
  body: LedgerFact,
  reported: string | null = null,
): string | null {
  if (reported !== null) return keyOf(number, [reported]);
  if (body.fact !== 'sent' && body.fact !== 'carried') return null;
  return keyOf(number, [epoch, body.item.kind, body.item.id]);
}

/** Things that happened, without asking. */
export function recordIn(
  database: Database,
  id: SessionId,
  facts: readonly RecordableFact[],
  moment: Moment,
): ReturnType<typeof appendFacts> {
  const ledger = findOrOpenLedger(database, id, moment.at);
  return appendFacts(database, ledger, decideRecording(ledger.head, facts, moment), moment.at);
}

function lookupIn(
  database: Database,
  { number, head: { epoch, endedAt } }: FoundLedger,
): ShownLookup {
  const owner = ownedBy(number).session_id;
  // A conversation that goes on opens its blocks.
  const blocked = endedAt === null ? [] : blockedRows(database, owner);
  return (kind, id) => {
    const key = keyOf(number, [epoch, kind, id]);
    const row =
      database.get(`SELECT * ${WITH_KEY} ORDER BY seq DESC LIMIT 1`, key, owner) ??
      blocked.findLast((one) => one['key'] === key) ??
      database.get(
        `SELECT * FROM ${OLD_ENTRIES} WHERE conversation = ? AND epoch = ? AND of = ? AND id = ? AND shown = 1
         ORDER BY seq DESC LIMIT 1`,
        number,
        epoch,
        kind,
        id,
      );
    // One that is not as written says nothing about what the model was shown: better twice than never.
    if (!row || !database.isAsWritten('session_events', row)) return;
    const { at, body } = toFact(row);
    if (!('item' in body) || body.item.id !== id || body.item.kind !== kind) return;
    return { ...body.item, sentAt: at };
  };
}

function factsOf(database: Database, number: number, epoch = 0): RecordedLedgerFact[] {
  const owner = ownedBy(number).session_id;
  const old = `SELECT * FROM ${OLD_ENTRIES} WHERE conversation = ? ORDER BY seq`;
  const rows = "SELECT * FROM session_events WHERE session_id = ? AND kind = 'ledger' ORDER BY seq";
  return [
    ...database.all(old, number),
    ...blockedRows(database, owner),
    ...database.all(rows, owner),
  ]
    .map(toFact)
    .filter((fact) => fact.epoch >= epoch);
}

function toFact(row: Row): RecordedLedgerFact {
  const { epoch, ...body } = JSON.parse(String(row['body'])) as LedgerFact & {
    readonly epoch: number;
  };
  return { seq: Number(row['seq']), at: Number(row['at']), epoch, body: body as LedgerFact };
}

const ESTIMATED = "'estimated', json(iif(estimated, 'true', 'false'))";
const ITEM = `'item', json_object('kind', kind, 'id', id, 'hash', hash, 'tokens', tokens, ${ESTIMATED}, 'level', level)`;

/** Entries that an earlier version kept in a table of their own, with bodies as in the log, until they are moved (`one-log.ts`). */
export const OLD_ENTRIES = `(SELECT conversation, epoch, kind AS of, id, shown, seq, at, key AS known, CASE fact
    WHEN 'epoch' THEN json_object('epoch', epoch, 'fact', fact, 'reason', reason)
    WHEN 'query' THEN json_object('epoch', epoch, 'fact', fact, 'tokens', tokens, ${ESTIMATED})
    WHEN 'withheld' THEN json_object('epoch', epoch, 'fact', fact, ${ITEM}, 'saved', saved)
    ELSE json_object('epoch', epoch, 'fact', fact, ${ITEM}) END AS body FROM ledger_facts)`;

function sendIn<T extends Sendable, Answer>(
  database: Database,
  id: SessionId,
  items: readonly T[],
  fit: FitAnswer<T, Answer>,
  moment: Moment,
): Sent<T, Answer> {
  const ledger = findOrOpenLedger(database, id, moment.at);
  const { facts, sending } = decideSending(
    ledger.head,
    lookupIn(database, ledger),
    items,
    fit,
    moment,
  );
  const { receipt } = appendFacts(database, ledger, facts, moment.at);
  return { ...sending, receipt };
}

/** Without limits there is no ledger. */
export function ledgerWithin(
  database: Database,
  id: SessionId,
  at: Millis,
  limits: LedgerLimits | null,
): LedgerWithin & {
  /** For all of it so far; null where nothing is kept. */
  receipt(): Receipt | null;
} {
  if (!limits) return { ...NO_LEDGER, receipt: () => null };
  const moment = { at, limits };
  const receipts: Receipt[] = [];
  return {
    send: (items, fit) => {
      const sent = sendIn(database, id, items, fit, moment);
      receipts.push(sent.receipt);
      return sent;
    },
    shown: (kind, itemId) => {
      const found = findLedger(database, id);
      return found && !expiry(found.head, at, limits)
        ? lookupIn(database, found)(kind, itemId)
        : undefined;
    },
    record: (items) => {
      const facts = items.map((item) => ({ fact: 'sent' as const, item }));
      receipts.push(recordIn(database, id, facts, moment).receipt);
    },
    receipt: () => {
      const [first] = receipts.filter(({ firstSeq, lastSeq }) => firstSeq <= lastSeq);
      // In one transaction nobody comes in between.
      return first ? { ...first, lastSeq: receipts.at(-1)!.lastSeq } : null;
    },
  };
}

export function endLedgerIn(database: Database, id: SessionId, at: Millis): void {
  const sql =
    'UPDATE ledger_conversations SET ended_at = ? WHERE session_id = ? AND ended_at IS NULL';
  database.record('ledger_conversations', sql, at, id);
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
  const isKnown = `SELECT 1 ${WITH_KEY} UNION ALL SELECT 1 FROM ledger_facts WHERE conversation = ? AND key = ?`;
  if (
    key !== null &&
    database.has(isKnown, keyOf(number, [key]), ownedBy(number).session_id, number, key)
  )
    return head.epoch;
  return appendFacts(database, ledger, [{ fact: 'epoch', reason }], at, key).head.epoch;
}

/** The facts of an answer that nobody got. An epoch that began with it stays: forgetting too much only costs tokens. */
function takeBackIn(database: Database, { id, firstSeq, lastSeq }: Receipt): void {
  const found = findLedger(database, id);
  if (!found) return;
  const { number, head } = found;
  openBlocks(database, ownedBy(number).session_id);
  const gone = database.all<{ fact: string; epoch: number; tokens: number }>(
    `DELETE FROM session_events WHERE session_id = ? AND kind = 'ledger' AND seq BETWEEN ? AND ? AND body ->> '$.fact' <> 'epoch'
     RETURNING body ->> '$.fact' AS fact, body ->> '$.epoch' AS epoch, ${TOKENS} AS tokens`,
    ownedBy(number).session_id,
    firstSeq,
    lastSeq,
  );
  const tokens = gone
    .filter(({ fact, epoch }) => fact !== 'withheld' && epoch === head.epoch)
    .reduce((sum, one) => sum + Number(one.tokens), 0);
  writeLedger(database, { ...head, epochTokens: head.epochTokens - tokens });
}

const TOKENS = "coalesce(body ->> '$.item.tokens', body ->> '$.tokens', 0)";

/** A hash of words that are gone would still tell whoever guesses them that he is right. */
export function forgetHash(database: Database, kind: LedgerKind, id: string): void {
  database.record(
    'session_events',
    `UPDATE session_events SET body = json_set(body, '$.item.hash', NULL)
     WHERE ${OF_ALL} AND body ->> '$.item.kind' = ? AND body ->> '$.item.id' = ?`,
    kind,
    id,
  );
}

/** Entries that name a session, which is gone; and its own conversation. */
export function forgetInLedgers(database: Database, id: SessionId): void {
  database.run('DELETE FROM ledger_conversations WHERE session_id = ?', id);
  database.run(`DELETE FROM session_events WHERE ${OF_ALL} AND instr(body ->> '$.item.id', ?)`, id);
  const resumes = 'UPDATE ledger_conversations SET resumes = NULL WHERE resumes = ?';
  database.record('ledger_conversations', resumes, id);
}
