import type { ThreadId } from '../domain/ids.ts';
import { redactStrings } from '../domain/redact/facts.ts';
import type { Scope } from '../domain/scope.ts';
import { type Said, type Thread, type ThreadFact, withoutFiles } from '../domain/thread/thread.ts';
import { foldThread } from '../domain/thread/thread-fold.ts';
import { type Note, noteFact } from '../domain/thread/thread-note.ts';
import { todoTaskId } from '../domain/todo.ts';
import type { ThreadHead, ThreadSeen } from '../store/threads.ts';
import type { SessionHead } from '../store.ts';
import type { Deps } from './deps.ts';
import { meantSessions } from './live.ts';
import { idleMillis } from './thread-entries.ts';

/** The thread that is under way in a scope, without files that are gone. */
export async function threadHere(deps: Deps, scope: Scope): Promise<ThreadSeen | null> {
  const seen = await threadNow(deps, scope);
  return seen && { ...seen, thread: withoutGone(deps, seen) };
}

/** Looking at each file of a long thread would take longer than telling of it: the latest are looked at. */
const MOST_LOOKED_AT = 80;

export function withoutGone(
  deps: Pick<Deps, 'exists'>,
  { head, thread }: { readonly head: Pick<ThreadHead, 'scope' | 'imported'>; readonly thread: Thread },
): Thread {
  const { root } = head.scope;
  if (root === null) return thread;
  const latest = thread.files.slice(-MOST_LOOKED_AT).map((file) => file.path);
  const known = latest.filter((path) => !head.imported || path.includes('/'));
  const gone = known.filter((path) => !deps.exists(path.startsWith('/') ? path : `${root}/${path}`));
  return withoutFiles(thread, new Set(gone));
}

/** Somebody was told of a thread, or worked on it: it is not idle. */
export async function touchThread(deps: Deps, id: ThreadId): Promise<void> {
  await deps.store.touchThread(id, foldThread, deps.now());
}

/** What a person or an agent notes on purpose; null where it says nothing. */
export async function note(
  deps: Deps,
  scope: Scope,
  said: Note,
  by: Said['by'],
  sessions?: readonly SessionHead[],
): Promise<ThreadHead | null> {
  const fact = noteFact(said, { by });
  if (!fact) return null;
  const facts = redactStrings([fact], { strict: deps.config['redaction.strict'] });
  const before = await threadNow(deps, scope);
  const head = await recordWork(deps, scope, facts, sessions);
  for (const one of facts) {
    // The same words in a host's list are the same work.
    if (one.kind === 'done' || one.kind === 'dropped') {
      await deps.store.closeTask(scope.key, todoTaskId(one.text), deps.now());
    }
  }
  if (said.kind !== 'resolved' && said.kind !== 'dropped') return head;
  return changed(before, await threadNow(deps, scope)) ? head : null;
}

/** Adds to a scope's thread what is known without an event; null where nothing of it is work. */
export async function recordWork(
  deps: Deps,
  scope: Scope,
  work: readonly ThreadFact[],
  sessions?: readonly SessionHead[],
): Promise<ThreadHead | null> {
  const facts = redactStrings(work, { strict: deps.config['redaction.strict'] });
  const [session] = sessions ?? (await meantSessions(deps, scope));
  const head = await record(deps, scope, facts, session?.scope.key === scope.key ? session.id : null);
  // Folded, it can be found.
  if (head) await touchThread(deps, head.id);
  return head;
}

/** The work is done: its thread is archived, and the next work opens another. */
export async function complete(
  deps: Deps,
  scope: Scope,
  by: Said['by'] = 'person',
): Promise<ThreadHead | null> {
  const seen = await threadNow(deps, scope);
  if (!seen) return null;
  await record(deps, scope, [{ kind: 'completed', by }], null);
  return seen.head;
}

function threadNow(deps: Deps, scope: Scope): Promise<ThreadSeen | null> {
  return deps.store.activeThread(scope.key, foldThread, deps.now(), idleMillis(deps));
}

/** Whether anything that was open is not any more. */
function changed(before: ThreadSeen | null, after: ThreadSeen | null): boolean {
  const open = (seen: ThreadSeen | null) =>
    (seen?.thread.next.length ?? 0) +
    (seen?.thread.blockers.filter((blocker) => !blocker.resolved).length ?? 0);
  return open(after) < open(before);
}

function record(
  deps: Deps,
  scope: Scope,
  facts: readonly ThreadFact[],
  session: SessionHead['id'] | null,
): Promise<ThreadHead | null> {
  const entry = { scope, facts, newId: deps.newThreadId, idleMillis: idleMillis(deps) };
  return deps.store.recordThread(entry, deps.now(), session);
}
