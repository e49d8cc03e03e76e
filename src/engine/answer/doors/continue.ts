import { NOTHING } from '../../../domain/answer/context.ts';
import { sectionsAt } from '../../../domain/answer/contributors.ts';
import type { QuotedTurns } from '../../../domain/answer/last-time.ts';
import type { KnownMemory } from '../../../domain/answer/lines.ts';
import { opensWhenAsked } from '../../../domain/answer/opens.ts';
import { EMPTY_STATE } from '../../../domain/answer/state.ts';
import type { ScopeKey, SessionId, ThreadId } from '../../../domain/base/ids.ts';
import type { Scope } from '../../../domain/base/scope.ts';
import { textIdentity } from '../../../domain/base/text/near.ts';
import { iso, millis } from '../../../domain/base/time.ts';
import type { Fact } from '../../../domain/facts/fact.ts';
import { OWN_VIA } from '../../../domain/facts/fact.ts';
import { sessionOverride } from '../../../domain/metrics/metric.ts';
import {
  fromWorkingMemory,
  type Pin,
  toWorkingMemory,
  type WorkingMemoryPin,
} from '../../../domain/pins/pin.ts';
import type { SessionState } from '../../../domain/sessions/session.ts';
import { byLatestActivity, sessionSnapshot } from '../../../domain/sessions/snapshot.ts';
import { markClosed } from '../../../domain/tasks/closed.ts';
import type {
  Mark,
  NextAction,
  Thread,
  ThreadBlocker,
  ThreadDecision,
  ThreadFact,
} from '../../../domain/threads/thread.ts';
import { mergeTasks, type PendingTask } from '../../../domain/todos/task.ts';
import { todoTask } from '../../../domain/todos/todo.ts';
import type { SessionHead, ThreadSeen } from '../../../store/store.ts';
import type { Deps } from '../../base/deps.ts';
import { recordable } from '../../metrics/metrics.ts';
import { mirrorPins } from '../../pins/working-memory-file.ts';
import { ArchiveLost } from '../../sessions/cold.ts';
import { sessionsNamed } from '../../sessions/named.ts';
import { type TaskCheck, taskCheck } from '../../tasks/tasks.ts';
import { recordThreadWork, threadHere } from '../../threads/threads.ts';
import { makeAnswer, type SessionAnswer } from '../answer.ts';
import { choose, sessionsOfMatter } from '../choose.ts';
import { explainedName } from '../explain.ts';
import { checkClaims } from '../read/claims.ts';
import { learningsFrom } from '../read/memories.ts';
import { CONTENT_ONLY, type Occasion } from '../select.ts';

/** The newest session of the matter that words mean, and others that fit nearly as well. */
export interface MeantByWords {
  readonly session: SessionState;
  readonly near: readonly SessionState[];
}

/** So many others are named. */
const MOST_NEAR = 2;

/** Chooses as a prompt of these words would; null where nothing fits. `besides`: the session that asks. */
export async function sessionByWords(
  deps: Deps,
  words: string,
  place: { readonly scope: Scope; readonly besides: SessionId | null },
): Promise<MeantByWords | null> {
  const chosen = await choose(deps, words, place, { opens: opensWhenAsked, more: MOST_NEAR });
  const states = await Promise.all(chosen.map(({ id }) => deps.store.session(id)));
  const [session, ...near] = states.filter((state) => state !== null);
  return session ? { session, near: near.slice(0, MOST_NEAR) } : null;
}

/** Everything that a session inherits from a named one. */
export interface Continued {
  readonly from: SessionState;
  /** The sessions of its matter, in reading order. */
  readonly matter: readonly QuotedTurns[];
  readonly tasks: readonly PendingTask[];
  readonly blockers: readonly ThreadBlocker[];
  readonly decisions: readonly ThreadDecision[];
  readonly topics: readonly string[];
  readonly pins: readonly Pin[];
  readonly memories: readonly KnownMemory[];
  /** Pins that found no room, each with the reason. */
  readonly refused: readonly { readonly label: string; readonly why: string }[];
  readonly text: string | null;
}

