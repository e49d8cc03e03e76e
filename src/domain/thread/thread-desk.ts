import { todoTaskId } from '../tasks/todo.ts';
import { oneLine } from '../text/safe-text.ts';
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
export type Desk = { -readonly [Name in Exclude<keyof Thread, ListName>]: Thread[Name] } & {
  readonly [Name in ListName]: Map<string, Thread[Name][number]>;
};

type ListName = keyof typeof THREAD_LIMITS;

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

const LISTS = Object.keys(THREAD_LIMITS) as readonly ListName[];

type Item = Thread[ListName][number];

const KEYS: Readonly<Record<ListName, (item: never) => string>> = {
  ...{ files: fileKey, functions: functionKey, decisions: decisionKey, blockers: blockerKey },
  ...{ next: actionKey, done: actionKey },
};

export function keepWithinLimits(desk: Desk): void {
  for (const name of LISTS) {
    const items: Map<string, Item> = desk[name];
    while (items.size > THREAD_LIMITS[name]) {
      const closed = [...items].find(([, item]) => isClosed(item));
      items.delete((closed ?? [...items][0]!)[0]);
    }
  }
}

function isClosed(item: Item): boolean {
  return (
    ('how' in item && item.how === 'delete') ||
    ('replaced' in item && item.replaced) ||
    ('resolved' in item && item.resolved)
  );
}

export function layOut(thread: Thread): Desk {
  const keyed = (name: ListName) =>
    new Map(thread[name].map((item) => [KEYS[name](item as never), item] as const));
  return { ...thread, ...Object.fromEntries(LISTS.map((name) => [name, keyed(name)])) } as unknown as Desk;
}

export function takeUp(desk: Desk): Thread {
  return {
    ...desk,
    ...Object.fromEntries(LISTS.map((name) => [name, [...desk[name].values()]])),
  } as unknown as Thread;
}
