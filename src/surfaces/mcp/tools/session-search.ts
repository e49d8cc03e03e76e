import * as z from 'zod/v4';
import { searchOnce } from '../../../engine/found.ts';
import { foundRecord, moment } from '../../../engine/found-record.ts';
import { momentMeant } from '../../../operations/meant.ts';
import { limit, project, READS, records, refresh, since, tool, withheld, words } from '../tool.ts';

export const sessionSearch = tool({
  name: 'session_search',
  title: 'Search sessions',
  description:
    'Finds earlier sessions and threads by what was said, done and touched in them, best first with a snippet. Understands times ("last Tuesday"). For knowledge that was kept on purpose use cortex_search.',
  input: z.strictObject({
    query: words,
    kind: z.enum(['session', 'thread']).optional(),
    host: z.string().max(100).optional().describe('Its agent, as "codex"'),
    branch: z.string().max(300).optional(),
    since,
    limit: limit(10, 50),
    all: z.boolean().optional().describe('All projects'),
    refresh,
    project,
  }),
  output: z.looseObject({ results: records, withheld }),
  annotations: READS,
  run: async ({ deps, session, scope, reach, timeZone }, input) => {
    if (input.all) reach.needAll();
    const from = momentMeant(input.since, deps.now(), 'past', 'since');
    const {
      text,
      found,
      ranges,
      withheld: spared,
      tokens,
      estimated,
      receipt,
    } = await searchOnce(
      deps,
      session?.id ?? null,
      {
        question: input.query,
        timeZone: timeZone(),
        scope: input.all ? null : scope,
        limit: input.limit,
        ...(input.kind && { kinds: [input.kind] }),
        ...(input.host && { host: input.host }),
        ...(input.branch && { branch: input.branch }),
        ...(from !== undefined && { since: from }),
      },
      { refresh: input.refresh ?? false },
    );
    const results = found.map((one) => ({
      ...foundRecord(one),
      marks: undefined,
      alreadySent: one.alreadySent,
      sentAgain: one.sentAgain,
    }));
    const times = ranges.map(({ from, to }) => ({ from: moment(from), to: moment(to) }));
    const data = { times, results, withheld: spared, tokens, estimated };
    return { text, data, isHarmless: true, receipt };
  },
});
