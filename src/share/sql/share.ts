import type { ScopeKey, SessionId } from '../../domain/ids.ts';
import type { Scope } from '../../domain/scope.ts';
import type { Millis } from '../../domain/time.ts';
import type { Deps } from '../../engine/deps.ts';
import type { Promised } from '../../store.ts';
import type { Database, Row } from '../../stores/sqlite/database.ts';
import { inScope } from '../../stores/sqlite/projects.ts';
import { parsed } from '../../stores/sqlite/rows.ts';
import { wholeLog } from '../../stores/sqlite/units/one-log.ts';
import { refoldThreads, sharedFacts } from '../../stores/sqlite/units/threads.ts';
import { type Audience, loginOf, type RecordOf, recordId } from '../domain/record.ts';
import { bodyText, type Last, type NumberedSegment, readBody } from '../domain/segment.ts';
import { projectRow, type SharedProject, sharedUnits, toShared } from './at-events.ts';
import {
  moveWithdrawals,
  noteSent,
  noteWithdrawal,
  type Packing,
  packShared,
  type Withdrawal,
  waitingRecords,
  wasSent,
} from './pack.ts';
import { dismissTeam, FORMER, forgetTeam, leftBehind, type Taken, takeIn } from './take.ts';

/** The part of another stream that was taken in. */
export interface StreamCursor {
  readonly origin: string;
  readonly author: string;
  readonly last: Last;
  readonly stopped: string | null;
}

export interface Marking {
  readonly id: string;
  readonly kind: 'memory' | 'pin';
  /** The pin itself; a memory stands with the memories. */
  readonly record: RecordOf<'pin'> | null;
}

export function shareOf({ store }: Pick<Deps, 'store'>): Promised<typeof shareUnits> {
  return store.room(shareUnits);
}

