import type { ScopeKey } from '../../domain/ids.ts';
import type { Millis } from '../../domain/time.ts';
import type { Deps } from '../../engine/deps.ts';
import type { Promised } from '../../store.ts';
import type { Database, Row } from '../../stores/sqlite/database.ts';
import { inScope } from '../../stores/sqlite/projects.ts';
import { parsed } from '../../stores/sqlite/rows.ts';
import type { TeamItem } from '../domain/record.ts';
import type { Last } from '../domain/segment.ts';

/** A project that this home shares. */
export interface SharedProject {
  readonly scopeKey: ScopeKey;
  /** The same on every machine: its remote, or the id that it declares. */
  readonly project: string;
  /** How the log calls it. */
  readonly name: string;
  readonly origin: string;
  readonly since: Millis;
  readonly askedAt: Millis;
  readonly pulledAt: Millis | null;
  readonly pushedAt: Millis | null;
  readonly arrivedAt: Millis | null;
  readonly last: Last;
  readonly acknowledged: number;
  readonly problem: string | null;
}

export function sharedOf({ store }: Pick<Deps, 'store'>): Promised<typeof sharedUnits> {
  return store.room(sharedUnits);
}

/** The part of sharing that a session's events ask for. In a home that shares nothing each is one look at an empty table. */
export const sharedUnits = {
  /** Null where the scope is not shared. */
  sharedProject(database: Database, scopeKey: ScopeKey): SharedProject | null {
    const row = projectRow(database, scopeKey);
    return row ? toShared(row) : null;
  },

  /**
   * Whether a sync is to be started; who is told so starts it. False where nothing is shared, or one was started within the
   * pause, which looks at its end for what is here now.
   */
  askForSync(database: Database, scopeKey: ScopeKey, at: Millis, pauseMillis: number): boolean {
    const row = projectRow(database, scopeKey);
    if (!row) return false;
    const last = Number(row['asked_at']);
    // A clock that was put back must not stop it for good.
    if (last <= at && at - last < pauseMillis) return false;
    const { changes } = database.writeSoon(() =>
      database.run(
        'UPDATE share_projects SET asked_at = ? WHERE scope_key = ? AND asked_at = ?',
        ...[at, row['scope_key']!, last],
      ),
    );
    return changes > 0;
  },

  /** Items that others shared with the team of a project, the latest first; null: of every project. */
  teamItems(database: Database, scopeKey: ScopeKey | null): readonly TeamItem[] {
    if (scopeKey === null)
      return database
        .all('SELECT scope_key FROM share_projects ORDER BY since')
        .flatMap((row) => sharedUnits.teamItems(database, String(row['scope_key']) as ScopeKey));
    const { where, keys } = inScope(database, scopeKey);
    return database
      .all(
        `SELECT * FROM share_items WHERE ${where} AND kind <> 'metrics' ORDER BY stamp DESC LIMIT ${MOST_ITEMS}`,
        ...keys,
      )
      .map((row) => ({
        id: String(row['id']),
        scopeKey,
        author: String(row['author']),
        at: Number(row['stamp']),
        record: parsed<TeamItem['record']>(row['body'], NOTHING),
      }));
  },
};

/** More than a start can tell. */
const MOST_ITEMS = 200;
const NOTHING: TeamItem['record'] = { kind: 'pin', id: '', label: null, content: '', critical: false };

/** The row of a project, or of one that was joined to it. */
export function projectRow(database: Database, scopeKey: ScopeKey): Row | undefined {
  const { where, keys } = inScope(database, scopeKey);
  return database.get(`SELECT * FROM share_projects WHERE ${where} LIMIT 1`, ...keys);
}

export function toShared(row: Row): SharedProject {
  const when = (name: string) => (row[name] === null ? null : Number(row[name]));
  return {
    scopeKey: String(row['scope_key']) as ScopeKey,
    project: String(row['project']),
    name: String(row['name']),
    origin: String(row['origin']),
    since: Number(row['since']),
    askedAt: Number(row['asked_at']),
    pulledAt: when('pulled_at'),
    pushedAt: when('pushed_at'),
    arrivedAt: when('arrived_at'),
    last: { any: Number(row['last_any']), team: Number(row['last_team']) },
    acknowledged: Number(row['acknowledged']),
    problem: row['problem'] === null ? null : String(row['problem']),
  };
}
