import type { Millis } from '../time.ts';

/** A commit, a branch or a pull request that a successful command made. */
export interface Made {
  readonly what: 'commit' | 'branch' | 'pull request';
  readonly text: string;
  readonly ref: string | null;
}

/** Commits and changes that a successful command took back. */
export interface Undone {
  /** How many of the last commits. */
  readonly commits?: number;
  /** The commit or branch to which the branch was set back. */
  readonly to?: string;
  /** Every change that was in no commit. */
  readonly all?: true;
  /** Files and folders whose changes were given up. */
  readonly files?: readonly string[];
  /** The folder in which the command ran; absent where that is not known. */
  readonly where?: string;
}

/** Where a session stopped, in its own words. At most 2,000 characters as JSON. */
export interface Stopped {
  /** The last request that was more than a nod. `group`: one of several people asked. */
  readonly asked: {
    readonly text: string;
    readonly answered: boolean;
    readonly at: Millis;
    readonly group?: true;
    /** The request before it, where this one only points at it: "next part please". */
    readonly about?: string;
    /** Its sentences that carry most, where it is longer than those: of an earlier session they are all that is told of it. */
    readonly telling?: readonly string[];
  } | null;
  /** The person's sentences that carry most, in order of time. */
  readonly told: readonly string[];
  /** The last reply of a turn that worked: its closing list, head and tail. */
  readonly said: string | null;
  /** Sentences of the agent's earlier replies that carry most. */
  readonly noted: readonly string[];
  /** A later turn of mere talk. */
  readonly afterwards: string | null;
  /** What the agent asked and nobody answered. */
  readonly question: string | null;
  /** What the agent said comes next. */
  readonly next: readonly string[];
  /** The agent named it as what is left: steps that it only proposes give way to later work. */
  readonly isLeft?: true;
  /** When that was said; absent where nothing comes next, or an older version folded it. */
  readonly listedAt?: Millis;
  readonly corrections: readonly string[];
  /** The newest last. */
  readonly made: readonly Made[];
  /** Files changed after the last commit, the newest last. */
  readonly touched: readonly string[];
  readonly touchedMore: number;
  readonly branch: string | null;
  readonly head: string | null;
  /** The host broke the last turn off. */
  readonly failed: boolean;
  /** The first prompt, where it only answers what an earlier session asked. */
  readonly answer?: string;
}

export const NOTHING_STOPPED: Stopped = {
  asked: null,
  told: [],
  said: null,
  noted: [],
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

/** The words of a request, after those that it points at. */
export function requestsIn({ about, text }: NonNullable<Stopped['asked']>): readonly string[] {
  return about === undefined ? [text] : [about, text];
}

const MOST = 2_000;

/** What gives way, in this order, until the record fits. */
const STEPS: readonly ((one: Stopped) => Stopped)[] = [
  (one) => ({ ...one, asked: one.asked && withoutTelling(one.asked) }),
  (one) => ({ ...one, noted: one.noted.slice(-3) }),
  (one) => fewerFiles(one, 5),
  (one) => ({ ...one, said: shorter(one.said, 450) }),
  (one) => ({ ...one, next: one.next.slice(0, 4) }),
  (one) => ({ ...one, afterwards: shorter(one.afterwards, 100) }),
  (one) => ({ ...one, noted: one.noted.slice(-2) }),
  (one) => ({ ...one, told: one.told.slice(-3) }),
  (one) => fewerFiles(one, 3),
  (one) => ({ ...one, next: one.next.slice(0, 3) }),
  (one) => ({ ...one, said: shorter(one.said, 350) }),
  (one) => ({ ...one, corrections: one.corrections.slice(-2) }),
  (one) => ({ ...one, told: one.told.slice(-2), noted: one.noted.slice(-1) }),
  (one) => ({ ...one, question: shorter(one.question, 200) }),
  (one) => ({ ...one, made: one.made.slice(-2) }),
  (one) => ({ ...one, said: shorter(one.said, 250) }),
  (one) => ({ ...one, next: one.next.slice(0, 2) }),
  (one) => ({ ...one, asked: one.asked && shorterRequest(one.asked) }),
  (one) => ({
    ...one,
    told: one.told.slice(-1),
    noted: [],
    corrections: one.corrections.slice(-1),
    made: one.made.slice(-1),
  }),
  (one) => fewerFiles({ ...one, afterwards: null, next: one.next.slice(0, 1) }, 1),
  (one) => ({
    ...one,
    told: [],
    next: [],
    corrections: [],
    branch: shorter(one.branch, 100),
    head: shorter(one.head, 100),
  }),
];

/** The record within its limit. Characters that JSON escapes count as they are stored. */
export function withinLimit(stopped: Stopped): Stopped {
  let fitted = stopped;
  for (const step of STEPS) {
    if (JSON.stringify(fitted).length <= MOST) return fitted;
    fitted = step(fitted);
  }
  return fitted;
}

function withoutTelling({ telling: _, ...asked }: NonNullable<Stopped['asked']>): Stopped['asked'] {
  return asked;
}

function shorterRequest({ about: _, ...asked }: NonNullable<Stopped['asked']>): Stopped['asked'] {
  return { ...asked, text: shorter(asked.text, 200) };
}

function fewerFiles(one: Stopped, most: number): Stopped {
  const gone = Math.max(0, one.touched.length - most);
  return gone === 0 ? one : { ...one, touched: one.touched.slice(gone), touchedMore: one.touchedMore + gone };
}

function shorter<T extends string | null>(text: T, most: number): T {
  if (text === null || text.length <= most) return text;
  return `${text
    .slice(0, most - 1)
    .toWellFormed()
    .replace(/\ufffd$/, '')
    .trimEnd()}…` as T;
}
