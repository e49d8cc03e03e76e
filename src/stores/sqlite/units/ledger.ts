import type { SessionId } from '../../../domain/ids.ts';
import {
  type EpochReason,
  expiry,
  foldLedger,
  headAfter,
  type LedgerFact,
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
  decideRecording,
  decideSending,
  type Fit,
  type Lookup,
  type Moment,
  missingFrom,
  type Sending,
} from '../../../domain/ledger/send.ts';
import { type LedgerTotals, type Tally, totalsOf } from '../../../domain/ledger/totals.ts';
import type { Millis } from '../../../domain/time.ts';
import type { Database, Row, Value } from '../database.ts';
import { parsed } from '../rows.ts';

/** The ledger rows of one sending, so that it can be undone. */
export interface Receipt {
  readonly id: SessionId;
  readonly firstSeq: number;
  readonly lastSeq: number;
}

export type Sent<T extends Sendable, Answer> = Sending<T, Answer> & { readonly receipt: Receipt };

type RecordableFact = Exclude<LedgerFact, { fact: 'epoch' | 'carried' }>;

/** A conversation's ledger inside a transaction: what is decided there and what was shown by it become true together. */
export interface LedgerWithin {
  send<T extends Sendable, Answer>(items: readonly T[], fit: Fit<T, Answer>): Sending<T, Answer>;
  /** Records items that entered the conversation in another way. */
  record(items: readonly Sendable[]): void;
  /** For all of it so far; null where nothing is kept. */
  receipt(): Receipt | null;
}

export const ledgerUnits = {
  /** Opens a ledger, or gives the one that is there; one that had ended goes on. */
  openLedger(database: Database, opening: LedgerOpening): LedgerHead {
    return database.write(() => openLedgerIn(database, opening));
  },

  findLedger(database: Database, id: SessionId): LedgerHead | null {
    return findLedger(database, id)?.head ?? null;
  },

  /** The model's items at that moment: nothing of an epoch that has expired. Null without a ledger. */
  ledgerState(
    database: Database,
    id: SessionId,
    { at, limits }: Pick<Moment, 'at' | 'limits'>,
  ): LedgerState | null {
    const found = findLedger(database, id);
    if (!found) return null;
    const { head } = found;
    const facts = expiry(head, at, limits) ? [] : factsOf(database, found.number, head.epoch);
    // Folding counts the tokens once more; the head knows them.
    return { entries: foldLedger(head, facts).entries, head };
  },

  /** The version of one item that the model has; null if none. */
  lastShown(
    database: Database,
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
    database: Database,
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
  takeBack(database: Database, receipt: Receipt): void {
    database.write(() => takeBackIn(database, receipt));
  },

  /** Records what happened without asking: something is in the conversation, whoever put it there. */
  recordInLedger(
    database: Database,
    id: SessionId,
    facts: readonly RecordableFact[],
    moment: Moment,
  ): LedgerHead {
    return database.writeSoon(() => recordIn(database, id, facts, moment));
  },

  /** The model has forgotten. The same key begins one epoch only: hosts report a compaction twice. Returns the epoch. */
  beginLedgerEpoch(
    database: Database,
    id: SessionId,
    reason: EpochReason,
    at: Millis,
    key: string | null,
  ): number {
    return database.write(() => beginEpochIn(database, id, reason, at, key));
  },

  endLedger(database: Database, id: SessionId, at: Millis): LedgerHead | null {
    return database.write(() => {
      endLedgerIn(database, id, at);
      return findLedger(database, id)?.head ?? null;
    });
  },

  /** Removes ledgers without activity since then; returns how many. */
  cleanLedgers(database: Database, before: Millis): number {
    return database.write(
      () => database.run('DELETE FROM ledger_conversations WHERE last_activity < ?', before).changes,
    );
  },

  /** Totals of one conversation, or of all that are kept. */
  ledgerTotals: totals,

  ledgerFacts(database: Database, id: SessionId): readonly RecordedLedgerFact[] {
    const found = findLedger(database, id);
    return found ? factsOf(database, found.number) : [];
  },
};

interface Found {
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

export function findLedger(database: Database, id: SessionId): Found | null {
  const row = database.get<Omit<LedgerHead, 'metadata'> & { number: number; metadata: string | null }>(
    FIND,
    id,
  );
  if (!row) return null;
  const { number, ...head } = row;
  return { number, head: { ...head, metadata: parsed<LedgerHead['metadata']>(row.metadata, null) } };
}

function findOrOpenLedger(database: Database, id: SessionId, at: Millis): Found {
  return findLedger(database, id) ?? writeLedger(database, newLedger({ id, at }));
}

function writeLedger(database: Database, head: LedgerHead): Found {
  const metadata = head.metadata && JSON.stringify(head.metadata);
  const values = Object.entries({ ...head, metadata }) as [keyof LedgerHead, Value][];
  const row = Object.fromEntries(values.map(([name, value]) => [HEAD[name], value]));
  database.put('ledger_conversations', row, CHANGE);
  return findLedger(database, head.id)!;
}

/** In a transaction that the caller opened, as all that end in `In`: a session and its ledger open together. */
export function openLedgerIn(database: Database, opening: LedgerOpening): LedgerHead {
  const before = findLedger(database, opening.id);
  const { head, resumes } = reopened(before?.head ?? null, opening);
  const ledger = writeLedger(database, head);
  const earlier = resumes && findLedger(database, resumes);
  if (!earlier) return head;
  const state = foldLedger(earlier.head, factsOf(database, earlier.number, earlier.head.epoch));
  const carried = missingFrom(head, lookupIn(database, ledger), state);
  return appendFacts(database, ledger, carried, opening.at).head;
}

function appendFacts(
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
      ...{ conversation: number, epoch, seq: recorded.seq, at, key, ...columnsOf(body) },
    });
    after = headAfter(after, recorded);
  }
  if (after !== head) writeLedger(database, after);
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
      ...[number, head.epoch, kind, id],
    );
    // One that is not as written says nothing about what the model was shown: better twice than never.
    if (!row || !database.isAsWritten('ledger_facts', row)) return;
    return { ...itemOf(row), sentAt: Number(row['at']), epoch: head.epoch };
  };
}

