import * as z from 'zod/v4';
import type { ScopeKey, SessionId } from '../../domain/base/ids.ts';
import { walkChain } from '../../engine/metrics/metrics.ts';
import { type SessionStatus, statusOf } from '../../engine/sessions/sessions.ts';
import { id, limit, records } from '../base/fields.ts';
import { sessionOrLatest } from '../base/meant.ts';
import { declareOperation, type OperationCall } from '../base/operation.ts';
import { bulleted } from '../base/view.ts';
import { listedSession, sessionStatusLine } from './listed.ts';

export const STANDARD_DEPTH = 5;

/** People have it as `cortex sessions <id>`. */
export const chainOperation = declareOperation({
  name: { command: null, tool: 'cortex_session_chain' },
  summary: 'Walk back from a session through those before it.',
  about: '',
  tool: {
    title: 'Session chain',
    description:
      'Lists the sessions that led to one, oldest first. To find sessions use session_history.',
    output: z.looseObject({ sessions: records }),
  },
  effect: 'reads',
  on: 'project',
  input: z.strictObject({
    session_id: id.optional().describe('Default: this session'),
    depth: limit(STANDARD_DEPTH, 50),
  }),
  words: [],
  fields: {},
  examples: [],
  run: (call, { session_id, depth }) => sessionsBefore(call, session_id, depth),
  lines: ({ sessions }, { now }) =>
    bulleted(
      'Oldest first:',
      sessions.map((seen) => sessionStatusLine(seen, now)),
    ),
  json: ({ sessions }) => ({ sessions: sessions.map(listedSession) }),
});

/** A session and those before it, oldest first; without an id from the latest one. */
export async function sessionsBefore(
  call: OperationCall,
  session: string | undefined,
  depth: number,
): Promise<{ readonly sessions: readonly SessionStatus[]; readonly isCut: boolean }> {
  const { deps, reach } = call;
  const last = await sessionOrLatest(call, session);
  const walked = await walkChain(deps, last.session_id as SessionId, depth);
  // A chain may lead through other projects.
  const served = walked.filter(({ scope_key: key }) => reach.covers(key as ScopeKey));
  const sessions = await Promise.all(served.map((state) => statusOf(deps, state)));
  return { sessions, isCut: walked.length === depth && Boolean(walked[0]?.previous_session_id) };
}
