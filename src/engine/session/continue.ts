import { NOTHING } from '../../domain/answer/contributors.ts';
import type { KnownMemory } from '../../domain/answer/lines.ts';
import { EMPTY_STATE } from '../../domain/answer/state.ts';
import type { Fact } from '../../domain/fact.ts';
import type { ScopeKey } from '../../domain/ids.ts';
import { sessionOverride } from '../../domain/metrics/metric.ts';
import { fromWorkingMemory, type Pin, toWorkingMemory } from '../../domain/pins/pin.ts';
import { sessionSnapshot } from '../../domain/restore/snapshot.ts';
import type { Scope } from '../../domain/scope.ts';
import type { SessionState } from '../../domain/session/session.ts';
import { mergeTasks, type PendingTask } from '../../domain/tasks/task.ts';
import { todoTask } from '../../domain/tasks/todo.ts';
import type { Mark, NextAction, ThreadBlocker, ThreadFact } from '../../domain/thread/thread.ts';
import { iso, millis } from '../../domain/time.ts';
import { OWN, type SessionHead, type ThreadSeen } from '../../store.ts';
import type { Deps } from '../deps.ts';
import { recordable } from '../metrics/metrics.ts';
import { mirrorPins } from '../pins/working-memory-file.ts';
import { claimsIn, explainClaims, memoryClaims, pinClaims, taskClaims } from '../restore/claims.ts';
import { explainedName } from '../restore/explain.ts';
import { learningsFrom } from '../restore/memories.ts';
import { CHOSEN, decide, type Occasion } from '../restore/occasion.ts';
import { type TaskCheck, taskCheck } from '../tasks/tasks.ts';
import { recordWork, threadHere } from '../thread/threads.ts';
import { ArchiveLost } from '../upkeep/cold.ts';

export interface Continued {
  readonly from: SessionState;
  readonly pins: readonly Pin[];
  readonly refused: readonly { readonly label: string; readonly why: string }[];
  readonly tasks: readonly PendingTask[];
  /** Unresolved blockers, the latest first. */
  readonly blockers: readonly ThreadBlocker[];
  readonly topics: readonly string[];
  /** Its memories, each with its confidence now. */
  readonly memories: readonly KnownMemory[];
  readonly text: string | null;
}

/** The inherited work as JSON, for programs. */
export function continuedRecord(
  into: SessionHead,
  before: boolean,
  { from, pins, refused, tasks, blockers, topics, memories }: Continued,
) {
  const taken = {
    ...{
      pins: pins.map(toWorkingMemory),
      refused,
      tasks,
      topics,
      memories,
      stopped: from.stopped,
      turns: from.turns,
    },
    blockers: blockers.map(({ type, text, at }) => ({ type, text, at: iso(at) })),
  };
  return { from: from.session_id, into: into.id, before, ...taken };
}

/** Whether it was done before, in this stretch of the conversation: then nothing is added. */
export async function hasContinued(deps: Deps, into: SessionHead, from: SessionState): Promise<boolean> {
  const done = await deps.store.restoresOf(into.id);
  return done.some(({ phase, epoch }) => phase === `continue:${from.session_id}` && epoch === into.epoch);
}

