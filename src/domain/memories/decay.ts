import type { SessionId } from '../base/ids.ts';
import { hoursBetween, type Millis } from '../base/time.ts';
import { confidenceAt, hasExpired, type Memory } from './memory.ts';

const WEEK_HOURS = 168;
/** Share of a memory's confidence that a week takes. */
const LOST_IN_A_WEEK = 0.4;

const DECAY_FLOOR = 0.3;

/** Ageing factor for the confidence of an inherited memory; applied on reading, never stored. */
export function decay(hours: number, floor: number = DECAY_FLOOR): number {
  return Math.max(floor, 1 - (elapsed(hours) / WEEK_HOURS) * LOST_IN_A_WEEK);
}

/** 1 now, 0 after a week. */
export function recency(hours: number): number {
  return Math.max(0, 1 - elapsed(hours) / WEEK_HOURS);
}

/** The confidence after ageing: `confidence × max(floor, 1 − h/168 × 0.4)`. */
export function applyDecay(
  originalConfidence: number,
  hoursElapsed: number,
  floor: number = DECAY_FLOOR,
): number {
  return originalConfidence * decay(hoursElapsed, floor);
}

/** Whether a memory is inherited: its aged confidence reaches the floor. */
export function shouldInherit(
  originalConfidence: number,
  hoursElapsed: number,
  floor: number = DECAY_FLOOR,
): boolean {
  return applyDecay(originalConfidence, hoursElapsed, floor) >= floor;
}

/** Age in hours; zero for a clock that ran backwards or an unreadable date. */
function elapsed(hours: number): number {
  return Number.isFinite(hours) && hours > 0 ? hours : 0;
}

/** A memory of an earlier session, with its confidence when that session ended. */
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
  /** Too weak by now to be inherited. */
  readonly excluded: boolean;
}

/** Each memory once, with its aged confidence, by importance, then by confidence. */
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
  // A correction after that session's end sets the confidence, and the age counts from it.
  const isSaidAnew = memory.updatedAt > learning.endedAt;
  const original = isSaidAnew ? confidenceAt(memory, memory.updatedAt) : learning.confidenceAtEnd;
  const hours = hoursBetween(isSaidAnew ? memory.updatedAt : learning.endedAt, now);
  const decayed = applyDecay(original, hours, floor);
  return { memory, sessionId, original, decayed, hours, excluded: decayed < floor };
}
