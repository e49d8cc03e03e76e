import type { ScopeKey, SessionId } from '../../domain/base/ids.ts';
import type { Scope } from '../../domain/base/scope.ts';
import type { Millis } from '../../domain/base/time.ts';
import type { Deps } from '../../engine/base/deps.ts';
import type { Database } from '../../store/base/database.ts';
import { inScope } from '../../store/base/joined.ts';
import { parseOr } from '../../store/base/rows.ts';
import { wholeLog } from '../../store/keeping/one-log.ts';
import { insertRow } from '../../store/keeping/tables.ts';
import type { Promised } from '../../store/store.ts';
import { refoldThreads, sharedFacts } from '../../store/threads/threads.ts';
import {
  fromTeam,
  loginOf,
  type RecordOf,
  recordId,
  type ShareAudience,
  type SharedRecord,
} from '../domain/record.ts';
import { type Last, type NumberedSegment, readBody } from '../domain/segment.ts';
import { SHARED_PROJECTS, type SharedProject, sharedUnits } from './at-events.ts';
import {
  moveWithdrawals,
  noteSent,
  noteWithdrawal,
  type Packing,
  packShared,
  putSegment,
  type Withdrawal,
  waitingList,
  waitingRecords,
  wasSent,
} from './pack.ts';
import {
  countTeamRows,
  dismissTeam,
  FORMER,
  forgetTeam,
  type OpenedSegment,
  type TeamRows,
  takeSegments,
} from './take.ts';

