import { keepEnds } from '../base/text/sentences.ts';
import type { HostEvent } from '../facts/event.ts';
import type { Fact } from '../facts/fact.ts';
import type { ThreadFact } from '../facts/thread-fact.ts';
import { isPlain } from './ids.ts';
import { type RedactOptions, redactText } from './redact.ts';

/** Longest stored text: enough for a request or a reply, not for a pasted log. */
const MAX_TEXT = 8_000;
const MAX_COMMAND = 1_000;

/**
 * Facts as they are stored: redacted, then cut. A cut through a secret would hide it from its rule. Field names
 * are Cortex's own and not checked: checking them would cost a cold process 5 ms.
 */
export function toStorable(facts: readonly Fact[], options: RedactOptions): Fact[] {
  return redactStrings(facts, options).map(bounded);
}

/**
 * Facts whose words somebody keeps on purpose: pins, tasks, notes. A tool's report of a failure is not one of them, nor is a fact that
 * ends another by its words: these have to equal the stored words.
 */
const KEPT: ReadonlySet<unknown> = new Set<Fact['kind'] | ThreadFact['kind']>([
  'pinned',
  'stated',
  'todos',
  'todos-carried',
  'pipeline',
  'decision',
  'blocker',
  'next',
  'phase',
]);

/** The event with its text as stored, without secrets and private parts: everything else derives from that. */
export function asStored(event: HostEvent, facts: readonly Fact[]): HostEvent {
  const said = facts.find((fact) => fact.kind === 'prompt');
  return event.kind === 'prompt' && said ? { ...event, text: said.text } : event;
}

/** Redacts every string in Cortex's own plain data, except the `kind` fields. */
export function redactStrings<T>(value: T, options: RedactOptions): T {
  if (typeof value === 'string') {
    return (!options.strict && isPlain(value) ? value : redactText(value, options)) as T;
  }
  if (Array.isArray(value)) return value.map((item) => redactStrings(item, options)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const { kind, by } = value as { readonly kind?: unknown; readonly by?: unknown };
  const own = KEPT.has(kind) && by !== 'tool' ? { ...options, kept: true } : options;
  const entries = Object.entries(value).map(([name, item]) => [
    name,
    name === 'kind' ? item : redactStrings(item, own),
  ]);
  return Object.fromEntries(entries) as T;
}

function bounded(fact: Fact): Fact {
  const isSpoken = fact.kind === 'prompt' || fact.kind === 'reply' || fact.kind === 'summary';
  if (isSpoken && fact.text.length > MAX_TEXT) {
    return { ...fact, text: keepEnds(fact.text, MAX_TEXT / 2, MAX_TEXT / 2, '\n…\n') };
  }
  if (fact.kind === 'tool' && fact.command && fact.command.length > MAX_COMMAND) {
    return { ...fact, command: `${fact.command.slice(0, MAX_COMMAND - 1)}…` };
  }
  return fact;
}
