import type { TodoPatch, TodoStatus, TodoUpdate } from '../event.ts';
import { fingerprint } from '../text/hash.ts';
import { onlyLetters } from '../text/letters.ts';
import { oneLine } from '../text/safe-text.ts';
import { textIdentity } from '../thread/text-identity.ts';
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
    // A whole list drops the items that it leaves out, except finished ones: those are worth remembering.
    const finished = list.filter(
      (item) => isClosed(item) && !fresh.some((other) => other.text === item.text),
    );
    return [...finished, ...fresh].slice(-MAX_TODOS);
  }
  let next = list;
  for (const patch of update.items) {
    if (patch.isNew) next = withoutNumber(next, patch);
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

/** Hosts use a number again, for another list or a list begun anew: who had it before is known by its words only. */
function withoutNumber(list: readonly TodoItem[], { id, text }: TodoPatch): readonly TodoItem[] {
  if (id === null || text === null) return list;
  const isAnother = (item: TodoItem) => item.id === id && todoTaskId(item.text) !== todoTaskId(text);
  return list.map((item) => (isAnother(item) ? { ...item, id: null } : item));
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

export function openTodos(list: readonly TodoItem[]): readonly TodoItem[] {
  return list.filter((item) => !isClosed(item));
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

export function tasksInTodos(list: readonly TodoItem[]): PendingTask[] {
  return openTodos(list).map((item) => ({
    task_id: todoTaskId(item.text),
    title: taskTitle(item.text),
    stage: item.status === 'in_progress' ? 'in progress' : 'to do',
    flagged_incomplete: false,
    source: 'host_todo',
    last_activity: iso(item.at),
  }));
}

/** To-dos finished or given up, and when: they must not come back from an earlier session's list. */
export function closedTodos(list: readonly TodoItem[]): { readonly id: string; readonly at: Millis }[] {
  return list.filter(isClosed).map((item) => ({ id: todoTaskId(item.text), at: item.at }));
}
