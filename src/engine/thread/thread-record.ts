import { iso, type Millis } from '../../domain/time.ts';
import type { ThreadSeen } from '../../store.ts';

/** A thread for programs. */
export function threadRecord(seen: ThreadSeen) {
  const { head, thread } = seen;
  return {
    id: head.id,
    scope: head.scope.label,
    project_path: head.scope.root,
    status: head.status,
    phase: thread.phase,
    created_at: iso(head.createdAt),
    last_accessed: iso(lastAccess(seen)),
    turn_count: thread.turns,
  };
}

export function lastAccess({ head, thread }: ThreadSeen): Millis {
  return Math.max(head.lastAccessed, thread.lastActivity);
}
