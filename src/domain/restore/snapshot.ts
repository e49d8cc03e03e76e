import type { ScopeKey, SessionId, ThreadId } from '../ids.ts';
import type { Memory } from '../memories/memory.ts';
import { fromWorkingMemory, isOfScope, type Pin } from '../pins/pin.ts';
import type { SessionOutcome } from '../session/outcome.ts';
import type { SessionState } from '../session/session.ts';
import type { PendingTask } from '../tasks/task.ts';
import type { Mark, Thread } from '../thread/thread.ts';
import { iso, type Millis, millis } from '../time.ts';

/** An earlier session as the next one may be told of it. */
export interface SessionSnapshot {
  readonly id: SessionId;
  /** The same for all sessions of one conversation that was taken up again; null where that is not known. */
  readonly conversation: string | null;
  readonly scopeKey: ScopeKey;
  /** The top of its working tree. */
  readonly tree: string | null;
  readonly host: string;
  readonly branch: string | null;
  readonly title: string | null;
  readonly startedAt: Millis;
  /** When it ended, or was last at work where it still runs. */
  readonly at: Millis;
  /** Its place among all sessions: of two, the one with the higher number was at work last, whatever the clock said. */
  readonly place: number;
  readonly running: boolean;
  readonly crashed: boolean;
  readonly turns: number;
  readonly topics: readonly string[];
  readonly projects: readonly string[];
  readonly tasks: readonly PendingTask[];
  /** When it last changed a to-do list of its own; null where it kept none. */
  readonly listAt: Millis | null;
  readonly pins: readonly Pin[];
  /** Ids of the memories that it made. */
  readonly learnings: readonly string[];
  /** How it was left; null where that is not known. */
  readonly stopped: SessionOutcome | null;
}

/** A CRITICAL pin and the session that holds it. */
export interface CriticalPin {
  readonly pin: Pin;
  readonly sessionId: SessionId;
  readonly at: Millis;
  /** The place of its session among all sessions. */
  readonly place: number;
}

/** The thread of the scope, cut to what a start may tell. */
export interface ThreadSnapshot {
  readonly id: ThreadId;
  readonly label: string;
  readonly root: string | null;
  readonly imported: boolean;
  /** When it was last worked on, given or asked for. */
  readonly accessedAt: Millis;
  readonly thread: Thread;
}

/** Open work of threads that were left alone for too long. */
export type LeftOpen = Pick<Thread, 'next' | 'blockers'>;

/** A session that is named only: the last work of a scope, of whatever age. */
export interface LastWork {
  readonly id: SessionId;
  readonly title: string | null;
  readonly at: Millis;
  readonly isCold: boolean;
}

/** The last work of a scope in which no session qualifies any more. */
export interface ShortForm {
  readonly last: LastWork;
  /** CRITICAL pins that are beyond their days. */
  readonly critical: readonly CriticalPin[];
  /** Open tasks, by name. */
  readonly tasks: readonly string[];
}

/**
 * A snapshot of the work in a scope: the inputs of the next restore in a working tree, no more than the limits below, however
 * many sessions the scope has.
 */
export interface Snapshot {
  /** Sessions that hold anything, the latest first. */
  readonly sessions: readonly SessionSnapshot[];
  readonly critical: readonly CriticalPin[];
  /** A person's rules, the latest first. */
  readonly rules: readonly Memory[];
  /** Other memories of the scope, the most important first. */
  readonly memories: readonly Memory[];
  /** How many rules wait for a person's word. */
  readonly proposals: number;
  readonly thread: ThreadSnapshot | null;
  /** Open items of threads that idleness archived. */
  readonly left: LeftOpen;
  readonly lastWork: LastWork | null;
}

export const EMPTY_SNAPSHOT: Snapshot = {
  ...{ sessions: [], critical: [], rules: [], memories: [], proposals: 0, thread: null, lastWork: null },
  left: { next: [], blockers: [] },
};

/** Whether anybody worked in the scope before the session `own`. */
export function hasPast(snapshot: Snapshot, own?: SessionId): boolean {
  const { sessions, lastWork, thread, rules, memories } = snapshot;
  if (rules.length + memories.length > 0) return true;
  return lastWork && lastWork.id === own ? sessions.length > 1 : lastWork !== null || thread !== null;
}

/** How much a snapshot holds. */
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
  /** Threads that idleness archived. */
  idle: 3,
} as const;

