import type { ScopeKey } from '../../domain/base/ids.ts';
import type { Millis } from '../../domain/base/time.ts';
import type { Deps } from '../../engine/base/deps.ts';
import type { Database } from '../../store/base/database.ts';
import { inScope } from '../../store/base/joined.ts';
import { parseOr } from '../../store/base/rows.ts';
import type { Promised } from '../../store/store.ts';
import type { TeamItem } from '../domain/record.ts';
import type { Last } from '../domain/segment.ts';

/** A project that this home shares. */
export interface SharedProject extends Last {
  readonly scopeKey: ScopeKey;
  /** The same on every machine: its remote, or the id that it declares. */
  readonly project: string;
  /** Its name in the log. */
  readonly name: string;
  readonly origin: string;
  readonly since: Millis;
  readonly askedAt: Millis;
  readonly pulledAt: Millis | null;
  readonly pushedAt: Millis | null;
  readonly arrivedAt: Millis | null;
  readonly acknowledged: number;
  /** The highest stamp that was given or seen. */
  readonly stamp: number;
  /** The number up to which facts are packed. */
  readonly packed: number;
  readonly problem: string | null;
}

/** Followed by a condition. */
export const SHARED_PROJECTS = `SELECT scope_key AS scopeKey, project, name, origin, since, asked_at AS askedAt,
  pulled_at AS pulledAt, pushed_at AS pushedAt, arrived_at AS arrivedAt, last_any AS lastAny, last_team AS lastTeam,
  acknowledged, stamp, session_seq AS packed, problem FROM share_projects`;

export function sharedOf({ store }: Pick<Deps, 'store'>): Promised<typeof sharedUnits> {
  return store.room(sharedUnits);
}

/** The part of sharing that a session's events ask for. In a home that shares nothing each is one look at an empty table. */
export const sharedUnits = {
  /** The project, or the one that it was joined to; null where it is not shared. */
  sharedProject(database: Database, scopeKey: ScopeKey): SharedProject | null {
    const { where, keys } = inScope(database, scopeKey);
    return (
      database.get<SharedProject>(`${SHARED_PROJECTS} WHERE ${where} LIMIT 1`, ...keys) ?? null
    );
  },

  /**
   * Whether a sync is to be started; who is told so starts it. False where nothing is shared, or one was started within the
   * pause, which looks at its end for what is here now.
   */
  askForSync(database: Database, scopeKey: ScopeKey, at: Millis, pauseMillis: number): boolean {
    const project = sharedUnits.sharedProject(database, scopeKey);
    if (!project) return false;
    const last = project.askedAt;
    // A clock that was put back must not stop it for good.
    if (last <= at && at - last < pauseMillis) return false;
    const ask = 'UPDATE share_projects SET asked_at = ? WHERE scope_key = ? AND asked_at = ?';
    return database.write(() => database.run(ask, at, project.scopeKey, last)).changes > 0;
  },

  /** Items that others shared with the team of a project, the latest first; null: of every project. */
  teamItems(database: Database, scopeKey: ScopeKey | null): readonly TeamItem[] {
    if (scopeKey === null)
      return database
        .column<ScopeKey>('SELECT scope_key FROM share_projects ORDER BY since')
        .flatMap((key) => sharedUnits.teamItems(database, key));
    const { where, keys } = inScope(database, scopeKey);
    return database
      .all<Pick<TeamItem, 'id' | 'author' | 'at'> & { readonly body: string }>(
        `SELECT id, author, stamp AS at, body FROM share_items WHERE ${where} AND kind <> 'metrics'
         ORDER BY stamp DESC LIMIT ${MOST_ITEMS}`,
        ...keys,
      )
      .flatMap(({ body, ...item }) => {
        const record = parseOr<TeamItem['record'] | null>(body, null);
        return record ? [{ ...item, scopeKey, record }] : [];
      });
  },
};

/** A limit above the number that a start can tell. */
const MOST_ITEMS = 200;
