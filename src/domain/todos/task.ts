/**
 * Open work as tasks, from lists of hosts, pipelines, pins and messages. A task is never made of a sentence that names none, and never closed
 * here: only its source does that.
 */

import { asRecord, list, text } from '../base/text/json.ts';
import { cut } from '../base/text/safe-text.ts';
import { foreignDate, iso, type Millis, millis } from '../base/time.ts';
import type { PendingTask, TaskSource } from '../facts/pending-task.ts';
import { type Pin, pinIdentity } from '../pins/pin.ts';

export type { PendingTask, TaskSource } from '../facts/pending-task.ts';

/** The most informative first. */
const SOURCES: readonly TaskSource[] = [
  'pipeline_state',
  'host_todo',
  'message',
  'working_memory_scan',
];

export function isTaskSource(value: unknown): value is TaskSource {
  return SOURCES.includes(value as TaskSource);
}

/** A task that is no longer open. */
export interface ClosedTask extends Pick<PendingTask, 'task_id' | 'title'> {
  /** Null if the time is unknown. */
  readonly at: Millis | null;
}

const MAX_TITLE = 120;
const TASK_ID = /\btask-\d{1,6}(?:-[A-Za-z0-9_-]{1,60})?/;
const NUMBER = /^task-\d{1,6}(?=-|$)/;
const UNFINISHED = /\[TASK\]|\bTODO\b|\bincomplete\b|\bin-progress\b/i;
const FINISHED: readonly unknown[] = [
  'completed',
  'complete',
  'done',
  'closed',
  'cancelled',
  'canceled',
];

/** Whether a stage says that there is nothing left to do. */
export function isFinishedStage(stage: string): boolean {
  return FINISHED.includes(stage.toLowerCase());
}

/** The task that a text names, `task-004` or `task-004-session-persistence`. */
function namedTask(text: string): string | null {
  return TASK_ID.exec(text)?.[0] ?? null;
}

/** Whether two ids mean one task: people leave out what follows the number. */
export function isSameTask(a: string, b: string): boolean {
  if (a === b) return true;
  const number = NUMBER.exec(a)?.[0];
  return number !== undefined && NUMBER.exec(b)?.[0] === number && (a === number || b === number);
}

/** Unfinished work mentioned in pins; the id is the named task's, else the pin's. */
export function tasksInPins(pins: readonly Pin[]): PendingTask[] {
  return pins.flatMap((pin) => {
    const words = `${pin.label ?? ''} ${pin.content}`;
    const named = namedTask(words);
    if (!named && !UNFINISHED.test(words)) return [];
    const identity = pinIdentity(pin);
    const id = named ?? `pin:${identity.slice(0, 80).toWellFormed()}`;
    return [
      {
        task_id: id,
        title: taskTitle(pin.content),
        stage: 'pinned',
        flagged_incomplete: true,
        source: 'working_memory_scan' as const,
        last_activity: iso(pin.pinnedAt),
        ...(id !== `pin:${identity}` && { pin: identity }),
      },
    ];
  });
}

/** The pin that a task was read from; null if it has another source. */
export function pinBehind(task: PendingTask): string | null {
  if (task.source !== 'working_memory_scan') return null;
  return task.pin ?? task.task_id.replace(/^pin:/, '');
}

/**
 * The tasks updated from these pins: a task whose pin was changed follows the new text, or is
 * no longer a task.
 */
export function asPinnedNow(tasks: readonly PendingTask[], pins: readonly Pin[]): PendingTask[] {
  const held = new Map(pins.map((pin) => [pinIdentity(pin), pin]));
  return tasks.flatMap((task) => {
    const pin = held.get(pinBehind(task) ?? '');
    return pin ? tasksInPins([pin]).filter(({ task_id: id }) => id === task.task_id) : [task];
  });
}

/** Tasks in progress of a `pipeline/state.json`: finished ones stay in `active_tasks` too, so the stage and status decide. */
export function tasksInPipeline(
  state: unknown,
  stages: readonly string[],
  now: Millis,
): PendingTask[] {
  const finished = new Set(idsIn(state, 'completed_tasks'));
  return entriesOf(state, 'active_tasks').flatMap((found): PendingTask[] => {
    const entry = asRecord(found) ?? {};
    const id = idOf(entry);
    const stage = entry['current_stage'];
    if (id === null || typeof stage !== 'string' || finished.has(id)) return [];
    if (!stages.includes(stage) || FINISHED.includes(entry['status']) || entry['completed_at'])
      return [];
    return [
      {
        task_id: id,
        title: taskTitle(typeof entry['title'] === 'string' ? entry['title'] : id),
        stage: stage.slice(0, 40),
        flagged_incomplete: false,
        source: 'pipeline_state',
        last_activity: iso(dateOf(entry['updated_at']) ?? dateOf(entry['started_at']) ?? now),
      },
    ];
  });
}

