import { shortId } from '../../domain/ids.ts';
import type { Deps } from '../../engine/deps.ts';
import { sessionHead } from '../../engine/session/sessions.ts';
import { liveSessions } from '../../engine/session/target.ts';
import { asPerson, sessionMeant } from '../../operations/meant.ts';
import type { SessionHead } from '../../store.ts';
import { Failure, UsageError } from './errors.ts';
import { chooseScope, type ScopeChoice } from './scope.ts';

export const SESSION_FLAG = {
  session: { value: 'id', choices: 'sessions', help: 'That session, instead of the one that runs here.' },
} as const;

/** The sessions that a command is about: one that was named, those of a named scope, else the one that is meant. */
export interface Target extends ScopeChoice {
  /** Absent: the engine finds the session that the command was typed in. */
  readonly sessions: readonly SessionHead[] | undefined;
}

export async function chooseTarget(
  deps: Deps,
  cwd: string,
  flags: Readonly<Record<'session' | 'scope' | 'project', string | undefined>>,
): Promise<Target> {
  if (flags.session !== undefined) {
    if ((flags.scope ?? flags.project) !== undefined)
      throw new UsageError('--session names its scope already.');
    const head = await openSession(deps, flags.session);
    return { scope: head.scope, chosen: true, sessions: [head] };
  }
  const choice = await chooseScope(deps, cwd, flags);
  return { ...choice, sessions: choice.chosen ? await liveSessions(deps, choice.scope) : undefined };
}

/** Working memory is that of a running session. */
export async function openSession(deps: Deps, typed: string): Promise<SessionHead> {
  const state = await sessionMeant(asPerson(deps), typed);
  const head = await sessionHead(deps, state.session_id);
  if (head && head.endedAt === null) return head;
  throw new Failure(
    `Session ${shortId(state.session_id)} has ended.`,
    `What it held can be taken over by a running one: cortex continue ${shortId(state.session_id)}`,
  );
}
