import type { SessionId } from '../domain/ids.ts';
import { troubleText } from '../engine/errors.ts';
import { takesFacts } from '../engine/events/record.ts';
import { takeInQuietly } from '../engine/events/spool.ts';
import { liveSessions } from '../engine/session/target.ts';
import { Failure, UsageError, wrongInput } from '../operations/errors.ts';
import { memoryList, memorySearch } from '../operations/memories/find.ts';
import { memoryForget } from '../operations/memories/forget.ts';
import type { Call, InputOf, Operation } from '../operations/operation.ts';
import { pin } from '../operations/pins/pin.ts';
import { unpin } from '../operations/pins/unpin.ts';
import { EVERYWHERE } from '../operations/reach.ts';
import { search } from '../operations/search/search.ts';
import { done } from '../operations/tasks/close.ts';
import { tasks } from '../operations/tasks/tasks.ts';
import type { SessionHead } from '../store.ts';
import type { Asking, MemoryOptions, Named, PinOptions, SearchOptions, TaskOptions } from './asking.ts';
import { asObject, asText, unknownKey } from './checked.ts';
import type { Home } from './cortex.ts';
import { sessionHere, unknownSession } from './sessions.ts';

const VIA = 'library';

/** The operations of a home under their own names. Inputs are checked by their schemas, and answers are their JSON. */
export function askedOf(home: Home, agent: string | undefined): Asking {
  const ask = (operation: Operation, where: string, input: object, sessionId?: string) =>
    answered(home, { operation, where, input, sessionId, agent: agent ?? VIA });
  return {
    pin: async (content, options = {}) => {
      asText(content, 'pin()', 'the words to keep');
      const { sessionId, ...said } = named(options, 'pin()');
      const { pin: made } = await ask(pin, 'pin()', { content, ...said } satisfies In<typeof pin>, sessionId);
      return made;
    },
    unpin: async (which, options = {}) => {
      const { sessionId, ...said } = named(options, 'unpin()');
      const input = { pins: wordsOf(which, 'unpin()', 'a label or a number'), ...said };
      return (await ask(unpin, 'unpin()', input satisfies In<typeof unpin>, sessionId)).let_go;
    },
    pins: (options = {}) => {
      const { sessionId, ...said } = named(options, 'pins()');
      return ask(pin, 'pins()', said, sessionId);
    },
    search: async (query, options = {}) => {
      asText(query, 'search()', 'the words to look for');
      const input = { query, ...named(options, 'search()') };
      return (await ask(search, 'search()', input satisfies In<typeof search>)).results;
    },
    tasks: (options = {}) => ask(tasks, 'tasks()', named(options, 'tasks()') satisfies In<typeof tasks>),
    done: async (which) => (await ask(done, 'done()', { task: tasksOf(which, 'done()') })).closed,
    drop: async (which) => (await ask(done, 'drop()', { task: tasksOf(which, 'drop()'), drop: true })).closed,
    memories: (options = {}) => {
      const { query, ...input } = named(options, 'memories()');
      return query === undefined
        ? ask(memoryList, 'memories()', input satisfies In<typeof memoryList>)
        : ask(memorySearch, 'memories()', { query, ...input } satisfies In<typeof memorySearch>);
    },
    forgetMemories: async (ids) => {
      const input = { ids: wordsOf(ids, 'forgetMemories()', 'ids of memories') };
      return (await ask(memoryForget, 'forgetMemories()', input satisfies In<typeof memoryForget>)).forgotten;
    },
  };
}

/** The declared input of an operation: the options of the library must fit it. */
type In<O extends Operation> = Readable<InputOf<O>>;
type Readable<T> = {
  [Name in keyof T]: T[Name] extends (infer E)[] | undefined ? readonly E[] | undefined : T[Name];
};

type Options = PinOptions | SearchOptions | TaskOptions | MemoryOptions;

function named<T extends Options>(options: T, where: string): T {
  return asObject(options, where, 'an object of options');
}

function tasksOf(which: Named, where: string): string[] {
  return wordsOf(which, where, 'a number, an id or words of a task');
}

function wordsOf(which: Named, where: string, what: string): string[] {
  const all = [which].flat();
  if (all.length > 0 && all.every((one) => typeof one === 'string' || typeof one === 'number'))
    return all.map(String);
  throw new TypeError(`${where} takes ${what}, or a list of them`);
}

interface Asked {
  readonly operation: Operation;
  readonly where: string;
  readonly input: object;
  readonly sessionId: string | undefined;
  readonly agent: string;
}

// biome-ignore lint/suspicious/noExplicitAny: the declared answers of all operations; `Asking` says what each is.
async function answered(home: Home, { operation, where, input, sessionId, agent }: Asked): Promise<any> {
  const known = Object.keys(operation.input.shape);
  for (const name of Object.keys(input)) if (!known.includes(name)) throw unknownKey(where, name, known);
  const checked = operation.input.safeParse(input);
  if (!checked.success) throw new TypeError(`${where} ${wrongInput(checked.error)}`);
  await takeInQuietly(home.deps);
  try {
    const result: unknown = await operation.run(
      await callOf(home, isReading(operation, checked.data), sessionId, agent),
      checked.data,
    );
    return operation.rows?.(result) ?? operation.json(result);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const said = troubleText(error);
    throw error instanceof UsageError ? new TypeError(said) : new Error(said, { cause: error });
  }
}

function isReading(operation: Operation, input: Record<string, unknown>): boolean {
  return operation.effect === 'reads' || operation.isAsking?.(input) === true;
}

/** A program may ask about everything on the machine. What it keeps are its own words, and never a person's. */
async function callOf(
  { deps, cwd, places, copies }: Home,
  isReading: boolean,
  sessionId: string | undefined,
  agent: string,
): Promise<Call> {
  const location = deps.locate(cwd);
  const { scope } = location;
  const here = await sessionMeant(deps, sessionId, isReading, () => sessionHere(deps, scope.key));
  return {
    ...{ deps, scope, location, cwd, places, copies, agent },
    isChosen: false,
    session: here,
    sessions: async () => (here ? [here] : liveSessions(deps, scope)),
    saidIn: async () => (here ? [here] : []),
    // As a person who reads, it is told everything, whatever its conversation was shown.
    by: isReading ? 'person' : 'agent',
    reach: EVERYWHERE,
    timeZone: () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    hookTimes: () => [],
    hosts: [],
    isForProgram: true,
    isFunction: true,
    files: null,
  };
}

async function sessionMeant(
  { store }: Home['deps'],
  sessionId: string | undefined,
  isReading: boolean,
  otherwise: () => Promise<SessionHead | null>,
): Promise<SessionHead | null> {
  if (sessionId === undefined) return otherwise();
  const head = await store.head(sessionId as SessionId);
  if (!head) throw unknownSession(sessionId);
  if (!isReading && !takesFacts(head))
    throw new Error(`session ${sessionId} has ended; what is over is not changed`);
  return head;
}
