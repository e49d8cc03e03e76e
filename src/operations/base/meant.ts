import { type ScopeKey, shortId, type ThreadId } from '../../domain/base/ids.ts';
import type { Scope } from '../../domain/base/scope.ts';
import { type Millis, MOMENTS, momentOf } from '../../domain/base/time.ts';
import type { Memory } from '../../domain/memories/memory.ts';
import type { SessionState } from '../../domain/sessions/session.ts';
import type { Deps } from '../../engine/base/deps.ts';
import { findMemory, findSession, findThread, mayBeId } from '../../engine/search/find.ts';
import { latestSession, sessionState, sessionsOf } from '../../engine/sessions/sessions.ts';
import { threadSeen } from '../../engine/threads/threads.ts';
import { Failure, UsageError } from './errors.ts';
import type { OperationCall } from './operation.ts';
import { EVERYWHERE } from './reach.ts';
import type { Asker } from './view.ts';
import { localTime, scopeInWords } from './words.ts';

/** The caller whose words are resolved to a thing. What is out of reach or not there is refused with advice for this caller. */
type Seeker = Pick<OperationCall, 'reach' | 'by'> & { readonly deps: Pick<Deps, 'store'> };
type Advice = Readonly<Record<Asker, string>>;

const SESSIONS: Advice = {
  person: 'cortex sessions --all lists them.',
  agent: 'session_history lists sessions with their ids.',
};
const THREADS: Advice = {
  person: 'cortex thread list --all and cortex sessions --all list them.',
  agent: 'session_history lists sessions and their threads.',
};
const NO_THREAD: Advice = {
  person: 'cortex continue takes over what it pinned.',
  agent: 'cortex_session_continue takes over what it pinned and left unfinished.',
};
const MEMORIES: Advice = {
  person: 'cortex memory list shows them with their ids.',
  agent: 'cortex_search and cortex_stm give ids.',
};

/** A person may mean anything on the machine. */
export function asPerson(deps: Pick<Deps, 'store'>): Seeker {
  return { deps, reach: EVERYWHERE, by: 'person' };
}

export async function resolveSession(
  { deps, reach, by }: Seeker,
  typed: string,
): Promise<SessionState> {
  if (!mayBeId(typed))
    throw new UsageError(`${JSON.stringify(typed)} is not the id of a session.`, SESSIONS[by]);
  const sought = await findSession(deps, typed);
  if (sought.kind === 'found') {
    reach.need(sought.found.scope_key as ScopeKey, 'a session of another project');
    return sought.found;
  }
  if (sought.kind === 'none')
    throw new Failure(`No session has an id that begins with ${typed}.`, SESSIONS[by]);
  const lines = sought.candidates.map((state) =>
    `${state.session_id}  ${localTime(state.start_time)}  ${state.title ?? ''}`.trimEnd(),
  );
  throw severalFit(typed, 'sessions', { candidates: lines, more: sought.more });
}

/** Whether a text may be looked up as the beginning of an id: fewer letters begin nearly every one. */
export function isLongEnough(typed: string): boolean {
  return typed.trim().length >= 4;
}

/** The session that was named, else the one that the caller stands in, else the latest of the scope. */
export async function sessionOrLatest(
  call: OperationCall,
  typed: string | undefined,
): Promise<SessionState> {
  const { deps, scope, session, isChosen } = call;
  if (typed !== undefined) return resolveSession(call, typed);
  const own = session && !isChosen ? await sessionState(deps, session.id) : null;
  const latest = own ?? (await latestSession(deps, scope));
  if (latest) return latest;
  throw noSession(scope, call.by);
}

/** Sessions that are looked through for one with a turn. */
const MOST_OPENED = 20;

/** The session that was named, else the newest with a turn: one that was only opened has nothing to show. */
export async function sessionToShow(
  call: OperationCall,
  typed: string | undefined,
): Promise<SessionState> {
  if (typed !== undefined) return resolveSession(call, typed);
  const { deps, scope } = call;
  const { sessions } = await sessionsOf(deps, scope.key, MOST_OPENED);
  const found = sessions.find(({ state }) => state.turns.length > 0) ?? sessions[0];
  if (found) return found.state;
  throw noSession(scope, call.by);
}

function noSession({ label }: Scope, by: Asker): Failure {
  const advice =
    by === 'person'
      ? 'cortex sessions --all lists those of other projects.'
      : 'The record begins with the first session here.';
  return new Failure(`No session in ${scopeInWords(label)} is on record.`, advice);
}

/** A thread by its own id, else by that of a session that worked on it. */
export async function resolveThread({ deps, reach, by }: Seeker, typed: string): Promise<ThreadId> {
  const sought = await findThread(deps, typed);
  switch (sought.kind) {
    case 'found': {
      const seen = await threadSeen(deps, sought.found);
      if (seen) reach.need(seen.head.scope.key, 'a thread of another project');
      return sought.found;
    }
    case 'several':
      throw severalFit(typed, 'threads', sought);
    case 'no thread':
      reach.need(sought.session.scope_key as ScopeKey, 'a session of another project');
      throw new Failure(
        `Session ${shortId(sought.session.session_id)} belongs to no thread.`,
        NO_THREAD[by],
      );
    case 'none':
      throw new Failure(
        `No thread and no session has an id that begins with ${typed}.`,
        THREADS[by],
      );
  }
}

/** The memory that an id means, typed with or without `mem-`. */
export async function resolveMemory({ deps, reach, by }: Seeker, typed: string): Promise<Memory> {
  if (typed.trim() === '') throw new UsageError('Say which memory, by its id.', MEMORIES[by]);
  const sought = await findMemory(deps, typed);
  if (sought.kind === 'found') {
    reach.need(sought.found.scopeKey, 'a memory of another project');
    return sought.found;
  }
  if (sought.kind === 'none')
    throw new Failure(`No memory has an id that begins with ${typed}.`, MEMORIES[by]);
  throw severalFit(typed, 'memories', sought);
}

function severalFit(
  typed: string,
  what: string,
  { candidates, more }: { readonly candidates: readonly string[]; readonly more: boolean },
): Failure {
  const all = [`${typed} fits several ${what}:`, ...candidates, ...(more ? ['and more'] : [])];
  return new Failure(all.join('\n  '), 'Give more of the id.');
}

export function resolveMoment(
  text: string | undefined,
  now: Millis,
  direction: 'past' | 'future',
  name: string,
): Millis | undefined {
  if (text === undefined) return undefined;
  const at = momentOf(text, now, direction);
  if (at !== null) return at;
  throw new UsageError(`${name} is ${JSON.stringify(text)}.`, `Allowed: ${MOMENTS}.`);
}
