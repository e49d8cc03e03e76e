import * as z from 'zod/v4';
import type { ScopeKey } from '../../../domain/ids.ts';
import { walkChain } from '../../../engine/metrics.ts';
import { statusOf } from '../../../engine/session/liveness.ts';
import { Failure } from '../../../engine/trouble.ts';
import { sessionMeant } from '../../../operations/meant.ts';
import { list, sessionLine, sessionRecord } from '../lines.ts';
import { id, limit, project, READS, records, tool } from '../tool.ts';

export const sessionChain = tool({
  name: 'cortex_session_chain',
  title: 'Session chain',
  description: 'Walks back through the sessions before one, oldest first: how the work came to it.',
  input: z.strictObject({
    session_id: id.optional().describe('Default: this session'),
    depth: limit(5, 50),
    project,
  }),
  output: z.looseObject({ sessions: records }),
  annotations: READS,
  run: async (call, input) => {
    const { deps, session, scope, isChosen, reach } = call;
    const here = isChosen ? null : (session?.id ?? null);
    const [latest] = here ? [] : await deps.store.history({ scopeKey: scope.key, limit: 1 });
    const last = input.session_id
      ? (await sessionMeant(call, input.session_id)).session_id
      : (here ?? latest?.session_id);
    if (!last)
      throw new Failure(
        `No session is on record in ${scope.label}.`,
        'It begins with the first session here.',
      );
    const walked = await walkChain(deps, last, input.depth);
    // A chain may lead through other projects.
    const served = walked.filter(({ scope_key: key }) => reach.covers(key as ScopeKey));
    const sessions = await Promise.all(served.map((state) => statusOf(deps, state)));
    return {
      text: list(
        'Oldest first:',
        sessions.map((seen) => sessionLine(seen, deps.now())),
      ),
      data: { sessions: sessions.map(sessionRecord) },
    };
  },
});
