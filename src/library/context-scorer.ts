import { jaccard, relevance } from '../domain/answer/relevance.ts';
import { hoursBetween, millis } from '../domain/base/time.ts';
import type { SessionState } from './types.ts';

/** The fields of a session that decide its relevance. */
export type ScorableSession = Pick<SessionState, 'hot_topics'> & {
  readonly pending_tasks: readonly unknown[];
};

/** A session without an end counts from its last sign of life. */
export type DatedSession = ScorableSession &
  Partial<Pick<SessionState, 'end_time' | 'last_activity' | 'updated_at' | 'start_time'>>;

/** The subject of the session at hand. */
export interface CurrentContext {
  readonly keywords: readonly string[];
}

/** A session with its score. */
export interface ScoredSession<S> {
  readonly session: S;
  readonly score: number;
  readonly hoursElapsed: number;
}

/** How `scoreAll` counts, and how many it gives. */
export interface ScoreAllOptions {
  /** Milliseconds since 1970; now where it is not said. */
  readonly now?: number;
  /** How many are given back; 3, as many as contribute to a restore, where it is not said. */
  readonly limit?: number;
}

const THRESHOLD = 0.25;
const MOST = 3;

/**
 * How relevant an earlier session is, from 0 to 1: `0.40·recency + 0.35·overlap + 0.25·tasks`, where recency is
 * `max(0, 1 − h/168)`, overlap the shared share of topics and keywords, and tasks `min(1, 0.25 × pending tasks)`.
 */
export function score(
  session: ScorableSession,
  { keywords }: CurrentContext,
  hoursElapsed: number,
): number {
  return relevance({
    hours: hoursElapsed,
    match: jaccard(new Set(keywords.map(lowerCase)), [
      ...new Set(session.hot_topics.map(lowerCase)),
    ]),
    openTasks: session.pending_tasks.length,
    // The formula lacks a restore's addition for the same scope.
    sameScope: 0,
  }).total;
}

/** `score` under its other name. */
export const calculateRelevanceScore = score;

/** The sessions that are relevant enough, the best first; of equals the most recent. */
export function scoreAll<S extends DatedSession>(
  sessions: readonly S[],
  currentContext: CurrentContext,
  threshold: number = THRESHOLD,
  { now = Date.now(), limit = MOST }: ScoreAllOptions = {},
): ScoredSession<S>[] {
  return sessions
    .map((session) => {
      const hoursElapsed = hoursBetween(endOf(session) ?? now, now);
      return { session, hoursElapsed, score: score(session, currentContext, hoursElapsed) };
    })
    .filter((scored) => scored.score >= threshold)
    .sort((a, b) => b.score - a.score || a.hoursElapsed - b.hoursElapsed)
    .slice(0, Math.max(0, limit));
}

function endOf({ end_time, last_activity, updated_at, start_time }: DatedSession): number | null {
  return millis(end_time) ?? millis(last_activity) ?? millis(updated_at) ?? millis(start_time);
}

function lowerCase(word: string): string {
  return word.toLowerCase();
}
