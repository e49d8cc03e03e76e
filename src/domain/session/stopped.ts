import type { Millis } from '../time.ts';

/** A commit, a branch or a pull request that a successful command made. */
export interface Made {
  readonly what: 'commit' | 'branch' | 'pull request';
  readonly text: string;
  readonly ref: string | null;
}

/** Where a session stopped, in its own words. At most 2,000 characters as JSON. */
export interface Stopped {
  /** The last request that was more than a nod. */
  readonly asked: { readonly text: string; readonly answered: boolean; readonly at: Millis } | null;
  /** The person's sentences that carry most. */
  readonly told: readonly string[];
  /** The last reply of a turn that worked. */
  readonly said: string | null;
  /** A later turn of mere talk. */
  readonly afterwards: string | null;
  /** What the agent asked and nobody answered. */
  readonly question: string | null;
  /** What the agent named as the next steps. */
  readonly next: readonly string[];
  readonly corrections: readonly string[];
  /** The latest last. */
  readonly made: readonly Made[];
  /** Files changed after the last commit, the latest last. */
  readonly touched: readonly string[];
  readonly touchedMore: number;
  readonly branch: string | null;
  readonly head: string | null;
  /** The host broke the last turn off. */
  readonly failed: boolean;
}

export const NOTHING_STOPPED: Stopped = {
  asked: null,
  told: [],
  said: null,
  afterwards: null,
  question: null,
  next: [],
  corrections: [],
  made: [],
  touched: [],
  touchedMore: 0,
  branch: null,
  head: null,
  failed: false,
};
