import { pack, type StoredRow, unpack } from '../base/packed.ts';
import { asRecord, parseJson } from '../base/text/json.ts';
import { iso, millis } from '../base/time.ts';
import type { MetricHead } from '../metrics/seal.ts';
import type { SessionState } from '../sessions/session.ts';

/** The tables of a session that every reader knows. Rows of other tables are stored with them unchanged. */
export const SESSION_TABLES = [
  'session_states',
  'session_events',
  'session_folds',
  'session_turns',
  'session_restores',
  'session_links',
] as const;

export type SessionTable = (typeof SESSION_TABLES)[number];

/** All rows of one session; `session_states` has exactly one. */
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

/** Whether a path has the form of `archivePath`: a stored path may be anything. */
export function isArchivePath(path: string): boolean {
  return /^archive\/\d{4}-\d\d\/[A-Za-z0-9_-][A-Za-z0-9._-]{0,120}\.json$/.test(path);
}

/**
 * The file of a session in cold storage: the content of its mirror, then its rows, so that nothing is
 * lost. Equal rows give equal text. The metrics head comes first, so that it is found without reading the rest.
 */
export function archiveText({ state, rows }: WholeSession, head: MetricHead | null): string {
  const witness = head && { metrics_head: { seq: head.seq, hash: head.hash } };
  return `${JSON.stringify({ ...witness, ...state, cortex_archive: FORMAT, rows: packRows(rows) }, null, 1)}\n`;
}

/** Null if it is not such a file. */
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

/** The rows of one session from a file; null if any of them could not have come from a store. */
export function readRows(value: unknown): SessionRows | null {
  if (typeof value !== 'object' || value === null) return null;
  const tables = new Map<string, readonly StoredRow[]>();
  const others = Object.keys(value).filter(
    (table) => !(SESSION_TABLES as readonly string[]).includes(table),
  );
  for (const table of others)
    tables.set(table, rowsIn((value as Record<string, unknown>)[table]) ?? []);
  for (const table of SESSION_TABLES) {
    // Files of older versions have no turns.
    const rows = rowsIn(
      (value as Record<string, unknown>)[table] ?? (table === 'session_turns' ? [] : null),
    );
    if (!rows?.every((row) => isSound(table, row))) return null;
    tables.set(table, rows);
  }
  const rows = Object.fromEntries(tables) as SessionRows;
  const id = rows.session_states[0]?.['id'];
  const isOne =
    rows.session_states.length === 1 &&
    [
      ...rows.session_events,
      ...rows.session_folds,
      ...rows.session_turns,
      ...rows.session_restores,
    ].every((row) => row['session_id'] === id) &&
    rows.session_links.every((row) => row['to_id'] === id || row['from_id'] === id);
  return isOne ? rows : null;
}

function rowsIn(value: unknown): StoredRow[] | null {
  if (!Array.isArray(value)) return null;
  const rows = value.map(unpack);
  return rows.every((row) => row !== null) ? rows : null;
}

type CellCheck = (cell: unknown) => boolean;

const id: CellCheck = (cell) => text(cell) && cell !== '' && String(cell).length <= 256;
const text: CellCheck = (cell) => typeof cell === 'string';
const textOrNull: CellCheck = (cell) => cell === null || text(cell);
const number: CellCheck = (cell) => Number.isFinite(cell);
/** Unknown kinds are skipped by folds; names of object properties are not kinds, and these two do not belong to sessions. */
const kind: CellCheck = (cell) => text(cell) && !(String(cell) in { thread: 1, ledger: 1 });
/** A fact's body and a digest are objects, as text. */
const object: CellCheck = (cell) => text(cell) && asRecord(parseJson(String(cell))) !== null;

/** Conditions that every reader of these rows relies on, by column. */
const SOUND: Readonly<Record<SessionTable, Readonly<Record<string, CellCheck>>>> = {
  session_states: {
    id: (cell) => id(cell) && !String(cell).startsWith('ledger '),
    start_time: text,
    end_time: textOrNull,
  },
  session_events: { via: text, at: number, seq: number, key: textOrNull, kind, body: object },
  session_folds: { seq: number, digest: object },
  session_turns: { number, at: number, did: object },
  session_restores: {
    epoch: number,
    at: number,
    phase: text,
    preamble: textOrNull,
    explanation: text,
  },
  session_links: { from_id: id, to_id: id, phase: text, score: number, at: number },
};

function isSound(table: SessionTable, row: StoredRow): boolean {
  return Object.entries(SOUND[table]).every(([column, check]) => check(row[column]));
}
