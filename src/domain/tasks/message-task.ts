import { foreignDate, iso, type Millis } from '../time.ts';
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
    const at = foreignDate(message.createdAt);
    const expires = foreignDate(message.expiresAt);
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
