import type { ScopeKey } from '../ids.ts';
import type { Relation } from '../projects/history.ts';
import { hoursBetween, type Millis } from '../time.ts';
import { type Relevance, relevance } from './relevance.ts';
import { didSomething, hasTurns, latestFirst, type SessionSnapshot, worked } from './snapshot.ts';

/** An earlier session with its present state. */
export interface Candidate extends SessionSnapshot {
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
  /** The working tree that the next session runs in. */
  readonly tree: string | null;
}

export interface ContributionRules {
  readonly threshold: number;
  readonly best: number;
  readonly sameScope: number;
  /** A session with this many open tasks contributes whatever its score. */
  readonly tasksThatForce: number;
  /** A running session contributes after this time without activity. */
  readonly quietMillis: number;
  readonly lookbackMillis: number;
  /** The latest qualifying session comes first regardless of score; among equal scores, sessions that did work. */
  readonly latest: boolean;
}

/** The verdict on a session, a pin or a memory that is included. */
export const TAKEN = 'taken';

export type Verdict =
  | typeof TAKEN
  | 'the latest'
  | 'busy'
  | 'below threshold'
  | 'beyond the lookback'
  | 'better ones were found'
  | 'enough as good were taken';

/** A candidate with its score and the verdict on it. */
export interface Ranked extends Candidate {
  readonly hours: number;
  readonly score: Relevance;
  readonly verdict: Verdict;
  /** Included for its open tasks although its score is too low. */
  readonly forced: boolean;
}

type Scored = Pick<Ranked, keyof Candidate | 'score'>;

export function isTaken({ verdict }: Pick<Ranked, 'verdict'>): boolean {
  return verdict === TAKEN || verdict === 'the latest';
}

/**
 * Ranks the contributors: the latest session of the scope that did something and qualifies, then the best others. A
 * resumed conversation consists of several sessions but takes one place; otherwise one that was often resumed would displace
 * everything newer.
 */
export function rankCandidates(
  candidates: readonly Candidate[],
  context: ContributionContext,
  rules: ContributionRules,
): Ranked[] {
  const scored = candidates.map((candidate) => {
    const hours = hoursBetween(candidate.at, context.now);
    const score = relevance({
      hours,
      openTasks: candidate.tasks.length,
      sameScope: candidate.scopeKey === context.scopeKey ? rules.sameScope : 0,
    });
    return { ...candidate, hours, score: candidate.isUnmerged ? halved(score) : score };
  });
  scored.sort((a, b) => b.score.total - a.score.total || latestFirst(a, b));

  const ordered = rules.latest ? workFirst(scored) : scored;
  const judged = ordered.map((one) => ({ ...one, ...judge(one, context, rules) }));
  const latest = rules.latest ? latestOf(judged, context) : null;
  const inOrder = latest ? [latest, ...judged.filter((one) => one !== latest)] : judged;
  let places = 0;
  let least = Number.POSITIVE_INFINITY;
  const conversations = new Set<string>();
  return inOrder.map((one): Ranked => {
    if (one.verdict !== TAKEN) return one;
    const { conversation } = one;
    const goesOn = conversation !== null && conversations.has(conversation);
    if (one !== latest && !goesOn && places >= rules.best) {
      const isLess = least - one.score.total > EQUAL;
      return { ...one, verdict: isLess ? 'better ones were found' : 'enough as good were taken' };
    }
    if (!goesOn) places++;
    if (conversation !== null) conversations.add(conversation);
    if (one === latest) return { ...one, verdict: 'the latest' };
    least = Math.min(least, one.score.total);
    return one;
  });
}

/** Scores that differ by less count as equal. */
const EQUAL = 0.02;

/** In each run of equal scores, sessions that worked come before those that only talked. */
function workFirst<T extends Scored>(scored: readonly T[]): T[] {
  const [best] = scored;
  if (!best) return [];
  const equals = scored.filter(({ score }) => best.score.total - score.total <= EQUAL);
  const [working, talking] = [true, false].map((is) => equals.filter((one) => worked(one) === is));
  return [...working!, ...talking!, ...workFirst(scored.slice(equals.length))];
}

function judge(
  candidate: Scored,
  { now }: ContributionContext,
  rules: ContributionRules,
): Pick<Ranked, 'verdict' | 'forced'> {
  const isQuiet = candidate.isLeft || now - candidate.at >= rules.quietMillis;
  if (candidate.running && !isQuiet) return { verdict: 'busy', forced: false };
  if (now - candidate.at > rules.lookbackMillis) return { verdict: 'beyond the lookback', forced: false };
  if (candidate.score.total >= rules.threshold) return { verdict: TAKEN, forced: false };
  const forced = !candidate.isUnmerged && candidate.tasks.length >= rules.tasksThatForce;
  return { verdict: forced ? TAKEN : 'below threshold', forced };
}

/**
 * The latest session of this working tree, else of the scope; an unmerged one only if all are. A session without a turn, which
 * only has a pin, counts as the latest only if there is no other.
 */
function latestOf(judged: readonly Ranked[], { scopeKey, tree }: ContributionContext): Ranked | null {
  const doing = judged
    .filter((one) => one.verdict === TAKEN && one.scopeKey === scopeKey && didSomething(one))
    .sort(latestFirst);
  const stopped = doing.filter(hasTurns);
  const own = stopped.length > 0 ? stopped : doing;
  const here = own.filter((one) => one.tree === tree);
  return (
    here.find(({ isUnmerged }) => !isUnmerged) ??
    own.find(({ isUnmerged }) => !isUnmerged) ??
    here[0] ??
    own[0] ??
    null
  );
}

function halved(score: Relevance): Relevance {
  return { ...score, total: score.total / 2 };
}
