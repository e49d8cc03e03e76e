import { type Blocker, blockersIn } from './announced/blockers.ts';
import { type Decision, decisionsIn } from './announced/decisions.ts';
import { foreignBlocker, foreignDecision } from './announced/other-languages.ts';
import { sentencesOf } from './announced/prose.ts';
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
  sentences.forEach((sentence, index) => {
    const decided = decisionsIn(sentence, sentences[index + 1] ?? null)[0] ?? foreignDecision(sentence);
    if (decided && decisions.length < MOST) decisions.push(decided);
    const blocked = blockersIn(sentence)[0] ?? foreignBlocker(sentence);
    if (blocked && blockers.length < MOST) blockers.push(blocked);
    const freed = blocked ? null : resolutionIn(sentence);
    if (freed && resolved.length < MOST) resolved.push(freed);
  });
  return { decisions, blockers, resolved };
}
