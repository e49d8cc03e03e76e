import {
  isLongPast,
  type LeftUndone,
  type OpenMatter,
  openEnds,
} from '../../../domain/answer/elsewhere.ts';
import type { QuotedTurns } from '../../../domain/answer/last-time.ts';
import { threadWithoutMuted } from '../../../domain/answer/muted.ts';
import { isCheck, type StateContent } from '../../../domain/answer/state.ts';
import type { SessionId } from '../../../domain/base/ids.ts';
import type { Scope } from '../../../domain/base/scope.ts';
import type { Millis } from '../../../domain/base/time.ts';
import type { Uncommitted } from '../../../domain/projects/head-files.ts';
import {
  hasPast,
  type LeftOpen,
  type SessionSnapshot,
  type ThreadSnapshot,
} from '../../../domain/sessions/snapshot.ts';
import {
  isFresh,
  type LastTouch,
  type LeftTask,
  type TaskList,
} from '../../../domain/tasks/ageing.ts';
import type { ClosedSessions } from '../../../domain/tasks/closed.ts';
import {
  EMPTY_THREAD,
  type Thread,
  type ThreadBlocker,
  withoutSessions,
} from '../../../domain/threads/thread.ts';
import type { Deps } from '../../base/deps.ts';
import { ageingLimits, openTaskList } from '../../tasks/tasks.ts';
import { threadsIn } from '../../threads/idle.ts';
import { withoutGone, withoutGoneFailures } from '../../threads/threads.ts';
import { withoutUnmerged } from './history.ts';
import type { NewestWork, ToldPast, UntoldSession } from './past.ts';
import type { EarlierSessions, StoredScope } from './sessions.ts';

/** Open work of the thread, of lists and of sessions. */
export interface OpenWork {
  /** The active thread without items of unmerged branches and muted ones, and with them; null where none is active. */
  readonly thread: Thread | null;
  readonly whole: Thread | null;
  /** Open work of idle threads. */
  readonly left: Thread;
  /** Fresh ones, the latest first. */
  readonly blockers: readonly ThreadBlocker[];
  readonly oldChecks: readonly ThreadBlocker[];
  readonly olderBlockers: number;
  /** Decisions of the told sessions, whatever their age, then fresh ones. */
  readonly decisions: Thread['decisions'];
  readonly olderDecisions: number;
  readonly book: TaskList;
}

export function readWork(
  deps: Deps,
  stored: StoredScope,
  sessions: EarlierSessions,
  { told }: Pick<ToldPast, 'told'>,
): OpenWork {
  const { ofScope, unmerged } = sessions;
  const { scope } = stored.recipient;
  const { texts: muted, closed } = stored.check.dismissed.here;
  const { active, left: leftOpen } = threadsIn(deps, stored.here);
  const whole = active && threadSeen(deps, active, scope);
  const merged = (one: Thread) =>
    threadWithoutMuted(withoutSessions(one, new Set(unmerged.keys())), muted);
  const thread = whole && merged(whole);
  const left = merged(leftThere(deps, leftOpen, scope, closed));
  const fresh = (item: LastTouch) => isFresh(item, ofScope, deps.now(), ageingLimits(deps.config));
  const blockers = (thread?.blockers ?? []).filter(({ resolved }) => !resolved).reverse();
  const decisions = (thread?.decisions ?? []).filter(({ replaced }) => !replaced).reverse();
  const ofTold = decisionsOfTold(told, [...decisions, ...left.decisions.toReversed()]);
  const untold = decisions.filter((one) => !ofTold.includes(one));
  // Old blockers of the active thread, and of the last one where none is active: `cortex thread` shows the same.
  const old = thread ? blockers.filter((one) => !fresh(one)) : left.blockers.toReversed();
  return {
    thread,
    whole,
    left,
    blockers: blockers.filter(fresh),
    oldChecks: old.filter(isCheck),
    olderBlockers: old.filter((one) => !isCheck(one)).length,
    decisions: [...ofTold, ...untold.filter(fresh)],
    olderDecisions: untold.filter((one) => !fresh(one)).length,
    book: listOpenTasks(deps, stored, sessions, [...left.next, ...(thread?.next ?? [])]),
  };
}

