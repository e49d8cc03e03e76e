import { isLongPast, type LeftUndone, type OpenMatter, openEnds } from '../../../domain/answer/elsewhere.ts';
import type { Uncommitted } from '../../../domain/projects/head-files.ts';
import type { LeftTask } from '../../../domain/restore/ageing.ts';
import type { SessionSnapshot } from '../../../domain/restore/snapshot.ts';
import type { Thread, ThreadBlocker } from '../../../domain/thread/thread.ts';
import type { Millis } from '../../../domain/time.ts';
import type { Past, UntoldSession } from './past.ts';

/** Other matters with an open end, the latest first. */
export interface Elsewhere {
  readonly all: readonly OpenMatter[];
  /** Those that are told; the others are only counted. */
  readonly matters: readonly OpenMatter[];
}

const MOST = 3;

/** The sessions of other matters than those told that left something open, the latest first, one a matter. */
export function openElsewhere(
  past: Past,
  left: {
    readonly blockers: readonly ThreadBlocker[];
    readonly uncommitted: readonly Uncommitted[];
    readonly tasks: readonly LeftTask[];
    readonly next: Thread['next'];
    /** All sessions of the scope. */
    readonly sessions: readonly SessionSnapshot[];
  },
  now: Millis,
): Elsewhere {
  const { blockers, tasks, next, sessions } = left;
  const owned = newestChanged(past, left.uncommitted);
  const notClosed = newestOfMatters(past).filter(({ session }) => !session.isClosed);
  const all = notClosed.flatMap(({ session, turns }): OpenMatter[] => {
    const isOwn = (id: string | undefined) => id === session.id;
    const undone: LeftUndone = {
      blockers: blockers.filter((one) => isOwn(one.session)),
      uncommitted: owned.get(session.id) ?? [],
      tasks:
        tasks.filter((one) => isOwn(one.session?.id)).length +
        next.filter((one) => one.noted && isOwn(one.session)).length,
    };
    const ends = openEnds(session, turns, undone);
    return ends.length > 0 && session.title !== null ? [{ session, open: ends }] : [];
  });
  const recent = all.filter(({ session }) => !isLongPast(session, sessions, now));
  return { all, matters: recent.slice(0, MOST) };
}

/** Untold sessions of the checked-out branch, without those that a newer session continued. */
function newestOfMatters({ told, others, compare }: Past): readonly UntoldSession[] {
  const newer: SessionSnapshot[] = told.map(({ session }) => session);
  const newest: UntoldSession[] = [];
  for (const one of others) {
    const { id, conversation, isUnmerged } = one.session;
    const goesOn = newer.some(
      (other) =>
        compare(other.id, id) === 'rare' || (conversation !== null && other.conversation === conversation),
    );
    newer.push(one.session);
    if (!goesOn && !isUnmerged) newest.push(one);
  }
  return newest;
}

/** The files that are not committed, each with the newest session that changed it last. */
function newestChanged(
  { told, others }: Past,
  uncommitted: readonly Uncommitted[],
): ReadonlyMap<string, readonly Uncommitted[]> {
  const ofTold = new Set(told.flatMap(({ turns }) => turns.flatMap(({ files }) => files)));
  const owned = new Map<string, Uncommitted[]>();
  for (const file of uncommitted) {
    if (ofTold.has(file.path)) continue;
    const owner = others.find(({ session }) => session.stopped?.touched.includes(file.path));
    if (owner) owned.set(owner.session.id, [...(owned.get(owner.session.id) ?? []), file]);
  }
  return owned;
}
