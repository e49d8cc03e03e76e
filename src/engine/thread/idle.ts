import {
  type LeftOpen,
  leftOpenIn,
  type Snapshot,
  type ThreadSnapshot,
} from '../../domain/restore/snapshot.ts';
import type { Scope } from '../../domain/scope.ts';
import type { Deps } from '../deps.ts';
import { idleMillis } from './thread-entries.ts';

/** The active thread of a scope. */
export function threadNow({ store, config, now }: Pick<Deps, 'store' | 'config' | 'now'>, { key }: Scope) {
  return store.activeThread(key, now(), idleMillis({ config }));
}

/** The active thread of a scope, and the open work of idle ones. */
export function threadsIn(
  deps: Pick<Deps, 'config' | 'now'>,
  { thread, left }: Pick<Snapshot, 'thread' | 'left'>,
): { readonly active: ThreadSnapshot | null; readonly left: LeftOpen } {
  if (thread === null || deps.now() - thread.accessedAt <= idleMillis(deps)) return { active: thread, left };
  return { active: null, left: leftOpenIn([left, thread.thread]) };
}
