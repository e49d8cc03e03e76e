import { shortId, type ThreadId } from '../../domain/ids.ts';
import type { Memory } from '../../domain/memory.ts';
import { MOMENTS, momentOf } from '../../domain/moment.ts';
import type { SessionState } from '../../domain/session.ts';
import type { Millis } from '../../domain/time.ts';
import type { Deps } from '../../engine/deps.ts';
import { findMemory, findSession, findThread } from '../../engine/find.ts';
import { Failure } from '../../engine/trouble.ts';

/** What a model means by the words it gave, or a refusal that says what to give instead. */
export async function sessionMeant(deps: Pick<Deps, 'store'>, typed: string): Promise<SessionState> {
  const sought = await findSession(deps.store, typed);
  if (sought.kind === 'found') return sought.found;
  if (sought.kind === 'none')
    throw new Failure(`No session has the id ${typed}.`, 'session_history lists sessions with their ids.');
  throw severalFit(
    typed,
    'sessions',
    sought.candidates.map(({ session_id }) => session_id),
  );
}

export async function threadMeant(deps: Pick<Deps, 'store'>, typed: string): Promise<ThreadId> {
  const sought = await findThread(deps.store, typed);
  switch (sought.kind) {
    case 'found':
      return sought.found;
    case 'several':
      throw severalFit(typed, 'threads', sought.candidates);
    case 'no thread':
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

export async function memoryMeant(deps: Pick<Deps, 'store'>, typed: string): Promise<Memory> {
  const sought = await findMemory(deps.store, typed);
  if (sought.kind === 'found') return sought.found;
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
