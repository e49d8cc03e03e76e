import type { ScopeKey } from '../../domain/base/ids.ts';
import { isOutside } from '../../domain/base/scoped-path.ts';
import { asRecord } from '../../domain/base/text/json.ts';
import type { Millis } from '../../domain/base/time.ts';
import type { Fact } from '../../domain/facts/fact.ts';
import { keptSourceOf } from '../../domain/memories/kept.ts';
import type { Pin } from '../../domain/pins/pin.ts';
import type { ThreadFact } from '../../domain/threads/thread.ts';
import { isThreadKind } from '../../domain/threads/thread-fold.ts';

/** Readers of a segment. `me`: the logins of one person's homes; `team`: everybody of the project. */
export type ShareAudience = 'me' | 'team';

/** Whether a value that somebody else wrote is of a type. */
type Is<T> = (value: unknown) => value is T;

/** The form of a record: fields are checked by it when they arrive, and have their types from it. */
type RecordForm = { readonly [field: string]: Is<unknown> | RecordForm };
type Formed<F> = {
  readonly [K in keyof F]: F[K] extends Is<infer T> ? T : Formed<F[K]>;
};

const text: Is<string> = (value) => typeof value === 'string';
const number: Is<number> = (value) => typeof value === 'number';
const flag: Is<boolean> = (value) => typeof value === 'boolean';
const texts: Is<readonly string[]> = (value): value is readonly string[] =>
  Array.isArray(value) && value.every(text);
const orNull =
  <T>(is: Is<T>): Is<T | null> =>
  (value): value is T | null =>
    value === null || is(value);
const holding =
  <T>(form: RecordForm): Is<T> =>
  (value): value is T =>
    hasForm(value, form);

export const isCount: Is<number> = (value): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0;

const author: Is<ThreadFact['by']> = (by): by is ThreadFact['by'] =>
  ['person', 'agent', 'tool'].includes(String(by));

/** The kinds of records. Paths are relative to the root of the project. */
const FORMS = {
  /** A session began, or its end became known. Everything else of it is folded from its facts. */
  session: {
    session: {
      id: text,
      host: text,
      startedAt: isCount,
      endedAt: orNull(isCount),
      crashed: flag,
      branch: orNull(text),
      head: orNull(text),
      previous: orNull(text),
    },
  },
  /** A fact of a session, with the person's words and the agent's. */
  fact: { session: text, at: isCount, fact: holding<Fact>({ kind: text }) },
  /** A fact of the thread of work. */
  work: {
    thread: text,
    session: orNull(text),
    at: isCount,
    fact: holding<ThreadFact>({ kind: isThreadKind, by: author }),
  },
  /** When somebody worked, on which branch, and what they committed last: no word of the conversation. */
  visit: {
    session: text,
    host: text,
    startedAt: isCount,
    endedAt: orNull(isCount),
    branch: orNull(text),
    head: orNull(text),
    title: orNull(text),
  },
  /** A memory as a row holds it, without how often it was looked up here. */
  memory: {
    memory: {
      id: text,
      content: text,
      categories: texts,
      importance: number,
      source: text,
      confidence: number,
      createdAt: text,
      updatedAt: text,
      expiresAt: orNull(text),
      session: orNull(text),
    },
  },
  /** A pin that its owner marked for the team. */
  pin: { id: text, label: orNull(text), content: text, critical: flag },
  /** A pin that waits for the next session, on any machine. */
  waiting: { at: isCount, pin: holding<Pin>({ content: text }) },
  /** A pin or a task was dismissed, and must not come back from an earlier session. */
  'let-go': { what: text, identity: text, at: isCount },
  /** The end of this home's chain of metrics: what is cut off there later shows elsewhere. */
  metrics: { number: isCount, seal: text },
  /** Ids of records, sessions, memories and pins that every home deletes; none of their words. */
  withdrawn: { ids: texts },
} as const satisfies Readonly<Record<string, RecordForm>>;

export type RecordKind = keyof typeof FORMS;
export type RecordOf<K extends RecordKind> = { readonly kind: K } & Formed<(typeof FORMS)[K]>;

