import { insideElement } from '../domain/answer/preamble.ts';
import type { SessionId } from '../domain/ids.ts';
import { toWorkingMemory } from '../domain/pins/pin.ts';
import { TAKEN } from '../domain/restore/contribute.ts';
import type { Deps } from '../engine/deps.ts';
import { type Explanation, explainedName } from '../engine/restore/explain.ts';
import { inOrder, tasksNow } from '../engine/tasks/open-tasks.ts';
import type { RestorePhase } from '../store.ts';
import type { InheritedMemory, PendingTask, RestoredSessionContext } from './types.ts';

export const COLD_START: RestoredSessionContext = {
  preamble: null,
  inheritedPins: [],
  sessionIds: [],
  relevanceScores: [],
  pendingTaskCount: 0,
  pendingTasks: [],
  memories: [],
};

/** The outcome of a restore, from its record. */
export async function restoredBy(
  deps: Deps,
  id: SessionId,
  phase: RestorePhase,
): Promise<RestoredSessionContext> {
  const record = (await deps.store.restoresOf(id)).find((one) => one.phase === phase);
  if (!record) return COLD_START;
  const why = record.explanation as Partial<Explanation> | null;
  const target = phase.startsWith('continue:') ? phase.slice('continue:'.length) : null;
  const sessions = target === null ? await contributors(deps, id, why) : [{ id: target, score: 1 }];
  const labels = new Set(why?.pins?.filter(({ verdict }) => verdict === TAKEN).map(({ label }) => label));
  const pins = (await deps.store.pinsNow(id)).filter((pin) => pin.origin && labels.has(explainedName(pin)));
  return {
    // The short form names the last work and restores nothing.
    preamble: record.preamble === null || why?.short_form ? null : insideElement(record.preamble),
    inheritedPins: pins.map(toWorkingMemory),
    sessionIds: sessions.map((session) => session.id),
    relevanceScores: sessions.map((session) => session.score),
    pendingTaskCount: why?.tasks?.length ?? 0,
    pendingTasks: await pendingTasks(deps, id, why),
    memories: await memories(deps, why),
  };
}

async function contributors(deps: Deps, id: SessionId, why: Partial<Explanation> | null) {
  const scores = new Map(why?.candidates?.map((one) => [one.session_id, one.relevance]));
  // A session beyond the lookback gives its CRITICAL pins without a score.
  const sessions = (await deps.store.contributors(id)).map((from) => ({
    id: from,
    score: scores.get(from) ?? 0,
  }));
  return sessions.sort((a, b) => b.score - a.score);
}

async function pendingTasks(
  deps: Deps,
  id: SessionId,
  why: Partial<Explanation> | null,
): Promise<PendingTask[]> {
  const head = why?.tasks?.length ? await deps.store.head(id) : null;
  if (!head) return [];
  const open = inOrder(await tasksNow(deps, head.scope)).filter(({ task_id }) =>
    why?.tasks?.includes(task_id),
  );
  return open.map(({ task_id, title, stage, flagged_incomplete, source, last_activity }) => ({
    ...{ task_id, title, stage, flagged_incomplete, source, last_activity },
  }));
}

async function memories(deps: Deps, why: Partial<Explanation> | null): Promise<InheritedMemory[]> {
  const taken = why?.memories?.filter(({ verdict }) => verdict === TAKEN) ?? [];
  const found = await Promise.all(
    taken.map(async ({ memory_id: id, confidence_at_end, confidence, hours }) => {
      const memory = await deps.store.memory(id);
      return memory
        ? [
            {
              id,
              content: memory.content,
              originalConfidence: confidence_at_end,
              confidence,
              hoursElapsed: hours,
            },
          ]
        : [];
    }),
  );
  return found.flat();
}
