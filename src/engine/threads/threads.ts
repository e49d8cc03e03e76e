import type { ThreadId } from '../../domain/base/ids.ts';
import type { Scope } from '../../domain/base/scope.ts';
import { iso, type Millis } from '../../domain/base/time.ts';
import type { HostEvent } from '../../domain/facts/event.ts';
import { observe } from '../../domain/observe/observation.ts';
import { asStored, redactStrings, toStorable } from '../../domain/redact/facts.ts';
import { failuresThere } from '../../domain/threads/check.ts';
import type {
  Author,
  Branches,
  Thread,
  ThreadBlocker,
  ThreadFact,
} from '../../domain/threads/thread.ts';
import type { SessionHead, ThreadHead, ThreadSeen } from '../../store/store.ts';
import type { Deps } from '../base/deps.ts';

import { meantSessions } from '../presence/target.ts';
import { archiveIdle, findActiveThread } from './idle.ts';
import { ownIn, threadEntries, threadEntry } from './thread-entries.ts';

/** The active thread of a scope, without deleted files. */
export async function threadHere(deps: Deps, scope: Scope): Promise<ThreadSeen | null> {
  return withoutDeletedFiles(deps, await findActiveThread(deps, scope), scope);
}

/** The last thread of a scope without an active one, because it became idle. */
export async function threadLeft(deps: Deps, scope: Scope): Promise<ThreadSeen | null> {
  const [last] = await deps.store.threadHistory(scope.key, 1);
  if (last?.archivedBecause !== 'idle') return null;
  return withoutDeletedFiles(deps, await threadSeen(deps, last.id), scope);
}

function withoutDeletedFiles(
  deps: Deps,
  seen: ThreadSeen | null,
  { root }: Scope,
): ThreadSeen | null {
  return seen && { ...seen, thread: withoutGone(deps, seen, root) };
}

/** Most files of a thread whose existence is checked, from the latest. */
const MOST_LOOKED_AT = 80;

/** Removes files that exist neither in this tree nor in the one where the thread began, which may have been moved. */
export function withoutGone(
  deps: Pick<Deps, 'exists'>,
  {
    head,
    thread,
  }: { readonly head: Pick<ThreadHead, 'scope' | 'imported'>; readonly thread: Thread },
  tree: string | null,
): Thread {
  const { root: began } = head.scope;
  if (began === null) return thread;
  const isThere = (path: string) =>
    path.startsWith('/')
      ? deps.exists(path)
      : [...new Set([tree ?? began, began])].some((root) => deps.exists(`${root}/${path}`));
  const latest = thread.files.slice(-MOST_LOOKED_AT).map((file) => file.path);
  const known = latest.filter((path) => !head.imported || path.includes('/'));
  const gone = new Set(known.filter((path) => !isThere(path)));
  const isLeft = ({ path }: { readonly path: string }) => !gone.has(path);
  return {
    ...thread,
    files: thread.files.filter(isLeft),
    functions: thread.functions.filter(isLeft),
    blockers: thread.blockers.flatMap((one) => withoutGoneFailures(one, isThere)),
  };
}

/** A failed check without failures whose files are gone; nothing where all are. */
export function withoutGoneFailures(
  blocker: ThreadBlocker,
  isThere: (path: string) => boolean,
): readonly ThreadBlocker[] {
  const { identity, resolved } = blocker;
  if (resolved || identity === null) return [blocker];
  const left = failuresThere(blocker, isThere);
  if (left === null) return [];
  return left.length === (blocker.failures?.length ?? 0)
    ? [blocker]
    : [{ ...blocker, failures: left, text: left[0]!.name }];
}

/** Threads of a scope, or of all, those that were used last first. */
export async function threadsOf(
  deps: Pick<Deps, 'store' | 'config' | 'now'>,
  key: Scope['key'] | null,
  limit: number,
): Promise<readonly ThreadSeen[]> {
  await archiveIdle(deps);
  const heads = await deps.store.threadHistory(key, limit);
  const seen = await Promise.all(heads.map(({ id }) => threadSeen(deps, id)));
  return seen.filter((one) => one !== null);
}

