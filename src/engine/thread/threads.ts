import type { ThreadId } from '../../domain/ids.ts';
import { redactStrings } from '../../domain/redact/facts.ts';
import type { LeftTask } from '../../domain/restore/ageing.ts';
import type { Scope } from '../../domain/scope.ts';
import { todoTaskId } from '../../domain/tasks/todo.ts';
import { contentWords, type Near, nearest } from '../../domain/text/near.ts';
import {
  EMPTY_THREAD,
  type Said,
  type Thread,
  type ThreadBlocker,
  type ThreadFact,
  withoutFiles,
} from '../../domain/thread/thread.ts';
import { blockerKey } from '../../domain/thread/thread-desk.ts';
import { foldThread } from '../../domain/thread/thread-fold.ts';
import { type Note, noteFact } from '../../domain/thread/thread-note.ts';
import type { SessionHead, ThreadHead, ThreadSeen } from '../../store.ts';
import type { Deps } from '../deps.ts';
import { meantSessions } from '../session/target.ts';
import { closeTask, tasksNow, workMeant } from '../tasks/open-tasks.ts';
import { idleMillis } from './idle.ts';

/** The thread that is under way in a scope, without files that are gone. */
export async function threadHere(deps: Deps, scope: Scope): Promise<ThreadSeen | null> {
  const seen = await threadNow(deps, scope);
  return seen && { ...seen, thread: withoutGone(deps, seen, scope.root) };
}

/** The last thread of a scope in which none is under way, because it was left alone for too long. */
export async function threadLeft(deps: Deps, scope: Scope): Promise<ThreadSeen | null> {
  const [last] = await deps.store.threadHistory(scope.key, 1);
  if (last?.archivedBecause !== 'idle') return null;
  const seen = await deps.store.thread(last.id);
  return seen && { ...seen, thread: withoutGone(deps, seen, scope.root) };
}

/** Looking at each file of a long thread would take longer than telling of it: the latest are looked at. */
const MOST_LOOKED_AT = 80;

/** A file is gone that is neither in the tree that is asked from nor where the thread began: that may have been moved since. */
export function withoutGone(
  deps: Pick<Deps, 'exists'>,
  { head, thread }: { readonly head: Pick<ThreadHead, 'scope' | 'imported'>; readonly thread: Thread },
  tree: string | null,
): Thread {
  if (head.scope.root === null) return thread;
  const roots = [...new Set([tree ?? head.scope.root, head.scope.root])];
  const isThere = (path: string) => roots.some((root) => deps.exists(`${root}/${path}`));
  const latest = thread.files.slice(-MOST_LOOKED_AT).map((file) => file.path);
  const known = latest.filter((path) => !head.imported || path.includes('/'));
  const gone = known.filter((path) => !(path.startsWith('/') ? deps.exists(path) : isThere(path)));
  return withoutFiles(thread, new Set(gone));
}

/** Somebody was told of a thread, or worked on it: it is not idle. */
export async function touchThread(deps: Deps, id: ThreadId): Promise<void> {
  await deps.store.touchThread(id, deps.now());
}

/** The outcome of a note. */
export type Noting =
  | {
      readonly kind: 'noted';
      /** Null where work was dropped in a scope that has no thread. */
      readonly thread: ThreadHead | null;
      /** The items that it closed, in their own words. */
      readonly closed: readonly string[];
    }
  /** The words fit several that are open: nothing was closed. */
  | { readonly kind: 'several'; readonly candidates: readonly string[] }
  /** The note says nothing, or nothing that is open has such words. */
  | { readonly kind: 'nothing'; readonly open: readonly string[] };

/** Records what a person or an agent notes on purpose. */
export async function note(
  deps: Deps,
  scope: Scope,
  said: Note,
  by: Said['by'],
  sessions?: readonly SessionHead[],
): Promise<Noting> {
  const fact = noteFact(said, { by });
  if (!fact) return { kind: 'nothing', open: [] };
  const [safe] = redactStrings([fact], { strict: deps.config['redaction.strict'] });
  switch (safe!.kind) {
    case 'done':
    case 'dropped':
      return noteEnding(deps, scope, safe, sessions);
    case 'blocker-resolved':
      return noteResolved(deps, scope, safe, sessions);
    default:
      return noted(await recordWork(deps, scope, [safe!], sessions));
  }
}

function noted(thread: ThreadHead | null, closed: readonly string[] = []): Noting {
  return thread ? { kind: 'noted', thread, closed } : { kind: 'nothing', open: [] };
}

