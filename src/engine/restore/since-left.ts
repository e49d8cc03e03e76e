import { GLOBAL_SCOPE_KEY } from '../../domain/ids.ts';
import type { Memory } from '../../domain/memories/memory.ts';
import type { PinOffer } from '../../domain/pins/inherit.ts';
import { fromWorkingMemory, type Pin, pinIdentity } from '../../domain/pins/pin.ts';
import { EMPTY_STANDING, latestFirst, type Standing, worked } from '../../domain/restore/standing.ts';
import { isGlobal } from '../../domain/scope.ts';
import type { SessionState } from '../../domain/session/session.ts';
import type { ClosedTask, PendingTask } from '../../domain/tasks/task.ts';
import type { ThreadBlocker } from '../../domain/thread/thread.ts';
import { DAY, MINUTE, type Millis, millis } from '../../domain/time.ts';
import type { LetGo, SessionHead } from '../../store.ts';
import type { Deps } from '../deps.ts';
import { type LetGoIn, letGoIn, messageTasks, taskCheck } from '../tasks/tasks.ts';
import type { Explanation } from './explain.ts';
import type { Gathered } from './gather.ts';

/** Changes in a scope while a conversation was left. */
export interface Meanwhile {
  readonly into: SessionHead;
  /** Pins that other sessions made. */
  readonly offers: readonly PinOffer[];
  /** Work that the conversation knows as open and that was closed elsewhere. */
  readonly closed: readonly ClosedTask[];
  /** Pins of the conversation that somebody unpinned. */
  readonly unpinned: readonly Pin[];
  /** News from other sessions; null if there is none. */
  readonly news: News | null;
  readonly letGo: LetGo;
  /** Pins that the conversation had when it was left. */
  readonly before: readonly Pin[];
  readonly startedAt: number;
}

/** Items of a scope that are newer than the moment when a conversation was left. */
export interface News extends Pick<Gathered, 'said' | 'decisions' | 'learnings' | 'earlier' | 'claims'> {
  /** Next actions, and to-dos of other sessions. */
  readonly tasks: readonly PendingTask[];
  readonly blockers: readonly ThreadBlocker[];
}

/** Changes since the session was left that `head` goes on from. `gather` is asked for what a start knows, where anything moved. */
export async function sinceLeft(
  deps: Deps,
  head: SessionHead,
  left: SessionHead,
  gather: () => Promise<Gathered>,
): Promise<Meanwhile> {
  const startedAt = deps.ticks();
  const { store } = deps;
  const { scope } = head;
  const since = left.endedAt ?? left.lastActivity;
  const here = (await store.standing(scope.key, scope.root, deps.now())).standing;
  const global = isGlobal(scope.key)
    ? EMPTY_STANDING
    : (await store.standing(GLOBAL_SCOPE_KEY, null, deps.now())).standing;
  const letGo = await letGoIn(deps, scope);
  const state = await store.session(left.id);
  const own = new Set<string>([head.id, left.id]);
  const closed = await closedSince(deps, head, left, state?.pending_tasks ?? [], { here, letGo, since });
  const known = new Set([...closed, ...(state?.pending_tasks ?? [])].map(({ task_id: id }) => id));
  // The row of a session that runs is as old as its last fold.
  const held = [...(await store.pinsNow(left.id)), ...(left.endedAt === null ? [] : heldBy(state))];
  const isUnpinned = (pin: Pin) => letGo.here.pins.has(pinIdentity(pin));
  return {
    into: head,
    offers: [here, global].flatMap((standing, i) =>
      pinsMade(deps, standing, since, own).map((offer) =>
        i > 0 && letGo.global.pins.has(pinIdentity(offer.pin)) ? { ...offer, letGo: true } : offer,
      ),
    ),
    closed,
    unpinned: [...new Map(held.filter(isUnpinned).map((pin) => [pinIdentity(pin), pin])).values()],
    news: [here, global].some((standing) => hasMoved(standing, since, own))
      ? newsIn(await gather(), { rules: [...here.rules, ...global.rules], since, own, known })
      : null,
    letGo: letGo.here,
    before: held,
    startedAt,
  };
}

/** The pins of its row, which is all that is left of a session in cold storage. */
function heldBy(state: SessionState | null): Pin[] {
  return (state?.working_memory ?? []).map(fromWorkingMemory).filter((pin) => pin !== null);
}

/** Whether anybody else said or did something: where nobody did, nothing is gathered. */
function hasMoved(
  { sessions, rules, memories, thread }: Standing,
  since: Millis,
  own: ReadonlySet<string>,
): boolean {
  return (
    sessions.some(({ id, at }) => at > since && !own.has(id)) ||
    [...rules, ...memories].some((one) => isNewMemory(one, since, own)) ||
    (thread !== null && thread.thread.lastActivity > since)
  );
}

