import type { ScopeKey } from '../ids.ts';
import type { Relation } from '../projects/history.ts';
import { hoursBetween, type Millis } from '../time.ts';
import { type Relevance, relevance } from './relevance.ts';
import { didSomething, hasTurns, latestFirst, type SessionSnapshot, worked } from './snapshot.ts';

/** An earlier session with what is known of it at this moment. */
export interface Candidate extends SessionSnapshot {
  /** Nobody works in it, although it runs. */
  readonly isLeft?: boolean;
  /** Its branch is not part of what is checked out here: it counts half and forces nothing. */
  readonly isUnmerged?: boolean;
  /** How its end stands to what is checked out; absent where nobody looked. */
  readonly line?: SessionLine;
}

/** How the end of a session stands to what is checked out. */
export interface SessionLine {
  readonly branch: string | null;
  readonly relation: Relation;
  /** The branch is no longer there: its commits may have come here under other names. */
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
  /** So many open tasks bring a session back whatever its score. */
  readonly tasksThatForce: number;
  /** A running session takes part after so long without activity. */
  readonly quietMillis: number;
  readonly lookbackMillis: number;
  /** The latest that qualifies comes first, whatever the scores say; of equals, those that worked. */
  readonly latest: boolean;
}

/** The verdict on a session, a pin or a memory that is told. */
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
  /** Taken for its open tasks although its score would not do. */
  readonly forced: boolean;
}

type Scored = Pick<Ranked, keyof Candidate | 'score'>;

export function isTaken({ verdict }: Pick<Ranked, 'verdict'>): boolean {
  return verdict === TAKEN || verdict === 'the latest';
}

/**
 * Ranks the contributors: the latest session of the scope that did something and qualifies, then the best others. A
 * resumed conversation is several sessions and takes one place, or one that was often left and resumed would keep out
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

/** Scores that differ by less say nothing about who is better. */
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
 * The latest of this working tree; else of the scope, and one that is apart only where all are. A session without a turn, which
 * only holds a pin, stopped nowhere: it is the latest only where no other is.
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
