import type { MetricHead } from '../evidence/seal.ts';
import type { Fact } from '../fact.ts';
import type { SessionState } from '../session/session.ts';
import { iso, millis } from '../time.ts';
import { pack, type StoredRow, unpack } from './packed.ts';

/** The tables that hold a session, and that every reader knows. Rows of others stand beside them as they are. */
export const SESSION_TABLES = [
  'session_states',
  'session_events',
  'session_folds',
  'session_turns',
  'session_restores',
  'session_links',
] as const;

export type SessionTable = (typeof SESSION_TABLES)[number];

/** All rows of one session; those of `session_states` are one. */
export type SessionRows = Readonly<Record<SessionTable, readonly StoredRow[]>> &
  Readonly<Record<string, readonly StoredRow[]>>;

export interface WholeSession {
  readonly state: SessionState;
  readonly rows: SessionRows;
}

const FORMAT = 1;

/** `archive/2026-10/<name>.json`, by the month in which it ended; below the folder of mirrors. */
export function archivePath(name: string, endTime: string): string {
  return `archive/${iso(millis(endTime) ?? 0).slice(0, 7)}/${name}.json`;
}

/** A stored path may be anything: only paths that `archivePath` makes are followed. */
export function isArchivePath(path: string): boolean {
  return /^archive\/\d{4}-\d\d\/[A-Za-z0-9_-][A-Za-z0-9._-]{0,120}\.json$/.test(path);
}

/**
 * The file of a session in cold storage: what its mirror showed, then the rows that it came from, so that nothing is
 * lost. The same rows give the same text. What bears witness to the metrics stands first: it is found without reading on.
 */
export function archiveText({ state, rows }: WholeSession, head: MetricHead | null): string {
  const witness = head && { metrics_head: { seq: head.seq, hash: head.hash } };
  return `${JSON.stringify({ ...witness, ...state, cortex_archive: FORMAT, rows: packRows(rows) }, null, 1)}\n`;
}

/** Null where it is no such file. */
export function parseArchive(text: string): SessionRows | null {
  try {
    const file = JSON.parse(text) as { cortex_archive?: unknown; rows?: unknown } | null;
    return file?.cortex_archive === FORMAT ? readRows(file.rows) : null;
  } catch {
    return null;
  }
}

export function packRows(rows: SessionRows): Record<string, unknown> {
  return Object.fromEntries(Object.entries(rows).map(([table, own]) => [table, own.map(pack)]));
}

/** The rows of one session out of a file; null where anything in them could not have come from a store. */
export function readRows(value: unknown): SessionRows | null {
  if (typeof value !== 'object' || value === null) return null;
  const tables = new Map<string, readonly StoredRow[]>();
  const others = Object.keys(value).filter((table) => !(SESSION_TABLES as readonly string[]).includes(table));
  for (const table of others) tables.set(table, rowsIn((value as Record<string, unknown>)[table]) ?? []);
  for (const table of SESSION_TABLES) {
    // Files of an older version know nothing of turns.
    const rows = rowsIn((value as Record<string, unknown>)[table] ?? (table === 'session_turns' ? [] : null));
    if (!rows?.every(SOUND[table])) return null;
    tables.set(table, rows);
  }
  const rows = Object.fromEntries(tables) as SessionRows;
  const id = rows.session_states[0]?.['id'];
  const isOne =
    rows.session_states.length === 1 &&
    [...rows.session_events, ...rows.session_folds, ...rows.session_turns, ...rows.session_restores].every(
      (row) => row['session_id'] === id,
    ) &&
    rows.session_links.every((row) => row['to_id'] === id || row['from_id'] === id);
  return isOne ? rows : null;
}

function rowsIn(value: unknown): StoredRow[] | null {
  if (!Array.isArray(value)) return null;
  const rows = value.map(unpack);
  return rows.every((row) => row !== null) ? rows : null;
}

type Check = (row: StoredRow) => boolean;

/** Conditions that every reader of these rows relies on. */
const SOUND: Readonly<Record<SessionTable, Check>> = {
  session_states: (row) => isId(row['id']) && isText(row['start_time']) && isTextOrNull(row['end_time']),
  session_events: (row) =>
    isText(row['via']) &&
    isNumber(row['at']) &&
    isNumber(row['seq']) &&
    isTextOrNull(row['key']) &&
    isText(row['kind']) &&
    Object.hasOwn(KINDS, row['kind'] as string) &&
    isObject(row['body']),
  session_folds: (row) => isNumber(row['seq']) && isObject(row['digest']),
  session_turns: (row) => isNumber(row['number']) && isNumber(row['at']) && isObject(row['did']),
  session_restores: (row) =>
    isNumber(row['epoch']) &&
    isNumber(row['at']) &&
    isText(row['phase']) &&
    isTextOrNull(row['preamble']) &&
    isText(row['explanation']),
  session_links: (row) =>
    isId(row['from_id']) &&
    isId(row['to_id']) &&
    isText(row['phase']) &&
    isNumber(row['score']) &&
    isNumber(row['at']),
};

/** Every kind of fact; the compiler sees to it that none is missing. */
const KINDS: Readonly<Record<Fact['kind'], true>> = {
  started: true,
  prompt: true,
  reply: true,
  tool: true,
  todos: true,
  'todos-carried': true,
  pipeline: true,
  pinned: true,
  unpinned: true,
  stated: true,
  learned: true,
  recalled: true,
  confidence: true,
  'sop-injected': true,
  'sop-acknowledged': true,
  'sop-ignored': true,
  'turn-ended': true,
  made: true,
  undone: true,
  stood: true,
  summary: true,
  compacting: true,
  'epoch-began': true,
  revived: true,
  ended: true,
};

function isId(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && value.length <= 256;
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isTextOrNull(value: unknown): boolean {
  return value === null || typeof value === 'string';
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value);
}

/** A fact's body and a digest are objects, as text. */
function isObject(value: unknown): boolean {
  if (typeof value !== 'string' || !value.startsWith('{')) return false;
  try {
    return typeof JSON.parse(value) === 'object';
  } catch {
    return false;
  }
}
