import type { ScopeKey } from '../../domain/base/ids.ts';
import { isGlobal, projectScope, type Scope } from '../../domain/base/scope.ts';
import type { Database, Value } from './database.ts';

/**
 * Resolves project keys. A row keeps the key that it was written with; a project that was joined to
 * another counts as that one in searches and results.
 */

/** A column expression for the project that a row belongs to now. */
export function projectColumn(table: string): string {
  return `${projectExpression(table)} AS scope_key`;
}

/** The same as an expression without a name. */
export function projectExpression(table: string): string {
  return `coalesce((SELECT project_key FROM project_joined AS joined WHERE joined.scope_key = ${table}.scope_key), ${table}.scope_key)`;
}

/** Every key of the project that a key belongs to, its own first. */
export function keysOf(database: Database, key: string): readonly string[] {
  const others = database.column<string>(
    `SELECT project_key FROM project_joined WHERE scope_key = ?1
     UNION ALL SELECT scope_key FROM project_joined
       WHERE project_key = coalesce((SELECT project_key FROM project_joined WHERE scope_key = ?1), ?1)`,
    key,
  );
  return others.length === 0
    ? [key]
    : [...new Set([...(others.includes(key) ? [] : [key]), ...others])];
}

export interface InScope {
  /** `scope_key IN (?, …)`: with one key SQLite reads it as `=`, and walks its index. */
  readonly where: string;
  readonly keys: Value[];
}

/** Null: everywhere. */
export function inScope(database: Database, key: string | null): InScope {
  if (key === null) return { where: 'TRUE', keys: [] };
  const keys = [...keysOf(database, key)];
  return { where: `scope_key IN (${keys.map(() => '?').join(', ')})`, keys };
}

/** The key that new rows of a project are written with. */
export function joinedKey(database: Database, key: ScopeKey): ScopeKey {
  return (
    database.value<ScopeKey>('SELECT project_key FROM project_joined WHERE scope_key = ?', key) ??
    key
  );
}

/** The own project of a place, without joins; by default the place is its key. */
export function ownAt(database: Database, place: string): ScopeKey {
  const sql =
    "SELECT scope_key FROM project_signs WHERE kind = 'place' AND sign = ? ORDER BY seq DESC LIMIT 1";
  return database.value<ScopeKey>(sql, place) ?? (place as ScopeKey);
}

/**
 * `succession`: a conversation without a folder goes on under another key. `move`: the project is at none of its places any more,
 * and its commits are here.
 */
export type JoinReason = 'link' | 'trust' | 'import' | 'succession' | 'move';

/** The last word about joining a project to another. */
export function lastJoin(database: Database, key: ScopeKey) {
  return database.get<{ into: ScopeKey | null; why: JoinReason }>(
    'SELECT into_key AS "into", why FROM project_joins WHERE scope_key = ? ORDER BY seq DESC LIMIT 1',
    key,
  );
}

/** Looks up the project at a place, for hooks that only append to a session. Synchronous, because locating needs it at once. */
export interface PlaceStore {
  /** The project at a scope's place. */
  placed(scope: Scope): Scope;

  /** The folder outside of git in which somebody worked, the nearest around a path; null where there is none. */
  knownFolder(path: string): Scope | null;
}

export function placeStoreOn(database: Database): PlaceStore {
  return {
    placed(scope) {
      if (isGlobal(scope.key)) return scope;
      const key = joinedKey(database, ownAt(database, scope.key));
      return key === scope.key ? scope : { ...scope, key };
    },

    knownFolder(path) {
      const around: string[] = [];
      for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1))
        around.push(path.slice(0, at));
      const root = database.value<string>(
        `SELECT scope_key FROM session_states WHERE scope_key IN (SELECT value FROM json_each(?))
         ORDER BY length(scope_key) DESC LIMIT 1`,
        JSON.stringify(around),
      );
      const name = root === null ? null : root.slice(root.lastIndexOf('/') + 1);
      return root === null ? null : this.placed(projectScope(root, name!, root));
    },
  };
}
