import type { SessionId } from '../../domain/base/ids.ts';
import { parseArchive, type SessionRows } from '../../domain/keeping/archive.ts';
import type { SessionState } from '../../domain/sessions/session.ts';
import type { Database, Row } from '../base/database.ts';
import { projectColumn } from '../base/joined.ts';
import { type SessionHead, toHead, toState } from '../base/rows.ts';
import { toTurn } from '../turns/turns.ts';

/** A complete archive file. */
export interface ColdFile {
  /** Below the folder of mirrors. */
  readonly path: string;
  readonly hash: string;
  readonly text: string;
}

export function coldState(database: Database, id: SessionId): SessionState | null {
  const entry = indexEntry(database, id);
  if (!entry) return null;
  const rows = rowsInFile(database, entry);
  const row = rows?.session_states[0] as Row | undefined;
  if (!row) return { ...toState(entry), cold: 'index only' };
  // A cold session may be continued, or its project joined to another: the index row has that.
  const { continued_by = null, scope_key = '' } = entry;
  const turns = (rows?.session_turns ?? []).map((turn) => toTurn(turn as Row));
  return { ...toState({ ...row, continued_by, scope_key }), turns, cold: 'whole' };
}

export function coldHead(database: Database, id: SessionId): SessionHead | null {
  return toColdHead(indexEntry(database, id));
}

export function coldHeadOfHost(
  database: Database,
  host: string,
  hostSessionId: string,
): SessionHead | null {
  return toColdHead(
    database.get(
      `SELECT *, ${projectColumn('cold_sessions')} FROM cold_sessions
       WHERE host = ? AND host_session_id = ? ORDER BY started_seq DESC LIMIT 1`,
      host,
      hostSessionId,
    ),
  );
}

/** A cold session has ended for good: later events begin a session that continues it. */
function toColdHead(entry: Row | undefined): SessionHead | null {
  return entry ? { ...toHead({ ...entry, crash_recovered: 0, epoch: 0 }), cold: true } : null;
}

/** Null for a session that is not cold, and if its file is missing or changed. */
export function coldRows(database: Database, id: SessionId): SessionRows | null {
  const entry = indexEntry(database, id);
  return entry ? rowsInFile(database, entry) : null;
}

/** The rows of an unchanged archive file: other programs may write in that folder. */
export function rowsInFile(database: Database, entry: Row): SessionRows | null {
  const file = database.cold?.read(String(entry['path']));
  if (!file || file.hash !== entry['hash']) return null;
  const rows = parseArchive(file.text);
  return rows?.session_states[0]?.['id'] === entry['id'] ? rows : null;
}

function indexEntry(database: Database, id: SessionId): Row | undefined {
  return database.get(
    `SELECT *, ${projectColumn('cold_sessions')} FROM cold_sessions WHERE id = ?`,
    id,
  );
}
