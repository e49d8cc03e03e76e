import { fingerprint } from '../base/text/hash.ts';
import { onlyLetters, textIdentity } from '../base/text/near.ts';
import { cut, identityLine } from '../base/text/safe-text.ts';
import { iso, type Millis } from '../base/time.ts';
import type { TodoPatch, TodoUpdate } from '../facts/event.ts';
import type { TodoItem } from '../facts/pending-task.ts';
import { type PendingTask, taskTitle } from './task.ts';

export type { TodoItem } from '../facts/pending-task.ts';

const MAX_TODOS = 300;

/** The list after an update; entries are matched by the host's id, else by text, and keep their other fields. */
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
  // A whole list removes the items that it omits, except finished ones.
  return next.filter((item) => !whole || named.has(item) || isClosedTodo(item)).slice(-MAX_TODOS);
}

/** Hosts reuse a number for another list: the entry that had it before is then identified by its text only. */
function withoutNumber<T extends TodoItem>(
  list: readonly T[],
  { id, text }: TodoPatch,
): readonly T[] {
  if (id === null || text === null) return list;
  const isAnother = (item: TodoItem) =>
    item.id === id && todoTaskId(item.text) !== todoTaskId(text);
  return list.map((item) => (isAnother(item) ? { ...item, id: null } : item));
}

function match<T extends TodoItem>(list: readonly T[], patch: TodoPatch): T | undefined {
  return (
    (patch.id ? list.find((item) => item.id === patch.id) : undefined) ??
    (patch.text
      ? list.find((item) => todoTaskId(item.text) === todoTaskId(patch.text!))
      : undefined)
  );
}

export function isClosedTodo(item: Pick<TodoItem, 'status'>): boolean {
  return item.status === 'completed' || item.status === 'cancelled';
}

export function openTodos(list: readonly TodoItem[]): readonly TodoItem[] {
  return list.filter((item) => !isClosedTodo(item));
}

const MAX_SLUG = 60;

/** A thread keeps this much of an entry; later characters do not distinguish entries. */
const LONGEST_TEXT = 200;

/** Hosts number entries per session, so across sessions the text is the identity. */
export function todoTaskId(text: string): string {
  const told = text.length > LONGEST_TEXT ? cut(identityLine(text), LONGEST_TEXT) : text;
  const slug = onlyLetters(told.toLowerCase(), '-').replace(/^-|-$/g, '');
  // A text of punctuation only is identified by its hash.
  if (slug === '') return `todo:${textIdentity(told).slice(0, MAX_SLUG)}`;
  if (slug.length <= MAX_SLUG) return `todo:${slug}`;
  // Entries of a list often begin alike, so a cut id gets a hash.
  return `todo:${slug
    .slice(0, MAX_SLUG - 8)
    .toWellFormed()
    .replace(/-$/, '')}-${fingerprint(slug)}`;
}

/** An entry of a list, or a next action, as a pending task. */
export function todoTask({
  text,
  status,
  at,
}: Pick<TodoItem, 'text' | 'status' | 'at'>): PendingTask {
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

/** Finished or dropped to-dos with their times, so that an earlier session's list does not reopen them. */
export function closedTodos(
  list: readonly TodoItem[],
): { readonly id: string; readonly at: Millis }[] {
  return list.filter(isClosedTodo).map((item) => ({ id: todoTaskId(item.text), at: item.at }));
}
