import { oneLine } from '../domain/text/safe-text.ts';
import { sessionHead } from '../engine/session/sessions.ts';
import { liveSessions } from '../engine/session/target.ts';
import type { Copies } from '../engine/upkeep/copy.ts';
import type { Call } from '../operations/operation.ts';
import { projectNamed } from '../operations/project.ts';
import { EVERYWHERE, reachOf } from '../operations/reach.ts';
import type { SessionHead } from '../store.ts';
import type { OpenConversation } from './gateway.ts';

/** The call of a tool in the session of a turn. `copies` are the files that forgetting has to go through. */
export async function turnCall(
  within: OpenConversation,
  project: unknown,
  copies: (folder: string) => Copies,
): Promise<Call> {
  const { deps, place, open } = within;
  const live = await open();
  const session = live && (await sessionHead(deps, live.session));
  const named =
    typeof project === 'string' && project.trim() !== '' ? await projectNamed(deps, project) : null;
  const location = deps.locate(named ? named.cwd : place.cwd);
  const scope = named?.scope ?? session?.scope ?? location.scope;
  const standing = session?.scope ?? deps.locate(place.cwd).scope;
  const reach = reachOf(deps, [standing.key], 'impossible');
  if (named) reach.need(scope.key, `the memory of ${oneLine(scope.label)}`);
  return {
    ...common(within, session, copies),
    scope,
    location: location.scope.key === scope.key ? location : { scope, branch: null, head: null },
    isChosen: named !== null,
    sessions: async () =>
      named && session?.scope.key !== scope.key ? liveSessions(deps, scope) : session ? [session] : [],
    by: 'agent',
    reach,
    agent: `agent ${place.audience.agent} of openclaw`,
  };
}

/** The call of a person in a conversation, whose home is that of its audience alone. */
export function chatCall(within: OpenConversation, session: SessionHead | null, agent: string): Call {
  const { deps, place } = within;
  const located = deps.locate(place.cwd);
  const scope = session?.scope ?? located.scope;
  return {
    ...common(within, session, nothingToForget),
    scope,
    location: located.scope.key === scope.key ? located : { scope, branch: null, head: null },
    isChosen: false,
    sessions: async () => (session ? [session] : []),
    by: 'person',
    reach: EVERYWHERE,
    agent,
  };
}

/** Nothing that a conversation offers takes anything away. */
function nothingToForget(): never {
  throw new Error('a conversation forgets nothing');
}

function common(
  { deps, place }: OpenConversation,
  session: SessionHead | null,
  copies: (folder: string) => Copies,
): Pick<
  Call,
  | 'deps'
  | 'session'
  | 'saidIn'
  | 'cwd'
  | 'places'
  | 'isForProgram'
  | 'hosts'
  | 'files'
  | 'timeZone'
  | 'copies'
  | 'hookTimes'
> {
  return {
    deps,
    session,
    cwd: place.cwd,
    places: { home: place.folder, mirrors: `${place.folder}/sessions` },
    isForProgram: false,
    hosts: ['openclaw'],
    saidIn: async () => (session ? [session] : []),
    files: null,
    timeZone: () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    copies: () => copies(place.folder),
    hookTimes: () => [],
  };
}
