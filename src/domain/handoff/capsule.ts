/** Reads a hand-over file, in which work goes to another home, agent or program. Nothing in such a file is trusted, because anybody can write one. */

import { asRecord, words } from '../base/text/json.ts';

/** The version of the hand-over format, in which work goes to another home, agent or program (`docs/handoff.schema.json`). */
export const CAPSULE = 1;

/** The part of a hand-over file that is imported; the rest is for readers. */
export interface ReadCapsule {
  readonly branch: string | null;
  readonly goal: string | null;
  readonly host: string | null;
  readonly madeAt: string | null;
  /** The last turns, as lines. */
  readonly turns: readonly string[];
  readonly decisions: readonly {
    readonly subject: string | null;
    readonly choice: string;
    readonly reason: string | null;
  }[];
  readonly blockers: readonly { readonly type: string; readonly text: string }[];
  readonly next: readonly string[];
  readonly pins: readonly { readonly label: string | null; readonly content: string }[];
  readonly rules: readonly string[];
}

/** Maximum entries of one kind; a file with more is not a hand-over. */
const MOST = 100;
const MOST_TURNS = 8;

/** Null if it is not a hand-over of this version. Malformed entries are left out, because anybody can write such a file. */
export function readCapsule(value: unknown): ReadCapsule | null {
  const given = asRecord<Record<string, unknown>>(value);
  if (given?.['cortex_handoff'] !== CAPSULE) return null;
  const session = asRecord<Record<string, unknown>>(given['session']);
  const lastTurns = listIn(given['turns']).at(-1)?.['turns'];
  return {
    branch: words(given['branch']),
    goal: words(given['goal']),
    host: words(session?.['host']),
    madeAt: words(given['made_at']),
    turns: listIn(lastTurns)
      .slice(-MOST_TURNS)
      .map(({ asked, answered }) =>
        [words(asked) && `asked: "${asked}"`, words(answered) && `the agent: "${answered}"`]
          .filter(Boolean)
          .join(' → '),
      )
      .filter((line) => line !== ''),
    decisions: said(given['decisions'], 'choice', (choice, { subject, reason }) => {
      return { subject: words(subject), choice, reason: words(reason) };
    }),
    blockers: said(given['blockers'], 'text', (text, { type }) => ({
      type: words(type) ?? 'blocked',
      text,
    })),
    next: [...new Set(said(given['tasks'], 'title', (title) => title))],
    pins: said(given['pins'], 'content', (content, { label }) => ({
      label: words(label),
      content,
    })),
    rules: said(given['rules'], 'text', (text) => text),
  };
}

/** Entries with a non-empty text under a name. */
function said<T>(
  list: unknown,
  name: string,
  make: (text: string, one: Record<string, unknown>) => T,
): T[] {
  return listIn(list).flatMap((one) => {
    const text = words(one[name]);
    return text === null ? [] : [make(text, one)];
  });
}

function listIn(value: unknown): Record<string, unknown>[] {
  return (Array.isArray(value) ? (value as unknown[]) : [])
    .slice(0, MOST)
    .map((one) => asRecord<Record<string, unknown>>(one))
    .filter((one) => one !== null);
}

/** Whether it contains nothing that could be imported. */
export function isEmptyCapsule({
  goal,
  turns,
  decisions,
  blockers,
  next,
  pins,
  rules,
}: ReadCapsule): boolean {
  return (
    goal === null &&
    [turns, decisions, blockers, next, pins, rules].every(({ length }) => length === 0)
  );
}
