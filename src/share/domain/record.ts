import type { Fact } from '../../domain/fact.ts';
import type { ScopeKey } from '../../domain/ids.ts';
import { keptSourceOf } from '../../domain/memories/kept.ts';
import type { Pin } from '../../domain/pins/pin.ts';
import { asRecord } from '../../domain/text/json.ts';
import { isOutside } from '../../domain/thread/scoped-path.ts';
import type { ThreadFact } from '../../domain/thread/thread.ts';
import { isThreadKind } from '../../domain/thread/thread-fold.ts';
import type { Millis } from '../../domain/time.ts';

/** Readers of a segment. `me`: the logins of one person's homes; `team`: everybody of the project. */
export type Audience = 'me' | 'team';

/** A session as its own home knows it. Everything else of it is folded from its facts. */
export interface SharedSession {
  readonly id: string;
  readonly host: string;
  readonly startedAt: Millis;
  readonly endedAt: Millis | null;
  readonly crashed: boolean;
  readonly branch: string | null;
  readonly head: string | null;
  readonly previous: string | null;
}

/** A memory as a row holds it, without how often it was looked up here. */
export interface SharedMemory {
  readonly id: string;
  readonly content: string;
  readonly categories: readonly string[];
  readonly importance: number;
  readonly source: string;
  readonly confidence: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly expiresAt: string | null;
  readonly session: string | null;
}

/** The content of each kind of record. Paths are relative to the root of the project. */
interface Contents {
  /** A session began, or its end became known. */
  readonly session: { readonly session: SharedSession };
  /** A fact of a session, with the person's words and the agent's. */
  readonly fact: { readonly session: string; readonly at: Millis; readonly fact: Fact };
  /** A fact of the thread of work. */
  readonly work: {
    readonly thread: string;
    readonly session: string | null;
    readonly at: Millis;
    readonly fact: ThreadFact;
  };
  /** When somebody worked, on which branch, and what they committed last: no word of the conversation. */
  readonly visit: {
    readonly session: string;
    readonly host: string;
    readonly startedAt: Millis;
    readonly endedAt: Millis | null;
    readonly branch: string | null;
    readonly head: string | null;
    readonly title: string | null;
  };
  readonly memory: { readonly memory: SharedMemory };
  /** A pin that its owner marked for the team. */
  readonly pin: {
    readonly id: string;
    readonly label: string | null;
    readonly content: string;
    readonly critical: boolean;
  };
  /** A pin that waits for the next session, wherever that is. */
  readonly waiting: { readonly at: Millis; readonly pin: Pin };
  /** A pin or a task was dismissed, and must not come back from an earlier session. */
  readonly 'let-go': { readonly what: string; readonly identity: string; readonly at: Millis };
  /** The end of this home's chain of metrics: what is cut off there later shows elsewhere. */
  readonly metrics: { readonly number: number; readonly seal: string };
  /** Ids of records, sessions, memories and pins that every home lets go of. No word of what they were. */
  readonly withdrawn: { readonly ids: readonly string[] };
}

export type RecordKind = keyof Contents;
export type RecordOf<K extends RecordKind> = { readonly kind: K } & Contents[K];

/** One statement of a home to others. */
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

/** Items that a person marked for the team: ids of memories and identities of pins. */
export type Marked = ReadonlySet<string>;

interface Rules<K extends RecordKind> {
  /** Work is for the team, talk is not: prompts, replies and unmarked rules stay with the person's own homes. */
  readonly audience: Audience | ((record: RecordOf<K>, marked: Marked) => boolean);
  /** The form of its fields: others wrote it. */
  readonly fields: Form;
  /** The session, memory or pin by which a withdrawal may name it too. */
  readonly of?: (record: RecordOf<K>) => string | null;
}

type Form = { readonly [field: string]: ((value: unknown) => boolean) | Form };

const text = (value: unknown) => typeof value === 'string';
const number = (value: unknown) => typeof value === 'number';
const orNull = (is: (value: unknown) => boolean) => (value: unknown) => value === null || is(value);

