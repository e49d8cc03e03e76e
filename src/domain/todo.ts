import type { TodoPatch, TodoStatus, TodoUpdate } from './event.ts';
import type { PendingTask } from './task.ts';
import { iso, type Millis } from './time.ts';

/** An entry of the to-do list that a host keeps. */
export interface TodoItem {
  readonly id: string | null;
  readonly text: string;
  readonly status: TodoStatus;
  readonly at: Millis;
}

const MAX_TODOS = 100;

/** The list after an update; entries are matched by the host's id, else by their words. */
export function foldTodos(list: readonly TodoItem[], update: TodoUpdate, at: Millis): readonly TodoItem[] {
  if (update.whole) {
    const fresh = update.items.flatMap((patch) => {
      const known = match(list, patch);
      const text = patch.text ?? known?.text;
      if (!text) return [];
      const status = patch.status ?? known?.status ?? 'pending';
      const unchanged = known && known.text === text && known.status === status;
      return [{ id: patch.id, text, status, at: unchanged ? known.at : at }];
    });
    // What a whole list leaves out was dropped, unless it was finished: that is worth remembering.
    const finished = list.filter(
      (item) => isClosed(item) && !fresh.some((other) => other.text === item.text),
    );
    return [...finished, ...fresh].slice(-MAX_TODOS);
  }
  let next = list;
  for (const patch of update.items) {
    const known = match(next, patch);
    if (known) {
      const changed = { ...known, text: patch.text ?? known.text, status: patch.status ?? known.status, at };
      next = next.map((item) => (item === known ? changed : item));
    } else if (patch.text) {
      next = [...next, { id: patch.id, text: patch.text, status: patch.status ?? 'pending', at }];
    }
  }
  return next.slice(-MAX_TODOS);
}

function match(list: readonly TodoItem[], patch: TodoPatch): TodoItem | undefined {
  return (
    (patch.id ? list.find((item) => item.id === patch.id) : undefined) ??
    (patch.text ? list.find((item) => todoTaskId(item.text) === todoTaskId(patch.text!)) : undefined)
  );
}

function isClosed(item: TodoItem): boolean {
  return item.status === 'completed' || item.status === 'cancelled';
}

/** Hosts number their entries anew in every session, so across sessions the words are the identity. */
export function todoTaskId(text: string): string {
  const slug = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '');
  return `todo:${slug}`;
}

export function tasksInTodos(list: readonly TodoItem[]): PendingTask[] {
  return list
    .filter((item) => !isClosed(item))
    .map((item) => ({
      task_id: todoTaskId(item.text),
      title: item.text.replace(/\s+/g, ' ').slice(0, 120),
      stage: item.status === 'in_progress' ? 'in progress' : 'to do',
      flagged_incomplete: false,
      source: 'host_todo',
      last_activity: iso(item.at),
    }));
}

/** What was finished or given up, and when: it must not come back from an earlier session's list. */
export function closedTodos(list: readonly TodoItem[]): { readonly id: string; readonly at: Millis }[] {
  return list.filter(isClosed).map((item) => ({ id: todoTaskId(item.text), at: item.at }));
}
