import { asRecord } from '../text/json.ts';

/** The version of a capsule: work that another home, agent or program can take up. `docs/handoff.schema.json` describes it. */
export const CAPSULE = 1;

/** The part of a file that is taken in; the rest is for the reader. */
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

/** More of one kind than a hand-over holds is no hand-over. */
const MOST = 100;
const MOST_TURNS = 8;

/** Null for what is no hand-over of this version; what is malformed in it is left out, for anybody can write a file. */
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
    decisions: listIn(given['decisions']).flatMap(({ subject, choice, reason }) => {
      const said = words(choice);
      return said === null ? [] : [{ subject: words(subject), choice: said, reason: words(reason) }];
    }),
    blockers: listIn(given['blockers']).flatMap(({ type, text }) => {
      const said = words(text);
      return said === null ? [] : [{ type: words(type) ?? 'blocked', text: said }];
    }),
    next: [...new Set(listIn(given['tasks']).flatMap(({ title }) => words(title) ?? []))],
    pins: listIn(given['pins']).flatMap(({ label, content }) => {
      const said = words(content);
      return said === null ? [] : [{ label: words(label), content: said }];
    }),
    rules: listIn(given['rules']).flatMap(({ text }) => words(text) ?? []),
  };
}

function words(one: unknown): string | null {
  return typeof one === 'string' && one.trim() !== '' ? one : null;
}

function listIn(value: unknown): Record<string, unknown>[] {
  return (Array.isArray(value) ? (value as unknown[]) : [])
    .slice(0, MOST)
    .map((one) => asRecord<Record<string, unknown>>(one))
    .filter((one) => one !== null);
}

/** Whether there is nothing in it that could be taken in. */
export function isEmptyCapsule({
  goal,
  turns,
  decisions,
  blockers,
  next,
  pins,
  rules,
}: ReadCapsule): boolean {
  return goal === null && [turns, decisions, blockers, next, pins, rules].every(({ length }) => length === 0);
}
