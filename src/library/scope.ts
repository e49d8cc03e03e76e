import { GLOBAL_SCOPE, type Scope } from '../domain/scope.ts';
import type { Deps } from '../engine/deps.ts';

/** Enough for every project that anybody has. */
const MOST_THREADS = 1000;

/** The scope that a label names; null where it is unknown. Without a label, the one of the working directory. */
export async function scopeNamed(deps: Deps, label: string | undefined): Promise<Scope | null> {
  const here = deps.locate(null).scope;
  if (label === undefined || label === here.label) return here;
  if (label === GLOBAL_SCOPE.label) return GLOBAL_SCOPE;
  const threads = (await deps.store.threadHistory(null, MOST_THREADS)).map(({ scope }) => scope);
  const named = [...(await deps.store.scopesNamed(label)), ...threads.filter((one) => one.label === label)];
  const scopes = [...new Map(named.map((scope) => [scope.key, scope])).values()];
  if (scopes.length > 1) {
    const places = scopes
      .map(({ root, key }) => root ?? key)
      .sort()
      .join(', ');
    throw new Error(`${label} fits several projects (${places}); open Cortex with the cwd of one of them`);
  }
  return scopes[0] ?? null;
}
