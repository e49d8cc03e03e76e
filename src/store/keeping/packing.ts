import { type BlockLog, closeBlock } from '../base/blocks.ts';
import type { Database } from '../base/database.ts';
import type { Late } from './maintenance.ts';

/** The newest sessions of a scope, which are told of and explained in full. */
export const IN_FULL = 20;

/** Behind these a thread's facts are asked for only when it is folded from its beginning. */
const NEWEST_WORK = 100;

/** A block of fewer facts would save nothing. */
const WORTH_IT = 4;

/** Facts that may go into a block, by their owner `?1`, and the owners that may have some. */
interface Packable {
  readonly facts: string;
  readonly owners: string;
}

/**
 * Kinds of facts that a session has many of. Others are queried across sessions and are few; the last fact stays a row, because its
 * number and time are looked up.
 */
const BULK = "kind IN ('prompt', 'reply', 'tool', 'turn-ended', 'stood')";
const BULK_OF_SESSION = `SELECT * FROM session_events WHERE session_id = ?1 AND ${BULK}
  AND seq < (SELECT max(seq) FROM session_events WHERE session_id = ?1)
  AND seq <= (SELECT seq FROM session_folds WHERE session_id = ?1)`;

/** Behind the newest of a scope, the oldest first; a fold of them is a brief. */
const LONG_OVER = `SELECT id FROM (
    SELECT id, end_time, started_seq, row_number() OVER (PARTITION BY scope_key ORDER BY started_seq DESC) AS place FROM session_states) AS session
  WHERE place > ${IN_FULL} AND end_time IS NOT NULL
    AND (SELECT count(*) FROM (SELECT 1 FROM session_events WHERE session_id = session.id AND ${BULK} LIMIT ${WORTH_IT})) = ${WORTH_IT}
    AND EXISTS (SELECT 1 FROM session_folds AS fold WHERE fold.session_id = session.id AND json_type(digest, '$.brief') IS NOT NULL)
  ORDER BY started_seq`;

/** The number before which a thread's facts are old. */
const OLD_WORK = `(SELECT seq FROM session_events WHERE session_id = ?1 ORDER BY seq DESC LIMIT 1 OFFSET ${NEWEST_WORK})`;

/** The last fact besides turns of each session stays a row: by it the thread of a session is found. */
const LAST_OF_EACH = `SELECT coalesce(max(seq) FILTER (WHERE iif(json_valid(body), body ->> '$.kind', 'turn') <> 'turn'), max(seq))
  FROM session_events WHERE session_id = ?1 GROUP BY key`;

const PACKINGS: Readonly<Record<BlockLog, Packable>> = {
  session: { facts: BULK_OF_SESSION, owners: LONG_OVER },

  work: {
    facts: `SELECT * FROM session_events WHERE session_id = ?1 AND kind = 'thread'
      AND seq < ${OLD_WORK} AND seq <= (SELECT seq FROM thread_folds WHERE thread_id = ?1)
      AND seq NOT IN (SELECT seq FROM share_fact_stamps) AND seq NOT IN (${LAST_OF_EACH})`,
    owners: 'SELECT thread_id FROM thread_folds',
  },

  // A conversation that is resumed opens its block first.
  ledger: {
    facts: `SELECT * FROM session_events WHERE session_id = ?1 AND kind = 'ledger'
      AND EXISTS (SELECT 1 FROM ledger_conversations WHERE 'ledger ' || number = ?1 AND ended_at IS NOT NULL)`,
    owners: `SELECT 'ledger ' || number FROM ledger_conversations WHERE ended_at IS NOT NULL
      AND (SELECT count(*) FROM (SELECT 1 FROM session_events WHERE session_id = 'ledger ' || number LIMIT ${WORTH_IT})) = ${WORTH_IT}`,
  },
};

/** So many facts are in a block at most. */
const IN_A_BLOCK = 1000;

/** Facts that nobody waits for any more, owner by owner. None where projects are shared: there facts are sent row by row. */
export function packings(database: Database): readonly Late[] {
  if (database.has('SELECT 1 FROM share_projects')) return [];
  return Object.entries(PACKINGS).flatMap(([log, { facts, owners }]) => {
    const select = `${facts} ORDER BY seq LIMIT ${IN_A_BLOCK}`;
    const pack = (owner: string) => packOne(database, log as BlockLog, owner, select);
    return database
      .column<string>(owners)
      .map((owner): Late => ({ name: `facts ${owner}`, do: () => pack(owner) }));
  });
}

/** Threads and sessions with more than a block go on in the next step. */
function packOne(
  database: Database,
  log: BlockLog,
  owner: string,
  select: string,
): 'more' | 'nothing' {
  if (database.all(select, owner).length < WORTH_IT) return 'nothing';
  if (!closeBlock(database, log, owner, select)) return 'nothing';
  if (log === 'session') database.write(() => void database.run(TO_THE_OLD, owner));
  return 'more';
}

/** A row shrinks when its session ends. In its place it would keep room for what it was; below all others, in order, it takes what it needs. */
const TO_THE_OLD = `UPDATE session_states SET rowid = rowid - ${2 ** 40} WHERE id = ? AND rowid > 0`;
