import type { Millis } from '../base/time.ts';
import type { Turn } from './turn.ts';
import { isIntroduction, parseUnits, QUESTION } from './units.ts';

/** A question of the agent and the person's answer. */
export interface GivenAnswer {
  readonly question: string;
  readonly answer: string;
  /** The turn that begins with the answer. */
  readonly turn: number;
  readonly at: Millis;
}

/** Pairs each reply that ends with a question with the person's next words, even if these do not answer it. */
export function findAnswers(turns: readonly Turn[]): GivenAnswer[] {
  return turns.flatMap(({ number, answered }, i) => {
    const next = turns[i + 1];
    const question = answered === null ? null : closingQuestion(answered);
    if (
      question === null ||
      !next ||
      next.asked === null ||
      next.group ||
      next.number !== number + 1
    )
      return [];
    return [{ question, answer: next.asked, turn: next.number, at: next.at }];
  });
}

/** The question with which a reply ends, with its options; null if it ends otherwise. */
export function closingQuestion(reply: string): string | null {
  const units = parseUnits(reply);
  const from = units.findLastIndex(({ kind }) => kind !== 'item');
  const options = units.slice(from + 1).map(({ text }) => text);
  const before = units[from];
  const asks = before !== undefined && QUESTION.test(before.text);
  if (!asks && !options.some((text) => QUESTION.test(text))) return null;
  const leads = before !== undefined && (asks || isIntroduction(before));
  return [...(leads ? [before.text] : []), options.join(' · ')].filter(Boolean).join(' ');
}
