/** The place of a session from elsewhere in the order of this home: by time, because the numbers of another home say nothing here. */

/** A session that is here: a time of it, as it is stored, and its number in the order of this home. */
export interface SessionStanding {
  readonly time: string;
  readonly place: number;
}

/** Sorted by time. */
export interface StandingOrder {
  readonly times: string[];
  /** The highest number of a session up to each time. */
  readonly highestUntil: number[];
  /** The lowest number of a session from each time on. */
  readonly lowestFrom: number[];
}

export function standingOrder(sessions: readonly SessionStanding[]): StandingOrder {
  const sorted = sessions.toSorted((a, b) => compare(a.time, b.time));
  const highestUntil: number[] = [];
  for (const { place } of sorted) highestUntil.push(Math.max(place, highestUntil.at(-1) ?? place));
  const lowestFrom: number[] = [];
  for (const { place } of sorted.toReversed())
    lowestFrom.push(Math.min(place, lowestFrom.at(-1) ?? place));
  return { times: sorted.map(({ time }) => time), highestUntil, lowestFrom: lowestFrom.reverse() };
}

/** The number behind every session that is not later; null if none is later, so that the session comes last. */
export function placeBehindEarlier(order: StandingOrder, time: string): number | null {
  const next = firstIndex(order.times, (one) => one > time);
  if (next === order.times.length) return null;
  return next === 0 ? 0 : order.highestUntil[next - 1]!;
}

/** The number before every session that is later; null if there is none. */
export function placeBeforeLater(order: StandingOrder, time: string): number | null {
  return order.lowestFrom[firstIndex(order.times, (one) => one > time)] ?? null;
}

/** Adds a session that is later than all others. One that arrives between others need not be added: it changes no later answer. */
export function addLatest(
  { times, highestUntil, lowestFrom }: StandingOrder,
  { time, place }: SessionStanding,
): void {
  for (let i = times.length - 1; i >= 0 && lowestFrom[i]! > place; i--) lowestFrom[i] = place;
  times.push(time);
  highestUntil.push(Math.max(place, highestUntil.at(-1) ?? place));
  lowestFrom.push(place);
}

/** Index of the first of the sorted times that is reached, as all after it are; their number where none is. */
export function firstIndex(times: readonly string[], isReached: (time: string) => boolean): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isReached(times[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** As SQLite compares: times of one form, so letter by letter. */
function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