function listOpenTasks(
  deps: Deps,
  { recipient, earlier, here, check }: StoredScope,
  { candidates, unmerged }: EarlierSessions,
  next: Thread['next'],
): TaskList {
  const { own, again } = earlier;
  // A task that is open both here and on an unmerged branch counts as open here.
  const hereFirst = candidates.toSorted((a, b) => Number(!!a.isUnmerged) - Number(!!b.isUnmerged));
  const opened = openTaskList(deps, {
    scopeKey: recipient.scope.key,
    // After compaction the running session gets its own open work again.
    sessions: own
      ? [{ ...own, tasks: check.stillOpen(own.tasks, own.scopeKey) }, ...hereFirst]
      : hereFirst,
    next,
    // A scope without past work gets no list of its own; messages and global work apply everywhere.
    check: hasPast(here) ? check : { ...check, inProgress: [] },
  });
  return withoutUnmerged(toldAgain(opened, again), unmerged);
}

const MOST_DECISIONS = 5;

/** The newest decisions of the matters that are told, whatever their age; `all` has the newest first. */
function decisionsOfTold(
  told: readonly QuotedTurns[],
  all: Thread['decisions'],
): Thread['decisions'] {
  const sessions = new Set<string>(told.map(({ session }) => session.id));
  return all.filter(({ session = '' }) => sessions.has(session)).slice(0, MOST_DECISIONS);
}

/** The thread without files that are gone from this working tree. */
function threadSeen(deps: Deps, active: ThreadSnapshot, scope: Scope): Thread {
  const { id, label, root, imported, thread } = active;
  const head = { id, imported, scope: { ...scope, label, root } };
  return withoutGone(deps, { head, thread }, scope.root);
}

/** Open work of idle threads without that of closed sessions, and without checks whose files are gone. */
function leftThere(
  { exists }: Pick<Deps, 'exists'>,
  left: LeftOpen,
  { root }: Scope,
  closed: ClosedSessions,
): Thread {
  const isThere = (path: string) => root === null || exists(`${root}/${path}`);
  // An idle thread takes no new facts that would resolve them.
  const isOpen = ({ session, at }: LastTouch) =>
    session === undefined || at > (closed.get(session) ?? 0);
  const blockers = left.blockers.filter(isOpen).flatMap((one) => withoutGoneFailures(one, isThere));
  return { ...EMPTY_THREAD, ...left, blockers };
}

/** Tasks of earlier contributors do not age within the conversation. */
function toldAgain(book: TaskList, again: readonly SessionId[]): TaskList {
  const isAgain = ({ session }: LeftTask) => session !== null && again.includes(session.id);
  return {
    ...book,
    told: [...book.told, ...book.older.filter(isAgain)],
    older: book.older.filter((task) => !isAgain(task)),
  };
}

/** Other matters with an open end, the latest first. */
export interface Elsewhere {
  readonly all: readonly OpenMatter[];
  /** The matters that are told; the others are only counted. */
  readonly matters: readonly OpenMatter[];
}

const MOST_MATTERS = 3;

/** The sessions of other matters than those told that left something open, the latest first, one a matter. */
export function findOpenElsewhere(
  newest: NewestWork,
  sessions: readonly SessionSnapshot[],
  { book, thread }: Pick<OpenWork, 'book' | 'thread'>,
  { blockers, uncommitted }: Pick<StateContent, 'blockers' | 'uncommitted'>,
  now: Millis,
): Elsewhere {
  const owned = newestChanged(newest, uncommitted);
  const notClosed = newestOfMatters(newest).filter(({ session }) => !session.isClosed);
  const all = notClosed.flatMap(({ session, turns }): OpenMatter[] => {
    const isOwn = (id: string | undefined) => id === session.id;
    const undone: LeftUndone = {
      blockers: blockers.filter((one) => isOwn(one.session)),
      uncommitted: owned.get(session.id) ?? [],
      tasks:
        book.told.filter((one) => isOwn(one.session?.id)).length +
        (thread?.next ?? []).filter((one) => one.noted && isOwn(one.session)).length,
    };
    const ends = openEnds(session, turns, undone);
    return ends.length > 0 && session.title !== null ? [{ session, open: ends }] : [];
  });
  const recent = all.filter(({ session }) => !isLongPast(session, sessions, now));
  return { all, matters: recent.slice(0, MOST_MATTERS) };
}

/** Untold sessions of the checked-out branch, without those that a newer session continued. */
function newestOfMatters({ told, others, compare }: NewestWork): readonly UntoldSession[] {
  const newer: SessionSnapshot[] = told.map(({ session }) => session);
  const newest: UntoldSession[] = [];
  for (const one of others) {
    const { id, conversation, isUnmerged } = one.session;
    const goesOn = newer.some(
      (other) =>
        compare(other.id, id) === 'rare' ||
        (conversation !== null && other.conversation === conversation),
    );
    newer.push(one.session);
    if (!goesOn && !isUnmerged) newest.push(one);
  }
  return newest;
}

/** The files that are not committed, each with the newest session that changed it last. */
function newestChanged(
  { told, others }: NewestWork,
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
