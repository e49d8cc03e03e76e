import { words } from '../base/text/json.ts';
import { iso, type Millis, millis } from '../base/time.ts';
import type { PendingTask } from '../facts/pending-task.ts';
import type {
  ConfidenceReason,
  ConfidenceUpdate,
  SOPInteraction,
  StatedTask,
  Statement,
} from '../facts/statement.ts';
import { isFinishedStage, isTaskSource, taskTitle } from '../todos/task.ts';

export type { SOPInteraction, StatedTask, Statement } from '../facts/statement.ts';

/** The lists stated so far, each in its last version. */
export interface Stated extends Omit<Statement, 'pending_tasks'> {
  readonly pending_tasks?: readonly PendingTask[];
  /** Tasks that are no longer stated, or were stated as finished. */
  readonly closed?: readonly ClosedTaskId[];
}

export interface ClosedTaskId {
  readonly id: string;
  readonly at: Millis;
}

/** Limit of closed tasks; the latest stay. */
const MAX_CLOSED = 100;

export function foldStatement(
  stated: Stated | undefined,
  statement: Statement,
  at: Millis,
): Stated {
  const { pending_tasks: named, ...lists } = statement;
  const before = stated ?? {};
  return { ...before, ...lists, ...(named && foldTasks(before, named, at)) };
}

function foldTasks(
  before: Stated,
  named: readonly StatedTask[],
  at: Millis,
): Required<Pick<Stated, 'pending_tasks' | 'closed'>> {
  const earlier = new Map(before.pending_tasks?.map((task) => [task.task_id, task]));
  const distinct = [...new Map(named.map((task) => [task.task_id, task])).values()];
  const open = distinct.filter(({ stage }) => !isFinishedStage(stage));
  const ids = new Set(open.map(({ task_id: id }) => id));
  const gone = [...earlier.keys(), ...distinct.map(({ task_id: id }) => id)].filter(
    (id) => !ids.has(id),
  );
  const closed = new Map(before.closed?.map((task) => [task.id, task]));
  for (const id of ids) closed.delete(id);
  for (const id of gone) closed.set(id, closed.get(id) ?? { id, at });
  return {
    pending_tasks: open.map((task) => asPending(task, earlier.get(task.task_id), at)),
    closed: [...closed.values()].slice(-MAX_CLOSED),
  };
}

/** Stating the same again is not activity. */
function asPending(task: StatedTask, earlier: PendingTask | undefined, at: Millis): PendingTask {
  const { task_id, stage, flagged_incomplete } = task;
  const title = taskTitle(task.title);
  const isSame = earlier?.stage === stage && earlier.title === title;
  const lastActivity = task.last_activity ?? (isSame ? earlier.last_activity : iso(at));
  // The program's own list: open until it says otherwise.
  const source = task.source ?? 'host_todo';
  return { task_id, title, stage, flagged_incomplete, source, last_activity: lastActivity };
}

/** Whether anything stated could be of use to a later session. */
export function statesAnything({ closed: _, ...lists }: Stated): boolean {
  return Object.values(lists).some((list) => list.length > 0);
}

/** Most entries of a stated list: far more than a row keeps. */
const MAX_ENTRIES = 200;
const MAX_WORD = 200;
const MAX_ID = 100;
const MAX_STAGE = 40;
const MAX_PATH = 4096;

type UncheckedRecord = Readonly<Record<string, unknown>>;

/**
 * Checks a program's lists before they are stored: a fact that cannot be folded would block the session for ever. Values
 * that are not lists, and empty entries, are errors; missing fields get defaults.
 */
export function statementOf(given: UncheckedRecord): Statement {
  const lists: Record<keyof Statement, (entry: unknown, name: string) => unknown> = {
    hot_topics: wordOf,
    active_projects: wordOf,
    recent_learnings: wordOf,
    pending_tasks: taskOf,
    confidence_updates: updateOf,
    sop_interactions: interactionOf,
  };
  const named = Object.entries(lists).filter(([name]) => given[name] !== undefined);
  return Object.fromEntries(
    named.map(([name, read]) => [
      name,
      listOf(given[name], name).map((entry) => read(entry, name)),
    ]),
  );
}

/** A pin without text is an error too: leaving it out would unpin the one that it stands for. */
export function checkPins(value: unknown): void {
  const name = 'working_memory';
  for (const entry of listOf(value, name)) needed(objectOf(entry, name), 'content', name, MAX_WORD);
}

/** Keeps the first entries: lists come in the order of importance. */
function listOf(value: unknown, name: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new TypeError(`${name} takes a list, not ${kindOf(value)}`);
  return value.slice(0, MAX_ENTRIES);
}

function wordOf(word: unknown, name: string): string {
  if (typeof word !== 'string') throw new TypeError(`${name} takes words, not ${kindOf(word)}`);
  return word.slice(0, MAX_WORD);
}

function taskOf(value: unknown, name: string): StatedTask {
  const entry = objectOf(value, name);
  const id = needed(entry, 'task_id', name, MAX_ID);
  const { source, last_activity: lastActivity } = entry;
  return {
    task_id: id,
    title: optional(entry['title'], MAX_WORD) ?? id,
    stage: optional(entry['stage'], MAX_STAGE) ?? 'open',
    flagged_incomplete: entry['flagged_incomplete'] === true,
    ...(isTaskSource(source) && { source }),
    ...(typeof lastActivity === 'string' &&
      millis(lastActivity) !== null && { last_activity: lastActivity }),
  };
}

function updateOf(value: unknown, name: string): ConfidenceUpdate {
  const entry = objectOf(value, name);
  const score = (given: unknown) =>
    typeof given === 'number' && Number.isFinite(given) ? given : 0;
  return {
    memory_id: needed(entry, 'memory_id', name, MAX_ID),
    old_score: score(entry['old_score']),
    new_score: score(entry['new_score']),
    // Other programs have reasons of their own.
    reason: (optional(entry['reason'], MAX_STAGE) ?? 'manual') as ConfidenceReason,
    timestamp: optional(entry['timestamp'], MAX_STAGE) ?? '',
  };
}

function interactionOf(value: unknown, name: string): SOPInteraction {
  const entry = objectOf(value, name);
  return {
    sop_path: needed(entry, 'sop_path', name, MAX_PATH),
    injected_at: optional(entry['injected_at'], MAX_STAGE) ?? '',
    acknowledged: entry['acknowledged'] === true,
    tool_call: optional(entry['tool_call'], MAX_WORD) ?? '',
  };
}

function objectOf(entry: unknown, name: string): UncheckedRecord {
  if (typeof entry === 'object' && entry !== null) return entry as UncheckedRecord;
  throw new TypeError(`${name} takes objects, not ${kindOf(entry)}`);
}

function needed(entry: UncheckedRecord, field: string, name: string, max: number): string {
  const value = optional(entry[field], max);
  if (value === null) throw new TypeError(`each of ${name} needs a ${field}`);
  return value;
}

function optional(value: unknown, max: number): string | null {
  return words(value)?.slice(0, max) ?? null;
}

/** The kind of a value, for messages about invalid values. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