/** Sharing with other homes: what goes out, what comes in, and what is known of both. Nothing of it is called for a project that is not shared. */
const shareUnits = {
  ...sharedUnits,

  sharedProjects(database: Database): readonly SharedProject[] {
    return database.all('SELECT * FROM share_projects ORDER BY since').map(toShared);
  },

  shareProject(
    database: Database,
    {
      scopeKey,
      project,
      name,
      origin,
      since,
    }: Pick<SharedProject, 'scopeKey' | 'project' | 'name' | 'origin' | 'since'>,
  ) {
    writeFacts(database, () => {
      database.run(
        'INSERT INTO share_projects(scope_key, project, name, origin, since) VALUES (?, ?, ?, ?, ?)',
        ...[scopeKey, project, name, origin, since],
      );
    });
  },

  /**
   * Forgets everything about sharing a project, and the pins, memories and visits of teammates. Their work in its threads stays
   * under their names, unless it is to go too.
   */
  leaveProject(
    database: Database,
    scopeKey: ScopeKey,
    teamWork: 'keep' | 'forget',
  ): ReturnType<typeof leftBehind> {
    return writeFacts(database, () => {
      const row = projectRow(database, scopeKey);
      if (!row) return { items: 0, work: 0 };
      const { scopeKey: key, origin } = toShared(row);
      const left = leftBehind(database, key);
      if (teamWork === 'forget') forgetTeam(database, key);
      for (const table of ['projects', 'outbox', 'cursors', 'items', 'marked', 'withdrawn'])
        database.run(`DELETE FROM share_${table} WHERE scope_key = ?`, key);
      // Sharing again begins anew.
      database.run('DELETE FROM share_fact_stamps WHERE origin = ?', origin);
      if (!database.get('SELECT 1 FROM share_projects')) database.run('DELETE FROM share_sent');
      return left;
    });
  },

  /**
   * The login is no member any more: takes out what teammates shared, and says whether there was any. Their streams are read
   * from the beginning again where it becomes a member again.
   */
  dismissTeam(database: Database, scopeKey: ScopeKey, at: Millis): boolean {
    return writeFacts(database, () => {
      const row = projectRow(database, scopeKey);
      return row !== undefined && dismissTeam(database, toShared(row), at);
    });
  },

  /** Packs what was not packed yet into the outbox, in one transaction with what it says about itself. */
  packShared(database: Database, scopeKey: ScopeKey, packing: Packing): number {
    return writeFacts(database, () => packShared(database, scopeKey, packing));
  },

  /** Whether there are facts that no sync has looked at, or segments that the server has not acknowledged. */
  hasUnsent(database: Database, scopeKey: ScopeKey): boolean {
    const row = database.get(
      `SELECT EXISTS (SELECT 1 FROM session_events WHERE seq > session_seq AND kind <> 'ledger')
         OR EXISTS (SELECT 1 FROM thread_events)
         OR EXISTS (SELECT 1 FROM share_outbox WHERE share_outbox.scope_key = share_projects.scope_key) AS unsent
       FROM share_projects WHERE scope_key = ?`,
      keyOf(database, scopeKey),
    );
    return row?.['unsent'] === 1;
  },

  /** Records that wait to be sent, packed or not, as far as the database holds them. */
  waitingRecords(database: Database, scopeKey: ScopeKey): number {
    return writeFacts(database, () => waitingRecords(database, scopeKey));
  },

  outbox(database: Database, scopeKey: ScopeKey, most: number): readonly NumberedSegment[] {
    return outboxOf(database, keyOf(database, scopeKey), most);
  },

  acknowledge(database: Database, scopeKey: ScopeKey, n: number) {
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

  /** Goes on under another stream: somebody else wrote in this one. */
  renewStream(database: Database, scopeKey: ScopeKey, origin: string) {
    writeFacts(database, () => {
      const row = projectRow(database, scopeKey);
      if (row) renew(database, toShared(row), origin);
    });
  },

  cursors(database: Database, scopeKey: ScopeKey): readonly StreamCursor[] {
    return database
      .all('SELECT * FROM share_cursors WHERE scope_key = ? ORDER BY origin', keyOf(database, scopeKey))
      .map((row) => ({
        origin: String(row['origin']),
        author: String(row['author']),
        last: { any: Number(row['last_any']), team: Number(row['last_team']) },
        stopped: row['stopped'] === null ? null : String(row['stopped']),
      }));
  },

  /** Takes segments in, in one transaction with their cursors. Twice is once. */
  takeIn(database: Database, scope: Scope, segments: readonly Taken[], at: Millis): number {
    // A power loss takes rows and cursors alike: they are received again.
    return database.writeSoon(() => {
      wholeLog(database);
      return takeIn(database, scope, segments, at);
    });
  },

  /** Everything of a sync is in: threads are folded, so that no start has to. */
  settle(database: Database, scope: Scope) {
    database.write(() => {
      refoldThreads(database, scope.key);
    });
  },

  /** Says why a stream is not read any further; null: it is. */
  stopStream(
    database: Database,
    scopeKey: ScopeKey,
    { origin, author }: Pick<StreamCursor, 'origin' | 'author'>,
    why: string | null,
  ) {
    database.write(() =>
      database.run(
        `INSERT INTO share_cursors(scope_key, origin, author, last_any, last_team, stopped) VALUES (?, ?, ?, 0, 0, ?)
         ON CONFLICT(scope_key, origin) DO UPDATE SET stopped = excluded.stopped`,
        ...[keyOf(database, scopeKey), origin, author, why],
      ),
    );
  },

  /** The end of a sync. */
  noteSync(
    database: Database,
    scopeKey: ScopeKey,
    {
      pulledAt,
      pushedAt,
      problem,
    }: { readonly pulledAt?: Millis; readonly pushedAt?: Millis; readonly problem: string | null },
  ) {
    database.write(() =>
      database.run(
        `UPDATE share_projects SET pulled_at = coalesce(?, pulled_at), pushed_at = coalesce(?, pushed_at), problem = ?
         WHERE scope_key = ?`,
        ...[pulledAt ?? null, pushedAt ?? null, problem, keyOf(database, scopeKey)],
      ),
    );
  },

  mark(database: Database, scopeKey: ScopeKey, { id, kind, record }: Marking, at: Millis) {
    database.write(() =>
      database.record(
        'share_marked',
        `INSERT INTO share_marked(scope_key, id, kind, body, at) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET body = excluded.body, at = excluded.at`,
        ...[keyOf(database, scopeKey), id, kind, record && JSON.stringify(record), at],
      ),
    );
  },

  unmark(database: Database, scopeKey: ScopeKey, id: string): boolean {
    return database.write(
      () =>
        database.run('DELETE FROM share_marked WHERE scope_key = ? AND id = ?', keyOf(database, scopeKey), id)
          .changes > 0,
    );
  },

  marked(database: Database, scopeKey: ScopeKey): readonly Marking[] {
    return database
      .all('SELECT * FROM share_marked WHERE scope_key = ? ORDER BY at', keyOf(database, scopeKey))
      .map((row) => ({
        id: String(row['id']),
        kind: row['kind'] as Marking['kind'],
        record: parsed<Marking['record']>(row['body'], null),
      }));
  },

  /** Every home has to let go of these. */
  withdraw(database: Database, ids: readonly string[], at: Millis) {
    database.write(() => {
      for (const { scope_key } of database.all('SELECT scope_key FROM share_projects'))
        for (const id of ids) noteWithdrawal(database, String(scope_key), id, at, 'new');
    });
  },

  /** Ids of shared facts whose stored text fits. */
  sharedFactsWhere(database: Database, fits: (text: string) => boolean): readonly string[] {
    return writeFacts(database, () => database.all(SHARED_FACTS))
      .filter((row) => fits(String(row['body'])))
      .map((row) => recordId(String(row['origin']), Number(row['stamp'])));
  },

  /** Withdrawals in these states, by the ids under which they stand here. */
  withdrawals(database: Database, scopeKey: ScopeKey, ...states: readonly Withdrawal[]): readonly string[] {
    return database
      .all(
        'SELECT id FROM share_withdrawn WHERE scope_key = ? AND state IN (SELECT value FROM json_each(?))',
        ...[keyOf(database, scopeKey), JSON.stringify(states)],
      )
      .map((row) => String(row['id']));
  },

  withdrawalsDone(database: Database, scopeKey: ScopeKey, ids: readonly string[]) {
    database.write(() => moveWithdrawals(database, keyOf(database, scopeKey), ids, 'done'));
  },

  sessionsIn(
    database: Database,
    scopeKey: ScopeKey,
    table: 'session_states' | 'cold_sessions',
  ): readonly SessionId[] {
    const { where, keys } = inScope(database, scopeKey);
    return database.all(`SELECT id FROM ${table} WHERE ${where}`, ...keys).map(({ id }) => id as SessionId);
  },

  /** Shared facts of the threads of a project, in the order of all homes. */
  sharedWork: sharedFacts,

  /** The end of this home's chain of metrics, as it was last shared. */
  sentMetrics(
    database: Database,
    scopeKey: ScopeKey,
  ): { readonly number: number; readonly seal: string } | null {
    const state = wasSent(database, 'metrics', keyOf(database, scopeKey));
    const [number, seal] = typeof state === 'string' ? state.split(' ') : [];
    return number !== undefined && seal !== undefined ? { number: Number(number), seal } : null;
  },
};

/** Facts are sent, stamped and withdrawn row by row. */
function writeFacts<T>(database: Database, work: () => T): T {
  return database.write(() => {
    wholeLog(database);
    return work();
  });
}

/** Facts of this home and the person's others. */
const SHARED_FACTS =
  'SELECT body, origin, stamp FROM share_fact_stamps JOIN session_events USING (seq) WHERE author IS NULL';

/** The key under which a scope is shared. */
function keyOf(database: Database, scopeKey: ScopeKey): string {
  return String(projectRow(database, scopeKey)?.['scope_key'] ?? scopeKey);
}

function outboxOf(database: Database, key: string, most: number): NumberedSegment[] {
  return database
    .all('SELECT * FROM share_outbox WHERE scope_key = ? ORDER BY n LIMIT ?', key, most)
    .map(toOutbox);
}

function toOutbox(row: Row): NumberedSegment {
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
  database.record(
    'share_fact_stamps',
    'UPDATE share_fact_stamps SET origin = ? WHERE origin = ? AND stamp >= ?',
    ...[origin, former, first],
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
