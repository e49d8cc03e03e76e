import { type McpServer, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server';
import type { ScopeKey } from '../../domain/ids.ts';
import { formatThread } from '../../domain/thread/codes.ts';
import { findSession, findThread } from '../../engine/search/find.ts';
import { sessionRows, statusOf } from '../../engine/session/sessions.ts';
import { threadSeen, threadsOf } from '../../engine/thread/threads.ts';
import type { Desk } from './desk.ts';
import { type ClientOf, looking } from './looking.ts';
import { harmless, harmlessDeep } from './safe.ts';
import type { Call } from './tool.ts';

const SESSIONS = 'cortex://sessions/';
const THREADS = 'cortex://threads/';
const MOST_LISTED = 20;

/** Sessions and threads for people to pick: a host attaches them to a conversation. */
export function addResources(server: McpServer, desk: Desk, clientOf: ClientOf): void {
  const look = looking(desk, clientOf, 'resource');

  server.registerResource(
    'session',
    new ResourceTemplate(`${SESSIONS}{id}`, { list: (ctx) => look(ctx, listSessions) }),
    {
      title: 'Session',
      description: 'A session as it is stored: title, pins, tasks, topics, files.',
      mimeType: 'application/json',
    },
    (uri, { id }, ctx) =>
      look(ctx, async ({ deps, reach }) => {
        const sought = await findSession(deps, decoded(id));
        if (sought.kind !== 'found') throw new ResourceNotFoundError(uri.href);
        reach.need(sought.found.scope_key as ScopeKey, 'a session of another project');
        const { state } = await statusOf(deps, sought.found);
        const text = JSON.stringify(harmlessDeep(state), null, 2);
        return { contents: [{ uri: uri.href, mimeType: 'application/json', text }] };
      }),
  );

  server.registerResource(
    'thread',
    new ResourceTemplate(`${THREADS}{id}`, { list: (ctx) => look(ctx, listThreads) }),
    {
      title: 'Thread of work',
      description: 'The codes of a thread: files, functions, decisions, blockers, next actions, done.',
      mimeType: 'text/plain',
    },
    (uri, { id }, ctx) =>
      look(ctx, async ({ deps, reach }) => {
        const sought = await findThread(deps, decoded(id));
        const seen = sought.kind === 'found' ? await threadSeen(deps, sought.found) : null;
        if (!seen) throw new ResourceNotFoundError(uri.href);
        reach.need(seen.head.scope.key, 'a thread of another project');
        const budget = deps.config['threads.token_budget'];
        const { text } = formatThread(seen.thread, budget, seen.head.scope.label);
        return { contents: [{ uri: uri.href, mimeType: 'text/plain', text }] };
      }),
  );
}

async function listSessions({ deps, scope }: Call) {
  const states = await sessionRows(deps, { scope, limit: MOST_LISTED });
  return {
    resources: states.map(({ session_id: id, title, host, start_time: at }) => ({
      uri: `${SESSIONS}${id}`,
      name: id,
      title: harmless(title ?? 'Session without a title'),
      description: `${harmless(host)}, ${at}`,
      mimeType: 'application/json',
    })),
  };
}

async function listThreads({ deps, scope }: Call) {
  const threads = await threadsOf(deps, scope.key, MOST_LISTED);
  return {
    resources: threads.map(
      ({
        head: {
          id,
          status,
          scope: { label },
        },
      }) => ({
        uri: `${THREADS}${id}`,
        name: id,
        title: harmless(`Thread of ${label}`),
        description: status,
        mimeType: 'text/plain',
      }),
    ),
  };
}

function decoded(id: string | string[] | undefined): string {
  try {
    return decodeURIComponent(String(id ?? ''));
  } catch {
    return '';
  }
}
