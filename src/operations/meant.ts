import { type ScopeKey, shortId, type ThreadId } from '../domain/ids.ts';
import type { Memory } from '../domain/memory.ts';
import { MOMENTS, momentOf } from '../domain/moment.ts';
import type { SessionState } from '../domain/session.ts';
import { foldThread } from '../domain/thread/thread-fold.ts';
import type { Millis } from '../domain/time.ts';
import { findMemory, findSession, findThread } from '../engine/find.ts';
import { Failure } from '../engine/trouble.ts';
import type { Call } from './operation.ts';

/** What a model means by the words it gave, or a refusal that says what to give instead: it may be out of this call's reach. */
type Meaning = Pick<Call, 'deps' | 'reach'>;

export async function sessionMeant({ deps, reach }: Meaning, typed: string): Promise<SessionState> {
  const sought = await findSession(deps.store, typed);
  if (sought.kind === 'found') {
    reach.need(sought.found.scope_key as ScopeKey, 'a session of another project');
    return sought.found;
  }
  if (sought.kind === 'none')
    throw new Failure(`No session has the id ${typed}.`, 'session_history lists sessions with their ids.');
  throw severalFit(
    typed,
    'sessions',
    sought.candidates.map(({ session_id }) => session_id),
  );
}

export async function threadMeant({ deps, reach }: Meaning, typed: string): Promise<ThreadId> {
  const sought = await findThread(deps.store, typed);
  switch (sought.kind) {
    case 'found': {
      const seen = await deps.store.thread(sought.found, foldThread);
      if (seen) reach.need(seen.head.scope.key, 'a thread of another project');
      return sought.found;
    }
    case 'several':
      throw severalFit(typed, 'threads', sought.candidates);
    case 'no thread':
      reach.need(sought.session.scope_key as ScopeKey, 'a session of another project');
      throw new Failure(
        `Session ${shortId(sought.session.session_id)} worked on no thread.`,
        'cortex_session_continue takes over what it pinned and left unfinished.',
      );
    case 'none':
      throw new Failure(
        `No session and no thread has the id ${typed}.`,
        'session_history lists sessions and their threads.',
      );
  }
}

export async function memoryMeant({ deps, reach }: Meaning, typed: string): Promise<Memory> {
  const sought = await findMemory(deps.store, typed);
  if (sought.kind === 'found') {
    reach.need(sought.found.scopeKey, 'a memory of another project');
    return sought.found;
  }
  if (sought.kind === 'none')
    throw new Failure(`No memory has the id ${typed}.`, 'cortex_search and cortex_stm give ids.');
  throw severalFit(typed, 'memories', sought.candidates);
}

function severalFit(typed: string, what: string, ids: readonly string[]): Failure {
  return new Failure(`${typed} fits several ${what}: ${ids.join(', ')}.`, 'Give more of the id.');
}

export function momentMeant(
  text: string | undefined,
  now: Millis,
  direction: 'past' | 'future',
  name: string,
): Millis | undefined {
  if (text === undefined) return undefined;
  const at = momentOf(text, now, direction);
  if (at !== null) return at;
  throw new Failure(`${name} is ${JSON.stringify(text)}.`, `Allowed: ${MOMENTS}.`);
}