/** The part of another stream that was taken in. */
export interface StreamCursor extends Last {
  readonly origin: string;
  readonly author: string;
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

/**
 * Sharing with other homes: what goes out, what comes in, and what is known of both. Nothing of it is called for a project that is
 * not shared; keys are those under which projects are shared.
 */
const shareUnits = {
  ...sharedUnits,

  sharedProjects(database: Database): readonly SharedProject[] {
    return database.all<SharedProject>(`${SHARED_PROJECTS} ORDER BY since`);
  },

  shareProject(
    database: Database,
    project: Pick<SharedProject, 'scopeKey' | 'project' | 'name' | 'origin' | 'since'>,
  ) {
    const { scopeKey: scope_key, ...row } = project;
    writeFacts(database, () => insertRow(database, 'share_projects', { scope_key, ...row }));
  },

  /**
   * Forgets everything about sharing a project, and the pins, memories and visits of teammates. Their work in its threads stays
   * under their names, unless it is to go too.
   */
  leaveProject(
    database: Database,
    { scopeKey, origin }: SharedProject,
    teamWork: 'keep' | 'forget',
  ): TeamRows {
    return writeFacts(database, () => {
      const left = countTeamRows(database, scopeKey);
      if (teamWork === 'forget') forgetTeam(database, scopeKey);
      for (const table of ['projects', 'outbox', 'cursors', 'items', 'marked', 'withdrawn'])
        database.run(`DELETE FROM share_${table} WHERE scope_key = ?`, scopeKey);
      // Sharing again begins anew.
      database.run('DELETE FROM share_fact_stamps WHERE origin = ?', origin);
      if (!database.has('SELECT 1 FROM share_projects')) database.run('DELETE FROM share_sent');
      return left;
    });
  },

  /** The login is no member any more: takes out what teammates shared, and says whether there was any. */
  dismissTeam(database: Database, project: SharedProject, at: Millis): boolean {
    return writeFacts(database, () => dismissTeam(database, project, at));
  },

  /** Packs what was not packed yet into the outbox, in one transaction with what it says about itself. */
  packShared(database: Database, scopeKey: ScopeKey, packing: Packing): number {
    return writeFacts(database, () => packShared(database, scopeKey, packing));
  },

  /** Whether there are facts that no sync has looked at, or segments that the server has not acknowledged. */
  hasUnsent(database: Database, scopeKey: ScopeKey): boolean {
    return database.has(
      `SELECT 1 FROM share_projects AS shared WHERE scope_key = ? AND (
         EXISTS (SELECT 1 FROM session_events WHERE seq > session_seq AND kind <> 'ledger')
         OR EXISTS (SELECT 1 FROM thread_events)
         OR EXISTS (SELECT 1 FROM share_outbox WHERE share_outbox.scope_key = shared.scope_key))`,
      scopeKey,
    );
  },

  /** Records that wait to be sent, packed or not, as far as the database holds them. */
  waitingRecords(database: Database, project: SharedProject): number {
    return writeFacts(database, () => waitingRecords(database, project));
  },

  /** The records that would leave with the next sync; of a project that is not shared, with its first. */
  wouldLeave(database: Database, scopeKey: ScopeKey): readonly SharedRecord[] {
    const project = sharedUnits.sharedProject(database, scopeKey) ?? { ...UNSHARED, scopeKey };
    return writeFacts(database, () => waitingList(database, project));
  },

  outbox: outboxOf,

  acknowledge(database: Database, scopeKey: ScopeKey, n: number) {
    database.write(() => {
      database.run('DELETE FROM share_outbox WHERE scope_key = ? AND n <= ?', scopeKey, n);
      const sql =
        'UPDATE share_projects SET acknowledged = max(acknowledged, ?) WHERE scope_key = ?';
      database.run(sql, n, scopeKey);
    });
  },

  /** The log knows the project by another name: the key was changed. */
  renameProject(database: Database, scopeKey: ScopeKey, name: string) {
    database.write(() =>
      database.run('UPDATE share_projects SET name = ? WHERE scope_key = ?', name, scopeKey),
    );
  },

  /** Goes on under another stream: somebody else wrote in this one. */
  renewStream(database: Database, scopeKey: ScopeKey, origin: string): SharedProject {
    return writeFacts(database, () => {
      renew(database, sharedUnits.sharedProject(database, scopeKey)!, origin);
      return sharedUnits.sharedProject(database, scopeKey)!;
    });
  },

  cursors(database: Database, scopeKey: ScopeKey): readonly StreamCursor[] {
    return database.all<StreamCursor>(
      `SELECT origin, author, last_any AS lastAny, last_team AS lastTeam, stopped FROM share_cursors
       WHERE scope_key = ? ORDER BY origin`,
      scopeKey,
    );
  },

  /** Takes segments in, in one transaction with their cursors. Twice is once. */
  takeIn(database: Database, scope: Scope, segments: readonly OpenedSegment[], at: Millis): number {
    return database.write(() => {
      wholeLog(database);
      return takeSegments(database, scope, segments, at);
    });
  },

  /** Everything of a sync is in: threads are folded, so that no start has to. */
  settle(database: Database, scope: Scope) {
    database.write(() => {
      refoldThreads(database, scope.key);
    });
  },

  /** Records why a stream is not read further; null: it is again. */
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
        scopeKey,
        origin,
        author,
        why,
      ),
    );
  },

  /** The end of a sync. */
  noteSync(
    database: Database,
    scopeKey: ScopeKey,
    problem: string | null,
    { pulledAt, pushedAt }: { readonly pulledAt?: Millis; readonly pushedAt?: Millis } = {},
  ) {
    database.write(() =>
      database.run(
        `UPDATE share_projects SET pulled_at = coalesce(?, pulled_at), pushed_at = coalesce(?, pushed_at), problem = ?
         WHERE scope_key = ?`,
        pulledAt ?? null,
        pushedAt ?? null,
        problem,
        scopeKey,
      ),
    );
  },

  mark(database: Database, scopeKey: ScopeKey, { id, kind, record }: Marking, at: Millis) {
    const row = { scope_key: scopeKey, id, kind, body: record && JSON.stringify(record), at };
    const again = 'ON CONFLICT DO UPDATE SET body = excluded.body, at = excluded.at';
    database.write(() => database.put('share_marked', row, again));
  },

  /** Takes a mark back, and what was sent with it. */
  unmark(database: Database, scopeKey: ScopeKey, id: string, at: Millis) {
    database.write(() => {
      database.run('DELETE FROM share_marked WHERE scope_key = ? AND id = ?', scopeKey, id);
      noteWithdrawal(database, scopeKey, fromTeam(id), at, 'new');
    });
  },

  marked(database: Database, scopeKey: ScopeKey): readonly Marking[] {
    return database
      .all<Pick<Marking, 'id' | 'kind'> & { readonly body: string | null }>(
        'SELECT id, kind, body FROM share_marked WHERE scope_key = ? ORDER BY at',
        scopeKey,
      )
      .map(({ body, ...row }) => ({ ...row, record: parseOr<Marking['record']>(body, null) }));
  },

  /** Asks every home to delete these items. */
  withdraw(database: Database, ids: readonly string[], at: Millis) {
    database.write(() => {
      for (const key of database.column<ScopeKey>('SELECT scope_key FROM share_projects'))
        for (const id of ids) noteWithdrawal(database, key, id, at, 'new');
    });
  },

  /** Ids of shared facts of this home and the person's others whose stored text fits. */
  sharedFactsWhere(database: Database, fits: (text: string) => boolean): readonly string[] {
    const facts =
      'SELECT body, origin, stamp FROM share_fact_stamps JOIN session_events USING (seq)';
    return writeFacts(database, () =>
      database.all<{ body: string; origin: string; stamp: number }>(
        `${facts} WHERE author IS NULL`,
      ),
    )
      .filter(({ body }) => fits(body))
      .map(({ origin, stamp }) => recordId(origin, stamp));
  },

  /** Withdrawals in these states, by the ids under which they stand here. */
  withdrawals(
    database: Database,
    scopeKey: ScopeKey,
    ...states: readonly Withdrawal[]
  ): readonly string[] {
    return database.column<string>(
      'SELECT id FROM share_withdrawn WHERE scope_key = ? AND state IN (SELECT value FROM json_each(?))',
      scopeKey,
      JSON.stringify(states),
    );
  },

  withdrawalsDone(database: Database, scopeKey: ScopeKey, ids: readonly string[]) {
    database.write(() => moveWithdrawals(database, scopeKey, ids, 'done'));
  },

  sessionsIn(
    database: Database,
    scopeKey: ScopeKey,
    table: 'session_states' | 'cold_sessions',
  ): readonly SessionId[] {
    const { where, keys } = inScope(database, scopeKey);
    return database.column<SessionId>(`SELECT id FROM ${table} WHERE ${where}`, ...keys);
  },

  /** Shared facts of the threads of a project, in the order of all homes. */
  sharedWork: sharedFacts,

  /** The end of this home's chain of metrics, as it was last shared: its number and its seal. */
  sentMetrics(database: Database, scopeKey: ScopeKey): string | null {
    return wasSent(database, 'metrics', scopeKey);
  },
};

