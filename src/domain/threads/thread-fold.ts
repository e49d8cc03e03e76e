import { looseIdentity, textIdentity } from '../base/text/near.ts';
import { oneLine } from '../base/text/safe-text.ts';
import type { Run } from '../observe/commands.ts';
import { foldTodos, isClosedTodo, type TodoItem, todoTaskId } from '../todos/todo.ts';
import {
  checkCommand,
  failedAgain,
  failureOf,
  type Green,
  type Left,
  leftAfterGreen,
  leftAfterRed,
  settles,
} from './check.ts';
import type {
  DoneItem,
  Mark,
  NextAction,
  RecordedThreadFact,
  Thread,
  ThreadBlocker,
  ThreadDecision,
  ThreadFact,
  ThreadFactOf,
} from './thread.ts';

/** The limits of a thread; closed items are dropped before open ones, the oldest first. */
export const THREAD_LIMITS = {
  files: 500,
  functions: 500,
  decisions: 200,
  blockers: 200,
  next: 300,
  done: 500,
} as const;

/** Longest text of an item. */
const MAX_TEXT = 200;
const MAX_NAME = 120;
const MAX_TYPE = 40;

/** A text as a thread stores it: one escaped line. */
function tidy(text: string | null | undefined, max: number = MAX_TEXT): string {
  return text ? oneLine(text, max) : '';
}

type ListName = keyof typeof THREAD_LIMITS;
const LISTS = Object.keys(THREAD_LIMITS) as readonly ListName[];
type ThreadItem = Thread[ListName][number];

/** A thread laid out for folding: each list by identity, in its order. */
type OpenThread = { -readonly [Name in Exclude<keyof Thread, ListName>]: Thread[Name] } & {
  readonly [Name in ListName]: Map<string, Thread[Name][number]>;
};

/** A next action and the pending task of a host's list are known by the same id. */
const actionKey = ({ text }: { readonly text: string }) => todoTaskId(text);
export const blockerKey = ({
  type,
  text,
  identity,
}: Pick<ThreadBlocker, 'type' | 'text' | 'identity'>): string =>
  identity ?? textIdentity(`${type}:${text}`);

const KEYS: { readonly [Name in ListName]: (item: Thread[Name][number]) => string } = {
  files: ({ path }) => path,
  functions: ({ name, path }) => `${path}\n${name}`,
  decisions: ({ subject, choice }) => `${textIdentity(subject ?? '')}\n${textIdentity(choice)}`,
  blockers: blockerKey,
  next: actionKey,
  done: actionKey,
};

/** Goes on from a folded thread: folding in parts gives what folding at once does. */
export function foldThread(thread: Thread, facts: readonly RecordedThreadFact[]): Thread {
  if (facts.length === 0) return thread;
  const lists = (make: (name: ListName) => unknown) =>
    Object.fromEntries(LISTS.map((name) => [name, make(name)]));
  const keyed = (name: ListName) =>
    new Map(thread[name].map((item) => [KEYS[name](item as never), item]));
  const desk = { ...thread, ...lists(keyed) } as unknown as OpenThread;
  for (const recorded of facts) {
    apply(desk, recorded);
    for (const name of LISTS) keepWithin(desk[name], THREAD_LIMITS[name]);
    desk.startedAt = desk.startedAt || recorded.at;
    desk.lastActivity = Math.max(desk.lastActivity, recorded.at);
  }
  return { ...desk, ...lists((name) => [...desk[name].values()]) } as unknown as Thread;
}

function keepWithin(items: Map<string, ThreadItem>, most: number): void {
  while (items.size > most) {
    const closed = [...items].find(([, item]) => isClosed(item));
    items.delete((closed ?? [...items][0]!)[0]);
  }
}

function isClosed(item: ThreadItem): boolean {
  return (
    ('how' in item && item.how === 'delete') ||
    ('replaced' in item && item.replaced) ||
    ('resolved' in item && item.resolved)
  );
}