/** Something is done or given up. It leaves the next actions and the open tasks alike. */
async function noteEnding(
  deps: Deps,
  scope: Scope,
  fact: Extract<ThreadFact, { kind: 'done' | 'dropped' }>,
  sessions?: readonly SessionHead[],
): Promise<Noting> {
  const meant = await workMeant(deps, scope, fact.text);
  const isMeant = meant.kind === 'one' && (fact.kind === 'dropped' || isMostOf(fact.text, meant.found.title));
  if (meant.kind === 'one' && isMeant) {
    const [session] = sessions ?? (await meantSessions(deps, scope));
    await closeTask(deps, scope, meant.found, { how: fact.kind, by: fact.by, session: session ?? null });
    const thread = (await threadNow(deps, scope))?.head ?? (await recordWork(deps, scope, [fact], sessions));
    return { kind: 'noted', thread, closed: [meant.found.title] };
  }
  const isOneOf =
    meant.kind === 'several' && meant.candidates.some(({ title }) => isMostOf(fact.text, title));
  if (fact.kind === 'dropped' || isOneOf) return await notMeant(deps, scope, meant);
  // Work that nobody had planned is done all the same.
  const thread = await recordWork(deps, scope, [fact], sessions);
  await deps.store.closeTask(scope.key, todoTaskId(fact.text), deps.now());
  return noted(thread);
}

/** A word or two of a long title may as well name other work. */
function isMostOf(said: string, title: string): boolean {
  return contentWords(said).length * 2 >= contentWords(title).length;
}

async function notMeant(deps: Deps, scope: Scope, meant: Near<LeftTask>): Promise<Noting> {
  if (meant.kind === 'several')
    return { kind: 'several', candidates: meant.candidates.map(({ title }) => title) };
  return { kind: 'nothing', open: (await tasksNow(deps, scope)).told.map(({ title }) => title) };
}

/** A blocker is out of the way. Its identity, or words that are near its own, say which. */
async function noteResolved(
  deps: Deps,
  scope: Scope,
  fact: Extract<ThreadFact, { kind: 'blocker-resolved' }>,
  sessions?: readonly SessionHead[],
): Promise<Noting> {
  const before = openBlockers(await threadNow(deps, scope));
  const ended = endedBy(before, fact);
  const meant =
    ended.length > 0 ? null : nearest(fact.identity, before, ({ type, text }) => [text, `${type}: ${text}`]);
  if (meant?.kind === 'several')
    return { kind: 'several', candidates: meant.candidates.map(({ text }) => text) };
  if (meant?.kind === 'none') return { kind: 'nothing', open: before.map(({ text }) => text) };
  const closed = meant?.kind === 'one' ? [meant.found] : ended;
  const exact = meant?.kind === 'one' ? { ...fact, identity: blockerKey(meant.found) } : fact;
  return noted(
    await recordWork(deps, scope, [exact], sessions),
    closed.map(({ text }) => text),
  );
}

/** The blockers that a fact would end, as the fold has it. */
function endedBy(open: readonly ThreadBlocker[], fact: ThreadFact): readonly ThreadBlocker[] {
  const recorded = { seq: 0, at: 0, sessionId: null, fact };
  const after = foldThread({ ...EMPTY_THREAD, blockers: open }, [recorded]).blockers;
  return open.filter((_, i) => after[i]?.resolved);
}

function openBlockers(seen: ThreadSeen | null): readonly ThreadBlocker[] {
  return (seen?.thread.blockers ?? []).filter(({ resolved }) => !resolved);
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
  return deps.store.activeThread(scope.key, deps.now(), idleMillis(deps));
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

/** Threads of a scope, or of all, those that were used last first. */
export async function threadsOf(
  { store }: Pick<Deps, 'store'>,
  key: Scope['key'] | null,
  limit: number,
): Promise<readonly ThreadSeen[]> {
  const heads = await store.threadHistory(key, limit);
  const seen = await Promise.all(heads.map(({ id }) => store.thread(id)));
  return seen.filter((one) => one !== null);
}

export function threadSeen({ store }: Pick<Deps, 'store'>, id: ThreadId): Promise<ThreadSeen | null> {
  return store.thread(id);
}

/** The thread that a session worked on. */
export function threadOf(
  { store }: Pick<Deps, 'store'>,
  session: SessionHead['id'],
): Promise<ThreadId | null> {
  return store.threadOfSession(session);
}

/** Makes a thread the active one of its scope again. */
export async function activate({ store, now }: Pick<Deps, 'store' | 'now'>, id: ThreadId): Promise<void> {
  await store.activateThread(id, now());
}
