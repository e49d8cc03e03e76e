const WEEK_HOURS = 168;
/** Share of a memory's confidence that a week takes. */
const LOST_IN_A_WEEK = 0.4;

export const DECAY_FLOOR = 0.3;

/** Factor on the confidence of an inherited memory; applied on reading, never stored. */
export function decay(hours: number, floor: number = DECAY_FLOOR): number {
  return Math.max(floor, 1 - (elapsed(hours) / WEEK_HOURS) * LOST_IN_A_WEEK);
}

/** 1 now, 0 after a week. */
export function recency(hours: number): number {
  return Math.max(0, 1 - elapsed(hours) / WEEK_HOURS);
}

/** The confidence that age leaves of what was inherited: `confidence × max(floor, 1 − h/168 × 0.4)`. */
export function applyDecay(
  originalConfidence: number,
  hoursElapsed: number,
  floor: number = DECAY_FLOOR,
): number {
  return originalConfidence * decay(hoursElapsed, floor);
}

/** Whether enough is left to be inherited: the decayed confidence reaches the floor. */
export function shouldInherit(
  originalConfidence: number,
  hoursElapsed: number,
  floor: number = DECAY_FLOOR,
): boolean {
  return applyDecay(originalConfidence, hoursElapsed, floor) >= floor;
}

/** Age as decay sees it: a clock that ran backwards, or no readable date, is no time at all. */
function elapsed(hours: number): number {
  return Number.isFinite(hours) && hours > 0 ? hours : 0;
}
