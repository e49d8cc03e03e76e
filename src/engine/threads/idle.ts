import type { Scope } from '../../domain/base/scope.ts';
import {
  type LeftOpen,
  leftOpenIn,
  type Snapshot,
  type ThreadSnapshot,
} from '../../domain/sessions/snapshot.ts';
import type { ThreadSeen } from '../../store/store.ts';
import type { Deps } from '../base/deps.ts';
import { idleMillis } from './thread-entries.ts';

/** The active thread of a scope. */
export function findActiveThread(
  { store, config, now }: Pick<Deps, 'store' | 'config' | 'now'>,
  { key }: Scope,
): Promise<ThreadSeen | null> {
  return store.activeThread(key, now(), idleMillis({ config }));
}

/** Archives threads that became idle, so that lists and the table say how they are now. */
export function archiveIdle(deps: Pick<Deps, 'store' | 'config' | 'now'>): Promise<number> {
  return deps.store.archiveIdleThreads(deps.now() - idleMillis(deps));
}

/** The active thread of a scope, and the open work of idle ones. */
export function threadsIn(
  deps: Pick<Deps, 'config' | 'now'>,
  { thread, left }: Pick<Snapshot, 'thread' | 'left'>,
): { readonly active: ThreadSnapshot | null; readonly left: LeftOpen } {
  if (thread === null || deps.now() - thread.accessedAt <= idleMillis(deps))
    return { active: thread, left };
  return { active: null, left: leftOpenIn([left, thread.thread]) };
}
