import { GLOBAL_SCOPE_KEY } from '../../domain/base/ids.ts';
import type { Database, Value } from './database.ts';
import { type InScope, inScope, keysOf } from './joined.ts';

/**
 * Earlier versions kept the work of every folder outside of git in `global`. Until maintenance has moved it, it counts in its own
 * folder alone, and what `global` holds by right counts there.
 */

/** The key of the scope in which a session of `global` belongs: its folder, else its conversation. */
export const OWN_PLACE = "coalesce(cwd, host || ':' || host_session_id)";

/** The sessions of a scope, for `session_states` alone: the index of cold ones has no folder. */
export function hotInScope(database: Database, key: string): InScope {
  const { where, keys } = inScope(database, key);
  if (key === GLOBAL_SCOPE_KEY) {
    const nowhere = JSON.stringify(database.nowhere);
    return {
      where: `(${where} AND (cwd IS NULL OR cwd IN (SELECT value FROM json_each(?))))`,
      keys: [...keys, nowhere],
    };
  }
  if (!hasSessionsToMove(database, keys)) return { where, keys };
  const own = keys.map(() => '?').join(', ');
  return {
    where: `(${where} OR scope_key = '${GLOBAL_SCOPE_KEY}' AND ${OWN_PLACE} IN (${own}))`,
    keys: [...keys, ...keys],
  };
}

/** Whether sessions of these scopes wait in `global` to be moved. */
export function hasSessionsToMove(database: Database, keys: readonly Value[]): boolean {
  // Work in a repository never went there.
  const folders = keys.filter((key) => !String(key).endsWith('/.git') && key !== GLOBAL_SCOPE_KEY);
  if (folders.length === 0) return false;
  return database.has(
    `SELECT 1 FROM session_states WHERE scope_key = '${GLOBAL_SCOPE_KEY}' AND ${OWN_PLACE} IN (SELECT value FROM json_each(?))`,
    JSON.stringify(folders),
  );
}

/** Leaves out memories in `global` that sessions of other folders made. */
export function keptHere(database: Database, scopes: readonly string[]): InScope {
  const known = [...scopes.flatMap((key) => keysOf(database, key)), ...database.nowhere];
  return {
    where: `(memory_items.scope_key <> '${GLOBAL_SCOPE_KEY}' OR NOT EXISTS (SELECT 1 FROM session_states AS made
      WHERE made.id = memory_items.session_id AND made.scope_key = '${GLOBAL_SCOPE_KEY}'
        AND made.cwd NOT IN (SELECT value FROM json_each(?))))`,
    keys: [JSON.stringify(known)],
  };
}
