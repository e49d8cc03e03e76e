import * as z from 'zod/v4';
import { type OpenMatter, openMatterLine } from '../../domain/answer/elsewhere.ts';
import { EMPTY_STATE, stateItems } from '../../domain/answer/state.ts';
import { shortId } from '../../domain/base/ids.ts';
import { iso } from '../../domain/base/time.ts';
import type { SessionState } from '../../domain/sessions/session.ts';
import type { ThreadBlocker } from '../../domain/threads/thread.ts';
import { openMatters } from '../../engine/answer/doors/preview.ts';
import { type ClosedWork, closeSession, reopenSession } from '../../engine/tasks/close.ts';
import { UsageError } from '../base/errors.ts';
import { id, SESSION_FIELD } from '../base/fields.ts';
import { resolveSession } from '../base/meant.ts';
import { declareOperation } from '../base/operation.ts';
import { bulleted, type View, type ViewLine } from '../base/view.ts';
import { count } from '../base/words.ts';

/** The sessions that could be closed, what was closed, or whether the session was opened again. */
type Closing =
  | { readonly kind: 'open'; readonly matters: readonly OpenMatter[] }
  | { readonly kind: 'closed'; readonly session: SessionState; readonly work: ClosedWork }
  | { readonly kind: 'reopened'; readonly session: SessionState; readonly wasClosed: boolean };

export const closeOperation = declareOperation({
  name: { command: 'close', tool: null },
  summary: 'Say that the matter of a session is finished.',
  about: [
    'Later sessions see no more of it under OPEN ELSEWHERE, and Cortex closes its open tasks ' +
      'and blockers, as cortex done does. Nothing is erased: you find it by search, and a ' +
      'prompt that names it is told of it. Its next request opens it again, and so does ' +
      '--undo; the tasks and blockers stay closed.',
    'Without an id it lists the sessions of other matters that left something open.',
  ].join('\n\n'),
  effect: 'changes',
  isAsking: ({ session_id }) => session_id === undefined,
  on: 'project',
  input: z.strictObject({
    session_id: id.optional(),
    undo: z.boolean().optional(),
  }),
  words: ['session_id'],
  fields: {
    session_id: SESSION_FIELD,
    undo: { help: 'The matter is not finished after all.' },
  },
  examples: [
    { line: 'cortex close', says: 'what is open beside the last work?' },
    { line: 'cortex close a1b2c3d4', says: 'that matter is finished' },
    { line: 'cortex close --undo a1b2c3d4', says: 'it is not' },
  ],
  run: async (call, { session_id, undo = false }): Promise<Closing> => {
    const { deps, scope, isChosen, location, by } = call;
    if (session_id === undefined) {
      if (undo) throw new UsageError('Say which session: cortex close --undo <id>.');
      const branch = isChosen ? null : location.branch;
      return { kind: 'open', matters: await openMatters(deps, { scope, branch }) };
    }
    const session = await resolveSession(call, session_id);
    if (undo) return { kind: 'reopened', session, wasClosed: await reopenSession(deps, session) };
    return { kind: 'closed', session, work: await closeSession(deps, session, by) };
  },
  lines: (result, view) => {
    switch (result.kind) {
      case 'open':
        return openLines(result.matters, view);
      case 'closed':
        return closedLines(result.session, result.work, view);
      case 'reopened':
        return [
          result.wasClosed
            ? `Open again: ${named(result.session)}`
            : `It was not closed: ${named(result.session)}`,
        ];
    }
  },
  json: (result) => {
    switch (result.kind) {
      case 'open':
        return { open: result.matters.map(openRecord) };
      case 'closed':
        return closedRecord(result.session, result.work);
      case 'reopened':
        return { session_id: result.session.session_id, was_closed: result.wasClosed };
    }
  },
});

function openLines(matters: readonly OpenMatter[], { now }: View): readonly ViewLine[] {
  if (matters.length === 0) return ['No other matter left anything open here.'];
  return [
    ...bulleted(
      'Open elsewhere:',
      matters.map((matter) => openMatterLine(matter, now, 'relative')),
    ),
    'To close one: cortex close <id>',
  ];
}

function openRecord({ session, open }: OpenMatter) {
  return { session_id: session.id, title: session.title, at: iso(session.at), open };
}

function closedLines(
  session: SessionState,
  { tasks, blockers, left }: ClosedWork,
  { now }: View,
): readonly ViewLine[] {
  const inTheWay = stateItems({ ...EMPTY_STATE, blockers }, now, 'relative');
  return [
    `Closed: ${named(session)}`,
    ...part(
      count(tasks.length, 'task'),
      tasks.map(({ title }) => title),
    ),
    ...part(
      count(blockers.length, 'blocker'),
      inTheWay.map(({ text }) => text.replace(/^- /, '')),
    ),
    ...part(
      'Still open, as long as a list or a pin says so',
      left.map(({ task_id, title }) => `[${task_id}] ${title}`),
    ),
  ];
}

function part(heading: string, items: readonly string[]): readonly ViewLine[] {
  return items.length === 0 ? [] : bulleted(`${heading}:`, items);
}

function closedRecord({ session_id, title }: SessionState, { tasks, blockers, left }: ClosedWork) {
  return {
    session_id,
    title,
    tasks: tasks.map(({ task_id, title: text }) => ({ task_id, title: text })),
    blockers: blockers.map(({ type, text, at }: ThreadBlocker) => ({ type, text, at: iso(at) })),
    still_open: left.map(({ task_id, title: text }) => ({ task_id, title: text })),
  };
}

function named({ session_id, title }: SessionState): string {
  return `${shortId(session_id)} ${title ?? 'without a title'}`;
}
