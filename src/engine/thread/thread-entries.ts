import type { HostEvent } from '../../domain/event.ts';
import type { Fact } from '../../domain/fact.ts';
import type { SessionId } from '../../domain/ids.ts';
import { redactStrings } from '../../domain/redact/facts.ts';
import type { Scope } from '../../domain/scope.ts';
import { checkRunOf } from '../../domain/thread/check.ts';
import { isOutside, scopedPath } from '../../domain/thread/scoped-path.ts';
import type { ThreadFact } from '../../domain/thread/thread.ts';
import { threadFactsOf } from '../../domain/thread/thread-observe.ts';
import { HOUR } from '../../domain/time.ts';
import type { SessionHead, ThreadEntry } from '../../store.ts';
import type { Deps } from '../deps.ts';

/** After so long without work a thread is no longer the active one. */
export function idleMillis({ config }: Pick<Deps, 'config'>): number {
  return config['threads.idle_hours'] * HOUR;
}

/** Facts for the thread of a scope. */
export function threadEntry(
  deps: Pick<Deps, 'config' | 'newThreadId'>,
  scope: Scope,
  facts: readonly ThreadFact[],
): ThreadEntry {
  return { scope, facts, newId: deps.newThreadId, idleMillis: idleMillis(deps) };
}

/** The session of a fact in a scope's thread; null for a session of another project. */
export function ownIn(scope: Scope, session: SessionHead | null | undefined): SessionId | null {
  return session?.scope.key === scope.key ? session.id : null;
}

type EntryDeps = Pick<Deps, 'config' | 'newThreadId' | 'scopeOfFile' | 'exists'>;

/** Entries of an event for the thread of its scope, and for those of other repositories whose files it touched. */
export function threadEntries(
  deps: EntryDeps,
  head: Pick<SessionHead, 'scope'>,
  event: HostEvent,
): ThreadEntry[] {
  const tellsFailure = event.kind !== 'tool-use' || event.use.outcomeUntold !== true;
  const context = { root: head.scope.root, tellsFailure, exists: deps.exists };
  const facts = redactStrings(threadFactsOf(event, context), { strict: deps.config['redaction.strict'] });
  const byScope = new Map<string, { scope: Scope; facts: ThreadFact[] }>();
  for (const fact of facts) {
    const { scope, fact: placed } = placedIn(deps, head.scope, fact);
    const entry = byScope.get(scope.key) ?? { scope, facts: [] };
    entry.facts.push(placed);
    byScope.set(scope.key, entry);
  }
  return [...byScope.values()].map((entry) => threadEntry(deps, entry.scope, entry.facts));
}

/** Copies the outcome of a check from the thread's fact to the turn's, so that both agree. */
export function withCheck(facts: readonly Fact[], entries: readonly ThreadEntry[]): readonly Fact[] {
  const check = entries.flatMap((entry) => entry.facts.flatMap((fact) => checkRunOf(fact) ?? []))[0];
  return check ? facts.map((fact) => (fact.kind === 'tool' ? { ...fact, check } : fact)) : facts;
}

/** A file in another repository belongs to the thread of that one; a file outside of any, to the present scope's. */
function placedIn(deps: EntryDeps, own: Scope, fact: ThreadFact): { scope: Scope; fact: ThreadFact } {
  if ((fact.kind !== 'file' && fact.kind !== 'function') || !isOutside(fact.path))
    return { scope: own, fact };
  const scope = deps.scopeOfFile(fact.path);
  if (scope.root === null || scope.key === own.key) return { scope: own, fact };
  return { scope, fact: { ...fact, path: scopedPath(fact.path, null, scope.root) } };
}
