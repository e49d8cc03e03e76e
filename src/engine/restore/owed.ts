import { owedPreamble } from '../../domain/answer/headings.ts';
import { isGiven } from '../../domain/restore/due.ts';
import { hasPast } from '../../domain/restore/snapshot.ts';
import type { Scope } from '../../domain/scope.ts';
import type { Reply } from '../../host.ts';
import type { SessionHead } from '../../store.ts';
import type { Deps } from '../deps.ts';
import { SILENCE } from '../reply.ts';

/** Locked, or out of time: it passes by itself. */
export function isPassing(error: unknown): boolean {
  const { code, errcode } = Object(error) as { code?: unknown; errcode?: unknown };
  return PASSES.includes(typeof errcode === 'number' ? errcode & 0xff : code);
}

const PASSES: readonly unknown[] = ['BUSY', 'DEADLINE', 5, 6];

/** Whose restore is owed. */
interface Owing {
  readonly scope: Scope;
  /** Null where the session was not opened yet, or has to be told everything again. */
  readonly head: SessionHead | null;
}

/**
 * Announces a restore for which there was no time or no lock: the next event that is heard delivers it. Silence means that the
 * scope has no past, or that the model has been told of it.
 */
export async function owed(deps: Deps, find: () => Owing | Promise<Owing>): Promise<Reply> {
  let isCertain = true;
  try {
    const { scope, head } = await find();
    const { store } = deps;
    const made = head ? (await store.restoresMade(head.id)).filter(isGiven) : [];
    if (made.some(({ epoch }) => epoch === head?.epoch)) return SILENCE;
    // A model that has forgotten is owed its own session too.
    const own = head?.epoch === 0 ? head.id : undefined;
    const snapshot = await store.snapshot(scope.key, scope.root, deps.now());
    // A session that was killed has not been folded yet.
    const isWork = (open: SessionHead) =>
      open.scope.key === scope.key && open.id !== own && open.lastActivity > open.startedAt;
    if (!hasPast(snapshot, own) && !(await store.openSessions()).some(isWork)) return SILENCE;
  } catch {
    // Not even a look at the database was possible.
    isCertain = false;
  }
  return { context: owedPreamble(isCertain), isOwed: true };
}
