import type { ScopeKey, SessionId, ThreadId } from '../base/ids.ts';
import { iso, type Millis, millis } from '../base/time.ts';
import type { Memory } from '../memories/memory.ts';
import { fromWorkingMemory, isOfScope, type Pin } from '../pins/pin.ts';
import type { Mark, Thread } from '../threads/thread.ts';
import type { PendingTask } from '../todos/task.ts';
import type { SessionOutcome } from './outcome.ts';
import type { SessionState } from './session.ts';

/** The data of an earlier session that a restore can use. */
export interface SessionSnapshot {
  readonly id: SessionId;
  /** Equal for all sessions of one resumed conversation; null if unknown. */
  readonly conversation: string | null;
  readonly scopeKey: ScopeKey;
  /** The top of its working tree. */
  readonly tree: string | null;
  readonly host: string;
  readonly branch: string | null;
  readonly title: string | null;
  readonly startedAt: Millis;
  /** When it ended; its last activity if it still runs. */
  readonly at: Millis;
  /** Its position among all sessions: a higher number means later activity, independent of the clock. */
  readonly place: number;
  readonly running: boolean;
  readonly crashed: boolean;
  readonly turns: number;
  readonly topics: readonly string[];
  readonly projects: readonly string[];
  readonly tasks: readonly PendingTask[];
  /** When it last changed its own to-do list; null if it has none. */
  readonly listAt: Millis | null;
  readonly pins: readonly Pin[];
  /** Ids of the memories that it created. */
  readonly learnings: readonly string[];
  /** How it ended; null if unknown. */
  readonly stopped: SessionOutcome | null;
  /** Somebody said that its matter is finished, and it did not go on since. */
  readonly isClosed?: true;
}

/** A CRITICAL pin and the session that has it. */
export interface CriticalPin {
  readonly pin: Pin;
  readonly sessionId: SessionId;
  readonly at: Millis;
  /** The position of its session among all sessions. */
  readonly place: number;
}

/** The thread of the scope, cut to the limits of a start. */
export interface ThreadSnapshot {
  readonly id: ThreadId;
  readonly label: string;
  readonly root: string | null;
  readonly imported: boolean;
  /** When it was last worked on, sent or requested. */
  readonly accessedAt: Millis;
  readonly thread: Thread;
}

/** Open work of idle threads, and what was decided in them. */
export type LeftOpen = Pick<Thread, 'next' | 'blockers' | 'decisions'>;

/** The last session of a scope, whatever its age; only its name is shown. */
export interface LastWork {
  readonly id: SessionId;
  readonly title: string | null;
  readonly at: Millis;
  readonly isCold: boolean;
}

/** The last work of a scope in which no session qualifies any more. */
export interface ShortForm {
  readonly last: LastWork;
  /** CRITICAL pins older than their limit. */
  readonly critical: readonly CriticalPin[];
  /** Titles of open tasks. */
  readonly tasks: readonly string[];
}

/**
 * A snapshot of the work in a scope: the inputs of the next restore in a working tree, no more than the limits below, however
 * many sessions the scope has.
 */
export interface Snapshot {
  /** Sessions with any content, the latest first. */
  readonly sessions: readonly SessionSnapshot[];
  readonly critical: readonly CriticalPin[];
  /** A person's rules, the latest first. */
  readonly rules: readonly Memory[];
  /** Other memories of the scope, the most important first. */
  readonly memories: readonly Memory[];
  /** Number of proposed rules that wait for a person's decision. */
  readonly proposals: number;
  readonly thread: ThreadSnapshot | null;
  /** Open items of threads that were archived because they were idle. */
  readonly left: LeftOpen;
  readonly lastWork: LastWork | null;
  /** The latest sessions of other projects that changed something here, the latest first. */
  readonly foreign: readonly SessionId[];
}

export const EMPTY_SNAPSHOT: Snapshot = {
  sessions: [],
  critical: [],
  rules: [],
  memories: [],
  proposals: 0,
  thread: null,
  lastWork: null,
  left: { next: [], blockers: [], decisions: [] },
  foreign: [],
};

/** Whether anybody worked in the scope before the session `own`. */
export function hasPast(snapshot: Snapshot, own?: SessionId): boolean {
  const { sessions, lastWork, thread, rules, memories } = snapshot;
  if (rules.length + memories.length > 0) return true;
  return lastWork && lastWork.id === own
    ? sessions.length > 1
    : lastWork !== null || thread !== null;
}

/** The limits of a snapshot. */
export const SNAPSHOT_LIMITS = {
  /** The latest sessions of the scope, the latest of the working tree, and the latest that left tasks. */
  latest: 12,
  ofTree: 3,
  withTasks: 8,
  tasksOfOne: 20,
  critical: 20,
  rules: 30,
  memories: 20,
  next: 60,
  blockers: 20,
  decisions: 20,
  files: 30,
  functions: 20,
  done: 20,
  /** Threads that were archived because they were idle. */
  idle: 3,
  foreign: 2,
} as const;

/** The snapshot of a session's record. `activeAt` is its last activity if it still runs. */
export function sessionSnapshot(
  state: SessionState,
  activeAt: Millis | null = null,
  place = 0,
): SessionSnapshot {
  const alive = state.end_time ?? state.last_activity ?? state.updated_at ?? state.start_time;
  return {
    id: state.session_id,
    conversation: state.host_session_id === null ? null : `${state.host} ${state.host_session_id}`,
    scopeKey: state.scope_key as ScopeKey,
    tree: state.project_path,
    host: state.host,
    branch: state.branch,
    title: state.title,
    startedAt: millis(state.start_time) ?? 0,
    at: activeAt ?? millis(alive) ?? 0,
    place,
    running: state.end_time === null,
    crashed: state.crash_recovered,
    turns: state.turn_count,
    topics: state.hot_topics,
    projects: state.active_projects,
    tasks: state.pending_tasks.slice(-SNAPSHOT_LIMITS.tasksOfOne),
    listAt: millis(state.list_at),
    pins: state.working_memory.map(fromWorkingMemory).filter((pin) => pin !== null),
    learnings: state.recent_learnings,
    stopped: state.stopped,
  };
}

