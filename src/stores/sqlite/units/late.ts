import type { ScopeKey, SessionId } from '../../../domain/ids.ts';
import type { Millis } from '../../../domain/time.ts';
import type { Database } from '../database.ts';
import { LATE_INDEXES, REPLACED_BY } from '../late-indexes.ts';
import { type Folding, parsed } from '../rows.ts';
import { closeBlock } from './blocks.ts';
import type { ColdFiles } from './cold.ts';
import { factsAfter } from './events.ts';
import { headOf, keepBrief, keepFold } from './fold.ts';
import { remember } from './remember.ts';
import { indexByTurn, indexedWithoutTurns } from './search.ts';
import { refreshStanding } from './standing.ts';

/**
 * Jobs that only maintenance has time for: folding what an older version folded, indexes, snapshots for the next start, and less
 * room for sessions long over.
 */
export type LateJob =
  | 'sessions_folded'
  | 'sessions_indexed'
  | 'indexes_built'
  | 'standings_made'
  | 'sessions_thinned';

export interface Late {
  readonly name: string;
  do(): void;
}

/** The newest restores of a scope can be explained in full. */
const EXPLAINED = 20;

/** More than a person says for good in a session; each is compared with what is known while the lock is held. */
const MOST_REMEMBERED = 50;

/** Work that no hook has time for, mostly on a database of an older version; each piece holds the lock for a moment. */
export function lateUnits(database: Database, files: ColdFiles) {
  const jobs: Readonly<Record<LateJob, (folding: Folding, now: Millis) => readonly Late[]>> = {
    sessions_folded: (folding, now) =>
      database
        .all(
          // Ended under a version that did not keep where they stopped.
          `SELECT id FROM session_states JOIN session_folds ON session_id = id
           WHERE end_time IS NOT NULL AND json_type(digest, '$.dialogue') IS NULL AND json_type(digest, '$.brief') IS NULL
           ORDER BY end_time DESC`,
        )
        .map(({ id }) => ({
          name: String(id),
          do: () => foldAgain(database, id as SessionId, folding, now),
        })),

    sessions_indexed: () =>
      indexedWithoutTurns(database).map((document) => ({
        name: String(document),
        do: () => indexByTurn(database, files, document),
      })),

    indexes_built: () => {
      const indexes = database.all("SELECT name FROM sqlite_master WHERE type = 'index'");
      const there = new Set(indexes.map((row) => row['name']));
      return Object.keys(LATE_INDEXES)
        .filter((name) => !there.has(name))
        .map((name) => ({ name, do: () => buildIndex(database, name) }));
    },

    // Working trees in which the next start would have to make the snapshot itself.
    standings_made: () =>
      database
        .all(
          `SELECT DISTINCT scope_key, project_path FROM session_states AS session
           WHERE holds = 1 AND NOT EXISTS (
             SELECT 1 FROM scope_standings AS kept
             WHERE kept.scope_key = session.scope_key AND kept.tree = coalesce(session.project_path, '')
               AND kept.generation = coalesce(
                 (SELECT generation FROM scope_generations AS now WHERE now.scope_key = session.scope_key), 0))`,
        )
        .map(({ scope_key: key, project_path: tree }) => ({
          name: String(tree ?? key),
          do: () =>
            void database.write(() => refreshStanding(database, key as ScopeKey, tree as string | null)),
        })),

    sessions_thinned: () =>
      database
        .all(THINNED)
        .filter(({ what }) => what === 'restores' || what === 'digest' || !doesShare(database))
        .map(({ id, what }) => ({
          name: `${what} ${id}`,
          do: () => thin(database, String(id), String(what)),
        })),
  };
  return {
    /** The pieces of a job that are due; each can be done by itself, and is right whenever it is done. */
    lateWork: (job: LateJob, folding: Folding, now: Millis): readonly Late[] => jobs[job](folding, now),
  };
}

function buildIndex(database: Database, name: string): void {
  const replaced = REPLACED_BY[name];
  database.write(() => {
    database.raw.exec(`CREATE INDEX IF NOT EXISTS ${name} ON ${LATE_INDEXES[name]}`);
    if (replaced) database.raw.exec(`DROP INDEX IF EXISTS ${replaced}`);
  });
}

