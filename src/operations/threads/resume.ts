import * as z from 'zod/v4';
import { shortId } from '../../domain/base/ids.ts';
import { formatThread } from '../../domain/threads/codes.ts';
import { threadItem } from '../../engine/ledger/ledger-items.ts';
import { archiveIdle } from '../../engine/threads/idle.ts';
import {
  completeThread as archive,
  activateThread as makeActive,
  threadRecord,
  threadSeen,
} from '../../engine/threads/threads.ts';
import { id, NOTHING_MORE } from '../base/fields.ts';
import { resolveThread } from '../base/meant.ts';
import { declareOperation } from '../base/operation.ts';

export const resumeOperation = declareOperation({
  name: { command: 'resume', tool: 'session_resume' },
  summary: 'Print the codes of a thread, or of the thread that a session worked on.',
  about:
    'Archived or not. With --activate it becomes the active thread of its project again, and the next session begins with it.',
  tool: {
    title: 'Resume a thread',
    description:
      "Gives a thread, or that of a session, as codes: files, functions, decisions, blockers, next, done. activate makes it the project's current thread again.",
    output: z.looseObject({ id: z.string(), status: z.string(), codes: z.string() }),
    aliases: { session_id: { name: 'id' } },
  },
  effect: 'adds',
  ofWhatIsThere: true,
  isAsking: ({ activate }) => !activate,
  on: 'nothing',
  input: z.strictObject({
    id: id.describe('Session or thread; may be shortened'),
    activate: z.boolean().optional(),
  }),
  words: ['id'],
  fields: {
    id: { help: 'The id of a thread or a session, or its beginning.', choices: 'sessions' },
    activate: { help: 'Go on with this thread.' },
  },
  examples: [
    { line: 'cortex continue a1b2c3d4 --codes', says: 'what that work was' },
    { line: 'cortex continue a1b2c3d4 --activate', says: 'and go on with it' },
  ],
  run: async (call, { id: typed, activate = false }) => {
    const { deps } = call;
    const thread = await resolveThread(call, typed);
    if (activate) await makeActive(deps, thread);
    else await archiveIdle(deps);
    const seen = (await threadSeen(deps, thread))!;
    const { label } = seen.head.scope;
    const codes = formatThread(seen.thread, deps.config['threads.token_budget'], label);
    return { seen, codes, activate };
  },
  lines: ({ seen: { head }, codes, activate }) => [
    codes || `Thread ${head.id} of ${head.scope.label} holds nothing.`,
    ...(activate ? [`It is the active thread of ${head.scope.label} again.`] : []),
  ],
  json: ({ seen, codes }) => ({ ...threadRecord(seen), codes }),
  told: ({ seen, codes }) => ({
    shown: codes ? [threadItem(seen.head.id, codes.split('\n'))] : [],
  }),
});

export const completeOperation = declareOperation({
  name: { command: 'complete', tool: null },
  summary: 'Archive the current thread of work; the next work opens another.',
  about: 'An archived thread can be read and resumed.',
  effect: 'changes',
  on: 'project',
  ...NOTHING_MORE,
  examples: [{ line: 'cortex complete', says: 'this is done' }],
  run: async ({ deps, scope, by }) => ({
    thread_id: (await archive(deps, scope, by))?.id ?? null,
    scope: scope.label,
  }),
  lines: ({ thread_id, scope }) => {
    if (thread_id === null) return [`No work is under way in ${scope}.`];
    const short = shortId(thread_id);
    return [`Archived thread ${short} of ${scope}. cortex continue ${short} --codes prints it.`];
  },
  json: (closed) => closed,
});
