import type { ScopeKey } from '../../domain/ids.ts';
import type { Deps } from '../../engine/deps.ts';
import type { ColdFiles } from '../../store/retention.ts';
import type { Database, Row } from '../../stores/sqlite/database.ts';
import { joinedKey } from '../../stores/sqlite/projects.ts';
import type { Sync } from '../../stores/sqlite/promised.ts';
import { parsed } from '../../stores/sqlite/rows.ts';
import { openBlocksWhere } from '../../stores/sqlite/units/blocks.ts';
import { refreshStanding } from '../../stores/sqlite/units/standing.ts';
import { refoldThreads, sharedFacts } from '../../stores/sqlite/units/threads.ts';
import type { Audience } from '../domain/record.ts';
import { loginOf, recordId } from '../domain/record.ts';
import { bodyText, readBody } from '../domain/segment.ts';
import type { Marking, OutboxSegment, SharedProject, ShareStore } from '../store.ts';
import { projectRow, sharedUnits, toShared } from './at-events.ts';
import {
  moveWithdrawals,
  noteSent,
  noteWithdrawal,
  packShared,
  WITHDRAWAL,
  waitingRecords,
  wasSent,
} from './pack.ts';
import { dismissTeam, FORMER, forgetTeam, leftBehind, takeIn } from './take.ts';

export function shareOf({ store }: Pick<Deps, 'store'>): ShareStore {
  return store.room(shareUnits);
}

