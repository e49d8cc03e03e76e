import { todoTaskId } from '../tasks/todo.ts';
import { oneLine } from '../text/safe-text.ts';
import type { Millis } from '../time.ts';
import { textIdentity } from './text-identity.ts';
import type {
  DoneItem,
  NextAction,
  Thread,
  ThreadBlocker,
  ThreadDecision,
  ThreadFile,
  ThreadFunction,
} from './thread.ts';

/** How much a thread holds; what is closed goes before what is open, and the oldest first. */
export const THREAD_LIMITS = {
  files: 500,
  functions: 500,
  decisions: 200,
  blockers: 200,
  next: 300,
  done: 500,
} as const;

/** A line of notation: long enough to say what, too short to be prose. */
const MAX_TEXT = 200;

/** Words as a thread keeps them: one harmless line. */
export function tidy(text: string | null | undefined, max: number = MAX_TEXT): string {
  return text ? oneLine(text, max) : '';
}

/** A thread laid out for folding: each list by identity, in its order. */
export interface Desk {
  status: Thread['status'];
  phase: string | null;
  readonly files: Map<string, ThreadFile>;
  readonly functions: Map<string, ThreadFunction>;
  readonly decisions: Map<string, ThreadDecision>;
  readonly blockers: Map<string, ThreadBlocker>;
  readonly next: Map<string, NextAction>;
  readonly done: Map<string, DoneItem>;
  turns: number;
  startedAt: Millis;
  lastActivity: Millis;
}

export const fileKey = (file: Pick<ThreadFile, 'path'>) => file.path;
export const functionKey = (defined: Pick<ThreadFunction, 'name' | 'path'>) =>
  `${defined.path}\n${defined.name}`;
export const decisionKey = (decided: Pick<ThreadDecision, 'subject' | 'choice'>) =>
  `${decided.subject === null ? '' : textIdentity(decided.subject)}\n${textIdentity(decided.choice)}`;
export const blockerKey = (blocker: Pick<ThreadBlocker, 'type' | 'text' | 'identity'>) =>
  blocker.identity ?? textIdentity(`${blocker.type}:${blocker.text}`);
/** A next action and the pending task of a host's list are known by the same id. */
export const actionKey = (action: Pick<NextAction, 'text'>) => todoTaskId(action.text);

/** Puts an item last, in the place of an earlier one of its identity. */
export function asLatest<T>(items: Map<string, T>, item: T, keyOf: (item: T) => string): void {
  const key = keyOf(item);
  items.delete(key);
  items.set(key, item);
}

/** Moves a next action to the done ones, under the words that named it; done twice is done once. */
export function finish(desk: Desk, item: DoneItem): void {
  const key = actionKey(item);
  const open = desk.next.get(key);
  desk.next.delete(key);
  if (desk.done.has(key)) return;
  const isElsewhere = open !== undefined && open.list !== null && item.list === null;
  desk.done.set(key, {
    ...item,
    ...(open && { text: open.text }),
    ...(isElsewhere && { closedAs: open.status }),
  });
}

export function keepWithinLimits(desk: Desk): void {
  trim(desk.files, THREAD_LIMITS.files, (file) => file.how === 'delete');
  trim(desk.functions, THREAD_LIMITS.functions, () => false);
  trim(desk.decisions, THREAD_LIMITS.decisions, (decision) => decision.replaced);
  trim(desk.blockers, THREAD_LIMITS.blockers, (blocker) => blocker.resolved);
  trim(desk.next, THREAD_LIMITS.next, () => false);
  trim(desk.done, THREAD_LIMITS.done, () => false);
}

function trim<T>(items: Map<string, T>, max: number, isClosed: (item: T) => boolean): void {
  while (items.size > max) {
    let oldest: string | undefined;
    for (const [key, item] of items) {
      oldest ??= key;
      if (!isClosed(item)) continue;
      oldest = key;
      break;
    }
    items.delete(oldest!);
  }
}

export function layOut(thread: Thread): Desk {
  return {
    ...thread,
    files: keyed(thread.files, fileKey),
    functions: keyed(thread.functions, functionKey),
    decisions: keyed(thread.decisions, decisionKey),
    blockers: keyed(thread.blockers, blockerKey),
    next: keyed(thread.next, actionKey),
    done: keyed(thread.done, actionKey),
  };
}

function keyed<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T> {
  return new Map(items.map((item) => [keyOf(item), item]));
}

export function takeUp(desk: Desk): Thread {
  return {
    ...desk,
    files: [...desk.files.values()],
    functions: [...desk.functions.values()],
    decisions: [...desk.decisions.values()],
    blockers: [...desk.blockers.values()],
    next: [...desk.next.values()],
    done: [...desk.done.values()],
  };
}
