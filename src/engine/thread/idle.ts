import type { SessionId } from '../../domain/ids.ts';
import {
  type LeftOpen,
  leftOpenIn,
  type Snapshot,
  type ThreadSnapshot,
} from '../../domain/restore/snapshot.ts';
import type { Scope } from '../../domain/scope.ts';
import type { ThreadFact } from '../../domain/thread/thread.ts';
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

/** The session that a fact of a scope's thread belongs to: one of another project has no part in it. */
export function ownIn(scope: Scope, session: SessionHead | null | undefined): SessionId | null {
  return session?.scope.key === scope.key ? session.id : null;
}

/** The thread that is under way in a scope. */
export function threadNow({ store, config, now }: Pick<Deps, 'store' | 'config' | 'now'>, { key }: Scope) {
  return store.activeThread(key, now(), idleMillis({ config }));
}

/** The thread that is under way in a scope, and the open work of those that were left alone for too long. */
export function threadsIn(
  deps: Pick<Deps, 'config' | 'now'>,
  { thread, left }: Pick<Snapshot, 'thread' | 'left'>,
): { readonly active: ThreadSnapshot | null; readonly left: LeftOpen } {
  if (thread === null || deps.now() - thread.accessedAt <= idleMillis(deps)) return { active: thread, left };
  return { active: null, left: leftOpenIn([left, thread.thread]) };
}