/** Every task that a pipeline knows, finished or not. */
export function knownToPipeline(state: unknown): string[] {
  return ['active_tasks', 'completed_tasks', 'queued_tasks'].flatMap((list) => idsIn(state, list));
}

/** One entry per task: a list wins over a person's words, and the latest activity counts. */
export function mergeTasks<T extends PendingTask>(...lists: readonly (readonly T[])[]): T[] {
  const merged: T[] = [];
  const places = new Map<string, number>();
  for (const task of lists.flat()) {
    const place = places.get(task.task_id) ?? placeOfSame(merged, task.task_id);
    const known = merged[place];
    if (!known) {
      places.set(task.task_id, merged.push(task) - 1);
      continue;
    }
    places.set(task.task_id, place);
    merged[place] = {
      ...(SOURCES.indexOf(task.source) < SOURCES.indexOf(known.source) ? task : known),
      task_id: task.task_id.length > known.task_id.length ? task.task_id : known.task_id,
      last_activity: (byActivity(known, task) <= 0 ? known : task).last_activity,
    };
  }
  return merged;
}

/** Only numbered tasks have two ids, and there are few of them. */
function placeOfSame(merged: readonly PendingTask[], id: string): number {
  return NUMBER.test(id) ? merged.findIndex((task) => isSameTask(task.task_id, id)) : -1;
}

export function sortByActivity<T extends PendingTask>(tasks: readonly T[]): T[] {
  return [...tasks].sort(byActivity);
}

export function byActivity(a: PendingTask, b: PendingTask): number {
  return (millis(b.last_activity) ?? 0) - (millis(a.last_activity) ?? 0);
}

/** One line, as long as a list can show. */
export function taskTitle(text: string): string {
  return cut(text.replace(/\s+/g, ' ').trim(), MAX_TITLE);
}

function entriesOf(state: unknown, name: string): readonly unknown[] {
  return list(asRecord(state)?.[name]);
}

function idsIn(state: unknown, list: string): string[] {
  return entriesOf(state, list)
    .map(idOf)
    .filter((id) => id !== null);
}

function idOf(entry: unknown): string | null {
  const id = asRecord(entry)?.['task_id'] ?? entry;
  return typeof id === 'string' && id ? id.slice(0, 100) : null;
}

function dateOf(value: unknown): Millis | null {
  return typeof value === 'string' ? millis(value) : null;
}

/** The row of an unacknowledged message between agents, stored by an older Cortex. */
export type MessageRow = Readonly<Record<string, unknown>>;

const ASKS_FOR_WORK: readonly string[] = ['action', 'urgent'];
const OVER = /^(?:complete|done|close|cancel|fail|reject|resolve|expire|finish)/i;

/** Unfinished work mentioned in messages; for each task its latest message. */
export function tasksInMessages(
  messages: readonly MessageRow[],
  now: Millis,
  since: Millis,
): PendingTask[] {
  const tasks = messages.flatMap((message): PendingTask[] => {
    const said = (name: string) => text(message[name])?.trim() ?? '';
    const at = foreignDate(message['created_at']);
    const expires = foreignDate(message['expires_at']);
    if (at === null || at < since || (expires !== null && expires <= now)) return [];
    const [id, subject, body, status] = [
      String(message['id']),
      said('subject'),
      said('body'),
      said('task_status'),
    ];
    if (OVER.test(status)) return [];
    const named = namedTask(subject) ?? namedTask(body);
    const priority = said('priority').toLowerCase();
    if (!named && !status && !ASKS_FOR_WORK.includes(priority)) return [];
    return [
      {
        task_id: named ?? `message:${id.slice(0, 80).toWellFormed()}`,
        title: taskTitle(subject) || taskTitle(body) || id,
        stage: (status || priority || 'unanswered').slice(0, 40),
        flagged_incomplete: true,
        source: 'message',
        last_activity: iso(Math.min(at, now)),
      },
    ];
  });
  return sortByActivity(tasks);
}
