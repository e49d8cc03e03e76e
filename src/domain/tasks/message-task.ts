import { iso, type Millis, millis } from '../time.ts';
import { latestFirst, namedTask, type PendingTask, taskTitle } from './task.ts';

/** A message between agents as an older Cortex stored it; nobody has acknowledged it. */
export interface Message {
  readonly id: string;
  readonly subject: string | null;
  readonly body: string | null;
  readonly priority: string | null;
  readonly taskStatus: string | null;
  readonly createdAt: string | number | null;
  readonly expiresAt: string | number | null;
}

const ASKS_FOR_WORK: readonly string[] = ['action', 'urgent'];
const FINISHED = /^(?:complete|done|close|cancel|fail|reject|resolve|expire|finish)/i;

/** Unfinished work that messages speak of, the latest message of each task first. */
export function tasksInMessages(messages: readonly Message[], now: Millis, since: Millis): PendingTask[] {
  const tasks = messages.flatMap((message): PendingTask[] => {
    const at = moment(message.createdAt);
    const expires = moment(message.expiresAt);
    if (at === null || at < since || (expires !== null && expires <= now)) return [];
    const status = message.taskStatus?.trim() ?? '';
    if (FINISHED.test(status)) return [];
    const named = namedTask(message.subject ?? '') ?? namedTask(message.body ?? '');
    const priority = message.priority?.trim().toLowerCase() ?? '';
    if (!named && !status && !ASKS_FOR_WORK.includes(priority)) return [];
    return [
      {
        task_id: named ?? messageTaskId(message.id),
        title: taskTitle(message.subject ?? '') || taskTitle(message.body ?? '') || message.id,
        stage: (status || priority || 'unanswered').slice(0, 40),
        flagged_incomplete: true,
        source: 'message',
        last_activity: iso(Math.min(at, now)),
      },
    ];
  });
  return latestFirst(tasks);
}

function messageTaskId(id: string): string {
  return `message:${id.slice(0, 80).toWellFormed()}`;
}

/** ISO, SQLite's own `2026-02-17 10:00:00`, or a number of seconds or milliseconds; without a zone it is UTC. */
function moment(value: string | number | null): Millis | null {
  if (typeof value === 'number') return inRange(value < 1e11 ? value * 1000 : value);
  if (value === null) return null;
  const text = value.trim();
  if (/^\d{9,14}(?:\.\d{1,9})?$/.test(text)) return moment(Number(text));
  const bare = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)$/.exec(text);
  return millis(bare ? `${bare[1]}T${bare[2]}Z` : text);
}

/** Null outside the range of a Date. */
function inRange(at: number): Millis | null {
  return Number.isFinite(at) && Math.abs(at) <= 8.64e15 ? Math.round(at) : null;
}
