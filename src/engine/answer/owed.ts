import { isGiven } from '../../domain/answer/due.ts';
import { owedPreamble } from '../../domain/answer/headings.ts';
import type { Scope } from '../../domain/base/scope.ts';
import { hasPast } from '../../domain/sessions/snapshot.ts';
import type { Reply } from '../../ports/base/host.ts';
import type { SessionHead } from '../../store/store.ts';
import type { Deps } from '../base/deps.ts';
import { SILENCE } from '../base/reply.ts';

/** Whether a failure is temporary: a lock or a deadline. */
export function isPassing(error: unknown): boolean {
  const { code, errcode } = Object(error) as { code?: unknown; errcode?: unknown };
  return PASSES.includes(typeof errcode === 'number' ? errcode & 0xff : code);
}

const PASSES: readonly unknown[] = ['BUSY', 'DEADLINE', 5, 6];

/** The recipient of an owed restore. */
interface OwedRecipient {
  readonly scope: Scope;
  /** Null if the session was not opened yet, or needs a full restore. */
  readonly head: SessionHead | null;
}

/**
 * Announces a restore that failed for lack of time or a lock: the next event that can inject delivers it. Silent if the
 * scope has no past, or if the model has the restore already.
 */
export async function announceOwed(
  deps: Deps,
  find: () => OwedRecipient | Promise<OwedRecipient>,
): Promise<Reply> {
  let isCertain = true;
  try {
    const { scope, head } = await find();
    const { store } = deps;
    const made = head ? (await store.restoresMade(head.id)).filter(isGiven) : [];
    if (made.some(({ epoch }) => epoch === head?.epoch)) return SILENCE;
    // After compaction the restore includes the session itself.
    const own = head?.epoch === 0 ? head.id : undefined;
    const snapshot = await store.snapshot(scope.key, scope.root, deps.now());
    // A killed session may be unfolded.
    const isWork = (open: SessionHead) =>
      open.scope.key === scope.key && open.id !== own && open.lastActivity > open.startedAt;
    if (!hasPast(snapshot, own) && !(await store.openSessions()).some(isWork)) return SILENCE;
  } catch {
    // Not even a look at the database was possible.
    isCertain = false;
  }
  return { context: owedPreamble(isCertain), isOwed: true };
}