/** The inherited work as JSON, for programs. */
export interface ContinuedRecord
  extends Pick<Continued, 'refused' | 'tasks' | 'topics' | 'memories'>,
    Pick<SessionState, 'stopped' | 'turns'> {
  readonly from: SessionId;
  readonly into: SessionId;
  /** The session was continued before, so nothing was added. */
  readonly before: boolean;
  readonly pins: readonly WorkingMemoryPin[];
  readonly matter: readonly { readonly session_id: SessionId; readonly title: string | null }[];
  readonly blockers: readonly {
    readonly type: ThreadBlocker['type'];
    readonly text: string;
    readonly at: string;
  }[];
  readonly decisions: readonly {
    readonly subject: string | null;
    readonly choice: string;
    readonly reason: string | null;
    readonly at: string;
  }[];
}

export function continuedRecord(
  into: SessionHead,
  before: boolean,
  continued: Continued,
): ContinuedRecord {
  const { from, matter, pins, refused, tasks, blockers, decisions, topics, memories } = continued;
  return {
    from: from.session_id,
    into: into.id,
    before,
    pins: pins.map(toWorkingMemory),
    refused,
    tasks,
    topics,
    memories,
    stopped: from.stopped,
    turns: from.turns,
    matter: matter.map(({ session: { id, title } }) => ({ session_id: id, title })),
    blockers: blockers.map(({ type, text, at }) => ({ type, text, at: iso(at) })),
    decisions: decisions.map(({ subject, choice, reason, at }) => ({
      subject,
      choice,
      reason,
      at: iso(at),
    })),
  };
}

/** Whether the session was continued before in this epoch: then nothing is added. */
export async function hasContinued(
  deps: Deps,
  into: SessionHead,
  from: SessionState,
): Promise<boolean> {
  const done = await deps.store.restoresOf(into.id);
  return done.some(
    ({ phase, epoch }) => phase === `continue:${from.session_id}` && epoch === into.epoch,
  );
}

/** Inherits everything from one session whatever its age or score; only the caps hold. `by` is who asked for it. */
export async function continueFrom(
  deps: Deps,
  into: SessionHead,
  from: SessionState,
  by: string,
): Promise<Continued> {
  if (from.cold === 'index only') throw new ArchiveLost(from);
  // Use the lists of that session's project, which may be another one.
  const scope: Scope = {
    key: from.scope_key as ScopeKey,
    label: from.scope,
    root: from.project_path,
  };
  const check = await taskCheck(deps, scope);
  const left = await readLeft(deps, into, from, check);
  const { blockers } = left;
  const matter = await readMatter(deps, into, from, scope);
  const decisions = [...left.decisions, ...(await decisionsIn(deps, matter, left))];
  const tasks = mergeTasks(check.stillOpen(from.pending_tasks), left.next.map(todoTask));
  const open = { scope, tasks, blockers, decisions, matter };
  const occasion = await prepareContinuation(deps, into, from, open);
  const given = await commitContinuation(deps, into, from, by, occasion);
  if (given) await takeUpWork(deps, into, tasks, left);
  await mirrorPins(deps, into.id);
  return {
    from,
    matter,
    tasks,
    blockers,
    decisions,
    topics: from.hot_topics,
    pins: given?.outcome.pins ?? [],
    memories: given?.memories ?? [],
    refused: (given?.pins ?? []).flatMap(({ offer, refused: why }) =>
      why ? [{ label: explainedName(offer.pin), why }] : [],
    ),
    text: given?.outcome.preamble ?? null,
  };
}

/** Records the continuation and its answer; null where it was recorded before. Each of several sessions has a record of its own. */
async function commitContinuation(
  deps: Deps,
  into: SessionHead,
  from: SessionState,
  by: string,
  occasion: Occasion,
): Promise<SessionAnswer | null> {
  const at = deps.now();
  let answer: SessionAnswer | null = null;
  const key = { sessionId: into.id, epoch: into.epoch, phase: occasion.phase, at };
  await deps.store.commitRestore(key, (own, ledger) => {
    answer = makeAnswer(deps, occasion, own, ledger);
    const { outcome, explanation, tasks } = answer;
    const override = sessionOverride({
      agent: by,
      from: from.session_id,
      into: into.id,
      at,
      pins: outcome.pins.length,
      tasks: tasks.length,
    });
    return {
      ...outcome,
      explanation: { ...explanation, asked_by: by },
      metrics: [...recordable([override], deps.config), ...outcome.metrics],
    };
  });
  return answer;
}

