import type { OwnerRecord, ScopeKey, SessionId, ThreadId } from '../../domain/base/ids.ts';
import { type Scope, storedLabel } from '../../domain/base/scope.ts';
import { type Millis, millis } from '../../domain/base/time.ts';
import type { Fact } from '../../domain/facts/fact.ts';
import { fromWorkingMemory, type Pin, type WorkingMemoryPin } from '../../domain/pins/pin.ts';
import { NO_OUTCOME, type SessionOutcome } from '../../domain/sessions/outcome.ts';
import {
  type FieldKind,
  FOLDED,
  type FoldedState,
  SESSION_FIELDS,
  type SessionState,
} from '../../domain/sessions/session.ts';
import { isTaskSource, type PendingTask, type TaskSource } from '../../domain/todos/task.ts';
import type { Row } from './database.ts';
import { projectColumn } from './joined.ts';

/** A host's transcript file, and the byte up to which it was read. */
export interface TranscriptPlace {
  readonly path: string;
  readonly read: number;
}

/** A message of a session's agent, read from a transcript. */
export interface TranscriptWords {
  readonly fact: Extract<Fact, { kind: 'reply' | 'prompt' }>;
  /** Null if the file has no time: then the present counts. */
  readonly at: Millis | null;
  readonly key: string;
}

/** A session's identity and state, without its content. */
export interface SessionHead {
  readonly id: SessionId;
  readonly scope: Scope;
  /** The folder that it started in, as its host named it; null where it named none, and of a cold session. */
  readonly cwd: string | null;
  readonly host: string;
  readonly hostSessionId: string | null;
  readonly branch: string | null;
  readonly startedAt: Millis;
  readonly endedAt: Millis | null;
  readonly crashRecovered: boolean;
  readonly lastActivity: Millis;
  readonly previous: SessionId | null;
  readonly owner: OwnerRecord | null;
  /** The home that shared it; null for a session of this home. */
  readonly origin: string | null;
  /** How often the model's context was emptied: by compaction, not by a resume. */
  readonly epoch: number;
  /** Number of the last fact; a decision based on this head is outdated after it has changed. */
  readonly lastSeq: number;
  /** Its position among all sessions: a higher number means later activity. */
  readonly place: number;
  /** Null if its host reports none. */
  readonly transcript: TranscriptPlace | null;
  /** In cold storage: nothing can be added to it. */
  readonly cold?: true;
}

/** The home of a shared session, from its owner record; null for a session of this home. */
export function originOf(owner: OwnerRecord | null): string | null {
  return typeof owner?.['origin'] === 'string' ? owner['origin'] : null;
}

/** A thread's identity and state, without its content. */
export interface ThreadHead {
  readonly id: ThreadId;
  readonly scope: Scope;
  readonly status: 'active' | 'archived';
  readonly archivedBecause: string | null;
  readonly createdAt: Millis;
  /** When it was last worked on, sent or requested; idleness counts from here. */
  readonly lastAccessed: Millis;
  /** Imported from another program, which may name files without folders. */
  readonly imported: boolean;
}

/** When a session was last alive: its end, else its last activity. */
export const ALIVE_AT = 'coalesce(end_time, last_activity, updated_at, start_time)';

/** Adds up a query on hot sessions and on those in cold storage. */
export function hotAndCold(select: (table: string) => string): string {
  return `${select('session_states')} UNION ALL ${select('cold_sessions')}`;
}

/**
 * The position of a session: the number of its last fact when it was last folded. One from another home has the position
 * that follows from its time.
 */
export const PLACE = 'coalesce(place, started_seq)';

/** Looked up rather than kept in the row: a row of several pages would be written again for every event. */
function ofLastFact(column: 'seq' | 'at'): string {
  return `(SELECT ${column} FROM session_events WHERE session_id = session_states.id ORDER BY seq DESC LIMIT 1)`;
}

export const HEAD_COLUMNS =
  `id, scope, ${projectColumn('session_states')}, project_path, cwd, host, host_session_id, branch, start_time, end_time, crash_recovered, last_activity, ` +
  `updated_at, previous_session_id, owner, transcript, epoch, ${ofLastFact('seq')} AS last_seq, ${ofLastFact('at')} AS last_at, ${PLACE} AS place`;

export function toHead(row: Row): SessionHead {
  const startedAt = dateOf(row['start_time']) ?? 0;
  const owner = parseOr<OwnerRecord | null>(row['owner'], null);
  const lastSeq = numberOr(row['last_seq'], 0);
  const origin = originOf(owner);
  const runsHere = dateOf(row['end_time']) === null && origin === null;
  return {
    id: text(row['id']) as SessionId,
    scope: {
      key: text(row['scope_key']) as ScopeKey,
      label: storedLabel(row['scope']),
      root: textOrNull(row['project_path']),
    },
    cwd: textOrNull(row['cwd'] ?? null),
    host: text(row['host']),
    hostSessionId: textOrNull(row['host_session_id']),
    branch: textOrNull(row['branch']),
    startedAt,
    endedAt: dateOf(row['end_time']),
    crashRecovered: row['crash_recovered'] === 1,
    lastActivity: numberOr(
      row['last_at'],
      dateOf(row['last_activity']) ?? dateOf(row['updated_at']) ?? startedAt,
    ),
    previous: textOrNull(row['previous_session_id']) as SessionId | null,
    owner,
    origin,
    transcript: parseOr<TranscriptPlace | null>(row['transcript'], null),
    epoch: Number(row['epoch']),
    lastSeq,
    place: runsHere ? lastSeq : numberOr(row['place'], numberOr(row['started_seq'], 0)),
  };
}

