import type { Keyed } from './corpus.ts';
import { holds } from './told.ts';

export interface Share {
  readonly told: number;
  readonly of: number;
}

export interface Spread {
  readonly median: number;
  readonly p95: number;
}

export function sum(shares: Iterable<Share>): Share {
  let [told, of] = [0, 0];
  for (const share of shares) {
    told += share.told;
    of += share.of;
  }
  return { told, of };
}

export function spread(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { median: at(0.5), p95: at(0.95) };
}

export function shareOf(text: string, things: readonly Keyed[]): Share {
  return { told: things.filter((thing) => holds(text, thing)).length, of: things.length };
}