/** A session's record as a snapshot holds it. `activeAt` is its last activity, where it still runs. */
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

/** The order of sessions, by the number of the last fact. Those from elsewhere stand before one of the same place by their time. */
export function latestFirst(
  a: Pick<SessionSnapshot, 'place' | 'at'>,
  b: Pick<SessionSnapshot, 'place' | 'at'>,
): number {
  return b.place - a.place || b.at - a.at;
}

/**
 * Sessions as of now, the latest first. Where a clock ran ahead, a session was over when the next one began, and what it holds
 * is no younger than it.
 */
export function sessionsAsOf(sessions: readonly SessionSnapshot[], now: Millis): SessionSnapshot[] {
  let next = now;
  return sessions.toSorted(latestFirst).map((session) => {
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

/** A snapshot as of now: no time in it is after that. */
export function asOf(snapshot: Snapshot, now: Millis): Snapshot {
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
      return { ...one, at, pin: { ...one.pin, pinnedAt: one.pin.pinnedAt > now ? at : one.pin.pinnedAt } };
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
    left: { next: marks(left.next), blockers: marks(left.blockers) },
    lastWork: lastWork && { ...lastWork, at: past(lastWork.at, lastWork.id) },
  };
}

/** The latest of each list: what is closed has left already. */
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
 * Open items of threads, the oldest thread first. A host's list ends with its session, and teammates keep their own. Only the
 * last thread's blockers count; older ones may be solved.
 */
export function leftOpenIn(threads: readonly LeftOpen[]): LeftOpen {
  const { next, blockers } = SNAPSHOT_LIMITS;
  return {
    next: threads
      .flatMap((thread) => thread.next)
      .filter(({ noted, from }) => noted && from === undefined)
      .slice(-next),
    blockers: (threads.at(-1)?.blockers ?? []).filter(({ resolved }) => !resolved).slice(-blockers),
  };
}

/** Whether a session did something: somebody asked for something, and something came of it. */
export function didSomething({ turns, stopped, tasks, pins }: SessionSnapshot): boolean {
  if (stopped === null)
    return turns > 0 || tasks.length > 0 || pins.some((pin) => pin.origin === null && !isOfScope(pin));
  return stopped.work > 0;
}

/** Files that are in no commit, the newest last, and how many more are only counted. */
export interface Uncommitted {
  readonly files: readonly string[];
  readonly more: number;
}

/**
 * Files that were in no commit when a session ended: its own, and those that earlier sessions of its working tree left there.
 * A commit takes them all in. Another HEAD means that somebody committed or switched.
 */
export function uncommittedAt(
  last: SessionSnapshot,
  sessions: readonly SessionSnapshot[],
  isThere: (path: string) => boolean,
): Uncommitted {
  const isSameTree = ({ tree, scopeKey }: SessionSnapshot) =>
    tree === last.tree && scopeKey === last.scopeKey;
  const before = sessions.filter((one) => isSameTree(one) && latestFirst(last, one) < 0).sort(latestFirst);
  let files = last.stopped?.touched ?? [];
  let more = last.stopped?.touchedMore ?? 0;
  let later = last.stopped;
  for (const { stopped } of before) {
    if (stopped === null) continue;
    const isElsewhere = later !== null && later.head !== null && later.head !== stopped.head;
    if (isElsewhere || later?.made.some(({ what }) => what === 'commit')) break;
    const known = new Set(files);
    files = [...stopped.touched.filter((path) => !known.has(path) && isThere(path)), ...files];
    more += stopped.touchedMore;
    later = stopped;
  }
  return { files, more };
}

/** Whether the last turn of a session ended at a usage limit. */
export function stoppedAtLimit({ stopped }: Pick<SessionSnapshot, 'stopped'>): boolean {
  return stopped?.ended === 'usage limit';
}

/** Whether a session has turns: one that only holds a pin has none. */
export function hasTurns({ stopped, turns }: Pick<SessionSnapshot, 'stopped' | 'turns'>): boolean {
  return stopped !== null || turns > 0;
}

/** Whether a session worked: it changed files or made something. Looking and talking wears nothing out. */
export function worked({ stopped, listAt }: SessionSnapshot): boolean {
  return stopped !== null && (stopped.made.length + stopped.touched.length > 0 || listAt !== null);
}
