import type { ScopeKey, SessionId } from './ids.ts';
import { type Relevance, relevance } from './relevance.ts';
import type { PendingTask } from './task.ts';
import { hoursBetween, type Millis } from './time.ts';

/** An earlier session as ranking sees it. */
export interface Candidate {
  readonly id: SessionId;
  readonly scopeKey: ScopeKey;
  /** When it ended, or was last at work where it still runs. */
  readonly at: Millis;
  readonly running: boolean;
  readonly topics: readonly string[];
  /** Tasks that are still open now. */
  readonly tasks: readonly PendingTask[];
  readonly textMatch: number;
  /** The same for all sessions of one conversation that was taken up again; null where that is not known. */
  readonly conversation?: string | null;
}

export interface RankContext {
  readonly now: Millis;
  readonly scopeKey: ScopeKey;
  readonly keywords: ReadonlySet<string>;
}

export interface RankRules {
  readonly threshold: number;
  readonly best: number;
  readonly sameScope: number;
  /** So many open tasks bring a session back whatever its score. */
  readonly tasksThatForce: number;
  /** A running session takes part after so long without activity. */
  readonly quietMillis: number;
}

export type Verdict = 'taken' | 'busy' | 'below threshold' | 'better ones came first';

export interface Ranked {
  readonly candidate: Candidate;
  readonly hours: number;
  readonly score: Relevance;
  readonly verdict: Verdict;
  /** Taken for its open tasks although its score would not do. */
  readonly forced: boolean;
}

/**
 * Best first; equal scores: the most recent first. A conversation that was resumed is several sessions and takes one place,
 * or one that was left and taken up often would keep out everything newer.
 */
export function rankCandidates(
  candidates: readonly Candidate[],
  context: RankContext,
  rules: RankRules,
): Ranked[] {
  const scored = candidates.map((candidate) => {
    const hours = hoursBetween(candidate.at, context.now);
    const score = relevance({
      hours,
      now: context.keywords,
      topics: candidate.topics,
      textMatch: candidate.textMatch,
      openTasks: candidate.tasks.length,
      sameScope: candidate.scopeKey === context.scopeKey ? rules.sameScope : 0,
    });
    return { candidate, hours, score };
  });
  scored.sort((a, b) => b.score.total - a.score.total || b.candidate.at - a.candidate.at);

  let taken = 0;
  const conversations = new Set<string>();
  return scored.map(({ candidate, hours, score }) => {
    const enough = score.total >= rules.threshold;
    const forced = !enough && candidate.tasks.length >= rules.tasksThatForce;
    let verdict: Verdict = 'taken';
    if (candidate.running && context.now - candidate.at < rules.quietMillis) verdict = 'busy';
    else if (!enough && !forced) verdict = 'below threshold';
    else if (candidate.conversation && conversations.has(candidate.conversation)) verdict = 'taken';
    else if (taken >= rules.best) verdict = 'better ones came first';
    else taken++;
    if (verdict === 'taken' && candidate.conversation) conversations.add(candidate.conversation);
    return { candidate, hours, score, verdict, forced };
  });
}
