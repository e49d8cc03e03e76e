import type { SessionId } from '../../../domain/ids.ts';
import { briefExplanation } from '../../../domain/restore/brief-explanation.ts';
import type { RetentionStore } from '../../../store/retention.ts';
import type { Database } from '../database.ts';
import type { Sync } from '../promised.ts';
import { parsed } from '../rows.ts';
import { keepBrief } from './fold.ts';

/** The newest restores of a scope can be explained in full. */
const EXPLAINED = 20;

/** Sessions that are over keep what later ones need of them. */
export function thinUnits(database: Database): Sync<Pick<RetentionStore, 'sessionsToThin' | 'thinSession'>> {
  return {
    sessionsToThin() {
      return database
        .all(
          // A conversation that goes on in another session may be told again what it was told: it keeps its text.
          `SELECT id, 1 AS told FROM (
             SELECT id, end_time, explanation ->> '$.brief' AS brief,
               row_number() OVER (PARTITION BY scope_key ORDER BY restored.rowid DESC) AS place
             FROM session_restores AS restored JOIN session_states ON id = session_id) AS given
           WHERE end_time IS NOT NULL AND NOT EXISTS (
             SELECT 1 FROM session_states AS next WHERE next.previous_session_id = given.id AND next.end_time IS NULL)
           GROUP BY id HAVING min(place) > ${EXPLAINED} AND count(brief) < count(*)
           UNION ALL SELECT session_id, 0 FROM session_folds JOIN session_states ON id = session_id
           WHERE end_time IS NOT NULL AND json_type(digest, '$.dialogue') IS NOT NULL`,
        )
        .map((row) => ({ id: row['id'] as SessionId, told: row['told'] === 1 }));
    },

    thinSession({ id, told }) {
      database.write(() => {
        if (!told) return keepBrief(database, id);
        const rows = database.all(
          'SELECT rowid AS number, explanation FROM session_restores WHERE session_id = ?',
          id,
        );
        for (const { number, explanation } of rows)
          database.run(
            'UPDATE session_restores SET preamble = NULL, explanation = ? WHERE rowid = ?',
            JSON.stringify(briefExplanation(parsed<object>(explanation, {}))),
            number!,
          );
      });
    },
  };
}