/** Folds an ended session anew, with what a newer version keeps of it, unless it moved on meanwhile. */
function foldAgain(database: Database, id: SessionId, folding: Folding, now: Millis): void {
  const head = headOf(database, id);
  if (!head || head.endedAt === null) return;
  // Reading and folding need no lock: whatever is appended meanwhile moves the head on, and is left to the next run.
  const facts = factsAfter(database, id, 0);
  const digest = folding.fold(null, facts, head);
  const said = folding.remembered(facts, now).slice(-MOST_REMEMBERED);
  database.write(() => {
    if (headOf(database, id)?.lastSeq !== head.lastSeq || facts.length === 0) return;
    const last = facts.at(-1)!.seq;
    const learnt = remember(database, head, folding, said) ? factsAfter(database, id, last) : [];
    const whole = learnt.length > 0 ? folding.fold(digest, learnt, head) : digest;
    keepFold(database, head, folding, whole, learnt.at(-1)?.seq ?? last, head.endedAt!);
  });
}

/** Facts that are shared are sent row by row. */
function doesShare(database: Database): boolean {
  return database.get('SELECT 1 FROM share_projects LIMIT 1') !== undefined;
}

function thin(database: Database, id: string, what: string): void {
  if (what === 'restores') database.write(() => keepBriefRestores(database, id));
  else if (what === 'digest') database.write(() => keepBrief(database, id as SessionId));
  else if (what === 'facts') closeBlock(database, 'session', id);
  else while (closeBlock(database, 'thread', id));
}

/** Sessions behind the newest of their scope, whose facts are folded and for the most part still rows. */
const OVER = `SELECT id FROM (
    SELECT id, end_time, row_number() OVER (PARTITION BY scope_key ORDER BY started_seq DESC) AS place FROM session_states) AS session
  WHERE place > ${EXPLAINED} AND end_time IS NOT NULL
    AND (SELECT count(*) FROM (SELECT 1 FROM session_events WHERE session_id = session.id LIMIT 10)) = 10
    AND EXISTS (SELECT 1 FROM session_folds AS fold WHERE fold.session_id = session.id AND json_type(digest, '$.brief') IS NOT NULL)`;

/** Ended sessions and threads that take more room than later ones need of them. */
const THINNED = `
  -- A conversation that goes on in another session may be told again what it was told: it keeps its text.
  SELECT id, 'restores' AS what FROM (
    SELECT id, end_time, explanation ->> '$.brief' AS brief,
      row_number() OVER (PARTITION BY scope_key ORDER BY restored.rowid DESC) AS place
    FROM session_restores AS restored JOIN session_states ON id = session_id) AS given
  WHERE end_time IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM session_states AS next WHERE next.previous_session_id = given.id AND next.end_time IS NULL)
  GROUP BY id HAVING min(place) > ${EXPLAINED} AND count(brief) < count(*)
  UNION ALL SELECT session_id, 'digest' FROM session_folds JOIN session_states ON id = session_id
  WHERE end_time IS NOT NULL AND json_type(digest, '$.dialogue') IS NOT NULL
  UNION ALL SELECT id, 'facts' FROM (${OVER})
  UNION ALL SELECT id, 'thread' FROM work_threads
  WHERE (SELECT count(*) FROM (SELECT 1 FROM thread_events WHERE thread_id = work_threads.id LIMIT 250)) = 250`;

/** Moves the rows to others of their size: left where they were, each would keep most of a page empty. */
function keepBriefRestores(database: Database, id: string): void {
  const rows = database.all(
    'SELECT rowid AS number, explanation FROM session_restores WHERE session_id = ?',
    id,
  );
  for (const { number, explanation } of rows)
    database.record(
      'session_restores',
      'UPDATE session_restores SET rowid = ?, preamble = NULL, explanation = ? WHERE rowid = ?',
      Number(number) > 0 ? Number(number) - BRIEF_ROWS : number!,
      JSON.stringify(briefExplanation(parsed<object>(explanation, {}))),
      number!,
    );
}

/** Below every number that SQLite gives, so that rows keep their order. */
const BRIEF_ROWS = 2 ** 40;

/** Programs ask for these of an old restore; the rest of an explanation is for people, and of the newest restores only. */
const KEPT = ['resumption', 'with_prompt', 'asked_by', 'tasks', 'memories', 'preamble_chars'] as const;

/** An explanation without the sessions, pins and words that were weighed. */
function briefExplanation(explanation: object): Readonly<Record<string, unknown>> {
  const known = explanation as Readonly<Record<string, unknown>>;
  const says = (name: string) =>
    Array.isArray(known[name]) ? known[name].length > 0 : known[name] !== undefined;
  return { brief: true, ...Object.fromEntries(KEPT.filter(says).map((name) => [name, known[name]])) };
}
