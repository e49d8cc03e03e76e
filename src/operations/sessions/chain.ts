import * as z from 'zod/v4';
import type { ScopeKey } from '../../domain/ids.ts';
import { walkChain } from '../../engine/metrics/metrics.ts';
import { statusOf } from '../../engine/session/liveness.ts';
import { id, limit, many, records, SESSION_FIELD } from '../fields.ts';
import { sessionOrLatest } from '../meant.ts';
import { operation } from '../operation.ts';
import { bulleted } from '../view.ts';
import { sessionRecord, sessionTable, statusLine } from './listed.ts';

const STANDARD_DEPTH = 5;

export const chain = operation({
  name: { command: 'chain', tool: 'cortex_session_chain' },
  summary: 'Walk back from a session through those before it.',
  about: 'Oldest first, the given one last; without an id from the latest session here.',
  tool: {
    title: 'Session chain',
    description: 'Walks back through the sessions before one, oldest first: how the work came to it.',
    input: { depth: limit(STANDARD_DEPTH, 50) },
    output: z.looseObject({ sessions: records }),
  },
  effect: 'reads',
  on: 'project',
  input: z.strictObject({ session_id: id.optional().describe('Default: this session'), depth: many }),
  words: ['session_id'],
  fields: {
    session_id: SESSION_FIELD,
    depth: { help: `Sessions to show, with the given one (${STANDARD_DEPTH}).` },
  },
  examples: [{ line: 'cortex chain a1b2c3d4 --depth 10', says: 'how it came to that session' }],
  run: async (call, { session_id, depth = STANDARD_DEPTH }) => {
    const { deps, reach } = call;
    const last = await sessionOrLatest(call, session_id);
    const walked = await walkChain(deps, last.session_id, depth);
    // A chain may lead through other projects.
    const served = walked.filter(({ scope_key: key }) => reach.covers(key as ScopeKey));
    const sessions = await Promise.all(served.map((state) => statusOf(deps, state)));
    return { sessions, isCut: walked.length === depth && Boolean(walked[0]?.previous_session_id) };
  },
  lines: ({ sessions, isCut }, view) => {
    if (view.by === 'agent')
      return bulleted(
        'Oldest first:',
        sessions.map((seen) => statusLine(seen, view.now)),
      );
    const more = view.style.dim(`There are earlier ones: --depth ${sessions.length * 2}`);
    return [sessionTable(sessions, view), ...(isCut ? [more] : [])];
  },
  json: ({ sessions }) => ({ sessions: sessions.map(sessionRecord) }),
  rows: ({ sessions }) => sessions.map(({ state }) => state),
});
