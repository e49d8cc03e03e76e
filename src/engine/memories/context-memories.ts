import type { SessionId } from '../../domain/ids.ts';
import { inheritMemories, type Learning } from '../../domain/memories/learning.ts';
import type { Scope } from '../../domain/scope.ts';
import { millis } from '../../domain/time.ts';
import type { MemoryHit } from '../../store.ts';
import type { WeighedMemory } from '../context/context-pieces.ts';
import type { Deps } from '../deps.ts';
import { asSaid, learningsFrom } from '../restore/memories.ts';
import { recentMemories } from './memories.ts';

/** More never fit into an answer, nor do they concern it. */
export const MOST = 40;
/** A memory that fits a question half as well as the best answer is noise: it would only fill the answer up. */
const FITS_HALF = 0.5;

/** Memories that answer a question, best first; none is too weak, since they were asked for. */
export function memoriesAbout(deps: Deps, hits: readonly MemoryHit[]): readonly WeighedMemory[] {
  const least = (hits[0]?.score ?? 0) * FITS_HALF;
  const found = hits.filter(({ score }) => score >= least).map(({ memory }) => memory);
  const weighed = new Map(softened(deps, found.map(asSaid)).map((one) => [one.memory.id, one]));
  return found.map(({ id }) => weighed.get(id)).filter((one) => one !== undefined);
}

/** Without a question: what the sessions learnt that this one continues, and what was said last. */
export async function memoriesHere(
  deps: Deps,
  scope: Scope,
  conversation: SessionId | null,
): Promise<readonly WeighedMemory[]> {
  const learnt = conversation ? await learntBefore(deps, scope, conversation) : [];
  const recent = await recentMemories(deps, { scope, limit: MOST });
  const known = new Set(learnt.map(({ memory }) => memory.id));
  const all = [...learnt, ...recent.filter(({ id }) => !known.has(id)).map(asSaid)];
  return softened(deps, all).filter(({ excluded }) => !excluded);
}

async function learntBefore(deps: Deps, scope: Scope, conversation: SessionId): Promise<readonly Learning[]> {
  const ids = await deps.store.contributors(conversation);
  const states = (await Promise.all(ids.map((id) => deps.store.session(id)))).filter((one) => one !== null);
  const sessions = states.map(({ session_id: id, end_time, last_activity, recent_learnings }) => ({
    ...{ id, at: millis(end_time ?? last_activity) ?? 0, memoryIds: recent_learnings },
  }));
  return learningsFrom(deps, sessions, scope.key);
}

function softened(deps: Pick<Deps, 'now' | 'config'>, learnings: readonly Learning[]) {
  const floor = deps.config['session_persistence.decay_min_floor'];
  return inheritMemories(learnings, deps.now(), floor).map(({ memory, decayed, excluded }) => ({
    memory,
    confidence: decayed,
    excluded,
  }));
}
