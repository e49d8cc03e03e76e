import { type Blocker, blockersIn } from './announced/blockers.ts';
import { choiceIn, type Decision, decisionsIn } from './announced/decisions.ts';
import { choiceAfter, type GivenUp, givenUpIn, whyIn } from './announced/given-up.ts';
import { foreignBlocker, foreignDecision } from './announced/other-languages.ts';
import { type Sentence, sentencesOf } from './announced/prose.ts';
import { type Resolution, resolutionIn } from './announced/resolutions.ts';

export type { Blocker } from './announced/blockers.ts';
export type { Decision } from './announced/decisions.ts';
export type { Resolution } from './announced/resolutions.ts';

export interface Announced {
  readonly decisions: readonly Decision[];
  readonly blockers: readonly Blocker[];
  /** What a person says is no longer in the way. */
  readonly resolved: readonly Resolution[];
}

const MOST = 5;

/**
 * What a person decided, is blocked by or no longer blocked by, where a message says so in so many words. Questions, conditions, reports of
 * others, quotations and pasted text say nothing; where the words leave a doubt nothing is taken.
 */
export function announcedIn(message: string): Announced {
  const decisions: Decision[] = [];
  const blockers: Blocker[] = [];
  const resolved: Resolution[] = [];
  const sentences = sentencesOf(message);
  let left: GivenUp | null = null;
  sentences.forEach((sentence, index) => {
    const next = sentences[index + 1] ?? null;
    const decided = decisionIn(sentence, next, left);
    const gone = decided?.gone ?? null;
    // "Forget Redis. Postgres it is.": the choice that follows says both.
    left = gone && next && !givenUpIn(next) && decisionIn(next, null, gone) ? gone : null;
    if (decided && !left && decisions.length < MOST) decisions.push(decided.decision);
    const blocked = blockersIn(sentence)[0] ?? foreignBlocker(sentence);
    if (blocked && blockers.length < MOST) blockers.push(blocked);
    const freed = blocked ? null : resolutionIn(sentence);
    if (freed && resolved.length < MOST) resolved.push(freed);
  });
  return { decisions, blockers, resolved };
}

interface Decided {
  readonly decision: Decision;
  /** Something given up for which the sentence names no choice. */
  readonly gone?: GivenUp;
}

/** The decision in a sentence. `left`: what the sentence before gave up, for which this one may name the choice. */
function decisionIn(sentence: Sentence, next: Sentence | null, left: GivenUp | null): Decided | null {
  const gone = givenUpIn(sentence);
  const settled = decisionsIn(sentence, next)[0] ?? foreignDecision(sentence);
  if (gone) return changeOf(gone, settled, next);
  const decision = settled ?? (left && choiceAfter(sentence));
  if (!decision || !left) return decision && { decision };
  const reason = decision.reason ?? whyIn(left.rest) ?? whyIn(next);
  const passing = settled || left.isSure ? {} : { inPassing: true as const };
  return { decision: { ...decision, reason, instead: left.name, ...passing } };
}

/** The decision of a sentence that gives something up: what it names in its place, else the giving up itself. */
function changeOf(gone: GivenUp, settled: Decision | null, next: Sentence | null): Decided {
  const { name, rest } = gone;
  const swapped = gone.choice === null ? null : choiceIn(gone.choice);
  const ofRest = decisionsIn(rest, next)[0] ?? foreignDecision(rest);
  const follows = ofRest ?? choiceAfter(rest);
  const choice = swapped ?? follows;
  // "Caddy instead of nginx" says both by itself.
  if (settled?.choice.includes(name) && (swapped ? !ofRest : !follows)) {
    const reason = settled.reason ?? whyIn(rest) ?? whyIn(next);
    return { decision: { ...settled, reason }, ...(!swapped && { gone }) };
  }
  const passing = gone.isSure || settled || ofRest ? {} : { inPassing: true as const };
  const reason = choice?.reason ?? settled?.reason ?? (ofRest ? null : whyIn(rest)) ?? whyIn(next);
  if (choice) return { decision: { ...choice, reason, instead: name, ...passing } };
  return { decision: { choice: gone.said, reason, instead: name, ...passing }, gone };
}