/** Sharing with other homes: what goes out, what comes in, and what is known of both. */
function shareUnits(database: Database, files: ColdFiles): Sync<ShareStore> {
  return {
    ...sharedUnits(database),

    sharedProjects() {
      return database.all('SELECT * FROM share_projects ORDER BY since').map(toShared);
    },

    shareProject({ scopeKey, project, name, origin, since }) {
      database.write(() => {
        // All facts of the project are sent, row by row.
        for (const log of ['session', 'thread'] as const) openBlocksWhere(database, log, () => true);
        database.run(
          'INSERT INTO share_projects(scope_key, project, name, origin, since) VALUES (?, ?, ?, ?, ?)',
          ...[scopeKey, project, name, origin, since],
        );
      });
    },

    leaveProject(scopeKey, teamWork) {
      return database.write(() => {
        const row = projectRow(database, scopeKey);
        if (!row) return { items: 0, work: 0 };
        const { scopeKey: key, origin } = toShared(row);
        const left = leftBehind(database, key);
        if (teamWork === 'forget') forgetTeam(database, key);
        for (const table of ['projects', 'outbox', 'cursors', 'items', 'marked', 'withdrawn'])
          database.run(`DELETE FROM share_${table} WHERE scope_key = ?`, key);
        // Sharing again begins anew.
        for (const table of ['fact_stamps', 'thread_stamps'])
          database.run(`DELETE FROM share_${table} WHERE origin = ?`, origin);
        if (!database.get('SELECT 1 FROM share_projects')) database.run('DELETE FROM share_sent');
        return left;
      });
    },

    dismissTeam(scopeKey, at) {
      return database.write(() => {
        const row = projectRow(database, scopeKey);
        return row !== undefined && dismissTeam(database, toShared(row), at);
      });
    },

    packShared(scopeKey, packing) {
      return database.write(() => packShared(database, files, scopeKey, packing));
    },

    hasUnsent(scopeKey) {
      const row = database.get(
        `SELECT session_seq < (SELECT coalesce(max(seq), 0) FROM session_events)
           OR thread_seq < (SELECT coalesce(max(seq), 0) FROM thread_events)
           OR EXISTS (SELECT 1 FROM share_outbox WHERE share_outbox.scope_key = share_projects.scope_key) AS unsent
         FROM share_projects WHERE scope_key = ?`,
        keyOf(database, scopeKey),
      );
      return row?.['unsent'] === 1;
    },

    waitingRecords(scopeKey) {
      return waitingRecords(database, scopeKey);
    },

    outbox(scopeKey, most) {
      return outboxOf(database, keyOf(database, scopeKey), most);
    },

    acknowledge(scopeKey, n) {
      database.write(() => {
        const key = keyOf(database, scopeKey);
        database.run('DELETE FROM share_outbox WHERE scope_key = ? AND n <= ?', key, n);
        database.run(
          'UPDATE share_projects SET acknowledged = max(acknowledged, ?) WHERE scope_key = ?',
          n,
          key,
        );
      });
    },

    renewStream(scopeKey, origin) {
      database.write(() => {
        const row = projectRow(database, scopeKey);
        if (row) renew(database, toShared(row), origin);
      });
    },

    cursors(scopeKey) {
      return database
        .all('SELECT * FROM share_cursors WHERE scope_key = ? ORDER BY origin', keyOf(database, scopeKey))
        .map((row) => ({
          origin: String(row['origin']),
          author: String(row['author']),
          last: { any: Number(row['last_any']), team: Number(row['last_team']) },
          stopped: row['stopped'] === null ? null : String(row['stopped']),
        }));
    },

    takeIn(scope, segments, folding, at) {
      // A power loss takes rows and cursors alike: they are received again.
      return database.writeSoon(() => takeIn(database, scope, segments, folding, at));
    },

    settle(scope) {
      database.write(() => {
        refoldThreads(database, scope.key);
        refreshStanding(database, joinedKey(database, scope.key), scope.root);
      });
    },

    stopStream(scopeKey, { origin, author }, why) {
      database.write(() =>
        database.run(
          `INSERT INTO share_cursors(scope_key, origin, author, last_any, last_team, stopped) VALUES (?, ?, ?, 0, 0, ?)
           ON CONFLICT(scope_key, origin) DO UPDATE SET stopped = excluded.stopped`,
          ...[keyOf(database, scopeKey), origin, author, why],
        ),
      );
    },

    noteSync(scopeKey, { pulledAt, pushedAt, problem }) {
      database.write(() =>
        database.run(
          `UPDATE share_projects SET pulled_at = coalesce(?, pulled_at), pushed_at = coalesce(?, pushed_at), problem = ?
           WHERE scope_key = ?`,
          ...[pulledAt ?? null, pushedAt ?? null, problem, keyOf(database, scopeKey)],
        ),
      );
    },

    mark(scopeKey, { id, kind, record }, at) {
      database.write(() =>
        database.record(
          'share_marked',
          `INSERT INTO share_marked(scope_key, id, kind, body, at) VALUES (?, ?, ?, ?, ?)
           ON CONFLICT DO UPDATE SET body = excluded.body, at = excluded.at`,
          ...[keyOf(database, scopeKey), id, kind, record && JSON.stringify(record), at],
        ),
      );
    },

    unmark(scopeKey, id) {
      return database.write(
        () =>
          database.run(
            'DELETE FROM share_marked WHERE scope_key = ? AND id = ?',
            keyOf(database, scopeKey),
            id,
          ).changes > 0,
      );
    },

    marked(scopeKey) {
      return database
        .all('SELECT * FROM share_marked WHERE scope_key = ? ORDER BY at', keyOf(database, scopeKey))
        .map((row) => ({
          id: String(row['id']),
          kind: row['kind'] as Marking['kind'],
          record: parsed<Marking['record']>(row['body'], null),
        }));
    },

    withdraw(ids, at) {
      database.write(() => {
        for (const { scope_key } of database.all('SELECT scope_key FROM share_projects'))
          for (const id of ids) noteWithdrawal(database, String(scope_key), id, at, WITHDRAWAL.new);
      });
    },

    sharedFactsWhere(fits) {
      const found = (sql: string) =>
        database
          .all(sql)
          .filter((row) => fits(String(row['body'])))
          .map((row) => recordId(String(row['origin']), Number(row['stamp'])));
      return [
        ...found('SELECT body, origin, stamp FROM share_fact_stamps JOIN session_events USING (seq)'),
        ...found(
          'SELECT body, origin, stamp FROM share_thread_stamps JOIN thread_events USING (seq) WHERE author IS NULL',
        ),
      ];
    },

    unsentWithdrawals(scopeKey) {
      return database
        .all(
          'SELECT id FROM share_withdrawn WHERE scope_key = ? AND state IN (?, ?)',
          ...[keyOf(database, scopeKey), WITHDRAWAL.new, WITHDRAWAL.told],
        )
        .map((row) => String(row['id']));
    },

    withdrawalsSent(scopeKey, ids) {
      database.write(() => moveWithdrawals(database, keyOf(database, scopeKey), ids, WITHDRAWAL.done));
    },

    withdrawalsToObey(scopeKey) {
      return database
        .all(
          'SELECT id FROM share_withdrawn WHERE scope_key = ? AND state = ?',
          ...[keyOf(database, scopeKey), WITHDRAWAL.received],
        )
        .map((row) => parsed<[string, string]>(row['id'], ['', ''])[1]);
    },

    withdrawalsObeyed(scopeKey) {
      database.write(() =>
        database.record(
          'share_withdrawn',
          'UPDATE share_withdrawn SET state = ? WHERE scope_key = ? AND state = ?',
          ...[WITHDRAWAL.done, keyOf(database, scopeKey), WITHDRAWAL.received],
        ),
      );
    },

    sharedWork(scopeKey) {
      return sharedFacts(database, scopeKey);
    },

    sentMetrics(scopeKey) {
      const state = wasSent(database, 'metrics', keyOf(database, scopeKey));
      const [number, seal] = typeof state === 'string' ? state.split(' ') : [];
      return number !== undefined && seal !== undefined ? { number: Number(number), seal } : null;
    },
  };
}

