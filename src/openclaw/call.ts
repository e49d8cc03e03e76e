import { oneLine } from '../domain/base/text/safe-text.ts';
import type { Copies } from '../engine/keeping/copy.ts';
import { liveSessions } from '../engine/presence/target.ts';
import { sessionHead } from '../engine/sessions/sessions.ts';
import type { OperationCall } from '../operations/base/operation.ts';
import { projectNamed } from '../operations/base/project.ts';
import { decideReach, EVERYWHERE } from '../operations/base/reach.ts';
import type { SessionHead } from '../store/store.ts';
import type { OpenConversation } from './gateway.ts';

/** The call of a person in a conversation, whose home is that of its audience alone. */
export function chatCall(
  { deps, place }: OpenConversation,
  session: SessionHead | null,
  agent: string,
): OperationCall {
  const located = deps.locate(place.cwd);
  const scope = session?.scope ?? located.scope;
  const sessions = async () => (session ? [session] : []);
  return {
    deps,
    session,
    sessions,
    saidIn: sessions,
    agent,
    scope,
    by: 'person',
    reach: EVERYWHERE,
    cwd: place.cwd,
    isChosen: false,
    isForProgram: false,
    hosts: ['openclaw'],
    files: null,
    location: located.scope.key === scope.key ? located : { scope, branch: null, head: null },
    places: { home: place.folder, mirrors: `${place.folder}/sessions` },
    copies: () => {
      throw new Error('a conversation forgets nothing');
    },
    hookTimes: () => [],
  };
}

/** The call of a tool in the session of a turn. `copies` are the files that forgetting has to go through. */
export async function turnCall(
  within: OpenConversation,
  project: unknown,
  copies: (folder: string) => Copies,
): Promise<OperationCall> {
  const { deps, place } = within;
  const live = await within.open();
  const session = live && (await sessionHead(deps, live.session));
  const call = chatCall(within, session, `agent ${place.audience.agent} of openclaw`);
  const reach = decideReach(deps, [call.scope.key], 'impossible');
  const own: OperationCall = { ...call, by: 'agent', reach, copies: () => copies(place.folder) };
  if (typeof project !== 'string' || project.trim() === '') return own;
  const named = await projectNamed(deps, project);
  const { scope } = named;
  reach.need(scope.key, `the memory of ${oneLine(scope.label)}`);
  const location = deps.locate(named.cwd);
  return {
    ...own,
    scope,
    isChosen: true,
    location: location.scope.key === scope.key ? location : { scope, branch: null, head: null },
    sessions: session?.scope.key === scope.key ? own.sessions : () => liveSessions(deps, scope),
  };
}
