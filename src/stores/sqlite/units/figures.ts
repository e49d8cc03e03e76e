import type { ScopeKey } from '../../../domain/ids.ts';
import { storedLabel } from '../../../domain/scope.ts';
import { iso, type Millis } from '../../../domain/time.ts';
import type { Database } from '../database.ts';
import { inScope, projectOf } from '../projects.ts';

/** Tokens that conversations were sent and spared on one day. */
export interface LedgerDay {
  readonly day: string;
  readonly tokens_sent: number;
  readonly tokens_saved: number;
}

/** Sessions of one day, project and host. */
export interface ActivityRow {
  /** `2026-11-13`, in the time zone of the machine. */
  readonly day: string;
  readonly scopeKey: ScopeKey;
  readonly scope: string;
  readonly host: string;
  readonly sessions: number;
}

/** Figures by day, for people who look. */
export function figureUnits(database: Database) {
  return {
    /** How many sessions started on each day since then, oldest first. */
    activity(since: Millis, scopeKey: ScopeKey | null): readonly ActivityRow[] {
      const { where, keys } = scopeKey ? inScope(database, scopeKey) : { where: 'TRUE', keys: [] };
      const from = (table: string) =>
        `SELECT date(start_time, 'localtime') AS day, ${projectOf(table)}, scope, host FROM ${table}
         WHERE ${where} AND start_time >= ?`;
      const rows = database.all(
        `SELECT day, scope_key, max(scope) AS scope, host, count(*) AS sessions
         FROM (${from('session_states')} UNION ALL ${from('cold_sessions')})
         WHERE day IS NOT NULL GROUP BY day, scope_key, host ORDER BY day`,
        ...[...keys, iso(since), ...keys, iso(since)],
      );
      return rows.map((row) => ({
        day: String(row['day']),
        scopeKey: row['scope_key'] as ScopeKey,
        scope: storedLabel(row['scope']),
        host: String(row['host']),
        sessions: Number(row['sessions']),
      }));
    },

    /** Figures of all ledgers in the database by day, oldest first. */
    ledgerDays(): readonly LedgerDay[] {
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
  };
}
