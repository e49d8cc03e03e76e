import type { ScopeKey, SessionId } from '../domain/base/ids.ts';
import type { Millis } from '../domain/base/time.ts';
import type { Deps } from '../engine/base/deps.ts';
import type { Database, Row } from '../store/base/database.ts';
import { inScope } from '../store/base/joined.ts';
import type { Promised } from '../store/store.ts';
import type { MarkedChange } from './domain/choose.ts';
import { holdsAny, unpackMarks } from './domain/marks.ts';

export function touchedLinesOf({ store }: Pick<Deps, 'store'>): Promised<typeof lineUnits> {
  return store.room(lineUnits);
}

/** Marks of the lines that sessions wrote. */
const lineUnits = {
  /** Changes of any of these paths by sessions of a project, the oldest first. A path from the root of the disk may be of any session. */
  touchedAt(
    database: Database,
    scopeKey: ScopeKey,
    paths: readonly string[],
  ): readonly MarkedChange[] {
    const rows = database.all(
      `SELECT * FROM touched_lines WHERE path IN (SELECT value FROM json_each(?)) AND (path LIKE '/%' OR ${ofScope(database, scopeKey).where})
       ORDER BY at, seq`,
      JSON.stringify(paths),
      ...ofScope(database, scopeKey).keys,
    );
    return rows.filter((row) => database.isAsWritten('touched_lines', row)).map(toTouched);
  },

  /** Changes in a project that hold any of these marks. */
  touchedWith(
    database: Database,
    scopeKey: ScopeKey,
    marks: ReadonlySet<number>,
  ): readonly MarkedChange[] {
    const hits = database
      .all<{ seq: number; lines: Uint8Array }>('SELECT seq, lines FROM touched_lines')
      .flatMap(({ seq, lines }) => (holdsAny(lines, marks) ? [seq] : []));
    if (hits.length === 0) return [];
    const { where, keys } = ofScope(database, scopeKey);
    return database
      .all(
        `SELECT * FROM touched_lines WHERE seq IN (SELECT value FROM json_each(?)) AND ${where} ORDER BY at, seq`,
        JSON.stringify(hits),
        ...keys,
      )
      .filter((row) => database.isAsWritten('touched_lines', row))
      .map(toTouched);
  },

  sessionsWithLines: (database: Database): readonly SessionId[] =>
    database.column<SessionId>('SELECT DISTINCT session_id FROM touched_lines'),

  /** Takes away what a session wrote between two moments, the second not included. */
  forgetLines(database: Database, id: SessionId, from: Millis, to: Millis): number {
    return database.write(
      () =>
        database.run(
          'DELETE FROM touched_lines WHERE session_id = ? AND at >= ? AND at < ?',
          id,
          from,
          to,
        ).changes,
    );
  },
};

function ofScope(database: Database, scopeKey: ScopeKey) {
  const { where, keys } = inScope(database, scopeKey);
  const sessions = `SELECT id FROM session_states WHERE ${where} UNION ALL SELECT id FROM cold_sessions WHERE ${where}`;
  return { where: `session_id IN (${sessions})`, keys: [...keys, ...keys] };
}

function toTouched(row: Row): MarkedChange {
  return {
    seq: Number(row['seq']),
    session: row['session_id'] as SessionId,
    at: Number(row['at']),
    path: String(row['path']),
    whole: row['whole'] === 1,
    marks: unpackMarks(row['lines']),
  };
}
