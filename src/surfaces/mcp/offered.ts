import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
  type ServerContext,
} from '@modelcontextprotocol/server';
import * as z from 'zod/v4';
import type { ScopeKey } from '../../domain/base/ids.ts';
import { formatThread } from '../../domain/threads/codes.ts';
import { Failure, troubleText } from '../../engine/base/errors.ts';
import { handoffNote, scopeHandoff, sessionHandoff } from '../../engine/handoff/handoff.ts';
import { findSession, findThread } from '../../engine/search/find.ts';
import { foldedSessions, statusOf } from '../../engine/sessions/sessions.ts';
import { threadSeen, threadsOf } from '../../engine/threads/threads.ts';
import { resolveSession } from '../../operations/base/meant.ts';
import type { OperationCall } from '../../operations/base/operation.ts';
import type { Desk } from './desk.ts';
import { escapeDeep, escapeForModel } from './schema.ts';

export type ClientOf = (ctx: ServerContext) => string | null;

/** Serves what a person picks. */
type Looking = <T>(ctx: ServerContext, work: (call: OperationCall) => Promise<T>) => Promise<T>;

/** The one catch of resources and prompts, which have no errors of their own: the protocol's carries the sentence whole. */
function looking(desk: Desk, clientOf: ClientOf, what: string): Looking {
  return async (ctx, work) => {
    try {
      return await desk.serve(
        { client: clientOf(ctx), writes: false, consent: 'impossible' },
        work,
      );
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      const isOurs = error instanceof Failure;
      if (!isOurs) desk.failed(error, what);
      throw new ProtocolError(
        isOurs ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError,
        escapeForModel(troubleText(error)),
      );
    }
  };
}

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
        const text = JSON.stringify(escapeDeep(state), null, 2);
        return { contents: [{ uri: uri.href, mimeType: 'application/json', text }] };
      }),
  );

  server.registerResource(
    'thread',
    new ResourceTemplate(`${THREADS}{id}`, { list: (ctx) => look(ctx, listThreads) }),
    {
      title: 'Thread of work',
      description:
        'The codes of a thread: files, functions, decisions, blockers, next actions, done.',
      mimeType: 'text/plain',
    },
    (uri, { id }, ctx) =>
      look(ctx, async ({ deps, reach }) => {
        const sought = await findThread(deps, decoded(id));
        const seen = sought.kind === 'found' ? await threadSeen(deps, sought.found) : null;
        if (!seen) throw new ResourceNotFoundError(uri.href);
        reach.need(seen.head.scope.key, 'a thread of another project');
        const budget = deps.config['threads.token_budget'];
        const text = formatThread(seen.thread, budget, seen.head.scope.label);
        return { contents: [{ uri: uri.href, mimeType: 'text/plain', text }] };
      }),
  );
}

async function listSessions({ deps, scope }: OperationCall) {
  const states = await foldedSessions(deps, { scope, limit: MOST_LISTED });
  return {
    resources: states.map(({ session_id: id, title, host, start_time: at }) => ({
      uri: `${SESSIONS}${id}`,
      name: id,
      title: escapeForModel(title ?? 'Session without a title'),
      description: `${escapeForModel(host)}, ${at}`,
      mimeType: 'application/json',
    })),
  };
}

async function listThreads({ deps, scope }: OperationCall) {
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
        title: escapeForModel(`Thread of ${label}`),
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

/** Prompts for a host's menu. The state stands in an element of ours, so that nobody takes it for a person's words. */
export function addPrompts(server: McpServer, desk: Desk, clientOf: ClientOf): void {
  const look = looking(desk, clientOf, 'prompt');
  server.registerPrompt(
    'continue',
    {
      title: 'Continue the work',
      description: 'Go on where the work in this project stands, or where one session left it.',
      argsSchema: z.object({ session: z.string().max(100).optional().describe('Id of a session') }),
    },
    ({ session: id }, ctx) =>
      look(ctx, async (call) => {
        const { deps, location, session } = call;
        if (!id?.trim()) {
          const state = handoffNote(deps, 'handoff', await scopeHandoff(deps, location, session));
          return saying(
            `Go on with the work in this project. This is where it stands:\n\n${state}`,
          );
        }
        const from = await resolveSession(call, id);
        const state = handoffNote(deps, 'session', await sessionHandoff(deps, from));
        const how = `To take over its pins and tasks, call cortex_session_continue with session_id ${from.session_id}.`;
        return saying(
          `Go on with the work of this session. This is how it left things:\n\n${state}\n\n${how}`,
        );
      }),
  );
  server.registerPrompt(
    'handoff',
    {
      title: 'Hand the work over',
      description:
        'Where the work in this project stands, in one piece, for another agent or person.',
    },
    (ctx: ServerContext) =>
      look(ctx, async ({ deps, location, session }) => {
        const state = handoffNote(deps, 'handoff', await scopeHandoff(deps, location, session));
        return saying(
          `Write a handoff of this work for another agent: the aim, what is done, what is decided and why, what is in the way, what comes next. Build on this record and on this conversation:\n\n${state}`,
        );
      }),
  );
}

function saying(text: string) {
  return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] };
}