/** One record that a home sends to others. */
export type SharedRecord = { [K in RecordKind]: RecordOf<K> }[RecordKind];

/** Something a teammate shared. */
export interface TeamItem {
  readonly id: string;
  readonly scopeKey: ScopeKey;
  readonly author: string;
  readonly at: Millis;
  readonly record: RecordOf<'memory'> | RecordOf<'pin'> | RecordOf<'visit'>;
}

/** A record with its place in the order of all homes. */
export interface Stamped {
  readonly stamp: number;
  readonly record: SharedRecord;
}

/** Whether something from elsewhere is a record of a known kind with all that its kind needs. */
export function isRecord(value: unknown): value is SharedRecord {
  const record = asRecord<{ kind: unknown }>(value);
  if (!record || typeof record.kind !== 'string' || !Object.hasOwn(FORMS, record.kind))
    return false;
  return hasForm(record, FORMS[record.kind as RecordKind]);
}

function hasForm(value: unknown, form: RecordForm): boolean {
  const fields = asRecord<Record<string, unknown>>(value);
  return (
    fields !== null &&
    Object.entries(form).every(([name, is]) =>
      typeof is === 'function' ? is(fields[name]) : hasForm(fields[name], is),
    )
  );
}

/**
 * Work is for the team, talk is not: prompts, replies and unmarked rules stay with the person's own homes. `marked`: ids of
 * memories and identities of pins that the person marked for the team.
 */
export function audienceOfRecord(record: SharedRecord, marked: ReadonlySet<string>): ShareAudience {
  switch (record.kind) {
    case 'visit':
    case 'pin':
    case 'withdrawn':
      return 'team';
    case 'work':
      // A path outside of the root says how somebody's disk looks.
      return 'path' in record.fact && isOutside(record.fact.path) ? 'me' : 'team';
    case 'memory':
      return isWork(record.memory) || marked.has(record.memory.id) ? 'team' : 'me';
    default:
      return 'me';
  }
}

/**
 * Rules are a person's sentences, findings an agent's: both were taken out of a conversation, and so was what an agent
 * program noted by itself. Others were stated on purpose.
 */
function isWork({ id, categories }: RecordOf<'memory'>['memory']): boolean {
  return (
    keptSourceOf(id) === null &&
    !categories.some((one) => ['rule', 'proposal', 'finding'].includes(one))
  );
}

/** Every id that a withdrawal may name a record by: its own, and that of the session, memory or pin that it belongs to. */
export function withdrawableIds(origin: string, { stamp, record }: Stamped): readonly string[] {
  const other = belongsTo(record);
  return [recordId(origin, stamp), ...(other === null ? [] : [other])];
}

function belongsTo(record: SharedRecord): string | null {
  switch (record.kind) {
    case 'session':
      return record.session.id;
    case 'memory':
      return record.memory.id;
    case 'pin':
      return record.id;
    default:
      return 'session' in record ? record.session : null;
  }
}

/** The name of a record in a withdrawal. Stamps of one origin only rise. */
export function recordId(origin: string, stamp: number): string {
  return `${origin}@${stamp}`;
}

/** The login that a stream belongs to. */
export function loginOf(origin: string): string {
  return origin.slice(0, origin.lastIndexOf('/'));
}

/** All who hold the key of a git remote are one person: its segments have this one author. */
export const SOLE_AUTHOR = 'me@git';

/** Whether a stream goes through a git remote. */
export function isGitStream(origin: string): boolean {
  return loginOf(origin) === SOLE_AUTHOR;
}

const FROM_TEAM = 'team:';

/** Names what is taken back from the team alone: the person's own machines keep it, and it may be given again. */
export function fromTeam(id: string): string {
  return `${FROM_TEAM}${id}`;
}

/** The id that is taken back from the team; null for what is withdrawn from everybody. */
export function takenFromTeam(id: string): string | null {
  return id.startsWith(FROM_TEAM) ? id.slice(FROM_TEAM.length) : null;
}
