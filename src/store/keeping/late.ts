import type { SessionId } from '../../domain/base/ids.ts';
import type { Database } from '../base/database.ts';
import type { UnitsOf } from '../base/promised.ts';
import { quotedName } from '../base/quoted-name.ts';
import { parseOr } from '../base/rows.ts';
import { keepBrief } from '../sessions/fold.ts';
import { foldsOfEarlierVersion } from './folded-again.ts';
import { OLDER_INDEXES } from './forget-rows.ts';
import { LATE_INDEXES, REPLACED_BY, UNUSED_INDEXES } from './late-indexes.ts';
import type { Late } from './maintenance.ts';
import { findUnmoved } from './one-log.ts';
import { IN_FULL, packings } from './packing.ts';

/** Jobs that only maintenance has time for: facts of earlier versions, indexes, and compressing old sessions. */
export type LateJob =
  | 'log_moved'
  | 'folded_again'
  | 'indexes_merged'
  | 'indexes_built'
  | 'indexes_dropped'
  | 'sessions_thinned'
  | 'statistics'
  | 'log_cut';

/** Each piece holds the lock for a moment. */
const JOBS: Readonly<Record<LateJob, (database: Database) => readonly Late[]>> = {
  log_moved: (database) =>
    findUnmoved(database).map(({ name, move }) => ({ name, do: () => database.write(move) })),

  folded_again: foldsOfEarlierVersion,

  indexes_merged: (database) =>
    database
      .all(
        "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL TABLE%'",
      )
      .filter(
        ({ name, sql }) => /using\s+fts5/i.test(String(sql)) && !OLDER_INDEXES.has(String(name)),
      )
      .map(({ name }) => merging(database, String(name))),

  indexes_built: (database) => {
    const there = indexesIn(database);
    return Object.keys(LATE_INDEXES)
      .filter((name) => !there.has(name))
      .map((name) => ({ name, do: () => buildIndex(database, name) }));
  },

  indexes_dropped: (database) => {
    const there = indexesIn(database);
    return UNUSED_INDEXES.filter((name) => there.has(name)).map((name) => ({
      name,
      do: () => database.raw.exec(`DROP INDEX IF EXISTS ${name}`),
    }));
  },

  sessions_thinned: (database) => [
    ...database.all(BRIEF_RESTORES).map(({ id }) => ({
      name: `restores ${id}`,
      do: () => database.write(() => keepBriefRestores(database, String(id))),
    })),
    ...database.all(WHOLE_DIGESTS).map(({ id }) => ({
      name: `digest ${id}`,
      do: () => database.write(() => keepBrief(database, id as SessionId)),
    })),
    ...packings(database),
  ],

  statistics: (database) => [
    {
      name: 'statistics',
      do: () => {
        // All tables, each looked at in a sample only.
        database.all('PRAGMA analysis_limit = 400');
        database.all('PRAGMA optimize = 0x10002');
      },
    },
  ],

  // Readers hold the log for milliseconds; slower ones are not waited for.
  log_cut: (database) => {
    const isCut = () => database.get('PRAGMA wal_checkpoint(TRUNCATE)')?.['busy'] === 0;
    return [
      { name: 'log', do: () => (Array.from({ length: 5 }).some(isCut) ? undefined : 'nothing') },
    ];
  },
};

/** Work that no hook has time for. */
export interface LateStore {
  /** The pieces of a job that are due; each can be done by itself, and is right whenever it is done. */
  lateWork(job: LateJob): Promise<readonly Late[]>;
}

export const lateUnits: UnitsOf<LateStore> = {
  lateWork: (database, job) => JOBS[job](database),
};

/** Pages that one step of merging writes: a few milliseconds, so that no hook waits for it. */
const PAGES_PER_STEP = 200;

/** Merges a full text index step by step. */
function merging(database: Database, name: string): Late {
  const index = quotedName(name);
  const changes = () => Number(database.value('SELECT total_changes()'));
  // A negative number begins to merge everything into one; positive ones go on with it.
  let pages = -PAGES_PER_STEP;
  const step = () => {
    const before = changes();
    database.run(`INSERT INTO ${index}(${index}, rank) VALUES ('merge', ?)`, pages);
    pages = PAGES_PER_STEP;
    // One change is the command itself.
    return changes() - before >= 2 ? 'more' : 'nothing';
  };
  return { name, do: () => database.write(step) };
}

function indexesIn(database: Database): ReadonlySet<string> {
  return new Set(database.column<string>("SELECT name FROM sqlite_master WHERE type = 'index'"));
}

function buildIndex(database: Database, name: string): void {
  const replaced = REPLACED_BY[name];
  database.write(() => {
    database.raw.exec(`CREATE INDEX IF NOT EXISTS ${name} ON ${LATE_INDEXES[name]}`);
    if (replaced) database.raw.exec(`DROP INDEX IF EXISTS ${replaced}`);
  });
}

/** A conversation that continues in another session may need its texts again, so they stay. */
const BRIEF_RESTORES = `SELECT id FROM (
    SELECT id, end_time, explanation ->> '$.brief' AS brief,
      row_number() OVER (PARTITION BY scope_key ORDER BY restored.rowid DESC) AS place
    FROM session_restores AS restored JOIN session_states ON id = session_id
    WHERE phase NOT LIKE 'prompt:%') AS given
  WHERE end_time IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM session_states AS next WHERE next.previous_session_id = given.id AND next.end_time IS NULL)
  GROUP BY id HAVING min(place) > ${IN_FULL} AND count(brief) < count(*)`;

const WHOLE_DIGESTS = `SELECT session_id AS id FROM session_folds JOIN session_states ON id = session_id
  WHERE end_time IS NOT NULL AND json_type(digest, '$.dialogue') IS NOT NULL`;

/** Moves the rows to others of their size: left where they were, each would keep most of a page empty. A prompt that was told nothing goes. */
function keepBriefRestores(database: Database, id: string): void {
  database.run(
    "DELETE FROM session_restores WHERE session_id = ? AND phase LIKE 'prompt%' AND explanation ->> '$.preamble_chars' = 0",
    id,
  );
  const rows = database.all(
    'SELECT rowid AS number, explanation FROM session_restores WHERE session_id = ?',
    id,
  );
  for (const { number, explanation } of rows)
    database.record(
      'session_restores',
      'UPDATE session_restores SET rowid = ?, preamble = NULL, explanation = ? WHERE rowid = ?',
      Number(number) > 0 ? Number(number) - BRIEF_ROWS : number!,
      JSON.stringify(briefExplanation(parseOr<object>(explanation, {}))),
      number!,
    );
}

/** Below every number that SQLite gives, so that rows keep their order. */
const BRIEF_ROWS = 2 ** 40;

/** Programs ask for these of an old restore; the rest of an explanation is for people, and of the newest restores only. */
const KEPT = [
  'resumption',
  'with_prompt',
  'asked_by',
  'tasks',
  'memories',
  'preamble_chars',
] as const;

/** An explanation without the considered sessions, pins and texts. */
function briefExplanation(explanation: object): Readonly<Record<string, unknown>> {
  const known = explanation as Readonly<Record<string, unknown>>;
  const says = (name: string) =>
    Array.isArray(known[name]) ? known[name].length > 0 : known[name] !== undefined;
  return {
    brief: true,
    ...Object.fromEntries(KEPT.filter(says).map((name) => [name, known[name]])),
  };
}