function factsOf(database: Database, number: number, epoch = 0): RecordedLedgerFact[] {
  return database
    .all('SELECT * FROM ledger_facts WHERE conversation = ? AND epoch >= ? ORDER BY seq', number, epoch)
    .map((row) => ({
      ...{ seq: Number(row['seq']), at: Number(row['at']), epoch: Number(row['epoch']) },
      body: bodyOf(row),
    }));
}

/** A fact as its columns: what it says nothing of is empty. */
function columnsOf(body: LedgerFact): Readonly<Record<string, Value>> {
  const { fact } = body;
  const nothing = { fact, shown: 0, kind: '', id: '', hash: null, tokens: null, saved: 0, estimated: 0 };
  if (fact === 'epoch') return { ...nothing, level: 0, reason: body.reason };
  if (fact === 'query')
    return { ...nothing, kind: 'query', tokens: body.tokens, estimated: body.estimated ? 1 : 0, level: 0 };
  const { kind, id, hash, tokens, estimated, level } = body.item;
  const of = { kind, id, hash, tokens, estimated: estimated ? 1 : 0, level };
  return { ...nothing, ...of, ...(fact === 'withheld' ? { saved: body.saved } : { shown: 1 }) };
}

function bodyOf(row: Row): LedgerFact {
  const fact = row['fact'] as LedgerFact['fact'];
  if (fact === 'epoch') return { fact, reason: row['reason'] as EpochReason };
  if (fact === 'query') return { fact, tokens: Number(row['tokens']), estimated: row['estimated'] === 1 };
  const item = itemOf(row);
  return fact === 'withheld' ? { fact, item, saved: Number(row['saved']) } : { fact, item };
}