/** Puts an item last, in the place of an earlier one of its identity. */
function asLatest<Name extends ListName>(
  desk: OpenThread,
  name: Name,
  item: Thread[Name][number],
): void {
  const items = desk[name] as Map<string, Thread[Name][number]>;
  const key = KEYS[name](item);
  items.delete(key);
  items.set(key, item);
}

function apply(desk: OpenThread, { fact, at, seq, sessionId, from }: RecordedThreadFact): void {
  const mark: Mark = {
    by: fact.by,
    ...(fact.subagent && { subagent: fact.subagent }),
    at,
    seq,
    ...(sessionId && { session: sessionId }),
    ...(from !== undefined && { from }),
  };
  // Facts of a newer version are ignored.
  if (isThreadKind(fact.kind)) (APPLY[fact.kind] as Apply<ThreadFact['kind']>)(desk, fact, mark);
}

export function isThreadKind(kind: unknown): kind is ThreadFact['kind'] {
  return typeof kind === 'string' && Object.hasOwn(APPLY, kind);
}

type Apply<Kind extends ThreadFact['kind']> = (
  desk: OpenThread,
  fact: ThreadFactOf<Kind>,
  mark: Mark,
) => void;

/** The effect of each kind of fact on a thread. */
const APPLY: { readonly [Kind in ThreadFact['kind']]: Apply<Kind> } = {
  file: (desk, { path, how }, mark) => {
    if (path) asLatest(desk, 'files', { path, how, ...mark });
  },
  function: (desk, fact, mark) => {
    const name = tidy(fact.name, MAX_NAME);
    if (name) asLatest(desk, 'functions', { name, path: fact.path, ...mark });
  },
  decision: decide,
  blocker: block,
  'blocker-resolved': resolve,
  'check-unread': (desk, { identity }) => {
    const failed = desk.blockers.get(identity);
    if (failed && !failed.resolved) desk.blockers.set(identity, { ...failed, unread: true });
  },
  next: (desk, { text }, mark) => plan(desk, tidy(text), mark),
  done: (desk, fact, mark) => {
    const text = tidy(fact.text);
    if (text) finish(desk, { text, list: null, id: null, ...mark });
  },
  dropped: (desk, { text }) => void desk.next.delete(actionKey({ text: tidy(text) })),
  todos: (desk, { update }, mark) => list(desk, update, mark),
  phase: (desk, { text }) => {
    desk.phase = tidy(text, MAX_NAME) || null;
  },
  turn: (desk) => {
    desk.turns += 1;
  },
  completed: (desk) => {
    desk.status = 'completed';
  },
  reopened: (desk) => {
    desk.status = 'active';
  },
};

function plan(desk: OpenThread, text: string, mark: Mark): void {
  if (!text) return;
  const key = actionKey({ text });
  const known = desk.next.get(key);
  const { status = 'pending', list = null, id = null } = known ?? {};
  desk.done.delete(key);
  // A repeated action belongs to its latest author.
  desk.next.set(key, { text: known?.text ?? text, status, list, id, noted: true, ...mark });
}