export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

const RULES: { readonly [K in RecordKind]: Rules<K> } = {
  session: {
    audience: 'me',
    fields: { session: { id: text, host: text, startedAt: isCount, endedAt: orNull(isCount) } },
    of: ({ session }) => session.id,
  },
  fact: {
    audience: 'me',
    fields: { session: text, at: isCount, fact: { kind: text } },
    of: ({ session }) => session,
  },
  work: {
    // A path outside of the root says how somebody's disk looks.
    audience: ({ fact }) => !('path' in fact && isOutside(fact.path)),
    fields: {
      ...{ thread: text, session: orNull(text), at: isCount },
      fact: { kind: isThreadKind, by: (by) => ['person', 'agent', 'tool'].includes(String(by)) },
    },
    of: ({ session }) => session,
  },
  visit: {
    audience: 'team',
    fields: {
      ...{ session: text, host: text, startedAt: isCount },
      ...{ branch: orNull(text), head: orNull(text), title: orNull(text) },
    },
    of: ({ session }) => session,
  },
  memory: {
    audience: ({ memory }, marked) => isWork(memory) || marked.has(memory.id),
    fields: {
      memory: {
        ...{ id: text, content: text, source: text, createdAt: text, updatedAt: text },
        ...{ categories: Array.isArray, confidence: number, importance: number },
      },
    },
    of: ({ memory }) => memory.id,
  },
  pin: {
    audience: 'team',
    fields: { id: text, content: text, label: orNull(text), critical: (value) => typeof value === 'boolean' },
    of: ({ id }) => id,
  },
  waiting: { audience: 'me', fields: { at: isCount, pin: { content: text } } },
  'let-go': { audience: 'me', fields: { what: text, identity: text, at: isCount } },
  metrics: { audience: 'me', fields: { number: isCount, seal: text } },
  withdrawn: { audience: 'team', fields: { ids: (ids) => Array.isArray(ids) && ids.every(text) } },
};

function rulesOf({ kind }: SharedRecord): Rules<RecordKind> {
  return RULES[kind] as Rules<RecordKind>;
}

/**
 * Rules are a person's sentences, findings an agent's: both were taken out of a conversation, and so was what an agent
 * program noted by itself. Others were stated on purpose.
 */
function isWork({ id, categories }: SharedMemory): boolean {
  return (
    keptSourceOf(id) === null && !categories.some((one) => ['rule', 'proposal', 'finding'].includes(one))
  );
}

export function audienceOf(record: SharedRecord, marked: Marked): Audience {
  const { audience } = rulesOf(record);
  if (typeof audience === 'string') return audience;
  return audience(record as never, marked) ? 'team' : 'me';
}

/** Whether something from elsewhere is a record of a known kind with all that its kind needs. */
export function isRecord(value: unknown): value is SharedRecord {
  const record = asRecord<{ kind: unknown }>(value);
  if (!record || typeof record.kind !== 'string' || !Object.hasOwn(RULES, record.kind)) return false;
  return hasForm(record, RULES[record.kind as RecordKind].fields);
}

function hasForm(value: unknown, form: Form): boolean {
  const fields = asRecord<Record<string, unknown>>(value);
  return (
    fields !== null &&
    Object.entries(form).every(([name, is]) =>
      typeof is === 'function' ? is(fields[name]) : hasForm(fields[name], is),
    )
  );
}

/** Every id that a withdrawal may name a record by: its own, and that of what it belongs to. */
export function idsOf(origin: string, { stamp, record }: Stamped): readonly string[] {
  const other = rulesOf(record).of?.(record as never) ?? null;
  return [recordId(origin, stamp), ...(other === null ? [] : [other])];
}

/** The name of a record in a withdrawal. Stamps of one origin only rise. */
export function recordId(origin: string, stamp: number): string {
  return `${origin}@${stamp}`;
}

/** The login that a stream belongs to. */
export function loginOf(origin: string): string {
  return origin.slice(0, origin.lastIndexOf('/'));
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
