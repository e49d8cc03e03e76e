import type { ScopeKey, SessionId } from '../../../domain/ids.ts';
import type { Store } from '../../../store.ts';
import type { Database } from '../database.ts';
import { LATE_INDEXES } from '../late-indexes.ts';
import type { Sync } from '../promised.ts';
import { factsAfter } from './events.ts';
import { headOf, keepFold } from './fold.ts';
import { judgeOnce } from './judge.ts';
import { remember } from './remember.ts';
import { refreshStanding } from './standing.ts';

/** More than a person says for good in a session; each is compared with what is known while the lock is held. */
const MOST_REMEMBERED = 50;

/** Work on a database of an older version that no hook has time for; each call holds the lock for a moment. */
export function lateUnits(
  database: Database,
): Sync<
  Pick<
    Store,
    | 'missingIndexes'
    | 'buildIndex'
    | 'endedWithoutStop'
    | 'foldAgain'
    | 'treesWithoutStanding'
    | 'makeStanding'
  >
> {
  return {
    missingIndexes() {
      const there = new Set(
        database.all("SELECT name FROM sqlite_master WHERE type = 'index'").map((row) => String(row['name'])),
      );
      return Object.keys(LATE_INDEXES).filter((name) => !there.has(name));
    },

    buildIndex(name) {
      database.write(() => database.raw.exec(`CREATE INDEX IF NOT EXISTS ${name} ON ${LATE_INDEXES[name]}`));
    },

    endedWithoutStop() {
      return database
        .all(
          `SELECT id FROM session_states JOIN session_folds ON session_id = id
           WHERE end_time IS NOT NULL AND json_type(digest, '$.dialogue') IS NULL
           ORDER BY end_time DESC`,
        )
        .map((row) => row['id'] as SessionId);
    },

    foldAgain(id, folding, now) {
      const head = headOf(database, id);
      if (!head || head.endedAt === null) return false;
      // Reading and folding need no lock: whatever is appended meanwhile moves the head on, and is left to the next run.
      const facts = factsAfter(database, id, 0);
      const digest = folding.fold(null, facts, head);
      const said = folding.remembered(facts, now).slice(-MOST_REMEMBERED);
      return database.write(() => {
        if (headOf(database, id)?.lastSeq !== head.lastSeq || facts.length === 0) return false;
        const last = facts.at(-1)!.seq;
        const learnt = remember(database, head, folding, said) ? factsAfter(database, id, last) : [];
        const whole = learnt.length > 0 ? folding.fold(digest, learnt, head) : digest;
        keepFold(database, head, folding, whole, learnt.at(-1)?.seq ?? last, head.endedAt!);
        return true;
      });
    },

    treesWithoutStanding() {
      return database
        .all(
          `SELECT DISTINCT scope_key, project_path FROM session_states AS session
           WHERE holds = 1 AND NOT EXISTS (
             SELECT 1 FROM scope_standings AS kept
             WHERE kept.scope_key = session.scope_key AND kept.tree = coalesce(session.project_path, '')
               AND kept.generation = coalesce(
                 (SELECT generation FROM scope_generations AS now WHERE now.scope_key = session.scope_key), 0))`,
        )
        .map((row) => ({
          scopeKey: row['scope_key'] as ScopeKey,
          tree: row['project_path'] as string | null,
        }));
    },

    makeStanding({ scopeKey, tree }) {
      judgeOnce(database, scopeKey);
      database.write(() => refreshStanding(database, scopeKey, tree));
    },
  };
}
