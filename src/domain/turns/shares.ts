/** A part of a text that wants room. */
export interface Part {
  /** Characters that it would take whole. */
  readonly size: number;
  /** Its weight among the others. */
  readonly share: number;
}

/** Less than this says nothing. */
export const LEAST = 70;

/**
 * Room for each part by a water level: a part gets its share of the level and never more than its size, so that what
 * short parts leave raises the level for the others.
 */
export function pour(parts: readonly Part[], room: number): number[] {
  const at = (level: number) =>
    parts.map(({ size, share }) => Math.min(size, Math.max(LEAST, Math.floor(level * share))));
  let low = 0;
  let high = room / Math.max(0.01, Math.min(...parts.map(({ share }) => share), 1));
  for (let i = 0; i < 30; i++) {
    const level = (low + high) / 2;
    if (at(level).reduce((sum, size) => sum + size, 0) > room) high = level;
    else low = level;
  }
  return at(low);
}
