import { type Pin, pinIdentity } from './pin.ts';
import { iso, type Millis, millis } from './time.ts';

export type TaskSource = 'pipeline_state' | 'working_memory_scan' | 'host_todo' | 'message';

/** Unfinished work, as `session_states.pending_tasks` keeps it. */
export interface PendingTask {
  readonly task_id: string;
  readonly title: string;
  readonly stage: string;
  /** True where a person's words say so, false where a task list does. */
  readonly flagged_incomplete: boolean;
  readonly source: TaskSource;
  readonly last_activity: string;
}

const MAX_TITLE = 120;
const TASK_ID = /\btask-\d{1,6}(?:-[A-Za-z0-9_-]{1,60})?/;
const UNFINISHED = /\[TASK\]|\bTODO\b|\bincomplete\b|\bin-progress\b/i;

/** Unfinished work that pins speak of; its id is the task's where one is named, else the pin's. */
export function tasksInPins(pins: readonly Pin[]): PendingTask[] {
  return pins.flatMap((pin) => {
    const words = `${pin.label ?? ''} ${pin.content}`;
    const named = TASK_ID.exec(words)?.[0];
    if (!named && !UNFINISHED.test(words)) return [];
    return [
      {
        task_id: named ?? pinTaskId(pinIdentity(pin)),
        title: title(pin.content),
        stage: 'pinned',
        flagged_incomplete: true,
        source: 'working_memory_scan' as const,
        last_activity: iso(pin.pinnedAt),
      },
    ];
  });
}

export function pinTaskId(identity: string): string {
  return `pin:${identity.slice(0, 80)}`;
}

/** Tasks in progress of a `pipeline/state.json`: finished ones stay in `active_tasks` too, so the stage and status decide. */
export function tasksInPipeline(state: unknown, stages: readonly string[], now: Millis): PendingTask[] {
  const active = isRecord(state) && Array.isArray(state['active_tasks']) ? state['active_tasks'] : [];
  return active.flatMap((entry): PendingTask[] => {
    if (!isRecord(entry)) return [];
    const id = entry['task_id'];
    const stage = entry['current_stage'];
    if (typeof id !== 'string' || !id || typeof stage !== 'string') return [];
    if (!stages.includes(stage) || entry['status'] === 'completed' || entry['completed_at']) return [];
    return [
      {
        task_id: id.slice(0, 100),
        title: title(typeof entry['title'] === 'string' ? entry['title'] : id),
        stage: stage.slice(0, 40),
        flagged_incomplete: false,
        source: 'pipeline_state',
        last_activity: iso(dateOf(entry['updated_at']) ?? dateOf(entry['started_at']) ?? now),
      },
    ];
  });
}

/** One entry per id: what a task list says wins over what a pin says, and the latest activity counts. */
export function mergeTasks(...lists: readonly (readonly PendingTask[])[]): PendingTask[] {
  const byId = new Map<string, PendingTask>();
  for (const task of lists.flat()) {
    const known = byId.get(task.task_id);
    if (!known) byId.set(task.task_id, task);
    else byId.set(task.task_id, { ...known, last_activity: later(known.last_activity, task.last_activity) });
  }
  return [...byId.values()];
}

function later(a: string, b: string): string {
  return (millis(a) ?? 0) >= (millis(b) ?? 0) ? a : b;
}

function title(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const points = [...line];
  return points.length <= MAX_TITLE ? line : `${points.slice(0, MAX_TITLE - 1).join('')}…`;
}

function dateOf(value: unknown): Millis | null {
  return typeof value === 'string' ? millis(value) : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