/** The key under which a scope is shared. */
function keyOf(database: Database, scopeKey: ScopeKey): string {
  return String(projectRow(database, scopeKey)?.['scope_key'] ?? scopeKey);
}

function outboxOf(database: Database, key: string, most: number): OutboxSegment[] {
  return database
    .all('SELECT * FROM share_outbox WHERE scope_key = ? ORDER BY n LIMIT ?', key, most)
    .map(toOutbox);
}

function toOutbox(row: Row): OutboxSegment {
  const body = readBody(String(row['body'])) ?? { previous: 0, records: [] };
  return { n: Number(row['n']), audience: row['audience'] as Audience, ...body };
}

/** Facts that were not sent yet go out under another name; those that others have can be read back. */
function renew(
  database: Database,
  { scopeKey, origin: former, last, acknowledged }: SharedProject,
  origin: string,
): void {
  const waiting = outboxOf(database, scopeKey, Number.MAX_SAFE_INTEGER);
  database.run('DELETE FROM share_outbox WHERE scope_key = ?', scopeKey);
  let team = 0;
  for (const [i, segment] of waiting.entries()) {
    const n = i + 1;
    const body = bodyText({ previous: segment.audience === 'team' ? team : i, records: segment.records });
    if (segment.audience === 'team') team = n;
    database.run(
      'INSERT INTO share_outbox(scope_key, n, audience, body) VALUES (?, ?, ?, ?)',
      ...[scopeKey, n, segment.audience, body],
    );
  }
  const first = waiting[0]?.records[0]?.stamp ?? Number.MAX_SAFE_INTEGER;
  for (const table of ['share_thread_stamps', 'share_fact_stamps'])
    database.record(
      table,
      `UPDATE ${table} SET origin = ? WHERE origin = ? AND stamp >= ?`,
      origin,
      former,
      first,
    );
  database.run(
    'UPDATE share_projects SET origin = ?, last_any = ?, last_team = ?, acknowledged = 0 WHERE scope_key = ?',
    ...[origin, waiting.length, team, scopeKey],
  );
  noteSent(database, FORMER, former, String(acknowledged));
  database.run(
    `INSERT INTO share_cursors(scope_key, origin, author, last_any, last_team) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO NOTHING`,
    ...[scopeKey, former, loginOf(former), acknowledged, Math.min(acknowledged, last.team)],
  );
}
