import { recency } from '../memories/decay.ts';

/** The weight of each part; they add up to one. */
const WEIGHTS = { recency: 0.4, overlap: 0.35, tasks: 0.25 } as const;
const SHARE_OF_ONE_TASK = 0.25;

export interface Relevance {
  readonly recency: number;
  readonly overlap: number;
  readonly tasks: number;
  readonly total: number;
}

export interface RelevanceInput {
  readonly hours: number;
  /** The share of words that the session has in common with the prompt, 0 to 1; absent without a prompt. */
  readonly match?: number;
  readonly openTasks: number;
  /** Minimum overlap for a session of the same scope; 0 for another scope. */
  readonly sameScope: number;
}

export function relevance(input: RelevanceInput): Relevance {
  const match = unit(input.match ?? 0);
  const same = unit(input.sameScope);
  const parts = {
    recency: recency(input.hours),
    overlap: same + (1 - same) * match,
    tasks: Math.min(1, Math.max(0, input.openTasks) * SHARE_OF_ONE_TASK),
  };
  const total =
    parts.recency * WEIGHTS.recency + parts.overlap * WEIGHTS.overlap + parts.tasks * WEIGHTS.tasks;
  return { ...parts, total };
}

/** `0.40 recency + 0.35 overlap + 0.25 tasks`, or with the values of one session: `0.40 × 0.93 recency + …`. */
export function scoreFormula(values?: Readonly<Record<keyof typeof WEIGHTS, number>>): string {
  return (['recency', 'overlap', 'tasks'] as const)
    .map(
      (part) =>
        `${WEIGHTS[part].toFixed(2)} ${values ? `× ${values[part].toFixed(2)} ` : ''}${part}`,
    )
    .join(' + ');
}

/** Shared words over all words. Both sides are lower case, and topics are unique. */
export function jaccard(now: ReadonlySet<string>, topics: readonly string[]): number {
  if (now.size === 0 || topics.length === 0) return 0;
  let shared = 0;
  for (const topic of topics) if (now.has(topic)) shared++;
  return shared / (now.size + topics.length - shared);
}

/** A corrupt record must not give a score above one. */
function unit(value: number): number {
  return Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0;
}
