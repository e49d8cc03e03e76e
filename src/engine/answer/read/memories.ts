import type { KnownMemory } from '../../../domain/answer/lines.ts';
import { GLOBAL_SCOPE_KEY, type ScopeKey, type SessionId } from '../../../domain/ids.ts';
import { type InheritedMemory, inheritMemories, type Learning } from '../../../domain/memories/decay.ts';
import { confidenceAt, isProposal, isRule, type Memory } from '../../../domain/memories/memory.ts';
import { confidenceDecayApplied } from '../../../domain/metrics/metric.ts';
import { type Candidate, TAKEN } from '../../../domain/restore/contribute.ts';
import type { Snapshot } from '../../../domain/restore/snapshot.ts';
import type { Scope } from '../../../domain/scope.ts';
import type { LearningSession, SessionHead } from '../../../store.ts';
import type { Deps } from '../../deps.ts';
import { memoriesForPrompt } from '../../search/kept.ts';
import { matterOf } from '../matter.ts';
import { checkClaims } from './claims.ts';

/** Memories of sessions that apply to a scope: its own and the global ones. */
export async function learningsFrom(
  deps: Pick<Deps, 'store'>,
  sessions: readonly LearningSession[],
  scopeKey: ScopeKey,
): Promise<readonly Learning[]> {
  if (sessions.length === 0) return [];
  const learnings = await deps.store.learningsOf(sessions);
  return learnings.filter(({ memory }) => [scopeKey, GLOBAL_SCOPE_KEY].includes(memory.scopeKey));
}

/**
 * Applies ageing to memories and makes their explanation and metrics; stores nothing. `isByName`: also those that have
 * become too weak to be included otherwise.
 */
export function weighMemories(
  learnings: readonly Learning[],
  { config, now }: Pick<Deps, 'config' | 'now'>,
  isByName = false,
) {
  const floor = config['session_persistence.decay_min_floor'];
  return inheritMemories(learnings, now(), floor).map((one) => {
    const { id, content, source } = one.memory;
    const excluded = one.excluded && !isByName;
    return {
      ...{ excluded, memory: { id, content, source, confidence: one.decayed } satisfies KnownMemory },
      explained: explainedMemory(one, excluded ? `below ${floor}` : TAKEN),
      metric: { ...confidenceDecayApplied(id, one.original, one.hours, floor), excluded },
    };
  });
}

export type ExplainedMemory = ReturnType<typeof explainedMemory>;

/** Ids and numbers only: the text stays with the memory, so that it can be forgotten. */
function explainedMemory({ memory, sessionId, original, decayed, hours }: InheritedMemory, verdict: string) {
  return {
    ...{ memory_id: memory.id, from: sessionId, hours: round(hours) },
    ...{ confidence_at_end: round(original), confidence: round(decayed), verdict },
  };
}

function round(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}

/** A memory as a learning whose age counts from its last statement. */
export function asSaid(memory: Memory): Learning {
  const confidenceAtEnd = confidenceAt(memory, memory.updatedAt);
  return { memory, sessionId: memory.sessionId ?? NOBODY, confidenceAtEnd, endedAt: memory.updatedAt };
}

const NOBODY = '' as SessionId;

/** Most memories that are included without a question. */
const MOST_PUSHED = 6;
const MOST_CALLED = 4;

/** Memories of contributing sessions, and the most important ones of the scope. */
export async function memoriesPushed(
  deps: Pick<Deps, 'store'>,
  scope: Scope,
  snapshots: readonly Snapshot[],
  taken: readonly Candidate[],
): Promise<readonly Learning[]> {
  const made = await learningsFrom(
    deps,
    taken.map(({ id, at, learnings }) => ({ id, at, memoryIds: learnings })),
    scope.key,
  );
  const own = made.filter(({ memory }) => isPushed(memory) && !memory.categories.includes('finding'));
  const known = new Set(own.map(({ memory }) => memory.id));
  const pushed = snapshots
    .flatMap(({ memories }) => memories)
    .filter(({ id }) => !known.has(id))
    .sort((a, b) => b.importance - a.importance || b.updatedAt - a.updatedAt)
    .slice(0, MOST_PUSHED);
  return [...own, ...pushed.map(asSaid)];
}

function isPushed(memory: Memory): boolean {
  return !isRule(memory) && !isProposal(memory);
}

/** Turns and memories that the words of a prompt call for. */
export type Called = Awaited<ReturnType<typeof calledBy>>;

export async function calledBy(
  deps: Deps,
  head: Pick<SessionHead, 'id' | 'scope' | 'branch'>,
  prompt: string,
) {
  const startedAt = deps.ticks();
  const { id, scope } = head;
  const isOn = deps.config['restore.prompts'] !== 'off';
  const matter =
    isOn && deps.config['relevance.text_match'] ? await matterOf(deps, prompt, { scope, besides: id }) : [];
  const fitting = isOn ? await memoriesForPrompt(deps, scope, prompt, MOST_CALLED) : [];
  // Without rules, which have their own section, and proposals.
  const learnings = fitting.filter(isPushed).map(asSaid);
  const { sessions, thread } = await deps.store.snapshot(scope.key, scope.root, deps.now());
  const claims = checkClaims(deps, head, sessions, thread?.thread ?? null, { learnings });
  return {
    recalled: matter,
    ...{ learnings: claims.grounded(learnings), claims, startedAt },
  };
}