/** Inherits everything from one session whatever its age or score; only the caps hold. `by` is who asked for it. */
export async function continueFrom(
  deps: Deps,
  into: SessionHead,
  from: SessionState,
  by: string,
): Promise<Continued> {
  if (from.cold === 'index only') throw new ArchiveLost(from);
  const now = deps.now();
  const at = millis(from.end_time) ?? millis(from.last_activity) ?? now;
  // The lists of the project that it was about, which may be another one.
  const scope: Scope = { key: from.scope_key as ScopeKey, label: from.scope, root: from.project_path };
  const check = await taskCheck(deps, scope);
  const work = await workOf(deps, into, from, check);
  const tasks = mergeTasks(check.stillOpen(from.pending_tasks), work.next.map(todoTask));
  const { blockers } = work;
  const offers = from.working_memory
    .map(fromWorkingMemory)
    .filter((pin) => pin !== null)
    .map((pin) => ({ pin, sessionId: from.session_id, heldAt: at }));
  const learnings = await learningsFrom(
    deps,
    [{ id: from.session_id, at, memoryIds: from.recent_learnings }],
    scope.key,
  );
  const lastTime = sessionSnapshot(from);
  const claims = claimsIn(deps, into, from.scope_key === into.scope.key ? [lastTime] : [], null);
  // Asked for by name: everything is told, with what is gone of it.
  const failed = explainClaims(claims, [
    ...offers.map(({ pin }) => pinClaims(claims, pin, from.session_id)),
    ...learnings.flatMap(({ memory }) => memoryClaims(claims, memory)),
    ...tasks.map(taskClaims),
  ]);
  const phase = `continue:${from.session_id}` as const;
  const max = deps.config['pins.max'];
  const occasion: Occasion = {
    ...{ phase, into: into.id, sections: CHOSEN.continue, offers, claims: failed, startedAt: deps.ticks() },
    from: new Map([[from.session_id, 1]]),
    // Asked for by name: what was dismissed before is wanted again, and the inherited limit gives way to the cap.
    ...{ dismissed: new Set<string>(), pinLimits: { maxInherited: max, maxPins: max }, isByName: true },
    learnings,
    context: ({ taken }) => ({
      ...NOTHING,
      turns: from.turns.length > 0 ? [{ session: lastTime, turns: from.turns, role: 'last' }] : [],
      state: { ...EMPTY_STATE, blockers },
      ...{ tasks, projects: from.active_projects, topics: from.hot_topics, inheritedPins: taken },
      mark: claims.mark,
    }),
  };
  let result: Continued | null = null;
  await deps.store.commitRestore(
    // A person may continue several sessions, one after the other; each is on record.
    { sessionId: into.id, epoch: into.epoch, phase, at: now },
    (own, ledger) => {
      const { outcome, pins, memories, tasks: named } = decide(deps, occasion, own, ledger);
      result = {
        ...{ from, pins: outcome.pins, tasks, blockers, topics: from.hot_topics },
        ...{ memories, text: outcome.preamble },
        refused: pins.flatMap(({ offer, refused: why }) =>
          why ? [{ label: explainedName(offer.pin), why }] : [],
        ),
      };
      const override = sessionOverride({
        ...{ agent: by, from: from.session_id, into: into.id, at: now },
        ...{ pins: outcome.pins.length, tasks: named.length },
      });
      return {
        ...outcome,
        explanation: { ...outcome.explanation, asked_by: by },
        metrics: [...recordable([override], deps.config), ...outcome.metrics],
      };
    },
  );
  if (result) await takeUpWork(deps, into, tasks, work);
  await mirrorPins(deps, into.id);
  return (
    result ?? {
      ...{ from, pins: [], refused: [], tasks, blockers, topics: from.hot_topics },
      ...{ memories: [], text: null },
    }
  );
}

/** Open items of a session's thread. */
interface OpenWork {
  readonly seen: ThreadSeen | null;
  /** Whether it is under way where the work is taken up. */
  readonly isActive: boolean;
  readonly next: readonly NextAction[];
  /** Next actions that were let go since it was left. */
  readonly letGo: readonly NextAction[];
  readonly blockers: readonly ThreadBlocker[];
}

/** A thread that is under way holds much that is not the session's: only what the session said last counts as its own. */
async function workOf(
  deps: Deps,
  into: SessionHead,
  from: SessionState,
  check: TaskCheck,
): Promise<OpenWork> {
  const id = await deps.store.threadOfSession(from.session_id);
  const seen = id && (await deps.store.thread(id));
  if (!seen) return { seen: null, isActive: false, next: [], letGo: [], blockers: [] };
  const active = await threadHere(deps, into.scope);
  const isActive = active?.head.id === seen.head.id;
  const isOwn = ({ session }: Mark) => !isActive || session === from.session_id;
  const noted = seen.thread.next.filter((one) => one.noted && one.from === undefined && isOwn(one));
  const isOpen = (one: NextAction) => check.stillOpen([todoTask(one)]).length > 0;
  return {
    ...{ seen, isActive },
    next: noted.filter(isOpen),
    letGo: noted.filter((one) => !isOpen(one)),
    blockers: seen.thread.blockers.filter((one) => !one.resolved && isOwn(one)).reverse(),
  };
}

/** The open work becomes the new session's own, and is as fresh as what was said today. */
async function takeUpWork(
  deps: Deps,
  into: SessionHead,
  tasks: readonly PendingTask[],
  { seen, isActive, next, letGo, blockers }: OpenWork,
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
    await deps.store.append(into.id, [{ fact, key: null }], { via: OWN, at: deps.now() });
  }
  if (!seen) return;
  const isHere = seen.head.scope.key === into.scope.key;
  if (isHere && !isActive && (await threadHere(deps, into.scope)) === null)
    await deps.store.activateThread(seen.head.id, deps.now());
  const dropped = letGo.map(({ text, by }): ThreadFact => ({ kind: 'dropped', text, by }));
  await recordWork(deps, into.scope, [...dropped, ...openItems(next, blockers)], [into]);
}

/** Open work as facts, in the order in which it was said. */
function openItems(next: OpenWork['next'], blockers: OpenWork['blockers']): ThreadFact[] {
  return [
    ...next.map(({ text, by }): ThreadFact => ({ kind: 'next', text, by })),
    ...blockers.toReversed().map(
      ({ type, text, identity, by }): ThreadFact => ({
        ...{ kind: 'blocker', type, text, by },
        ...(identity !== null && { identity }),
      }),
    ),
  ];
}
