import { type Reading, readingsOf } from './languages.ts';
import { type Line, promptLines } from './reading.ts';
import { type RuleSpan, ruleSpans } from './rules.ts';

/** A person's message as it is read. */
export interface ReadPrompt {
  readonly lines: readonly Line[];
  readonly readings: readonly Reading[];
  readonly rules: readonly RuleSpan[];
}

const MOST_KEPT = 8;
const kept = new Map<string, ReadPrompt>();

/**
 * Reads a message. The end of a turn asks three things of each: whether it ends a rule, which rules it has, and what it sets
 * right. The latest messages are kept, so that each is read once.
 */
export function readPrompt(text: string): ReadPrompt {
  const known = kept.get(text);
  if (known) return known;
  const lines = promptLines(text);
  const readings = readingsOf(lines);
  let rules: readonly RuleSpan[] | undefined;
  const read: ReadPrompt = {
    lines,
    readings,
    get rules() {
      return (rules ??= ruleSpans(text, lines, readings));
    },
  };
  if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value!);
  kept.set(text, read);
  return read;
}

/** The sentences of a person that rule for good, as written. */
export function rulesIn(text: string): readonly string[] {
  return readPrompt(text).rules.map(({ rule }) => rule);
}
