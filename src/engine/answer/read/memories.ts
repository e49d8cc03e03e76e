import type { PersonRule } from '../../../domain/answer/context.ts';
import type { SessionCandidate } from '../../../domain/answer/contribute.ts';
import { GLOBAL_SCOPE_KEY, type ScopeKey, type SessionId } from '../../../domain/base/ids.ts';
import type { Scope } from '../../../domain/base/scope.ts';
import { millis } from '../../../domain/base/time.ts';
import { inheritMemories, type Learning } from '../../../domain/memories/decay.ts';
import { confidenceAt, isProposal, isRule, type Memory } from '../../../domain/memories/memory.ts';
import type { LearningSession, MemoryHit } from '../../../store/store.ts';
import type { Deps } from '../../base/deps.ts';
import type { WeighedMemory } from '../../ledger/pieces.ts';
import { recentMemories } from '../../memories/memories.ts';
import type { StoredScope } from './sessions.ts';

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

/** A memory as a learning whose age counts from its last statement. */
export function asSaid(memory: Memory): Learning {
  const confidenceAtEnd = confidenceAt(memory, memory.updatedAt);
  return {
    memory,
    sessionId: memory.sessionId ?? NOBODY,
    confidenceAtEnd,
    endedAt: memory.updatedAt,
  };
}

const NOBODY = '' as SessionId;

/** Most memories that are told without a question. */
const MOST_UNASKED = 6;

/** Memories of contributing sessions, and the most important ones of the scope. */
export async function readLearnings(
  deps: Pick<Deps, 'store'>,
  { recipient, here, global }: StoredScope,
  taken: readonly SessionCandidate[],
): Promise<readonly Learning[]> {
  const made = await learningsFrom(
    deps,
    taken.map(({ id, at, learnings }) => ({ id, at, memoryIds: learnings })),
    recipient.scope.key,
  );
  const own = made.filter(
    ({ memory }) => isToldUnasked(memory) && !memory.categories.includes('finding'),
  );
  const known = new Set(own.map(({ memory }) => memory.id));
  const others = [...here.memories, ...global.memories]
    .filter(({ id }) => !known.has(id))
    .sort((a, b) => b.importance - a.importance || b.updatedAt - a.updatedAt)
    .slice(0, MOST_UNASKED);
  return [...own, ...others.map(asSaid)];
}

/** Rules have a section of their own, and nobody accepted a proposal yet. */
export function isToldUnasked(memory: Memory): boolean {
  return !isRule(memory) && !isProposal(memory);
}

/** Most memories of an answer that was asked for. */
export const MOST_ASKED = 40;
/** A memory that fits a question half as well as the best answer is left out as noise. */
const FITS_HALF = 0.5;

/** Memories that answer a question, best first; weak ones too, because they were asked for. */
export function memoriesAbout(
  deps: AgeingDeps,
  hits: readonly MemoryHit[],
): readonly WeighedMemory[] {
  const least = (hits[0]?.score ?? 0) * FITS_HALF;
  const found = hits.filter(({ score }) => score >= least).map(({ memory }) => memory);
  const aged = new Map(ageLearnings(deps, found.map(asSaid)).map((one) => [one.memory.id, one]));
  return found.map(({ id }) => aged.get(id)).filter((one) => one !== undefined);
}

/** Without a question: memories of the contributing sessions, and the latest ones. */
export async function memoriesHere(
  deps: Deps,
  scope: Scope,
  conversation: SessionId | null,
): Promise<readonly WeighedMemory[]> {
  const learnt = conversation ? await learntBefore(deps, scope, conversation) : [];
  const recent = await recentMemories(deps, { scope, limit: MOST_ASKED });
  const known = new Set(learnt.map(({ memory }) => memory.id));
  const all = [...learnt, ...recent.filter(({ id }) => !known.has(id)).map(asSaid)];
  return ageLearnings(deps, all).filter(({ excluded }) => !excluded);
}

async function learntBefore(
  deps: Pick<Deps, 'store'>,
  scope: Scope,
  conversation: SessionId,
): Promise<readonly Learning[]> {
  const ids = await deps.store.contributors(conversation);
  const states = (await Promise.all(ids.map((id) => deps.store.session(id)))).filter(
    (one) => one !== null,
  );
  const sessions = states.map((one) => ({
    id: one.session_id,
    at: millis(one.end_time ?? one.last_activity) ?? 0,
    memoryIds: one.recent_learnings,
  }));
  return learningsFrom(deps, sessions, scope.key);
}

type AgeingDeps = Pick<Deps, 'now' | 'config'>;

interface AgedMemory extends WeighedMemory {
  /** Too weak to be told without a question. */
  readonly excluded: boolean;
}

function ageLearnings(
  { now, config }: AgeingDeps,
  learnings: readonly Learning[],
): readonly AgedMemory[] {
  const floor = config['session_persistence.decay_min_floor'];
  return inheritMemories(learnings, now(), floor).map(({ memory, decayed, excluded }) => ({
    memory,
    confidence: decayed,
    excluded,
  }));
}

/** Memories besides those that are told as rules. */
export function withoutRules(
  memories: readonly WeighedMemory[],
  rules: readonly PersonRule[],
): readonly WeighedMemory[] {
  return memories.filter(({ memory }) => !rules.some(({ memoryId }) => memoryId === memory.id));
}
