/** The same numbers for the same seed (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number, name = '') {
    let state = seed >>> 0;
    for (const letter of name) state = Math.imul(state ^ letter.charCodeAt(0), 2654435761) >>> 0;
    this.#state = state;
  }

  /** From 0 to 1, without 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)]!;
  }

  /** So many of them, each at most once, in a random order. */
  some<T>(from: readonly T[], count: number): T[] {
    const left = [...from];
    const taken: T[] = [];
    while (left.length > 0 && taken.length < count)
      taken.push(left.splice(this.below(left.length), 1)[0]!);
    return taken;
  }
}

/** Works through all items, so many at a time; results in the order of the items. */
export async function pool<T, R>(
  items: readonly T[],
  width: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const index = next++;
      results[index] = await work(items[index]!, index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
  return results;
}

export function range(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i);
}

export const pause = (millis: number) => new Promise((done) => setTimeout(done, millis));
