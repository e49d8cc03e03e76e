import type { ScopeKey } from '../../domain/ids.ts';
import { GLOBAL_SCOPE, projectName, projectScope, type Scope } from '../../domain/scope.ts';
import { words } from '../../domain/text/json.ts';
import type { Deps } from '../../engine/deps.ts';
import type { ForeignRow } from '../../store/foreign.ts';

export interface Placed {
  readonly scope: Scope;
  /** No repository of that name is known: no session will meet it by itself. */
  readonly isLost: boolean;
}

export type ScopeFinder = (label: string, path: string | null) => Promise<Placed>;

/**
 * The scope that another system's name of a project means here. A path counts first; then the folder that the import
 * runs in; then the one repository of that name which is known. Of two with one name neither is taken.
 */
export function scopeFinder(deps: Deps, paths: ReadonlyMap<string, string | null>): ScopeFinder {
  const here = deps.locate(null).scope;
  return async (label, given) => {
    const name = projectName(label);
    if (name === null) return { scope: GLOBAL_SCOPE, isLost: false };
    const path = given ?? paths.get(name) ?? null;
    if (path !== null) return { scope: scopeAt(deps, path, name), isLost: false };
    if (here.label === label) return { scope: here, isLost: false };
    const known = (await deps.store.scopesNamed(label)).filter((scope) => scope.root !== null);
    if (known.length === 1) return { scope: known[0]!, isLost: false };
    return { scope: { key: label as string as ScopeKey, label, root: null }, isLost: true };
  };
}

function scopeAt(deps: Pick<Deps, 'exists' | 'locate'>, path: string, name: string): Scope {
  // A folder that is gone would be looked for in those above it.
  const found = deps.exists(path) ? deps.locate(path).scope : GLOBAL_SCOPE;
  return found.key === GLOBAL_SCOPE.key ? projectScope(path, name, path) : found;
}

/** Paths of named projects, as the sessions tell them; null for a name with two places. */
export function pathsByName(rows: Iterable<ForeignRow>): Map<string, string | null> {
  const paths = new Map<string, string | null>();
  for (const row of rows) {
    const scope = words(row['scope']);
    const path = words(row['project_path']);
    if (!scope || !path) continue;
    const name = projectName(scope) ?? scope;
    paths.set(name, paths.has(name) && paths.get(name) !== path ? null : path);
  }
  return paths;
}
