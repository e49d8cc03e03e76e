import type { SessionId } from '../../domain/ids.ts';
import type {
  EpochReason,
  LedgerFact,
  LedgerHead,
  LedgerKind,
  RecordedLedgerFact,
  Sendable,
  Shown,
} from '../../domain/ledger/ledger.ts';
import type { Tally } from '../../domain/ledger/totals.ts';
import type { Row, Value } from './database.ts';
import { parsed } from './rows.ts';

export function toLedgerHead(row: Row): LedgerHead {
  return {
    id: row['session_id'] as SessionId,
    startedAt: Number(row['started_at']),
    endedAt: row['ended_at'] === null ? null : Number(row['ended_at']),
    lastActivity: Number(row['last_activity']),
    lastSeq: Number(row['last_seq']),
    epoch: Number(row['epoch']),
    epochBegan: Number(row['epoch_began']),
    epochTokens: Number(row['epoch_tokens']),
    resumes: row['resumes'] as SessionId | null,
    metadata: parsed<Record<string, unknown> | null>(row['metadata'], null),
  };
}

/** In the order of the columns: started_at, ended_at, last_activity, last_seq, epoch, epoch_began, epoch_tokens, resumes, metadata. */
export function headValues(head: LedgerHead): Value[] {
  return [
    head.startedAt,
    head.endedAt,
    head.lastActivity,
    head.lastSeq,
    head.epoch,
    head.epochBegan,
    head.epochTokens,
    head.resumes,
    head.metadata && JSON.stringify(head.metadata),
  ];
}

/** Numbers that a fact says nothing of are 0. */
const NONE = {
  shown: 0,
  kind: '',
  id: '',
  hash: null,
  tokens: null,
  saved: 0,
  estimated: 0,
  level: 0,
  reason: null,
};

/** A fact as its columns. */
export function factColumns(body: LedgerFact): Readonly<Record<string, Value>> {
  const { fact } = body;
  switch (fact) {
    case 'epoch':
      return { ...NONE, fact, reason: body.reason };
    case 'query':
      return { ...NONE, fact, kind: 'query', tokens: body.tokens, estimated: body.estimated ? 1 : 0 };
    case 'sent':
    case 'carried':
    case 'withheld': {
      const { kind, id, hash, tokens, estimated, level } = body.item;
      const saved = fact === 'withheld' ? body.saved : 0;
      const shown = fact === 'withheld' ? 0 : 1;
      return { ...NONE, fact, shown, kind, id, hash, tokens, saved, estimated: estimated ? 1 : 0, level };
    }
  }
}

export function toLedgerFact(row: Row): RecordedLedgerFact {
  return {
    seq: Number(row['seq']),
    at: Number(row['at']),
    epoch: Number(row['epoch']),
    body: bodyOf(row),
  };
}

function bodyOf(row: Row): LedgerFact {
  const fact = row['fact'] as LedgerFact['fact'];
  switch (fact) {
    case 'epoch':
      return { fact, reason: row['reason'] as EpochReason };
    case 'query':
      return { fact, tokens: Number(row['tokens']), estimated: row['estimated'] === 1 };
    case 'withheld':
      return { fact, item: itemOf(row), saved: Number(row['saved']) };
    case 'sent':
    case 'carried':
      return { fact, item: itemOf(row) };
  }
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

export function toShown(row: Row): Shown {
  return { ...itemOf(row), sentAt: Number(row['at']), epoch: Number(row['epoch']) };
}

export const TALLY_COLUMNS =
  'fact, kind, level, count(*) AS items, sum(tokens) AS tokens, sum(saved) AS saved, ' +
  'sum(tokens * estimated) AS tokens_estimated, sum(saved * estimated) AS saved_estimated, ' +
  'sum(tokens IS NULL) AS uncounted';

export function toTally(row: Row): Tally {
  return {
    fact: row['fact'] as Tally['fact'],
    kind: row['kind'] as LedgerKind,
    level: Number(row['level']),
    items: Number(row['items']),
    tokens: Number(row['tokens']),
    saved: Number(row['saved']),
    tokensEstimated: Number(row['tokens_estimated']),
    savedEstimated: Number(row['saved_estimated']),
    uncounted: Number(row['uncounted']),
  };
}
