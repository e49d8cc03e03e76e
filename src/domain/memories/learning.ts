import type { SessionId } from '../ids.ts';
import { hoursBetween, type Millis } from '../time.ts';
import { applyDecay, DECAY_FLOOR } from './decay.ts';
import { confidenceAt, hasExpired, type Memory } from './memory.ts';

/** A memory that an earlier session made, with what it was worth when that session ended. */
export interface Learning {
  readonly memory: Memory;
  readonly sessionId: SessionId;
  readonly confidenceAtEnd: number;
  /** The end of that session, or its last activity where it still runs. */
  readonly endedAt: Millis;
}

/** A learning as a later session sees it. */
export interface InheritedMemory {
  readonly memory: Memory;
  readonly sessionId: SessionId;
  /** Its confidence at the end of its session, before age. */
  readonly original: number;
  readonly decayed: number;
  readonly hours: number;
  /** Too weak by now to be told. */
  readonly excluded: boolean;
}

/** Each memory once, softened by age: what matters most comes first, then what is surest. */
export function inheritMemories(
  learnings: readonly Learning[],
  now: Millis,
  floor: number = DECAY_FLOOR,
): InheritedMemory[] {
  const latest = new Map<string, Learning>();
  for (const learning of learnings) {
    const { id } = learning.memory;
    const known = latest.get(id);
    if (hasExpired(learning.memory, now) || (known && known.endedAt >= learning.endedAt)) continue;
    latest.set(id, learning);
  }
  return [...latest.values()]
    .map((learning) => softened(learning, now, floor))
    .sort(
      (a, b) =>
        b.memory.importance - a.memory.importance ||
        b.decayed - a.decayed ||
        b.memory.updatedAt - a.memory.updatedAt,
    );
}

function softened(learning: Learning, now: Millis, floor: number): InheritedMemory {
  const { memory, sessionId } = learning;
  // A correction after that session's end sets the worth, and age counts from it.
  const isSaidAnew = memory.updatedAt > learning.endedAt;
  const original = isSaidAnew ? confidenceAt(memory, memory.updatedAt) : learning.confidenceAtEnd;
  const hours = hoursBetween(isSaidAnew ? memory.updatedAt : learning.endedAt, now);
  const decayed = applyDecay(original, hours, floor);
  return { memory, sessionId, original, decayed, hours, excluded: decayed < floor };
}