/** Sorts sessions by the number of the last fact; at an equal number, imported and shared ones by time. */
export function byLatestActivity(
  a: Pick<SessionSnapshot, 'place' | 'at'>,
  b: Pick<SessionSnapshot, 'place' | 'at'>,
): number {
  return b.place - a.place || b.at - a.at;
}

/**
 * Sessions as of now, the latest first. If a clock ran ahead, a session counts as ended when the next one began, and its items
 * are no younger than that.
 */
export function sessionsAsOf(sessions: readonly SessionSnapshot[], now: Millis): SessionSnapshot[] {
  let next = now;
  return sessions.toSorted(byLatestActivity).map((session) => {
    const at = session.at > now ? next : session.at;
    if (session.startedAt <= now) next = session.startedAt;
    const past = (then: Millis) => (then > now ? at : then);
    return {
      ...session,
      at,
      tasks: session.tasks.map((task) =>
        (millis(task.last_activity) ?? 0) > now ? { ...task, last_activity: iso(at) } : task,
      ),
      listAt: session.listAt && past(session.listAt),
      pins: session.pins.map((pin) => ({ ...pin, pinnedAt: past(pin.pinnedAt) })),
    };
  });
}

/** A snapshot without times after `now`. */
export function snapshotAsOf(snapshot: Snapshot, now: Millis): Snapshot {
  const sessions = sessionsAsOf(snapshot.sessions, now);
  const ends = new Map<string, Millis>(sessions.map(({ id, at }) => [id, at]));
  const past = (then: Millis, session = '') => (then > now ? (ends.get(session) ?? now) : then);
  const marks = <T extends Mark>(list: readonly T[]) =>
    list.map((one) => ({ ...one, at: past(one.at, one.session) }));
  const { critical, thread, left, lastWork } = snapshot;
  return {
    ...snapshot,
    sessions,
    critical: critical.map((one) => {
      const at = past(one.at, one.sessionId);
      return {
        ...one,
        at,
        pin: { ...one.pin, pinnedAt: one.pin.pinnedAt > now ? at : one.pin.pinnedAt },
      };
    }),
    thread: thread && {
      ...thread,
      thread: {
        ...thread.thread,
        decisions: marks(thread.thread.decisions),
        blockers: marks(thread.thread.blockers),
        next: marks(thread.thread.next),
        done: marks(thread.thread.done),
        lastActivity: past(thread.thread.lastActivity),
      },
    },
    left: {
      next: marks(left.next),
      blockers: marks(left.blockers),
      decisions: marks(left.decisions),
    },
    lastWork: lastWork && { ...lastWork, at: past(lastWork.at, lastWork.id) },
  };
}

/** Cuts each list of a thread to its latest items; closed ones were removed before. */
export function cutThread(thread: Thread): Thread {
  const latest = <T>(list: readonly T[], most: number) => list.slice(-most);
  const { files, functions, decisions, blockers, next, done } = SNAPSHOT_LIMITS;
  return {
    ...thread,
    files: latest(thread.files, files),
    functions: latest(thread.functions, functions),
    decisions: latest(
      thread.decisions.filter(({ replaced }) => !replaced),
      decisions,
    ),
    blockers: latest(
      thread.blockers.filter(({ resolved }) => !resolved),
      blockers,
    ),
    next: latest(thread.next, next),
    done: latest(thread.done, done),
  };
}

/**
 * Open items and decisions of threads, the oldest thread first, without entries of hosts' lists and of teammates. Only the
 * last thread's blockers are included; older ones may be solved.
 */
export function leftOpenIn(threads: readonly LeftOpen[]): LeftOpen {
  const { next, blockers, decisions } = SNAPSHOT_LIMITS;
  return {
    next: threads
      .flatMap((thread) => thread.next)
      .filter(({ noted, from }) => noted && from === undefined)
      .slice(-next),
    blockers: (threads.at(-1)?.blockers ?? []).filter(({ resolved }) => !resolved).slice(-blockers),
    decisions: threads
      .flatMap((thread) => thread.decisions)
      .filter(({ replaced, from }) => !replaced && from === undefined)
      .slice(-decisions),
  };
}

/** Whether a session did something: it had a request and a result. */
export function sessionDidSomething({ turns, stopped, tasks, pins }: SessionSnapshot): boolean {
  if (stopped === null)
    return (
      turns > 0 || tasks.length > 0 || pins.some((pin) => pin.origin === null && !isOfScope(pin))
    );
  return stopped.work > 0;
}

/** Whether the last turn of a session ended at a usage limit. */
export function stoppedAtLimit({ stopped }: Pick<SessionSnapshot, 'stopped'>): boolean {
  return stopped?.ended === 'usage limit';
}

/** Whether a session has turns: one that only has a pin has none. */
export function hasTurns({ stopped, turns }: Pick<SessionSnapshot, 'stopped' | 'turns'>): boolean {
  return stopped !== null || turns > 0;
}

/** Whether a session worked: it changed files or made commits. Reading and talking do not age open items. */
export function hasChanges({ stopped, listAt }: SessionSnapshot): boolean {
  return stopped !== null && (stopped.made.length + stopped.touched.length > 0 || listAt !== null);
}
