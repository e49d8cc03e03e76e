import * as z from 'zod/v4';
import { foldThread } from '../../../domain/thread/thread-fold.ts';
import { formatThread } from '../../../domain/thread/thread-format.ts';
import { threadItem } from '../../../engine/ledger-items.ts';
import { threadRecord } from '../../../engine/thread-record.ts';
import { threadMeant } from '../../../operations/meant.ts';
import { ADDS, id, tool } from '../tool.ts';

export const sessionResume = tool({
  name: 'session_resume',
  title: 'Resume a thread',
  description:
    "Gives a thread of work, or that of a session, as codes (files, functions, decisions, blockers, next, done), archived or not. activate makes it the project's current thread again.",
  input: z.strictObject({
    id: id.describe('Of a session or thread; may be shortened'),
    activate: z.boolean().optional(),
  }),
  aliases: { session_id: { name: 'id' } },
  output: z.looseObject({ id: z.string(), status: z.string(), codes: z.string() }),
  annotations: ADDS,
  run: async (call, input) => {
    const { deps } = call;
    const thread = await threadMeant(call, input.id);
    if (input.activate) await deps.store.activateThread(thread, deps.now());
    const seen = (await deps.store.thread(thread, foldThread))!;
    const { label } = seen.head.scope;
    const { text: codes, lines } = formatThread(seen.thread, deps.config['threads.token_budget'], label);
    const active = input.activate ? `\nIt is the current thread of ${label} again.` : '';
    return {
      text: `${codes || `Thread ${thread} of ${label} holds nothing.`}${active}`,
      data: { ...threadRecord(seen), codes },
      shown: codes ? [threadItem(thread, lines, deps.tokens)] : [],
    };
  },
});
