import { asRecord } from '../text/json.ts';

/** A snapshot of the work that another home, agent or program can take up. Field names are those of the file. */
export const CAPSULE = 1;

/** Whose word something is. Nobody who takes it in believes more than that. */
export type Trust = 'person' | 'agent' | 'tool' | 'teammate';

export interface Origin {
  /** The session that said it last; null where none did. */
  readonly session: string | null;
  /** The teammate who shared it; null for the person's own. */
  readonly author: string | null;
}

/** A statement of the capsule. */
export interface CapsuleItem {
  readonly text: string;
  readonly at: string | null;
  readonly trust: Trust;
  readonly origin: Origin;
}

const text = { type: 'string' } as const;
const textOrNull = { type: ['string', 'null'] } as const;
const list = <T>(items: T) => ({ type: 'array', items }) as const;
const shape = <T extends Record<string, unknown>>(properties: T, optional: readonly string[] = []) =>
  ({
    type: 'object',
    properties,
    required: Object.keys(properties).filter((name) => !optional.includes(name)),
  }) as const;

const ORIGIN = shape({ session: textOrNull, author: textOrNull });
const TRUST = { enum: ['person', 'agent', 'tool', 'teammate'] } as const;

/** The schema of the file, from which its documentation is written. A later version only adds fields. */
export const CAPSULE_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'urn:cortex-sessions:handoff:1',
  title: 'A hand-over of Cortex',
  description:
    'Where the work on a project stands: what was asked, where it stopped, what was decided and why, what is in the way, what is to be done, and what holds. Every statement says whose word it is.',
  ...shape(
    {
      cortex_handoff: { const: CAPSULE, description: 'The version of this form.' },
      made_at: { ...text, format: 'date-time' },
      scope: { ...text, description: '`global`, or `project:<name>`.' },
      branch: textOrNull,
      head: { ...textOrNull, description: 'The commit that was checked out.' },
      goal: { ...textOrNull, description: 'What the person asked for, in the words of the session.' },
      session: {
        anyOf: [
          shape({
            session_id: text,
            title: textOrNull,
            at: text,
            host: textOrNull,
            branch: textOrNull,
            apart: { type: 'boolean' },
            running: { type: 'boolean' },
            crashed: { type: 'boolean' },
          }),
          { type: 'null' },
        ],
      },
      stopped: {
        description: 'How it was left: commits, files that were not committed, and how its last turn ended.',
        anyOf: [{ type: 'object' }, { type: 'null' }],
      },
      turns: {
        ...list(shape({ session_id: text, turns: list({ type: 'object' }) })),
        description:
          "What was asked and answered, the oldest turn first: `asked` is the person's, `answered` the agent's.",
      },
      phase: textOrNull,
      decisions: list(
        shape({
          subject: textOrNull,
          choice: text,
          reason: textOrNull,
          by: text,
          at: text,
          trust: TRUST,
          origin: ORIGIN,
        }),
      ),
      blockers: list(
        shape({ type: text, text, evidence: textOrNull, at: text, trust: TRUST, origin: ORIGIN }),
      ),
      tasks: list(shape({ task_id: text, title: text, stage: text, source: text, last_activity: text })),
      older_tasks: { type: 'integer' },
      rules: list(shape({ memory_id: textOrNull, text, at: text, trust: TRUST, origin: ORIGIN })),
      pins: list(
        shape(
          {
            content: text,
            pinnedAt: text,
            label: text,
            critical: { type: 'boolean' },
            trust: TRUST,
            origin: ORIGIN,
          },
          ['label', 'critical'],
        ),
      ),
      files: { ...list(text), description: 'Relative to the root, the latest first.' },
      artifacts: {
        ...list(shape({ path: text, sha256: textOrNull })),
        description: 'The same files as they were.',
      },
      topics: list(text),
    },
    ['topics', 'older_tasks', 'turns'],
  ),
} as const;

/** The part of a file that is taken in; the rest is for the reader. */
export interface ReadCapsule {
  readonly scope: string;
  readonly branch: string | null;
  readonly goal: string | null;
  readonly session: string | null;
  readonly host: string | null;
  readonly madeAt: string;
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

/** Null for what is no hand-over of this version; what is malformed in it is left out, for anybody can write a file. */
export function readCapsule(value: unknown): ReadCapsule | null {
  const given = asRecord<Record<string, unknown>>(value);
  if (given?.['cortex_handoff'] !== CAPSULE) return null;
  const words = (one: unknown) => (typeof one === 'string' && one.trim() !== '' ? one : null);
  const records = (name: string) =>
    (Array.isArray(given[name]) ? (given[name] as unknown[]) : [])
      .slice(0, MOST)
      .map((one) => asRecord<Record<string, unknown>>(one))
      .filter((one) => one !== null);
  const texts = (name: string, field = 'text') =>
    records(name)
      .map((one) => words(one[field]))
      .filter((one) => one !== null);
  const session = asRecord<Record<string, unknown>>(given['session']);
  return {
    scope: words(given['scope']) ?? 'unknown',
    branch: words(given['branch']),
    goal: words(given['goal']),
    session: words(session?.['session_id']),
    host: words(session?.['host']),
    madeAt: words(given['made_at']) ?? '',
    turns: turnsIn(given['turns']),
    decisions: records('decisions').flatMap((one) => {
      const choice = words(one['choice']);
      return choice === null
        ? []
        : [{ subject: words(one['subject']), choice, reason: words(one['reason']) }];
    }),
    blockers: records('blockers').flatMap((one) => {
      const said = words(one['text']);
      return said === null ? [] : [{ type: words(one['type']) ?? 'blocked', text: said }];
    }),
    // Files of older versions name next actions apart from tasks.
    next: [...new Set([...texts('next'), ...texts('tasks', 'title')])],
    pins: records('pins').flatMap((one) => {
      const content = words(one['content']);
      return content === null ? [] : [{ label: words(one['label']), content }];
    }),
    rules: texts('rules'),
  };
}

/** Whether there is nothing in it that could be taken in. */
export function isEmptyCapsule(capsule: ReadCapsule): boolean {
  const { goal, turns, decisions, blockers, next, pins, rules } = capsule;
  const items = [turns, decisions, blockers, next, pins, rules];
  return goal === null && items.every(({ length }) => length === 0);
}

const MOST_TURNS = 8;

/** The newest turns of the last session in a file, in words. */
function turnsIn(value: unknown): string[] {
  const sessions = Array.isArray(value) ? value : [];
  const turns = asRecord<{ turns: unknown }>(sessions.at(-1))?.turns;
  return (Array.isArray(turns) ? turns : []).slice(-MOST_TURNS).flatMap((one) => {
    const { asked, answered } = asRecord<{ asked: unknown; answered: unknown }>(one) ?? {};
    const parts = [
      ...(typeof asked === 'string' ? [`asked: "${asked}"`] : []),
      ...(typeof answered === 'string' ? [`the agent: "${answered}"`] : []),
    ];
    return parts.length > 0 ? [parts.join(' → ')] : [];
  });
}
