import type { McpServer, ServerContext } from '@modelcontextprotocol/server';
import * as z from 'zod/v4';
import { handoff, handoffNote, sessionHandoff } from '../../engine/handoff/handoff.ts';
import { sessionMeant } from '../../operations/meant.ts';
import type { Desk } from './desk.ts';
import { type ClientOf, looking } from './looking.ts';

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
          const state = handoffNote(deps, 'handoff', await handoff(deps, location, session));
          return saying(`Go on with the work in this project. This is where it stands:\n\n${state}`);
        }
        const from = await sessionMeant(call, id);
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
      description: 'Where the work in this project stands, in one piece, for another agent or person.',
    },
    (ctx: ServerContext) =>
      look(ctx, async ({ deps, location, session }) => {
        const state = handoffNote(deps, 'handoff', await handoff(deps, location, session));
        return saying(
          `Write a handoff of this work for another agent: the aim, what is done, what is decided and why, what is in the way, what comes next. Build on this record and on this conversation:\n\n${state}`,
        );
      }),
  );
}

function saying(text: string) {
  return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] };
}