/** A project of which nothing was sent. */
const UNSHARED: Omit<SharedProject, 'scopeKey'> = {
  project: '',
  name: '',
  origin: '',
  since: 0,
  askedAt: 0,
  pulledAt: null,
  pushedAt: null,
  arrivedAt: null,
  acknowledged: 0,
  stamp: 0,
  packed: 0,
  lastAny: 0,
  lastTeam: 0,
  problem: null,
};

/** Facts are sent, stamped and withdrawn row by row. */
function writeFacts<T>(database: Database, work: () => T): T {
  return database.write(() => {
    wholeLog(database);
    return work();
  });
}

function outboxOf(
  database: Database,
  scopeKey: ScopeKey,
  most = Number.MAX_SAFE_INTEGER,
): NumberedSegment[] {
  return database
    .all<{ n: number; audience: ShareAudience; body: string }>(
      'SELECT n, audience, body FROM share_outbox WHERE scope_key = ? ORDER BY n LIMIT ?',
      scopeKey,
      most,
    )
    .map(({ body, ...row }) => ({ ...row, ...(readBody(body) ?? { previous: 0, records: [] }) }));
}

/** Renames this home's stream: facts that were not sent yet go out under the new name; those that others have can be read back. */
function renew(
  database: Database,
  { scopeKey, origin: former, lastTeam, acknowledged }: SharedProject,
  origin: string,
): void {
  const waiting = outboxOf(database, scopeKey);
  database.run('DELETE FROM share_outbox WHERE scope_key = ?', scopeKey);
  let team = 0;
  for (const [i, { audience, records }] of waiting.entries()) {
    const n = i + 1;
    putSegment(database, scopeKey, {
      n,
      audience,
      previous: audience === 'team' ? team : i,
      records,
    });
    if (audience === 'team') team = n;
  }
  const first = waiting[0]?.records[0]?.stamp ?? Number.MAX_SAFE_INTEGER;
  database.record(
    'share_fact_stamps',
    'UPDATE share_fact_stamps SET origin = ? WHERE origin = ? AND stamp >= ?',
    origin,
    former,
    first,
  );
  database.run(
    'UPDATE share_projects SET origin = ?, last_any = ?, last_team = ?, acknowledged = 0 WHERE scope_key = ?',
    origin,
    waiting.length,
    team,
    scopeKey,
  );
  noteSent(database, FORMER, former, String(acknowledged));
  const read = { last_any: acknowledged, last_team: Math.min(acknowledged, lastTeam) };
  const cursor = { scope_key: scopeKey, origin: former, author: loginOf(former), ...read };
  insertRow(database, 'share_cursors', cursor, 'OR IGNORE');
}
