import * as z from 'zod/v4';
import { shortId } from '../../domain/ids.ts';
import { sessionsOf } from '../../engine/session/sessions.ts';
import { threadRecord } from '../../engine/thread/thread-record.ts';
import { threadOf, threadSeen } from '../../engine/thread/threads.ts';
import { all, id, limit, many, records, SCOPE_ALIAS, SESSION_FIELD } from '../fields.ts';
import { sessionMeant } from '../meant.ts';
import { operation } from '../operation.ts';
import { bulleted } from '../view.ts';
import { inWords } from '../words.ts';
import { sessionRecord, sessionTable, statusLine } from './listed.ts';

const STANDARD_LIMIT = 20;

export const history = operation({
  name: { command: 'history', tool: 'session_history' },
  summary: 'List sessions, newest first.',
  about: 'Those of the project that the current folder belongs to, unless another one or all are asked for.',
  tool: {
    title: 'Session history',
    description:
      'Lists earlier and running sessions, newest first, each with its thread of work. Use it to find an id for session_resume or cortex_session_continue; to find by content use session_search.',
    input: { limit: limit(10, 50) },
    output: z.looseObject({ sessions: records, more: z.boolean() }),
    aliases: SCOPE_ALIAS,
  },
  chat: {
    summary: 'earlier sessions',
    words: ['limit'],
    input: { limit: limit(10, 50) },
    // The home is that of the conversation's audience alone.
    given: { all: true },
  },
  effect: 'reads',
  on: 'project',
  input: z.strictObject({ limit: many, all, before: id.optional() }),
  words: [],
  fields: {
    limit: { help: `Sessions to list (${STANDARD_LIMIT}).` },
    all: { help: 'Sessions of every project.' },
    before: { ...SESSION_FIELD, help: 'Only sessions that started before this one.', only: 'command' },
  },
  examples: [
    { line: 'cortex history', says: 'what was done here' },
    { line: 'cortex history --all --limit 50', says: 'the last 50 sessions anywhere' },
    { line: 'cortex history --json | jq ".[].title"', says: 'titles, for a program' },
  ],
  run: async (call, { limit: most = STANDARD_LIMIT, all: isAll = false, before }) => {
    const { deps, scope, reach } = call;
    if (isAll) reach.needAll();
    const from = before === undefined ? undefined : (await sessionMeant(call, before)).session_id;
    const { sessions, more } = await sessionsOf(deps, isAll ? null : scope.key, most, from);
    const threads = await Promise.all(
      sessions.map(async ({ state }) => {
        const thread = await threadOf(deps, state.session_id);
        return thread ? await threadSeen(deps, thread) : null;
      }),
    );
    const withThreads = sessions.map((seen, i) => ({ ...seen, thread: threads[i] ?? null }));
    return { sessions: withThreads, more, most, scope: isAll ? null : scope.label };
  },
  lines: ({ sessions, more, most, scope }, view) => {
    const { dim } = view.style;
    if (view.by === 'person') {
      const elsewhere = scope === null ? '' : 'cortex history --all lists every project; ';
      if (sessions.length === 0)
        return [
          scope === null ? 'No sessions yet.' : `No sessions in ${inWords(scope)} yet.`,
          dim(`${elsewhere}cortex status says which agents are connected.`),
        ];
      return [sessionTable(sessions, view), ...(more ? [dim(`There are more: --limit ${most * 2}`)] : [])];
    }
    if (sessions.length === 0)
      return [scope === null ? 'No sessions yet.' : `No session is on record in ${scope}.`];
    const lines = sessions.map(({ thread, ...seen }) => {
      const about = thread && [thread.head.status, thread.thread.phase].filter(Boolean).join(', ');
      return `${statusLine(seen, view.now)}${thread ? `; thread ${shortId(thread.head.id)} (${about})` : ''}`;
    });
    return bulleted(more ? `The latest ${most} sessions:` : 'Sessions:', lines);
  },
  json: ({ sessions, more }) => ({
    sessions: sessions.map(({ thread, ...seen }) => ({
      ...sessionRecord(seen),
      thread: thread && threadRecord(thread),
    })),
    more,
  }),
  rows: ({ sessions }) =>
    sessions.map(({ state, thread }) => ({ ...state, thread_id: thread?.head.id ?? null })),
});
