import type { Millis } from '../time.ts';
import type { Turn } from './turn.ts';
import { unitsOf } from './units.ts';
import { QUESTION } from './weight.ts';

/** A question of the agent, and what the person said to it. */
export interface GivenAnswer {
  readonly question: string;
  readonly answer: string;
  /** The turn that begins with the answer. */
  readonly turn: number;
  readonly at: Millis;
}

/** A reply that ends with a question, and the next words of the person. What is no answer to it, is what came instead. */
export function answersIn(turns: readonly Turn[]): GivenAnswer[] {
  return turns.flatMap(({ number, answered }, i) => {
    const next = turns[i + 1];
    const question = answered === null ? null : closingQuestion(answered);
    if (question === null || !next || next.asked === null || next.group || next.number !== number + 1)
      return [];
    return [{ question, answer: next.asked, turn: next.number, at: next.at }];
  });
}

/** Options behind a question are a part of it. */
const MOST_OPTIONS = 6;

function closingQuestion(reply: string): string | null {
  const units = unitsOf(reply);
  const from = units.findLastIndex(({ kind }) => kind !== 'item');
  const options = units.slice(from + 1);
  const place = options.some(({ text }) => QUESTION.test(text)) ? units.length - 1 : from;
  const asked = units[place];
  if (!asked || !QUESTION.test(asked.text)) return null;
  const told = place === from ? options.slice(0, MOST_OPTIONS) : [];
  return [asked.text, told.map(({ text }) => text).join(' · ')].filter(Boolean).join(' ');
}
