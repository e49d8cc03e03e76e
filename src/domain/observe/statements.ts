import { type Blocker, blockersIn } from './statements/blockers.ts';
import { type Decision, decisionsIn } from './statements/decisions.ts';
import { foreignBlocker, foreignDecision } from './statements/other-languages.ts';
import { sentencesOf } from './statements/prose.ts';
import { type Resolution, resolutionIn } from './statements/resolutions.ts';

export type { Blocker } from './statements/blockers.ts';
export type { Decision } from './statements/decisions.ts';
export type { Resolution } from './statements/resolutions.ts';

export interface Statements {
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
export function statementsIn(message: string): Statements {
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