function itemOf(row: Row): Sendable {
  return {
    kind: row['kind'] as LedgerKind,
    id: String(row['id']),
    hash: row['hash'] as string | null,
    tokens: row['tokens'] as number | null,
    estimated: row['estimated'] === 1,
    level: Number(row['level']),
  };
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
  if (!limits) {
    const nobody = newLedger({ id, at });
    const moment = { at, limits: { inactivityMillis: 0, durationMillis: 0, tokens: 0 } };
    return {
      send: (items, fit) => decideSending(nobody, () => undefined, items, fit, moment).sending,
      record: () => {},
      receipt: () => null,
    };
  }
  const moment = { at, limits };
  const lastSeq = () => findLedger(database, id)?.head.lastSeq ?? 0;
  // In one transaction nobody comes in between.
  const before = lastSeq();
  return {
    send: (items, fit) => sendIn(database, id, items, fit, moment),
    record: (items) => {
      const facts = items.map((item) => ({ fact: 'sent' as const, item }));
      recordIn(database, id, facts, moment);
    },
    receipt: () => (lastSeq() > before ? { id, firstSeq: before + 1, lastSeq: lastSeq() } : null),
  };
}

export function endLedgerIn(database: Database, id: SessionId, at: Millis): void {
  const sql = 'UPDATE ledger_conversations SET ended_at = ? WHERE session_id = ? AND ended_at IS NULL';
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
  const isKnown = 'SELECT 1 FROM ledger_facts WHERE conversation = ? AND key = ?';
  if (key !== null && database.has(isKnown, number, key)) return head.epoch;
  const fact = { epoch: head.epoch + 1, body: { fact: 'epoch' as const, reason } };
  return appendFacts(database, ledger, [fact], at, key).head.epoch;
}

/** The facts of an answer that nobody got. An epoch that began with it stays: forgetting too much only costs tokens. */
function takeBackIn(database: Database, { id, firstSeq, lastSeq }: Receipt): void {
  const found = findLedger(database, id);
  if (!found) return;
  const { number, head } = found;
  const gone = database.all<{ fact: string; epoch: number; tokens: number }>(
    `DELETE FROM ledger_facts WHERE conversation = ? AND seq BETWEEN ? AND ? AND fact <> 'epoch'
     RETURNING fact, epoch, tokens`,
    ...[number, firstSeq, lastSeq],
  );
  const tokens = gone
    .filter(({ fact, epoch }) => fact !== 'withheld' && epoch === head.epoch)
    .reduce((sum, one) => sum + Number(one.tokens), 0);
  writeLedger(database, { ...head, epochTokens: head.epochTokens - tokens });
}

const TALLY =
  'fact, kind, level, count(*) AS items, sum(tokens) AS tokens, sum(saved) AS saved, ' +
  'sum(tokens * estimated) AS tokensEstimated, sum(saved * estimated) AS savedEstimated, ' +
  'sum(tokens IS NULL) AS uncounted';

function totals(database: Database, id: SessionId | null): LedgerTotals {
  const found = id === null ? null : findLedger(database, id);
  if (id !== null && !found) return totalsOf(0, [], new Map());
  const [where, ...values] = found ? ['conversation = ?', found.number] : ['true'];
  const tallies = database.all<Tally>(
    `SELECT ${TALLY} FROM ledger_facts WHERE ${where} AND fact <> 'epoch' GROUP BY fact, kind, level`,
    ...values,
  );
  const unique = database.all<{ kind: LedgerKind; ids: number }>(
    `SELECT kind, count(*) AS ids FROM
       (SELECT DISTINCT conversation, kind, id FROM ledger_facts WHERE ${where} AND fact IN ('sent', 'withheld'))
     GROUP BY kind`,
    ...values,
  );
  return totalsOf(
    found ? 1 : Number(database.value('SELECT count(*) FROM ledger_conversations')),
    // SQLite sums to nothing where nobody counted.
    tallies.map((one) => ({
      ...one,
      tokens: Number(one.tokens),
      tokensEstimated: Number(one.tokensEstimated),
    })),
    new Map(unique.map(({ kind, ids }) => [kind, ids])),
  );
}
