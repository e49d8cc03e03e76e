import type { Millis } from '../../domain/base/time.ts';

/** Events that could not be stored anywhere, as on a full disk. */
export interface Missed {
  readonly count: number;
  readonly first: Millis;
  readonly last: Millis;
  readonly kinds: Readonly<Record<string, number>>;
  /** Why the last of them was missed. */
  readonly why: string;
  /** How many of them a start has reported. */
  readonly told: number;
}
