import type { KnownMemory } from '../../domain/answer/lines.ts';
import { makePreamble } from '../../domain/answer/preamble.ts';
import type { Fact } from '../../domain/fact.ts';
import type { ScopeKey } from '../../domain/ids.ts';
import { sessionOverride } from '../../domain/metrics/metric.ts';
import { inheritPins } from '../../domain/pins/inherit.ts';
import { fromWorkingMemory, type Pin, toWorkingMemory } from '../../domain/pins/pin.ts';
import { inStanding } from '../../domain/restore/standing.ts';
import type { Scope } from '../../domain/scope.ts';
import type { SessionState } from '../../domain/session/session.ts';
import type { PendingTask } from '../../domain/tasks/task.ts';
import type { Thread, ThreadFact } from '../../domain/thread/thread.ts';
import { foldThread } from '../../domain/thread/thread-fold.ts';
import { millis } from '../../domain/time.ts';
import { OWN, type SessionHead } from '../../store.ts';
import type { Deps } from '../deps.ts';
import { metricsOfRestore, recordable } from '../metrics/metrics.ts';
import { mirrorPins } from '../pins/working-memory-file.ts';
import { claimsIn, explainClaims, judgeMemory, judgePin } from '../restore/claims.ts';
import { explain, explainedName } from '../restore/explain.ts';
import { learningsFrom, weighMemories } from '../restore/learnings.ts';
import { preambleLimits } from '../restore/limits.ts';
import { letGoIn, messageTasks, taskCheck } from '../tasks/tasks.ts';
import { recordWork, threadHere } from '../thread/threads.ts';
import { ArchiveLost } from '../upkeep/cold.ts';

export interface Continued {
  readonly from: SessionState;
  readonly pins: readonly Pin[];
  readonly refused: readonly { readonly label: string; readonly why: string }[];
  readonly tasks: readonly PendingTask[];
  readonly topics: readonly string[];
  /** What it learnt, each with its confidence now. */
  readonly memories: readonly KnownMemory[];
  readonly text: string | null;
}

