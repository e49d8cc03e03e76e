import type { SessionId } from '../../domain/base/ids.ts';
import type { Millis } from '../../domain/base/time.ts';
import type { FileMark } from '../../domain/facts/fact.ts';
import {
  crashEnd,
  holdsAnything,
  type SessionState,
  stateLimits,
  stateOfDigest,
} from '../../domain/sessions/session.ts';
import type { SessionHead } from '../../store/store.ts';
import type { Deps } from '../base/deps.ts';
import { isDead, lastWordsOf, sessionsHeard } from './recover.ts';

export type PresentDeps = Pick<
  Deps,
  'store' | 'config' | 'now' | 'owners' | 'spoken' | 'readText' | 'exists' | 'isNowhere'
>;

/** An open session as it is now. */
export interface PresentSession {
  /** The folded state; for a dead session the one that its recovery would store, without the end. */
  readonly state: SessionState;
  readonly isDead: boolean;
  /** Its last activity; of a dead one when it ended. */
  readonly at: Millis;
  /** Whether a later session could use anything of it. */
  readonly holds: boolean;
  /** Changed files as it left them. */
  readonly left: readonly FileMark[];
}

/**
 * The present state of an open session, running or dead. The row is brought up to date when a turn ends, and a dead session ends
 * when the next one starts; until then its facts and, if it is dead, the last words in its transcript say how it stands.
 */
export async function presentSession(
  deps: PresentDeps,
  head: SessionHead,
  row: SessionState,
): Promise<PresentSession> {
  const isGone = isDead(deps, head);
  const isHeard = isGone && (await heardNow(deps)).has(head.id);
  const words = isHeard ? (lastWordsOf(deps, head)?.words ?? []) : [];
  const digest = await deps.store.digestOf(head.id, words, deps.now());
  if (!digest) return { state: row, isDead: isGone, at: head.lastActivity, holds: false, left: [] };
  return {
    state: { ...row, ...stateOfDigest(digest, stateLimits(deps.config)) },
    isDead: isGone,
    at: isGone ? crashEnd(digest, deps.now()) : head.lastActivity,
    holds: holdsAnything(digest),
    left: digest.left ?? [],
  };
}

async function heardNow(deps: PresentDeps): Promise<ReadonlySet<SessionId>> {
  return sessionsHeard(deps, await deps.store.openSessions());
}

/** The present state of any session: an ended one is as its row says. */
export async function stateNow(deps: PresentDeps, row: SessionState): Promise<SessionState> {
  if (row.end_time !== null || row.cold) return row;
  const head = await deps.store.head(row.session_id);
  return head ? (await presentSession(deps, head, row)).state : row;
}
