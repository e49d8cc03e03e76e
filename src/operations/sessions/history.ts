import * as z from 'zod/v4';
import { shortId } from '../../domain/base/ids.ts';
import type { Deps } from '../../engine/base/deps.ts';
import { offerAt } from '../../engine/projects/know.ts';
import { type SessionStatus, sessionsOf } from '../../engine/sessions/sessions.ts';
import { archiveIdle } from '../../engine/threads/idle.ts';
import { threadOf, threadRecord, threadSeen } from '../../engine/threads/threads.ts';
import { all, id, limit, many, records, SCOPE_ALIAS, SESSION_FIELD } from '../base/fields.ts';
import { resolveSession } from '../base/meant.ts';
import { declareOperation } from '../base/operation.ts';
import { bulleted } from '../base/view.ts';
import { scopeInWords } from '../base/words.ts';
import { STANDARD_DEPTH, sessionsBefore } from './chain.ts';
import { listedSession, sessionStatusLine, sessionTable } from './listed.ts';

const STANDARD_LIMIT = 20;

export const historyOperation = declareOperation({
  name: { command: 'sessions', tool: 'session_history' },
  older: { history: {}, log: {}, chain: { chain: true } },
  summary: 'List sessions, newest first, or those that led to one.',
  about:
    'Those of the project that the current folder belongs to, unless another one or all are asked for. With the id of a ' +
    'session, or --chain: that session and those before it, oldest first.',
  tool: {
    title: 'Session history',
    description:
      'Lists sessions, newest first, each with its thread. Use it for an id for session_resume or cortex_session_continue; to find by content use session_search.',
    input: { limit: limit(10, 50) },
    output: z.looseObject({ sessions: records, more: z.boolean() }),
    aliases: SCOPE_ALIAS,
  },
  chat: {
    summary: 'earlier sessions',
    words: ['limit'],
    input: { limit: limit(10, 50) },
    // A chat's home belongs to its audience alone.
    given: { all: true },
  },
  effect: 'reads',
  on: 'project',
  input: z.strictObject({
    session_id: id.optional(),
    limit: many,
    all,
    before: id.optional(),
    chain: z.boolean().optional(),
    depth: many,
  }),
  words: ['session_id'],
  fields: {
    session_id: { ...SESSION_FIELD, only: 'command' },
    limit: { help: `Sessions to list (${STANDARD_LIMIT}).` },
    all: { help: 'Sessions of every project.' },
    before: {
      ...SESSION_FIELD,
      help: 'Only sessions that started before this one.',
      only: 'command',
    },
    chain: { help: 'Those that led to the latest session.', only: 'command' },
    depth: {
      help: `With an id or --chain: sessions to show (${STANDARD_DEPTH}).`,
      only: 'command',
    },
  },
  examples: [
    { line: 'cortex sessions', says: 'what was done here' },
    { line: 'cortex sessions a1b2c3d4', says: 'the sessions that led to that one' },
    { line: 'cortex sessions --all --limit 50', says: 'the last 50 sessions anywhere' },
    { line: 'cortex sessions --json | jq ".[].title"', says: 'titles, for a program' },
  ],
  run: async (call, asked) => {
    const { session_id, chain, depth = STANDARD_DEPTH } = asked;
    const { limit: most = STANDARD_LIMIT, all: isAll = false, before } = asked;
    const { deps, scope, reach } = call;
    if (session_id !== undefined || chain) {
      const { sessions, isCut } = await sessionsBefore(call, session_id, depth);
      const more = isCut ? `--depth ${depth * 2}` : null;
      const own = await withThreads(deps, sessions);
      return { sessions: own, offer: null, more, most, scope: null };
    }
    if (isAll) reach.needAll();
    const from = before === undefined ? undefined : (await resolveSession(call, before)).session_id;
    const { sessions, more } = await sessionsOf(deps, isAll ? null : scope.key, most, from);
    const isHere = !isAll && !call.isChosen && call.cwd !== null;
    return {
      sessions: await withThreads(deps, sessions),
      offer: isHere ? await offerAt(deps, call.cwd!) : null,
      more: more ? `--limit ${most * 2}` : null,
      most,
      scope: isAll ? null : scope.label,
    };
  },
  lines: ({ sessions, offer, more, most, scope }, view) => {
    const { dim } = view.style;
    if (view.by === 'person') {
      const offered = offer === null ? [] : [`This folder ${offer}`];
      const elsewhere = scope === null ? '' : 'cortex sessions --all lists every project; ';
      if (sessions.length === 0)
        return [
          scope === null ? 'No sessions yet.' : `No sessions in ${scopeInWords(scope)} yet.`,
          ...offered,
          dim(`${elsewhere}cortex status says which agents are connected.`),
        ];
      return [
        sessionTable(sessions, view),
        ...(more ? [dim(`There are more: ${more}`)] : []),
        ...offered,
      ];
    }
    if (sessions.length === 0)
      return [scope === null ? 'No sessions yet.' : `No session is on record in ${scope}.`];
    const lines = sessions.map(({ thread, ...seen }) => {
      const about = thread && [thread.head.status, thread.thread.phase].filter(Boolean).join(', ');
      return `${sessionStatusLine(seen, view.now)}${thread ? `; thread ${shortId(thread.head.id)} (${about})` : ''}`;
    });
    return bulleted(more ? `The latest ${most} sessions:` : 'Sessions:', lines);
  },
  json: ({ sessions, more }) => ({
    sessions: sessions.map(({ thread, ...seen }) => ({
      ...listedSession(seen),
      thread: thread && threadRecord(thread),
    })),
    more: more !== null,
  }),
  rows: ({ sessions }) =>
    sessions.map(({ state, thread }) => ({ ...state, thread_id: thread?.head.id ?? null })),
});

/** Sessions with their threads, as they are after idle ones were archived. */
async function withThreads(deps: Deps, sessions: readonly SessionStatus[]) {
  await archiveIdle(deps);
  return Promise.all(
    sessions.map(async (seen) => {
      const thread = await threadOf(deps, seen.state.session_id);
      return { ...seen, thread: thread ? await threadSeen(deps, thread) : null };
    }),
  );
}