/** Moves a next action to the done items under its text; repeating it has no effect. */
function finish(desk: OpenThread, item: DoneItem): void {
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

/** An entry of a host's list, with the item that it is in the thread. */
interface ListedEntry extends TodoItem {
  readonly item?: NextAction | DoneItem;
}

/**
 * Folds a host's to-do list, whole or in part. Sessions of one scope have separate lists: a list says nothing about
 * another's entries, so only its own omitted entries are dropped.
 */
function list(desk: OpenThread, update: ThreadFactOf<'todos'>['update'], mark: Mark): void {
  const session = mark.session ?? '';
  // A subagent's list is separate from its parent's, but they share their numbers.
  const name = mark.subagent ? `${session}/${mark.subagent}` : session;
  const named = new Set(update.items.map(({ text }) => actionKey({ text: tidy(text) })));
  const isMeant = (item: NextAction | DoneItem) =>
    named.has(actionKey(item)) ||
    (update.whole ? item.list === name : item.list !== null && item.list.split('/')[0] === session);
  const before = [...desk.done.values(), ...desk.next.values()].filter(isMeant).map(
    (item): ListedEntry => ({
      item,
      id: item.list === null || item.list.split('/')[0] !== session ? null : item.id,
      text: item.text,
      at: item.at,
      status: 'status' in item ? item.status : (item.closedAs ?? 'completed'),
    }),
  );
  const after: readonly ListedEntry[] = foldTodos(before, update, mark.at);
  for (const { item } of before) {
    const isGivenUp = item && 'noted' in item && !item.noted && item.list === name;
    if (isGivenUp && !after.some((one) => one.item === item)) desk.next.delete(actionKey(item));
  }
  for (const { item, text: said, status, id } of after) {
    const text = tidy(said);
    const was = before.find((one) => one.item === item && item !== undefined);
    const isNamed =
      named.has(actionKey({ text })) ||
      (was && (was.status !== status || was.text !== said || was.id !== id));
    // A list that repeats the status from before an entry was closed elsewhere does not reopen it.
    if (!isNamed || !text || (item && 'closedAs' in item && item.closedAs === status)) continue;
    if (item && item.text !== text) {
      desk.next.delete(actionKey(item));
      desk.done.delete(actionKey(item));
    }
    const key = actionKey({ text });
    if (status === 'completed') finish(desk, { text, list: name, id, ...mark });
    else if (isClosedTodo({ status })) desk.next.delete(key);
    else {
      desk.done.delete(key);
      const noted = desk.next.get(key)?.noted ?? (item && 'noted' in item && item.noted) ?? false;
      desk.next.set(key, {
        text,
        status: status as NextAction['status'],
        list: name,
        id,
        noted,
        ...mark,
      });
    }
  }
}

function decide(desk: OpenThread, fact: ThreadFactOf<'decision'>, mark: Mark): void {
  const decided = withSubject(tidy(fact.choice), tidy(fact.subject, MAX_NAME) || null);
  if (!decided.choice) return;
  const isSame = (a: string, b: string) => textIdentity(a) === textIdentity(b);
  for (const [key, earlier] of desk.decisions) {
    const isOnIt =
      decided.subject !== null &&
      earlier.subject !== null &&
      isSame(decided.subject, earlier.subject);
    if (isOnIt && !isSame(decided.choice, earlier.choice))
      desk.decisions.set(key, { ...earlier, replaced: true });
  }
  const decision = { ...decided, reason: null, replaced: false, ...mark };
  const known = desk.decisions.get(KEYS.decisions(decision));
  asLatest(desk, 'decisions', {
    ...decision,
    reason: tidy(fact.reason) || (known?.reason ?? null),
  });
}

/** Splits the subject from `threshold=0.75` or `database: Postgres`, unless one is given. */
function withSubject(
  choice: string,
  subject: string | null,
): Pick<ThreadDecision, 'subject' | 'choice'> {
  const found =
    subject === null ? /^([^=:]{1,60}?) ?(?:=(?![=>~]) ?|: )(\S.*)$/.exec(choice) : null;
  const name = found?.[1] ?? '';
  // `!=` and similar operators do not separate a subject.
  if (!found || /[!<>+*/%&|^~-]$/.test(name) || name.trim().split(/\s+/).length > 3)
    return { subject, choice };
  return { subject: name, choice: found[2]! };
}

/** Green tests are done items, `test:vitest` or `test:vitest src/a.test.ts`; a run of everything replaces narrower ones. */
function finishTests(desk: OpenThread, runs: readonly Run[], mark: Mark): void {
  for (const run of runs) {
    const name = testNameOf(run);
    if (name === null) continue;
    if (run.only.length === 0) removeTests(desk, name);
    finish(desk, { text: tidy([name, ...run.only].join(' ')), list: null, id: null, ...mark });
  }
}

function testNames(runs: readonly Run[] = []): readonly string[] {
  return runs.flatMap((run) => testNameOf(run) ?? []);
}

/** The name of a test run; null for other checks. A project's script is known without its package manager. */
function testNameOf({ kind, tool, script = '' }: Run): string | null {
  if (kind !== 'test') return null;
  return `test:${tool ?? (script.includes(' ') ? script : `npm ${script}`)}`;
}

function removeTests(desk: OpenThread, name: string): void {
  for (const [key, { text }] of desk.done)
    if (text === name || text.startsWith(`${name} `)) desk.done.delete(key);
}

function resolve(desk: OpenThread, fact: ThreadFactOf<'blocker-resolved'>, mark: Mark): void {
  if (fact.runs) narrow(desk, fact);
  finishTests(desk, fact.runs ?? [], mark);
  const open = [...desk.blockers].filter(([, blocker]) => !blocker.resolved);
  for (const [key, blocker] of namedBy(fact.identity, open))
    desk.blockers.set(key, { ...blocker, resolved: true, ...mark });
}

function block(desk: OpenThread, fact: ThreadFactOf<'blocker'>, mark: Mark): void {
  const { identity = null, runs, failures, isAll, sole } = fact;
  const text = tidy(fact.text);
  if (!text) return;
  for (const name of testNames(runs)) removeTests(desk, name);
  const blocker: ThreadBlocker = {
    type: tidy(fact.type, MAX_TYPE) || 'blocked',
    text,
    identity,
    resolved: false,
    ...(runs && { runs }),
    ...(failures && { failures: failures.map((one) => ({ ...one, name: tidy(one.name) })) }),
    ...(isAll && { isAll }),
    ...(sole && { sole: tidy(sole) }),
    ...mark,
  };
  if (identity === null || !runs) {
    asLatest(desk, 'blockers', blocker);
    return;
  }
  const later = { ...blocker, ...fact, failures: blocker.failures ?? [], identity };
  const before = desk.blockers.get(identity);
  const again =
    before && !before.resolved ? failedAgain({ ...before, identity }, later) : later.failures;
  asLatest(desk, 'blockers', again.length > 0 ? { ...blocker, failures: again } : blocker);
  leave(desk, (red) => (red.identity === identity ? null : leftAfterRed(red, later)));
  for (const [key, one] of desk.blockers)
    if (!one.resolved && one.runs?.length === 0)
      desk.blockers.set(key, { ...one, resolved: true, ...mark });
}

/** Removes what passed from failed checks: the checks of a failed line may pass one after the other, and tests one by one. */
function narrow(desk: OpenThread, green: Green): void {
  leave(desk, (red) => leftAfterGreen(red, green));
}

/** Changes every open check to what is left of it. */
function leave(
  desk: OpenThread,
  leftOf: (red: ThreadBlocker & { readonly identity: string }) => Left | null,
): void {
  for (const [key, blocker] of desk.blockers) {
    const { resolved, runs, identity, text } = blocker;
    if (resolved || !runs || identity === null) continue;
    const left = leftOf({ ...blocker, identity });
    if (left === null) continue;
    const { sole: _, ...others } = blocker;
    const was = blocker.failures?.length ?? (blocker.sole === undefined ? 0 : 1);
    if (left.failures.length === was && left.runs.length === runs.length) continue;
    const failing = left.failures.length === was ? text : wordsLeft(left, identity);
    desk.blockers.set(key, { ...others, ...left, text: tidy(failing) });
  }
}

function wordsLeft({ failures: [first] }: Left, identity: string): string {
  return first?.name ?? failureOf(checkCommand(identity));
}

type Keyed = readonly [string, ThreadBlocker];

/** Blockers of that identity or text; if there are none, those whose text differs only in small words and punctuation. */
function namedBy(identity: string, open: readonly Keyed[]): readonly Keyed[] {
  const said = tidy(identity);
  const words = textIdentity(said.replace(': ', ':'));
  const exact = open.filter(
    ([key, blocker]) =>
      key === identity ||
      key === words ||
      textIdentity(blocker.text) === words ||
      blocker.runs?.length === 0 ||
      (blocker.identity !== null && settles(identity, blocker.identity)),
  );
  if (exact.length > 0) return exact;
  const loose = looseIdentity(said);
  if (loose === '') return [];
  return open.filter(([, { type, text }]) =>
    [text, `${type}: ${text}`].some((one) => looseIdentity(one) === loose),
  );
}
