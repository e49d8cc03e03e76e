import type { TodoPatch, TodoUpdate } from '../event.ts';
import type { SessionId } from '../ids.ts';
import type { DoneItem, Mark, NextAction, Said } from './thread.ts';
import { actionKey, type Desk, finish, tidy } from './thread-desk.ts';

/**
 * A host's to-do list, told in whole or in part. Terminals of one scope keep a list each: a list says nothing about
 * another's entries, so only what this one held before and no longer names is given up.
 */
export function foldTodoUpdate(
  desk: Desk,
  update: TodoUpdate,
  sessionId: SessionId | null,
  mark: Mark,
): void {
  const list = listOf(sessionId, mark);
  const named = new Set<string>();
  for (const patch of update.items) {
    const known = find(desk, patch, sessionId);
    const text = tidy(patch.text ?? known?.text);
    if (!text) continue;
    if (known) rename(desk, actionKey(known), text);
    if (patch.isNew) freeNumber(desk, patch.id, list, actionKey({ text }));
    put(desk, patch, { text, list, id: patch.id ?? known?.id ?? null, ...mark });
    named.add(actionKey({ text }));
  }
  if (!update.whole) return;
  for (const [key, action] of desk.next) {
    if (action.list === list && !action.noted && !named.has(key)) desk.next.delete(key);
  }
}

/** A number that is used again means the new entry only. */
function freeNumber(desk: Desk, id: string | null, list: string, own: string): void {
  if (id === null) return;
  for (const [key, action] of desk.next)
    if (key !== own && action.id === id && action.list === list) desk.next.set(key, { ...action, id: null });
}

function put(desk: Desk, patch: TodoPatch, item: DoneItem): void {
  const key = actionKey(item);
  const open = desk.next.get(key);
  const status = patch.status ?? open?.status ?? (desk.done.has(key) ? 'completed' : 'pending');
  if (desk.done.get(key)?.closedAs === status) return;
  if (status === 'completed') finish(desk, item);
  else if (status === 'cancelled') desk.next.delete(key);
  else {
    desk.done.delete(key);
    desk.next.set(key, { ...item, status, noted: open?.noted ?? false });
  }
}

/** By the host's id within its session, else by the words. An entry just made has no earlier self under its id. */
function find(desk: Desk, patch: TodoPatch, sessionId: SessionId | null): NextAction | DoneItem | undefined {
  if (patch.id !== null && !patch.isNew) {
    const isIt = (item: NextAction | DoneItem) =>
      item.id === patch.id && item.list !== null && sessionOf(item.list) === (sessionId ?? '');
    const found = [...desk.next.values()].findLast(isIt) ?? [...desk.done.values()].findLast(isIt);
    if (found) return found;
  }
  const key = actionKey({ text: tidy(patch.text) });
  return desk.next.get(key) ?? desk.done.get(key);
}

/** New words for the same entry, in the same place of the plan. */
function rename(desk: Desk, from: string, text: string): void {
  const to = actionKey({ text });
  if (from === to) return;
  replaceKey(desk.next, from, to, text);
  replaceKey(desk.done, from, to, text);
}

function replaceKey<T extends NextAction | DoneItem>(
  items: Map<string, T>,
  from: string,
  to: string,
  text: string,
): void {
  if (!items.has(from)) return;
  const all = [...items];
  items.clear();
  for (const [key, item] of all) {
    if (key === from) items.set(to, { ...item, text });
    else if (key !== to) items.set(key, item);
  }
}

/** A subagent's list is not its parent's. */
function listOf(sessionId: SessionId | null, { subagent }: Said): string {
  return subagent ? `${sessionId ?? ''}/${subagent}` : (sessionId ?? '');
}

function sessionOf(list: string): string {
  const slash = list.indexOf('/');
  return slash < 0 ? list : list.slice(0, slash);
}
