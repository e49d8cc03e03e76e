import type { SessionId } from '../domain/base/ids.ts';
import { troubleText } from '../engine/base/errors.ts';
import { takesFacts } from '../engine/capture/record.ts';
import { liveSessions } from '../engine/presence/target.ts';
import { takeInQuietly } from '../engine/spool.ts';
import { Failure, UsageError, wrongInput } from '../operations/base/errors.ts';
import type { Operation, OperationCall } from '../operations/base/operation.ts';
import { EVERYWHERE } from '../operations/base/reach.ts';
import { pinOperation, unpinOperation } from '../operations/pins/pin.ts';
import { searchOperation } from '../operations/search/search.ts';
import type { SessionHead } from '../store/store.ts';
import type { Asking } from './cortex.ts';
import { type LibraryHome, sessionHere, unknownSession, VIA } from './home.ts';

/** The operations of a home under their own names. Inputs are checked by their schemas, and answers are their JSON. */
export function askedOf(home: LibraryHome, agent: string = VIA): Asking {
  // biome-ignore lint/suspicious/noExplicitAny: the declared answers of all operations; `Asking` says what each is.
  const ask = async (operation: Operation, input: object, sessionId?: string): Promise<any> => {
    const checked = operation.input.safeParse(input);
    if (!checked.success) throw new TypeError(wrongInput(checked.error));
    await takeInQuietly(home.deps);
    const isReading = operation.effect === 'reads' || operation.isAsking?.(checked.data) === true;
    try {
      const result: unknown = await operation.run(
        await callOf(home, { isReading, sessionId, agent }),
        checked.data,
      );
      return operation.rows?.(result) ?? operation.json(result);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const said = troubleText(error);
      throw error instanceof UsageError ? new TypeError(said) : new Error(said, { cause: error });
    }
  };
  return {
    pin: async (content, { sessionId, ...more } = {}) =>
      (await ask(pinOperation, { content, ...more }, sessionId)).pin,
    unpin: async (which, { sessionId, ...more } = {}) =>
      (await ask(unpinOperation, { pins: [which].flat().map(String), ...more }, sessionId)).let_go,
    pins: ({ sessionId, ...more } = {}) => ask(pinOperation, more, sessionId),
    search: async (query, options = {}) =>
      (await ask(searchOperation, { query, ...options })).results,
  };
}

/** A program's request: whether it only reads, the session that it names, and the name that its words are kept under. */
interface LibraryRequest {
  readonly isReading: boolean;
  readonly sessionId: string | undefined;
  readonly agent: string;
}

/** A program may read everything on the machine; what it stores counts as its own words, never a person's. */
async function callOf(
  { deps, cwd, places, copies }: LibraryHome,
  { isReading, sessionId, agent }: LibraryRequest,
): Promise<OperationCall> {
  const location = deps.locate(cwd);
  const { scope } = location;
  const here =
    sessionId === undefined
      ? await sessionHere(deps, scope.key)
      : await sessionNamed(deps, sessionId);
  if (sessionId !== undefined && !isReading && here && !takesFacts(here))
    throw new Error(`session ${sessionId} has ended; what is over is not changed`);
  return {
    deps,
    scope,
    location,
    cwd,
    places,
    copies,
    agent,
    isChosen: false,
    session: here,
    sessions: async () => (here ? [here] : liveSessions(deps, scope)),
    saidIn: async () => (here ? [here] : []),
    // A program, like a person, gets everything, whatever its conversation was shown.
    by: isReading ? 'person' : 'agent',
    reach: EVERYWHERE,
    hookTimes: () => [],
    hosts: [],
    isForProgram: true,
    files: null,
  };
}

async function sessionNamed(
  { store }: LibraryHome['deps'],
  sessionId: string,
): Promise<SessionHead> {
  const head = await store.head(sessionId as SessionId);
  if (!head) throw unknownSession(sessionId);
  return head;
}
