import type { SessionId } from '../../domain/base/ids.ts';
import { projectName, type Scope } from '../../domain/base/scope.ts';
import { isOutside, scopedPath } from '../../domain/base/scoped-path.ts';
import { HOUR } from '../../domain/base/time.ts';
import type { HostEvent } from '../../domain/facts/event.ts';
import type { Fact } from '../../domain/facts/fact.ts';
import { gitFolderIn } from '../../domain/observe/made.ts';
import { redactStrings } from '../../domain/redact/facts.ts';
import { checkRunOf, directoryOf, identityAt } from '../../domain/threads/check.ts';
import { directoryEntered } from '../../domain/threads/check-outcome.ts';
import type { ThreadFact } from '../../domain/threads/thread.ts';
import { observeThread } from '../../domain/threads/thread-observe.ts';
import type { SessionHead, ThreadEntry } from '../../store/store.ts';
import type { Deps } from '../base/deps.ts';
import { ignoredIn, isExcludedPath } from '../presence/exclusion.ts';

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

type EntryDeps = Pick<Deps, 'config' | 'newThreadId' | 'scopeOfFile' | 'exists' | 'readText'>;

/** Entries of an event for the thread of its scope, and for those of other projects in which it changed files or ran checks. */
export function threadEntries(
  deps: EntryDeps,
  head: Pick<SessionHead, 'scope'>,
  event: HostEvent,
): ThreadEntry[] {
  const tellsFailure = event.kind !== 'tool-use' || event.use.outcomeUntold !== true;
  const context = { root: head.scope.root, tellsFailure, exists: deps.exists };
  const facts = redactStrings(observeThread(event, context), {
    strict: deps.config['redaction.strict'],
  });
  const byScope = new Map<string, { scope: Scope; facts: ThreadFact[] }>();
  for (const fact of facts) {
    const placed = placedIn(deps, head.scope, fact);
    if (placed === null) continue;
    const { scope } = placed;
    const entry = byScope.get(scope.key) ?? { scope, facts: [] };
    entry.facts.push(placed.fact);
    byScope.set(scope.key, entry);
  }
  return [...byScope.values()].map((entry) => threadEntry(deps, entry.scope, entry.facts));
}

/** Copies the outcome of a check from the thread's fact to the turn's, so that both agree. That of another project stays there. */
export function withCheck(
  own: Scope,
  facts: readonly Fact[],
  entries: readonly ThreadEntry[],
): readonly Fact[] {
  const here = entries.filter(({ scope }) => scope.key === own.key);
  const check = here.flatMap((entry) => entry.facts.flatMap((fact) => checkRunOf(fact) ?? []))[0];
  return check ? facts.map((fact) => (fact.kind === 'tool' ? { ...fact, check } : fact)) : facts;
}

/** Adds to files outside of the scope, and to tools that ran there, which project they are of. */
export function withProjects(
  { scopeOfFile }: Pick<Deps, 'scopeOfFile'>,
  own: Scope,
  facts: readonly Fact[],
  cwd: string | null,
): readonly Fact[] {
  const projectAt = (path: string, base: string | null): { project?: string } => {
    const full = scopedPath(path, base, own.root);
    if (!isOutside(full) || full.startsWith('..')) return {};
    const scope = scopeOfFile(path.endsWith('/.') ? `${full}/.` : full);
    const name = scope.key === own.key || scope.root === null ? null : projectName(scope.label);
    return name === null ? {} : { project: name };
  };
  return facts.map((fact) => {
    if (fact.kind !== 'tool') return fact;
    const base = fact.workdir ?? cwd;
    const touched = fact.touched.map((touch) => ({ ...touch, ...projectAt(touch.path, base) }));
    if (fact.command === undefined) return { ...fact, touched };
    const folder = directoryEntered(fact.command) ?? gitFolderIn(fact.command) ?? '.';
    return { ...fact, touched, ...projectAt(`${folder}/.`, base) };
  });
}

/** The project of a path outside of the scope: of a file, or of the directory of a check. */
function placedIn(
  deps: EntryDeps,
  own: Scope,
  fact: ThreadFact,
): { scope: Scope; fact: ThreadFact } | null {
  const place = placeOfFact(fact);
  if (place === null || !isOutside(place.path)) return { scope: own, fact };
  const scope = deps.scopeOfFile(place.isFolder ? `${place.path}/.` : place.path);
  // A file outside of any project belongs to whoever changed it; a check there says nothing about this one.
  if (scope.root === null || scope.key === own.key)
    return place.isFolder ? null : { scope: own, fact };
  if (deps.config['projects.foreign_work'] === 'off' || isExcludedPath(deps, place.path))
    return null;
  const path = scopedPath(place.path, null, scope.root);
  const ignored = ignoredIn(deps, scope.root);
  if (ignored.all || (!place.isFolder && ignored.isIgnored(path))) return null;
  return { scope, fact: movedTo(fact, path) };
}

function placeOfFact(
  fact: ThreadFact,
): { readonly path: string; readonly isFolder: boolean } | null {
  switch (fact.kind) {
    case 'file':
    case 'function':
      return { path: fact.path, isFolder: false };
    case 'blocker':
    case 'blocker-resolved':
    case 'check-unread': {
      const path = directoryOf(fact.identity);
      return path === null ? null : { path, isFolder: true };
    }
    default:
      return null;
  }
}

function movedTo(fact: ThreadFact, path: string): ThreadFact {
  if ('path' in fact) return { ...fact, path };
  return 'identity' in fact && fact.identity !== undefined
    ? { ...fact, identity: identityAt(fact.identity, path) }
    : fact;
}
