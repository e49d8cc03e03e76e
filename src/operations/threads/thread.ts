import * as z from 'zod/v4';
import { byline } from '../../domain/answer/lines.ts';
import { decisionLine } from '../../domain/answer/state.ts';
import { shortestNames } from '../../domain/base/file-names.ts';
import { shortId } from '../../domain/base/ids.ts';
import { oneLine } from '../../domain/base/text/safe-text.ts';
import { formatThread } from '../../domain/threads/codes.ts';
import { type Mark, workOn } from '../../domain/threads/thread.ts';
import {
  branchesOfWork,
  lastThreadUse,
  threadHere,
  threadLeft,
  threadRecord,
  threadsOf,
} from '../../engine/threads/threads.ts';
import type { ThreadSeen } from '../../store/store.ts';
import { declareOperation } from '../base/operation.ts';
import type { View, ViewLine } from '../base/view.ts';
import { count, timeAgo } from '../base/words.ts';

const STANDARD_LIMIT = 10;

export const threadOperation = declareOperation({
  name: { command: 'thread', tool: null },
  summary: 'Show the state of the work: files, decisions, blockers, what is next and done.',
  about:
    'Shows the state in words. If no work is under way, it shows the last thread as it was ' +
    'left. With --codes: one line each, as models get it. With list: all threads of the ' +
    'project, the last used first.',
  effect: 'reads',
  on: 'project',
  input: z.strictObject({
    list: z.enum(['list']).optional(),
    codes: z.boolean().optional(),
    branch: z.string().min(1).max(400).optional(),
    all: z.boolean().optional(),
    limit: z.int().min(1).optional(),
  }),
  words: ['list'],
  fields: {
    list: { help: 'The word list: all threads instead of the active one.' },
    codes: { help: 'As codes, for models and programs.' },
    branch: {
      help: 'Only work of sessions on this branch, and notes made outside of sessions.',
    },
    all: { help: 'With list: of every project.' },
    limit: { help: `With list: so many (${STANDARD_LIMIT}).` },
  },
  examples: [
    { line: 'cortex thread', says: 'where the work stands' },
    { line: 'cortex thread --branch main', says: 'without the work on other branches' },
    { line: 'cortex thread list', says: 'with those that are archived' },
  ],
  run: async (
    { deps, scope },
    { list, codes: asCodes = false, branch, all, limit = STANDARD_LIMIT },
  ) => {
    if (list)
      return { scope: scope.label, threads: await threadsOf(deps, all ? null : scope.key, limit) };
    const whole = (await threadHere(deps, scope)) ?? (await threadLeft(deps, scope));
    const branches = whole ? await branchesOfWork(deps, whole.thread) : {};
    const seen =
      whole && branch !== undefined
        ? { ...whole, thread: workOn(whole.thread, branches, branch) }
        : whole;
    const codes =
      seen && formatThread(seen.thread, deps.config['threads.token_budget'], scope.label);
    return { scope: scope.label, seen, codes, asCodes, branches };
  },
  lines: (result, view) => {
    const { now } = view;
    if (!result.threads) {
      const isLeft = result.seen?.head.status === 'archived';
      if (!result.seen || !result.codes || (result.asCodes && isLeft))
        return [`No work is under way in ${result.scope}. cortex note next "…" begins.`];
      if (result.asCodes) return [result.codes];
      return [
        ...(isLeft
          ? [`No work is under way in ${result.scope}. The last was left like this:`, '']
          : []),
        ...threadLines(result.seen, view),
      ];
    }
    if (result.threads.length === 0) return [`There is no thread of work in ${result.scope} yet.`];
    return result.threads.map((seen) => threadLine(seen, now));
  },
  json: ({ seen, codes, threads, branches }) => {
    if (threads) return { threads: threads.map(threadRecord) };
    // A program asks for the active one.
    return seen?.head.status === 'active'
      ? { ...threadRecord(seen), codes, thread: seen.thread, branches }
      : null;
  },
  rows: ({ threads }) => threads?.map(threadRecord),
});

function threadLine({ head, thread: state }: ThreadSeen, now: number): string {
  const counts = `${count(state.files.length, 'file')}, ${state.next.length} next, ${state.done.length} done`;
  const phase = state.phase ? `  ${state.phase}` : '';
  return `${shortId(head.id)}  ${head.status}  ${timeAgo(lastThreadUse({ head, thread: state }), now)}  ${head.scope.label}${phase}  ${counts}`;
}

const MOST_DONE = 10;
const MOST_FILES = 15;

/** A thread as a person reads it: what is next and in the way first. */
function threadLines(seen: ThreadSeen, { style, now }: View): readonly ViewLine[] {
  const { head, thread } = seen;
  const { bold, dim } = style;
  /** An item with its age and, if a teammate said it, the name. */
  const aged = (text: string, { at, from }: Pick<Mark, 'at' | 'from'>) =>
    `${oneLine(text, 240)} ${dim(from === undefined ? `(${timeAgo(at, now)})` : byline(from, at, now, 'relative'))}`;
  const paths = thread.files.filter(({ how }) => how !== 'delete').map(({ path }) => path);
  const names = shortestNames(paths);
  const phase = thread.phase === null ? '' : `, ${oneLine(thread.phase, 120)}`;
  const about = `${count(thread.turns, 'turn')}, worked on ${timeAgo(lastThreadUse(seen), now)}`;
  const blockers = thread.blockers.filter(({ resolved }) => !resolved).toReversed();
  const decisions = thread.decisions.filter(({ replaced }) => !replaced).toReversed();
  const sections: readonly (readonly [title: string, lines: readonly string[], most?: number])[] = [
    ['In the way', blockers.map((one) => aged(`${one.type}: ${one.text}`, one))],
    [
      'Next',
      thread.next.map((one) =>
        aged(one.status === 'in_progress' ? `${one.text}, under way` : one.text, one),
      ),
    ],
    ['Decided', decisions.map((decision) => decisionLine(decision, now, 'relative'))],
    ['Done', thread.done.toReversed().map((one) => aged(one.text, one)), MOST_DONE],
    ['Files', paths.toReversed().map((path) => names.get(path) ?? path), MOST_FILES],
  ];
  return [
    `${bold(head.scope.label)}${phase} ${dim(`(${about})`)}`,
    ...sections.flatMap(([title, lines, most = lines.length]): readonly ViewLine[] => [
      ...(lines.length > 0 ? ['', bold(title)] : []),
      ...lines.slice(0, most).map((text) => ({ mark: '- ', text })),
      ...(lines.length > most ? [dim(`… ${lines.length - most} more`)] : []),
    ]),
  ];
}