type ColumnValue = Row[string] | undefined;

const READ: Readonly<Record<FieldKind, (value: ColumnValue) => unknown>> = {
  text,
  'text or null': textOrNull,
  number: (value) => Number(value ?? 0),
  flag: (value) => value === 1,
  list: listOf,
  words: parseStrings,
  object: (value) => parseOr<object>(value, {}),
};

export function toState(row: Row): SessionState {
  const fields = Object.entries(SESSION_FIELDS).map(([name, kind]) => [
    name,
    READ[kind](row[name]),
  ]);
  return {
    session_id: text(row['id']) as SessionId,
    ...(Object.fromEntries(fields) as Pick<SessionState, keyof typeof SESSION_FIELDS>),
    channel: text(row['channel'] ?? 'unknown'),
    pending_tasks: tasksOf(row['pending_tasks'], row),
    schema_version: Number(row['schema_version'] ?? 1),
    last_activity: text(
      row['last_activity'] ?? row['end_time'] ?? row['updated_at'] ?? row['start_time'],
    ),
    stopped: toOutcome(row['stopped']),
    turns: [],
  };
}

/** The last activity of a session that still runs, and its number. */
export const LAST_AT = `CASE WHEN end_time IS NULL THEN ${ofLastFact('at')} END`;
export const LAST_SEQ = `CASE WHEN end_time IS NULL THEN ${ofLastFact('seq')} END`;

/** Null if the session is empty. */
function toOutcome(value: ColumnValue): SessionOutcome | null {
  const known = parseOr<Partial<SessionOutcome> | null>(value, null);
  return known && { ...NO_OUTCOME, ...known };
}

export function parsePins(value: ColumnValue): Pin[] {
  return listOf<Partial<WorkingMemoryPin>>(value)
    .map(fromWorkingMemory)
    .filter((pin) => pin !== null);
}

/** Older rows know neither a task's source nor its age. */
function tasksOf(value: ColumnValue, row: Row): PendingTask[] {
  return listOf<Partial<PendingTask> | null>(value).flatMap((task) => {
    if (!task || typeof task.task_id !== 'string') return [];
    return [
      {
        task_id: task.task_id,
        title: typeof task.title === 'string' ? task.title : task.task_id,
        stage: typeof task.stage === 'string' ? task.stage : 'unknown',
        flagged_incomplete: task.flagged_incomplete === true,
        source: sourceOf(task),
        last_activity:
          dateOf(task.last_activity) !== null
            ? task.last_activity!
            : text(row['alive_at'] ?? row['end_time'] ?? row['updated_at'] ?? row['start_time']),
        ...(typeof task.pin === 'string' && { pin: task.pin }),
      },
    ];
  });
}

function sourceOf({ source, flagged_incomplete }: Partial<PendingTask>): TaskSource {
  if (isTaskSource(source)) return source;
  return flagged_incomplete ? 'working_memory_scan' : 'pipeline_state';
}

/** The columns that a fold writes, in the order of {@link foldedValues}. */
export const FOLDED_COLUMNS = [...FOLDED, 'holds', 'task_count', 'has_critical'] as const;

export function foldedValues(state: FoldedState, holds: boolean): (string | number | null)[] {
  const fields = FOLDED.map((name) => state[name]);
  return [
    ...fields.map((field) =>
      typeof field === 'object' && field !== null ? JSON.stringify(field) : field,
    ),
    holds ? 1 : 0,
    state.pending_tasks.length,
    state.working_memory.some((pin) => pin.critical) ? 1 : 0,
  ];
}

export function parseOr<T>(value: ColumnValue, otherwise: T): T {
  if (typeof value !== 'string') return otherwise;
  try {
    return (JSON.parse(value) as T | null) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** Parses a list of strings, which other versions may have written differently. */
export function parseStrings(value: ColumnValue): string[] {
  return listOf<unknown>(value).filter((item) => typeof item === 'string');
}

function listOf<T>(value: ColumnValue): T[] {
  const list = parseOr<unknown>(value, []);
  return Array.isArray(list) ? (list as T[]) : [];
}

function numberOr(value: ColumnValue, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}

function text(value: ColumnValue): string {
  return String(value ?? '');
}

function textOrNull(value: ColumnValue): string | null {
  return value === null || value === undefined ? null : String(value);
}

function dateOf(value: unknown): Millis | null {
  return typeof value === 'string' ? millis(value) : null;
}