export function threadSeen(
  { store }: Pick<Deps, 'store'>,
  id: ThreadId,
): Promise<ThreadSeen | null> {
  return store.thread(id);
}

/** The thread that a session worked on. */
export function threadOf(
  { store }: Pick<Deps, 'store'>,
  session: SessionHead['id'],
): Promise<ThreadId | null> {
  return store.threadOfSession(session);
}

/** A thread as JSON. */
export interface ThreadRecord {
  readonly id: ThreadId;
  readonly scope: string;
  readonly project_path: string | null;
  readonly status: ThreadHead['status'];
  readonly phase: Thread['phase'];
  readonly created_at: string;
  readonly last_accessed: string;
  readonly turn_count: number;
}

export function threadRecord(seen: ThreadSeen): ThreadRecord {
  const { head, thread } = seen;
  return {
    id: head.id,
    scope: head.scope.label,
    project_path: head.scope.root,
    status: head.status,
    phase: thread.phase,
    created_at: iso(head.createdAt),
    last_accessed: iso(lastThreadUse(seen)),
    turn_count: thread.turns,
  };
}

export function lastThreadUse({ head, thread }: ThreadSeen): Millis {
  return Math.max(head.lastAccessed, thread.lastActivity);
}

/** Most sessions whose branch is read, from the latest. */
const MOST_SESSIONS = 200;

/** The branch of each session with items in a thread. readonly SessionHead[] without a branch are missing. */
export async function branchesOfWork(
  { store }: Pick<Deps, 'store'>,
  { next, blockers, decisions, done, files }: Thread,
): Promise<Branches> {
  const marks = [...next, ...blockers, ...decisions, ...done, ...files].sort(
    (a, b) => b.seq - a.seq,
  );
  const ids = new Set(marks.flatMap(({ session }) => session ?? []));
  const found: Record<string, string> = {};
  for (const id of [...ids].slice(0, MOST_SESSIONS)) {
    const branch = (await store.head(id))?.branch ?? null;
    if (branch !== null) found[id] = branch;
  }
  return found;
}

/** Marks a thread as used, so that it does not become idle. */
export async function touchThread(
  { store, now }: Pick<Deps, 'store' | 'now'>,
  id: ThreadId,
): Promise<void> {
  await store.touchThread(id, now());
}

/** Makes a thread the active one of its scope again. */
export async function activateThread(
  { store, now }: Pick<Deps, 'store' | 'now'>,
  id: ThreadId,
): Promise<void> {
  await store.activateThread(id, now());
}

/** Adds facts without an event to a scope's thread; null if none of them is work. */
export async function recordThreadWork(
  deps: Deps,
  scope: Scope,
  work: readonly ThreadFact[],
  sessions?: readonly SessionHead[],
): Promise<ThreadHead | null> {
  const [session] = sessions ?? (await meantSessions(deps, scope));
  const facts = redactStrings(work, { strict: deps.config['redaction.strict'] });
  const entry = threadEntry(deps, scope, facts);
  return deps.store.recordThread(entry, deps.now(), ownIn(scope, session));
}

/** The work is done: its thread is archived, and the next work opens another. */
export async function completeThread(
  deps: Deps,
  scope: Scope,
  by: Author = 'person',
): Promise<ThreadHead | null> {
  const seen = await findActiveThread(deps, scope);
  if (!seen) return null;
  await deps.store.recordThread(
    threadEntry(deps, scope, [{ kind: 'completed', by }]),
    deps.now(),
    null,
  );
  return seen.head;
}

/** Records an event without a session in the threads of work. */
export async function recordInThreads(deps: Deps, scope: Scope, event: HostEvent): Promise<void> {
  const facts = toStorable(observe(event), { strict: deps.config['redaction.strict'] });
  if (facts.length === 0) return;
  for (const entry of threadEntries(deps, { scope }, asStored(event, facts)))
    await deps.store.recordThread(entry, deps.now(), null);
}
