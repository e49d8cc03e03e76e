import type { ScopeKey } from '../../domain/base/ids.ts';
import type { Millis } from '../../domain/base/time.ts';
import type { Database } from './database.ts';
import { inScope } from './joined.ts';

export interface Dismissed {
  readonly pins: ReadonlySet<string>;
  /** Muted texts, by `mutedIdentity`. */
  readonly texts: ReadonlySet<string>;
  readonly tasks: ReadonlyMap<string, Millis>;
  /** Sessions whose matter is finished, each with the time when somebody said so. */
  readonly closed: ReadonlyMap<string, Millis>;
}

/** Excludes items from later restores of a scope. */
export function dismiss(
  database: Database,
  scopeKey: ScopeKey,
  // Another home may dismiss kinds that this version does not know.
  kind: string,
  identity: string,
  at: Millis,
): void {
  const row = { scope_key: scopeKey, kind, identity, at };
  database.put('scope_let_go', row, 'ON CONFLICT DO UPDATE SET at = max(at, excluded.at)');
}

/** Undoes dismissals: all of a kind, or one. Returns their number. */
export function undoDismissal(
  database: Database,
  scopeKey: ScopeKey,
  kind: 'pin' | 'text' | 'closed',
  identity: string | null = null,
): number {
  const { where, keys } = inScope(database, scopeKey);
  const sql = `DELETE FROM scope_let_go WHERE ${where} AND kind = ? AND identity = coalesce(?, identity)`;
  return database.run(sql, ...keys, kind, identity).changes;
}

/** The items that people dismissed in a scope. */
export function dismissedIn(database: Database, scopeKey: ScopeKey): Dismissed {
  const pins = new Set<string>();
  const texts = new Set<string>();
  const tasks = new Map<string, Millis>();
  const closed = new Map<string, Millis>();
  const { where, keys } = inScope(database, scopeKey);
  for (const row of database.all(
    `SELECT kind, identity, at FROM scope_let_go WHERE ${where}`,
    ...keys,
  )) {
    const identity = String(row['identity']);
    if (row['kind'] === 'pin') pins.add(identity);
    else if (row['kind'] === 'text') texts.add(identity);
    else if (row['kind'] === 'closed') closed.set(identity, Number(row['at']));
    else tasks.set(identity, Math.max(tasks.get(identity) ?? 0, Number(row['at'])));
  }
  return { pins, texts, tasks, closed };
}
