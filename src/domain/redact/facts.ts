import type { Fact } from '../fact.ts';
import { isPlain } from './ids.ts';
import { type RedactOptions, redactText } from './redact.ts';

/** Enough to say what was wanted and what came of it; a paste of a whole log is not. */
const MAX_TEXT = 8_000;
const MAX_COMMAND = 1_000;

/**
 * Facts as they are stored: first secrets go, then length. A cut through a secret would hide it from its rule. Names of
 * fields are ours and not judged: that costs a cold process 5 ms.
 */
export function storable(facts: readonly Fact[], options: RedactOptions): Fact[] {
  return redactStrings(facts, options).map(bounded);
}

/** Every string of plain data of our own making, but for its kinds. */
export function redactStrings<T>(value: T, options: RedactOptions): T {
  return strings(value, (text) => (!options.strict && isPlain(text) ? text : redactText(text, options)));
}

function strings<T>(value: T, change: (text: string) => string): T {
  if (typeof value === 'string') return change(value) as T;
  if (Array.isArray(value)) return value.map((item) => strings(item, change)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, item]) => [
    name,
    name === 'kind' ? item : strings(item, change),
  ]);
  return Object.fromEntries(entries) as T;
}

function bounded(fact: Fact): Fact {
  const isSpoken = fact.kind === 'prompt' || fact.kind === 'reply' || fact.kind === 'summary';
  if (isSpoken && fact.text.length > MAX_TEXT) {
    return { ...fact, text: `${fact.text.slice(0, MAX_TEXT / 2)}\n…\n${fact.text.slice(-MAX_TEXT / 2)}` };
  }
  if (fact.kind === 'tool' && fact.command && fact.command.length > MAX_COMMAND) {
    return { ...fact, command: `${fact.command.slice(0, MAX_COMMAND - 1)}…` };
  }
  return fact;
}
