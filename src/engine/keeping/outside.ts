import { projectScope, type Scope } from '../../domain/base/scope.ts';
import type { Deps } from '../base/deps.ts';

/**
 * Moves sessions that earlier versions kept in `global` to the scopes of their folders, one by one, so that hooks come in between.
 * Returns how many.
 */
export async function moveOutside(deps: Deps, outOfTime: () => boolean): Promise<number> {
  let moved = 0;
  for (const { id, cwd } of await deps.store.sessionsOutside()) {
    if (outOfTime()) break;
    const scope = scopeOf(deps, cwd);
    if (scope.root === null) continue;
    await deps.store.moveSession(id, scope, deps.newThreadId);
    moved++;
  }
  return moved;
}

/** A folder that is gone keeps a scope of its own. */
function scopeOf(deps: Pick<Deps, 'locate' | 'exists'>, cwd: string): Scope {
  if (deps.exists(cwd)) return deps.locate(cwd).scope;
  const name = cwd.split(/[\\/]/).findLast((part) => part !== '') ?? cwd;
  return projectScope(cwd, name, cwd);
}
