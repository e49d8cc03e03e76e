import type { ScopeKey } from '../../domain/base/ids.ts';
import {
  GLOBAL_SCOPE,
  isGlobal,
  projectName,
  projectScope,
  type Scope,
} from '../../domain/base/scope.ts';
import type { Deps } from '../../engine/base/deps.ts';

/** The scope of a project by the other system's name of it, and a path where that system has one. */
export type ScopeFinder = (label: string, path: string | null) => Promise<Scope>;

/**
 * The scope that another system's name of a project means here. A path counts first; then the folder that the import
 * runs in; then the one repository of that name which is known. Of two with one name neither is taken: without a root, no session
 * will meet it by itself.
 */
export function scopeFinder(deps: Deps, paths: ReadonlyMap<string, string | null>): ScopeFinder {
  const here = deps.locate(null).scope;
  return async (label, given) => {
    const name = projectName(label);
    if (name === null) return GLOBAL_SCOPE;
    const path = given ?? paths.get(name) ?? null;
    if (path !== null) {
      // A folder that is gone would be looked for in those above it.
      const found = deps.exists(path) ? deps.locate(path).scope : GLOBAL_SCOPE;
      return isGlobal(found.key) ? projectScope(path, name, path) : found;
    }
    if (here.label === label) return here;
    const known = (await deps.store.scopesNamed(label)).filter((scope) => scope.root !== null);
    return known.length === 1 ? known[0]! : { key: label as string as ScopeKey, label, root: null };
  };
}
