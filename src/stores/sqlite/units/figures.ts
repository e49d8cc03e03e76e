import type { ScopeKey } from '../../../domain/ids.ts';
import { storedLabel } from '../../../domain/scope.ts';
import { iso, type Millis } from '../../../domain/time.ts';
import type { Store } from '../../../store.ts';
import type { Database } from '../database.ts';
import { inScope, projectOf } from '../projects.ts';
import type { Sync } from '../promised.ts';

/** Figures by day, for people who look. */
export function figureUnits(database: Database) {
  return {
    activity(since, scopeKey) {
      const { where, keys } = scopeKey ? inScope(database, scopeKey) : { where: 'TRUE', keys: [] };
      const from = (table: string, day: string, when: string) =>
        `SELECT ${day} AS day, ${projectOf(table)}, scope, host FROM ${table} WHERE ${where} AND ${when}`;
      const count = (day: string, when: string, ...values: readonly string[]) =>
        database.all(
          `SELECT day, scope_key, max(scope) AS scope, host, count(*) AS sessions
           FROM (${from('session_states', day, when)} UNION ALL ${from('cold_sessions', day, when)})
           WHERE day IS NOT NULL GROUP BY day, scope_key, host ORDER BY day`,
          // A day of its own is asked for of all projects only: no keys stand between its values.
          ...[...keys, ...values, ...keys, ...values],
        );
      const rows =
        scopeKey === null && hasIndexes(database)
          ? localDays(database, since).flatMap(({ day, begins, ends }) =>
              count('?', 'start_time >= ? AND start_time < ?', day, begins, ends),
            )
          : count("date(start_time, 'localtime')", 'start_time >= ?', iso(since));
      return rows.map((row) => ({
        day: String(row['day']),
        scopeKey: row['scope_key'] as ScopeKey,
        scope: storedLabel(row['scope']),
        host: String(row['host']),
        sessions: Number(row['sessions']),
      }));
    },

    ledgerDays() {
      return database
        .all(
          `SELECT date(at / 1000, 'unixepoch', 'localtime') AS day,
                  sum(CASE WHEN fact = 'withheld' THEN 0 ELSE coalesce(tokens, 0) END) AS sent, sum(saved) AS saved
           FROM ledger_facts WHERE fact NOT IN ('carried', 'epoch') GROUP BY day ORDER BY day`,
        )
        .map((row) => ({
          day: String(row['day']),
          tokens_sent: Number(row['sent']),
          tokens_saved: Number(row['saved']),
        }));
    },
  } satisfies Partial<Sync<Store>>;
}

/** Maintenance has built what a range of days is found by. */
function hasIndexes(database: Database): boolean {
  const there = database.all(
    "SELECT name FROM sqlite_master WHERE name IN ('idx_session_days', 'idx_cold_days')",
  );
  return there.length === 2;
}

interface LocalDay {
  readonly day: string;
  readonly begins: string;
  readonly ends: string;
}

/**
 * The days of this machine's time zone since a moment, to that of the latest session. A date for each of many sessions costs
 * several times what counting them does; a date for each day costs nothing.
 */
function localDays(database: Database, since: Millis): readonly LocalDay[] {
  const latest = (table: string) => `coalesce((SELECT max(start_time) FROM ${table}), '')`;
  const moment = (day: string) => `strftime('%Y-%m-%dT%H:%M:%fZ', ${day}, 'utc')`;
  const rows = database.all(
    `WITH RECURSIVE days(day) AS (
       SELECT date(?1, 'localtime')
       UNION ALL SELECT date(day, '+1 day') FROM days
       WHERE day < date(max(${latest('session_states')}, ${latest('cold_sessions')}), 'localtime') LIMIT ?2)
     SELECT day, max(${moment('day')}, ?1) AS begins, ${moment("date(day, '+1 day')")} AS ends FROM days`,
    iso(since),
    MOST_DAYS,
  );
  return rows.map((row) => ({
    day: String(row['day']),
    begins: String(row['begins']),
    ends: String(row['ends']),
  }));
}

/** A clock that was wrong once must not make days without end. */
const MOST_DAYS = 4_000;
