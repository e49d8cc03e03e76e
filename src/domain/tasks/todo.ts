import type { TodoPatch, TodoStatus, TodoUpdate } from '../event.ts';
import { fingerprint } from '../text/hash.ts';
import { onlyLetters, textIdentity } from '../text/near.ts';
import { oneLine } from '../text/safe-text.ts';
import { iso, type Millis } from '../time.ts';
import { type PendingTask, taskTitle } from './task.ts';

/** An entry of the to-do list that a host keeps. */
export interface TodoItem {
  readonly id: string | null;
  readonly text: string;
  readonly status: TodoStatus;
  readonly at: Millis;
}

const MAX_TODOS = 300;

/** The list after an update; entries are matched by the host's id, else by their words. What an entry carries besides stays with it. */
export function foldTodos<T extends TodoItem>(
  list: readonly T[],
  { whole, items }: TodoUpdate,
  at: Millis,
): readonly (T | TodoItem)[] {
  let next: readonly (T | TodoItem)[] = list;
  const named = new Set<T | TodoItem>();
  for (const patch of items) {
    if (patch.isNew) next = withoutNumber(next, patch);
    const known = match(next, patch);
    const text = patch.text ?? known?.text;
    if (!text) continue;
    const status = patch.status ?? known?.status ?? 'pending';
    const id = patch.id ?? (whole ? null : (known?.id ?? null));
    const isUnchanged = whole && known?.text === text && known.status === status;
    const entry = { ...known, id, text, status, at: isUnchanged ? known.at : at };
    next =
      whole || !known
        ? [...next.filter((item) => item !== known), entry]
        : next.map((item) => (item === known ? entry : item));
    named.add(entry);
  }
  // A whole list drops the items that it leaves out, except finished ones: those are worth remembering.
  return next.filter((item) => !whole || named.has(item) || isClosedTodo(item)).slice(-MAX_TODOS);
}

/** Hosts use a number again, for another list or a list begun anew: who had it before is known by its words only. */
function withoutNumber<T extends TodoItem>(list: readonly T[], { id, text }: TodoPatch): readonly T[] {
  if (id === null || text === null) return list;
  const isAnother = (item: TodoItem) => item.id === id && todoTaskId(item.text) !== todoTaskId(text);
  return list.map((item) => (isAnother(item) ? { ...item, id: null } : item));
}

function match<T extends TodoItem>(list: readonly T[], patch: TodoPatch): T | undefined {
  return (
    (patch.id ? list.find((item) => item.id === patch.id) : undefined) ??
    (patch.text ? list.find((item) => todoTaskId(item.text) === todoTaskId(patch.text!)) : undefined)
  );
}

export function isClosedTodo(item: Pick<TodoItem, 'status'>): boolean {
  return item.status === 'completed' || item.status === 'cancelled';
}

export function openTodos(list: readonly TodoItem[]): readonly TodoItem[] {
  return list.filter((item) => !isClosedTodo(item));
}

const MAX_SLUG = 60;

/** A thread keeps so much of an entry. What follows cannot tell two entries apart. */
const LONGEST_TEXT = 200;

/** Hosts number their entries anew in every session, so across sessions the words are the identity. */
export function todoTaskId(text: string): string {
  const told = text.length > LONGEST_TEXT ? oneLine(text, LONGEST_TEXT) : text;
  const slug = onlyLetters(told.toLowerCase(), '-').replace(/^-|-$/g, '');
  // Nothing but marks: they are all there is to tell entries apart.
  if (slug === '') return `todo:${textIdentity(told).slice(0, MAX_SLUG)}`;
  if (slug.length <= MAX_SLUG) return `todo:${slug}`;
  // Entries of one list often begin alike; to close one must not close the other.
  return `todo:${slug
    .slice(0, MAX_SLUG - 8)
    .toWellFormed()
    .replace(/-$/, '')}-${fingerprint(slug)}`;
}

/** An entry of a list, or a next action, as a pending task. */
export function todoTask({ text, status, at }: Pick<TodoItem, 'text' | 'status' | 'at'>): PendingTask {
  return {
    task_id: todoTaskId(text),
    title: taskTitle(text),
    stage: status === 'in_progress' ? 'in progress' : 'to do',
    flagged_incomplete: false,
    source: 'host_todo',
    last_activity: iso(at),
  };
}

export function tasksInTodos(list: readonly TodoItem[]): PendingTask[] {
  return openTodos(list).map(todoTask);
}

/** To-dos finished or given up, and when: they must not come back from an earlier session's list. */
export function closedTodos(list: readonly TodoItem[]): { readonly id: string; readonly at: Millis }[] {
  return list.filter(isClosedTodo).map((item) => ({ id: todoTaskId(item.text), at: item.at }));
}
