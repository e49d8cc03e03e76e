import type { SessionId } from '../../../domain/base/ids.ts';
import type { StoredRow } from '../../../domain/base/packed.ts';
import type { Millis } from '../../../domain/base/time.ts';
import type { Database } from '../../base/database.ts';
import { FOLDED_COLUMNS } from '../../base/rows.ts';
import { OF_SESSIONS } from '../../facts/events.ts';
import { insertRow } from '../tables.ts';

/** A session that has facts but no row. */
export interface Orphan {
  readonly id: SessionId;
  readonly cwd: string | null;
  readonly from: Millis;
  readonly to: Millis;
}

/** Columns that are taken from a mirror that is newer than the row. */
const TOLD = [
  ...FOLDED_COLUMNS,
  'end_time',
  'crash_recovered',
  'continued_by',
  'updated_at',
] as const;

export function orphansIn(database: Database): Orphan[] {
  return database
    .all(
      `SELECT session_id AS id, min(at) AS began, max(at) AS ended,
         max(CASE WHEN kind = 'started' THEN body ->> '$.cwd' END) AS cwd
       FROM session_events WHERE ${OF_SESSIONS}
         AND NOT EXISTS (SELECT 1 FROM session_states WHERE id = session_id) GROUP BY session_id`,
    )
    .map((row) => ({
      id: row['id'] as SessionId,
      cwd: row['cwd'] === null ? null : String(row['cwd']),
      from: Number(row['began']),
      to: Number(row['ended']),
    }));
}

/** Inserts the row of a session that has only facts, in its original order. */
export function adopt(database: Database, row: StoredRow): void {
  database.write(() => {
    insertRow(database, 'session_states', row);
    database.record(
      'session_states',
      `UPDATE session_states SET (started_seq, place) =
         (SELECT min(seq), max(seq) FROM session_events WHERE session_id = ?1) WHERE id = ?1`,
      row['id'] as SessionId,
    );
  });
}

/** Updates a session's row from a newer mirror; false if the row is as new. */
export function catchUp(database: Database, mirror: StoredRow): boolean {
  return database.write(() => {
    const id = mirror['id'] as SessionId;
    const done = database.record(
      'session_states',
      `UPDATE session_states SET ${TOLD.map((name) => `${name} = ?`).join(', ')}
       WHERE id = ? AND (updated_at IS NULL OR updated_at < ?)`,
      ...TOLD.map((name) => mirror[name] ?? null),
      id,
      mirror['updated_at'] ?? '',
    );
    return done > 0;
  });
}
