import type { Recorded } from '../../../domain/fact.ts';
import type { ScopeKey, SessionId } from '../../../domain/ids.ts';
import type { Scope } from '../../../domain/scope.ts';
import type { SessionState } from '../../../domain/session.ts';
import type { PendingTask } from '../../../domain/task.ts';
import type { Counts, SessionFilter, SessionHead } from '../../../store.ts';
import type { Database } from '../database.ts';
import { parsed, toState } from '../rows.ts';
import { factsAfter } from './events.ts';
import { headOf, stateOf } from './fold.ts';

/** Looking, and nothing but. */
export function readUnits(database: Database) {
  return {
    session(id: SessionId): SessionState | null {
      return stateOf(database, id);
    },

    head(id: SessionId): SessionHead | null {
      return headOf(database, id);
    },

    idsLike(prefix: string, limit: number): SessionId[] {
      return database
        .all(
          "SELECT id FROM session_states WHERE id >= ?1 AND id < ?1 || '\u{10FFFF}' ORDER BY started_seq DESC LIMIT ?2",
          prefix,
          limit,
        )
        .map((row) => row['id'] as SessionId);
    },

    history(filter: SessionFilter): SessionState[] {
      return database
        .all(
          `SELECT * FROM session_states WHERE (?1 IS NULL OR scope_key = ?1) AND (?2 IS NULL OR host = ?2)
           ORDER BY started_seq DESC, start_time DESC LIMIT ?3`,
          filter.scopeKey ?? null,
          filter.host ?? null,
          filter.limit,
        )
        .map(toState);
    },

    factsOf(id: SessionId): Recorded[] {
      return factsAfter(database, id, 0);
    },

    lastPipeline(id: SessionId): readonly PendingTask[] {
      const row = database.get(
        "SELECT body FROM session_events WHERE session_id = ? AND kind = 'pipeline' ORDER BY seq DESC LIMIT 1",
        id,
      );
      return parsed<{ tasks?: PendingTask[] }>(row?.['body'], {}).tasks ?? [];
    },

    /** Oldest first, the given one last; a link that is missing or leads back ends the walk. */
    chain(id: SessionId, depth: number): SessionState[] {
      const walked: SessionState[] = [];
      const seen = new Set<string>();
      let next: string | null = id;
      while (next && walked.length < depth && !seen.has(next)) {
        seen.add(next);
        const state = stateOf(database, next as SessionId);
        if (!state) break;
        walked.push(state);
        next = state.previous_session_id;
      }
      return walked.reverse();
    },

    scopesNamed(label: string): Scope[] {
      return database
        .all(
          'SELECT scope_key, scope, max(project_path) AS root FROM session_states WHERE scope = ? GROUP BY scope_key',
          label,
        )
        .map((row) => ({
          key: row['scope_key'] as ScopeKey,
          label: String(row['scope']),
          root: row['root'] === null ? null : String(row['root']),
        }));
    },

    counts(): Counts {
      const row = database.get(
        `SELECT (SELECT count(*) FROM session_states) AS sessions,
                (SELECT count(*) FROM session_states WHERE end_time IS NULL) AS open,
                (SELECT count(*) FROM session_events) AS facts`,
      );
      return {
        sessions: Number(row?.['sessions']),
        open: Number(row?.['open']),
        facts: Number(row?.['facts']),
      };
    },
  };
}