/** A continuation by name includes everything, with marks for failed claims, also items dismissed before. */
async function prepareContinuation(
  deps: Deps,
  into: SessionHead,
  from: SessionState,
  left: {
    readonly scope: Scope;
    readonly tasks: readonly PendingTask[];
    readonly matter: readonly QuotedTurns[];
  } & Pick<LeftInThread, 'blockers' | 'decisions'>,
): Promise<Occasion> {
  const { scope, tasks, blockers, decisions, matter } = left;
  const { session_id: id, hot_topics: topics, active_projects: projects } = from;
  const at = millis(from.end_time) ?? millis(from.last_activity) ?? deps.now();
  const offers = from.working_memory
    .map(fromWorkingMemory)
    .filter((pin) => pin !== null)
    .map((pin) => ({ pin, sessionId: id, heldAt: at }));
  const learnings = await learningsFrom(
    deps,
    [{ id, at, memoryIds: from.recent_learnings }],
    scope.key,
  );
  const known = scope.key === into.scope.key ? [sessionSnapshot(from)] : [];
  const claims = checkClaims(deps, into, known, null, {
    offers,
    learnings,
    tasks,
    decisions,
    isByName: true,
  });
  // The total limit applies in place of the limit for inherited pins.
  const max = deps.config['pins.max'];
  return {
    ...CONTENT_ONLY,
    phase: `continue:${id}`,
    into: into.id,
    startedAt: deps.ticks(),
    sections: sectionsAt('continue'),
    content: ({ taken }) => ({
      ...NOTHING,
      turns: matter,
      state: { ...EMPTY_STATE, blockers },
      tasks,
      decisions,
      projects,
      topics,
      inheritedPins: taken,
      mark: claims.mark,
    }),
    offers,
    pinLimits: { maxInherited: max, maxPins: max },
    learnings,
    isByName: true,
    claims: { failed: claims.failed, contradicted: [] },
    from: new Map([[id, 1]]),
  };
}

/** Other sessions of the matter that are quoted. */
const MOST_OTHERS = 3;

/** The session with the others of its matter, the oldest first. */
async function readMatter(
  deps: Deps,
  into: SessionHead,
  from: SessionState,
  scope: Scope,
): Promise<readonly QuotedTurns[]> {
  const main = sessionSnapshot(from, null, (await deps.store.head(from.session_id))?.place);
  const quoted: QuotedTurns[] = [];
  if (from.turns.length > 0) quoted.push({ session: main, turns: from.turns, role: 'last' });
  const others = await sessionsOfMatter(deps, main.id, { scope, besides: into.id }, MOST_OTHERS);
  const sessions = await sessionsNamed(
    deps,
    others.map(({ id }) => id),
  );
  for (const session of sessions) {
    const { turns } = others.find(({ id }) => id === session.id)!;
    quoted.push({ session, turns, role: byLatestActivity(session, main) < 0 ? 'after' : 'before' });
  }
  const { closed } = await deps.store.dismissed(scope.key);
  return quoted
    .map((one) => ({ ...one, session: markClosed(one.session, one.turns, closed) }))
    .sort((a, b) => byLatestActivity(b.session, a.session));
}

/** Decisions of the other sessions of a matter that stand, the latest first. */
async function decisionsIn(
  deps: Deps,
  matter: readonly QuotedTurns[],
  { seen, decisions: known }: LeftInThread,
): Promise<readonly ThreadDecision[]> {
  const others = matter.filter(({ role }) => role !== 'last').map(({ session }) => session.id);
  const threads = new Map<ThreadId, Thread>();
  if (seen) threads.set(seen.head.id, seen.thread);
  for (const session of others) {
    const id = await deps.store.threadOfSession(session);
    const other = id && !threads.has(id) && (await deps.store.thread(id));
    if (other) threads.set(other.head.id, other.thread);
  }
  return [...threads.values()]
    .flatMap(({ decisions }) => decisions)
    .filter(
      (one) => !one.replaced && !known.includes(one) && others.some((id) => id === one.session),
    )
    .sort((a, b) => b.at - a.at);
}