function isNewMemory({ updatedAt, sessionId }: Memory, since: Millis, own: ReadonlySet<string>): boolean {
  return updatedAt > since && !own.has(sessionId ?? '');
}

/** As a start would tell it, without what was there before and what the conversation did itself. */
function newsIn(
  { scopeKey: here, said, decisions, learnings, book, state, ranked, claims }: Gathered,
  was: {
    readonly rules: readonly Memory[];
    readonly since: Millis;
    readonly own: ReadonlySet<string>;
    /** Tasks that the conversation knows. */
    readonly known: ReadonlySet<string>;
  },
): News {
  const { since, own, known } = was;
  const isNew = ({ at, session }: { readonly at: Millis; readonly session?: string | undefined }) =>
    at > since && !own.has(session ?? '');
  const rules = new Set(was.rules.filter((one) => isNewMemory(one, since, own)).map(({ id }) => id));
  const noted = { decisions: decisions.filter(isNew), blockers: state.blockers.filter(isNew) };
  // A session that noted something did more than talk.
  const noting = new Set([...noted.decisions, ...noted.blockers].map(({ session }) => session));
  return {
    ...noted,
    said: said.filter(({ memoryId }) => memoryId !== null && rules.has(memoryId)),
    tasks: book.told.filter(
      ({ source, task_id, session, last_activity }) =>
        // A list of the project or a message says when it was written, and not since when it is known here.
        source === 'host_todo' &&
        !known.has(task_id) &&
        isNew({ at: millis(last_activity) ?? 0, session: session?.id }),
    ),
    learnings: learnings.filter(({ memory }) => isNewMemory(memory, since, own)),
    earlier: ranked
      .map(({ candidate }) => candidate)
      .filter(({ scopeKey, isApart, running }) => scopeKey === here && !isApart && !running)
      .filter((one) => isNew({ at: one.at, session: one.id }) && (noting.has(one.id) || worked(one)))
      .sort(latestFirst)
      .slice(0, MOST_SESSIONS),
    claims,
  };
}

/** Other sessions that are named. */
const MOST_SESSIONS = 3;

/** Pins that sessions made themselves, within the days in which a start would pass them on. */
function pinsMade(
  { config, now }: Pick<Deps, 'config' | 'now'>,
  { sessions, critical }: Standing,
  since: Millis,
  own: ReadonlySet<string>,
): PinOffer[] {
  const oldest = (days: number) => now() - days * DAY;
  const lookback = oldest(config['session_persistence.lookback_days']);
  const criticalSince = oldest(config['session_persistence.critical_inheritance_days']);
  const quiet = now() - config['restore.quiet_minutes'] * MINUTE;
  const busy = new Set(sessions.filter(({ running, at }) => running && at > quiet).map(({ id }) => id));
  const held = [
    ...critical.filter(({ at }) => at >= criticalSince),
    ...sessions
      .filter(({ at }) => at >= lookback)
      .flatMap(({ id, at, pins }) =>
        pins.filter((pin) => !pin.critical).map((pin) => ({ pin, sessionId: id, at })),
      ),
  ];
  return held
    .filter(({ pin, sessionId }) => !own.has(sessionId) && !busy.has(sessionId) && pin.origin === null)
    .filter(({ pin }) => pin.pinnedAt > since)
    .map(({ pin, sessionId, at }) => ({ pin, sessionId, heldAt: at }));
}

/** Tasks that the session left open, or was told of, and that are open no more. */
async function closedSince(
  deps: Deps,
  head: SessionHead,
  left: SessionHead,
  leftOpen: readonly PendingTask[],
  { here, letGo, since }: { readonly here: Standing; readonly letGo: LetGoIn; readonly since: Millis },
): Promise<ClosedTask[]> {
  const check = taskCheck(deps, head.scope, letGo, await messageTasks(deps));
  const told = new Set(
    (await deps.store.restoresOf(left.id)).flatMap(
      ({ explanation }) => (explanation as Partial<Explanation> | null)?.tasks ?? [],
    ),
  );
  const others = here.sessions.filter(({ id }) => id !== left.id && id !== head.id);
  const known = new Map(
    [...others.flatMap(({ tasks }) => tasks.filter(({ task_id: id }) => told.has(id))), ...leftOpen].map(
      (task) => [task.task_id, task],
    ),
  );
  const open = new Set(
    [...others.flatMap(({ tasks }) => check.stillOpen(tasks)), ...check.stillOpen([...known.values()])].map(
      ({ task_id: id }) => id,
    ),
  );
  const closed: ClosedTask[] = [];
  for (const { task_id, title } of known.values()) {
    const at = letGo.here.tasks.get(task_id) ?? letGo.global.tasks.get(task_id) ?? null;
    // A list or a message does not say when: what the session left open was closed after it.
    const isSince = at === null ? leftOpen.some((task) => task.task_id === task_id) : at > since;
    if (isSince && !open.has(task_id)) closed.push({ task_id, title, at });
  }
  return closed;
}
