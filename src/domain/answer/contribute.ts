import type { ScopeKey, SessionId } from '../base/ids.ts';
import { hoursBetween, type Millis } from '../base/time.ts';
import type { Relation } from '../projects/history.ts';
import { byLatestActivity, type SessionSnapshot } from '../sessions/snapshot.ts';
import { type Relevance, relevance } from './relevance.ts';

/** An earlier session with its present state. */
export interface SessionCandidate extends SessionSnapshot {
  /** The session runs, but nobody works in it. */
  readonly isLeft?: boolean;
  /** Its branch is unmerged: it counts half, and its tasks do not force it in. */
  readonly isUnmerged?: boolean;
  /** The relation of its last commit to HEAD; absent if not determined. */
  readonly line?: SessionLine;
}

/** The relation of a session's last commit to HEAD. */
export interface SessionLine {
  readonly branch: string | null;
  readonly relation: Relation;
  /** The branch was deleted: its commits may have been merged under other hashes. */
  readonly isBranchGone: boolean;
  readonly isUnmerged: boolean;
}

export interface ContributionContext {
  readonly now: Millis;
  readonly scopeKey: ScopeKey;
}

export interface ContributionRules {
  readonly threshold: number;
  readonly sameScope: number;
  /** A session with this many open tasks contributes whatever its score. */
  readonly tasksThatForce: number;
  /** A running session contributes after this time without activity. */
  readonly quietMillis: number;
  readonly lookbackMillis: number;
}

/** The verdict on a session, a pin or a memory that is included. */
export const TAKEN = 'taken';

/** The verdict on a session whose conversation a newer one resumed: it contributes through that one. */
export const CONTINUED = 'its conversation went on';

export type SessionVerdict =
  | typeof TAKEN
  | 'the latest'
  | 'busy'
  | 'below threshold'
  | 'beyond the lookback'
  | typeof CONTINUED
  | 'nothing of it is told or inherited'
  | 'better ones were found';

/** A candidate with its score and the verdict on it. */
export interface RankedSession extends SessionCandidate {
  readonly hours: number;
  readonly score: Relevance;
  readonly verdict: SessionVerdict;
  /** Included for its open tasks although its score is too low. */
  readonly forced: boolean;
}

type ScoredCandidate = Pick<RankedSession, keyof SessionCandidate | 'score'>;

export function isTaken({ verdict }: Pick<RankedSession, 'verdict'>): boolean {
  return verdict === TAKEN || verdict === 'the latest';
}

/** Whether a session is recent and relevant enough to contribute, whether or not it does. */
export function qualifies({ verdict }: Pick<RankedSession, 'verdict'>): boolean {
  return verdict !== 'busy' && verdict !== 'below threshold' && verdict !== 'beyond the lookback';
}

/** Scores the candidates, the best first; the verdict says only whether one qualifies. */
export function judgeCandidates(
  candidates: readonly SessionCandidate[],
  context: ContributionContext,
  rules: ContributionRules,
): RankedSession[] {
  const scored = candidates.map((candidate) => {
    const hours = hoursBetween(candidate.at, context.now);
    const score = relevance({
      hours,
      openTasks: candidate.tasks.length,
      sameScope: candidate.scopeKey === context.scopeKey ? rules.sameScope : 0,
    });
    return { ...candidate, hours, score: candidate.isUnmerged ? halved(score) : score };
  });
  scored.sort((a, b) => b.score.total - a.score.total || byLatestActivity(a, b));
  return scored.map((one) => ({ ...one, ...judge(one, context, rules) }));
}

/** The sessions whose turns are told, the main one first; null for the best by score alone. */
export type ToldIds = readonly SessionId[] | null;

/**
 * Takes the contributors among those that qualify: the told ones, then the best others that hold pins or open tasks. Of a
 * resumed conversation only its newest session is taken; otherwise one that was often resumed would displace everything newer.
 */
export function takeContributors(
  judged: readonly RankedSession[],
  told: ToldIds,
  best: number,
): RankedSession[] {
  const isTold = ({ id }: RankedSession) => told?.includes(id) === true;
  const byPlace = (one: RankedSession) => (told ?? []).indexOf(one.id);
  const first = judged.filter(isTold).sort((a, b) => byPlace(a) - byPlace(b));
  const qualified = judged.filter(({ verdict }) => verdict === TAKEN);
  const isContinued = (one: RankedSession) =>
    one.conversation !== null &&
    qualified.some(
      (other) => other.conversation === one.conversation && byLatestActivity(other, one) < 0,
    );
  let places = 0;
  return [...first, ...judged.filter((one) => !isTold(one))].map((one): RankedSession => {
    if (one.verdict !== TAKEN) return one;
    if (isContinued(one)) return { ...one, verdict: CONTINUED };
    if (told !== null && !isTold(one) && one.pins.length + one.tasks.length === 0)
      return { ...one, verdict: 'nothing of it is told or inherited' };
    if (places >= best) return { ...one, verdict: 'better ones were found' };
    places++;
    return one.id === told?.[0] ? { ...one, verdict: 'the latest' } : one;
  });
}

function judge(
  candidate: ScoredCandidate,
  { now }: ContributionContext,
  rules: ContributionRules,
): Pick<RankedSession, 'verdict' | 'forced'> {
  const isQuiet = candidate.isLeft || now - candidate.at >= rules.quietMillis;
  if (candidate.running && !isQuiet) return { verdict: 'busy', forced: false };
  if (now - candidate.at > rules.lookbackMillis)
    return { verdict: 'beyond the lookback', forced: false };
  if (candidate.score.total >= rules.threshold) return { verdict: TAKEN, forced: false };
  const forced = !candidate.isUnmerged && candidate.tasks.length >= rules.tasksThatForce;
  return { verdict: forced ? TAKEN : 'below threshold', forced };
}

function halved(score: Relevance): Relevance {
  return { ...score, total: score.total / 2 };
}