/** Open items of a session's thread, and its decisions that stand. */
interface LeftInThread {
  readonly seen: ThreadSeen | null;
  /** Whether it is the active thread of the scope. */
  readonly isActive: boolean;
  readonly next: readonly NextAction[];
  /** Next actions that were dismissed since. */
  readonly dismissed: readonly NextAction[];
  readonly blockers: readonly ThreadBlocker[];
  /** The latest first. */
  readonly decisions: readonly ThreadDecision[];
}

/** An active thread lends the session those items whose last mention is in it. */
async function readLeft(
  deps: Deps,
  into: SessionHead,
  from: SessionState,
  check: TaskCheck,
): Promise<LeftInThread> {
  const id = await deps.store.threadOfSession(from.session_id);
  const seen = id && (await deps.store.thread(id));
  if (!seen)
    return { seen: null, isActive: false, next: [], dismissed: [], blockers: [], decisions: [] };
  const active = await threadHere(deps, into.scope);
  const isActive = active?.head.id === seen.head.id;
  const isOwn = ({ session }: Mark) => !isActive || session === from.session_id;
  const noted = seen.thread.next.filter((one) => one.noted && one.from === undefined && isOwn(one));
  const isOpen = (one: NextAction) => check.stillOpen([todoTask(one)]).length > 0;
  return {
    seen,
    isActive,
    next: noted.filter(isOpen),
    dismissed: noted.filter((one) => !isOpen(one)),
    blockers: seen.thread.blockers.filter((one) => !one.resolved && isOwn(one)).reverse(),
    decisions: seen.thread.decisions.filter((one) => !one.replaced && isOwn(one)).reverse(),
  };
}

/** Records the open work as the new session's own, with the present time. */
async function takeUpWork(
  deps: Deps,
  into: SessionHead,
  tasks: readonly PendingTask[],
  { seen, isActive, next, dismissed, blockers, decisions }: LeftInThread,
): Promise<void> {
  const noted = new Set(next.map((one) => todoTask(one).task_id));
  const items = tasks
    .filter(({ source, task_id }) => source === 'host_todo' && !noted.has(task_id))
    .map(({ title, stage }) => ({
      id: null,
      text: title,
      status: stage === 'in progress' ? ('in_progress' as const) : ('pending' as const),
    }));
  if (items.length > 0) {
    const fact: Fact = { kind: 'todos', update: { whole: false, items } };
    await deps.store.append(into.id, [{ fact, key: null }], { via: OWN_VIA, at: deps.now() });
  }
  if (!seen) return;
  const isHere = seen.head.scope.key === into.scope.key;
  const active = await threadHere(deps, into.scope);
  if (isHere && !isActive && active === null)
    await deps.store.activateThread(seen.head.id, deps.now());
  // A later decision here on the same subject stands.
  const isDecided = ({ subject, choice }: ThreadDecision) =>
    isActive || active?.thread.decisions.some((one) => one.choice === choice || isOn(one, subject));
  // In its original order.
  const facts: ThreadFact[] = [
    ...dismissed.map(({ text, by }) => ({ kind: 'dropped' as const, text, by })),
    ...next.map(({ text, by }) => ({ kind: 'next' as const, text, by })),
    ...blockers.toReversed().map(({ type, text, identity, by }) => ({
      kind: 'blocker' as const,
      type,
      text,
      by,
      ...(identity !== null && { identity }),
    })),
    ...decisions
      .filter((one) => !isDecided(one))
      .toReversed()
      .map(({ subject, choice, reason, by }) => ({
        kind: 'decision' as const,
        choice,
        reason,
        by,
        ...(subject !== null && { subject }),
      })),
  ];
  await recordThreadWork(deps, into.scope, facts, [into]);
}

function isOn(decision: ThreadDecision, subject: string | null): boolean {
  return (
    subject !== null &&
    decision.subject !== null &&
    textIdentity(decision.subject) === textIdentity(subject)
  );
}
