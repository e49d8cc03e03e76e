import * as z from 'zod/v4';
import { shortId } from '../../../domain/ids.ts';
import type { SessionState } from '../../../domain/session.ts';
import { foldThread } from '../../../domain/thread/thread-fold.ts';
import type { Deps } from '../../../engine/deps.ts';
import { statusOf } from '../../../engine/session/liveness.ts';
import { threadRecord } from '../../../engine/thread-record.ts';
import { list, sessionLine, sessionRecord } from '../lines.ts';
import { limit, project, READS, records, SCOPE_ALIAS, tool } from '../tool.ts';

export const sessionHistory = tool({
  name: 'session_history',
  title: 'Session history',
  description:
    'Lists earlier and running sessions, newest first, each with its thread of work. Use it to find an id for session_resume or cortex_session_continue; to find by content use session_search.',
  input: z.strictObject({
    limit: limit(10, 50),
    all: z.boolean().optional().describe('All projects'),
    project,
  }),
  aliases: SCOPE_ALIAS,
  output: z.looseObject({ sessions: records, more: z.boolean() }),
  annotations: READS,
  run: async ({ deps, scope, reach }, input) => {
    if (input.all) reach.needAll();
    const most = input.limit;
    const found = await deps.store.history({ ...(!input.all && { scopeKey: scope.key }), limit: most + 1 });
    const sessions = await Promise.all(
      found.slice(0, most).map(async (state) => ({
        seen: await statusOf(deps, state),
        thread: await threadOf(deps, state),
      })),
    );
    const more = found.length > most;
    const lines = sessions.map(({ seen, thread }) => {
      const about = thread && [thread.status, thread.phase].filter(Boolean).join(', ');
      return `${sessionLine(seen, deps.now())}${thread ? `; thread ${shortId(thread.id)} (${about})` : ''}`;
    });
    return {
      text:
        lines.length === 0
          ? `No session is on record in ${input.all ? 'any project' : scope.label}.`
          : list(more ? `The latest ${most} sessions:` : 'Sessions:', lines),
      data: { sessions: sessions.map(({ seen, thread }) => ({ ...sessionRecord(seen), thread })), more },
    };
  },
});

async function threadOf(deps: Deps, { session_id }: SessionState) {
  const id = await deps.store.threadOfSession(session_id);
  const seen = id && (await deps.store.thread(id, foldThread));
  return seen ? threadRecord(seen) : null;
}