/** What was taken over, for programs. */
export function continuedRecord(
  into: SessionHead,
  before: boolean,
  { from, pins, refused, tasks, topics, memories }: Continued,
) {
  const taken = { pins: pins.map(toWorkingMemory), refused, tasks, topics, memories };
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
  const check = taskCheck(deps, scope, await letGoIn(deps, scope), await messageTasks(deps));
  const tasks = check.stillOpen(from.pending_tasks);
  const offers = from.working_memory
    .map(fromWorkingMemory)
    .filter((pin) => pin !== null)
    .map((pin) => ({ pin, sessionId: from.session_id, heldAt: at }));
  const learnings = await learningsFrom(
    deps,
    [{ id: from.session_id, at, memoryIds: from.recent_learnings }],
    scope.key,
  );
  const lastTime = inStanding(from);
  const claims = claimsIn(deps, into, from.scope_key === into.scope.key ? [lastTime] : [], null);
  // Asked for by name: everything is told, with what is gone of it.
  const failed = [
    ...offers.flatMap(({ pin }) =>
      explainClaims('pin', pin.label ?? pin.content, judgePin(claims, pin, from.session_id)),
    ),
    ...learnings.flatMap(({ memory }) => explainClaims('memory', memory.id, judgeMemory(claims, memory))),
    ...tasks.flatMap(({ task_id, title }) =>
      explainClaims('task', task_id, claims.judge(title, lastTime.branch, true)),
    ),
  ];
  let result: Continued | null = null;
  await deps.store.commitRestore(
    // A person may continue several sessions, one after the other; each is on record.
    { sessionId: into.id, epoch: into.epoch, phase: `continue:${from.session_id}`, at: now },
    (own) => {
      // Asked for by name: what was let go before is wanted again, and the inherited limit gives way to the cap.
      const max = deps.config['pins.max'];
      const { taken, decisions } = inheritPins(own, offers, new Set(), { maxInherited: max, maxPins: max });
      const memories = weighMemories(learnings, new Set(), now, deps.config, true);
      const made = makePreamble(
        {
          sessions: 1,
          lastTime,
          said: (lastTime.stopped?.corrections ?? []).map((text) => ({ memoryId: null, text, at })),
          tasks,
          projects: from.active_projects,
          topics: from.hot_topics,
          inheritedPins: taken,
          ownPins: [],
          memories: memories.told,
          mark: claims.mark,
        },
        preambleLimits(deps.config),
        now,
      );
      const text = made?.text ?? null;
      const refused = decisions.flatMap(({ offer, refused: why }) =>
        why ? [{ label: explainedName(offer.pin), why }] : [],
      );
      result = { from, pins: taken, refused, tasks, topics: from.hot_topics, memories: memories.told, text };
      const named = tasks.filter((task) => made?.told.has(task));
      const explanation = explain({
        tasks: named,
        phase: `continue:${from.session_id}`,
        keywords: new Set(),
        ranked: [],
        book: { told: [], older: [], overtaken: [] },
        lastTime: from.session_id,
        isShortForm: false,
        said: [],
        decisions,
        memories: memories.explained,
        claims: failed,
        pointers: [],
        now,
        known: [],
        preamble: text,
        threshold: 0,
        tookMs: 0,
      });
      const outcome = { pins: taken, from: [{ id: from.session_id, score: 1 }], preamble: text };
      const override = sessionOverride({
        agent: by,
        from: from.session_id,
        into: into.id,
        pins: taken.length,
        tasks: named.length,
        at: now,
      });
      const phase = `continue:${from.session_id}` as const;
      const restored = metricsOfRestore(
        { ...outcome, into: into.id, phase, tasks: named, memories: memories.metrics, at: now },
        deps.config,
      );
      const metrics = [...recordable([override], deps.config), ...restored];
      return { ...outcome, explanation: { ...explanation, asked_by: by }, metrics };
    },
  );
  if (result) await takeUpWork(deps, into, from, tasks);
  await mirrorPins(deps, into.id);
  return result ?? { from, pins: [], refused: [], tasks, topics: from.hot_topics, memories: [], text: null };
}

/** The open work becomes the new session's own: its to-dos, and what the thread names as next or in the way. */
async function takeUpWork(
  deps: Deps,
  into: SessionHead,
  from: SessionState,
  tasks: readonly PendingTask[],
): Promise<void> {
  const items = tasks
    .filter(({ source }) => source === 'host_todo')
    .map(({ title, stage }) => ({
      id: null,
      text: title,
      status: stage === 'in progress' ? ('in_progress' as const) : ('pending' as const),
    }));
  if (items.length > 0) {
    const fact: Fact = { kind: 'todos', update: { whole: false, items } };
    await deps.store.append(into.id, [{ fact, key: null }], { via: OWN, at: deps.now() });
  }
  const id = await deps.store.threadOfSession(from.session_id);
  const left = id && (await deps.store.thread(id, foldThread));
  if (!left) return;
  const active = await threadHere(deps, into.scope);
  if (active?.head.id === left.head.id) return;
  if (!active && left.head.scope.key === into.scope.key) {
    await deps.store.activateThread(left.head.id, deps.now());
    return;
  }
  await recordWork(deps, into.scope, openItems(left.thread), [into]);
}

/** What another thread still has open, as facts for this one. */
function openItems({ next, blockers }: Thread): ThreadFact[] {
  return [
    ...next.map(({ text, by }): ThreadFact => ({ kind: 'next', text, by })),
    ...blockers
      .filter(({ resolved }) => !resolved)
      .map(
        ({ type, text, identity, by }): ThreadFact => ({
          kind: 'blocker',
          type,
          text,
          by,
          ...(identity !== null && { identity }),
        }),
      ),
  ];
}
