import * as z from 'zod/v4';
import { shortId } from '../../domain/base/ids.ts';
import { iso } from '../../domain/base/time.ts';
import { toldOperation } from '../../operations/answer/session-told.ts';
import { Failure, UsageError } from '../../operations/base/errors.ts';
import { declareOperation, type OperationCall } from '../../operations/base/operation.ts';
import type { View, ViewLine } from '../../operations/base/view.ts';
import type { BlamedCommit } from '../domain/blame.ts';
import { type AnsweredBlock, explainLines, type WhyAnswer } from '../engine/answer.ts';
import { type PullRequest, pullRequestFor } from '../engine/pull-request.ts';
import { answerLines } from './lines.ts';
import { fullPath, type LinePlace, parsePlace } from './place.ts';

type WhyResult =
  | { readonly kind: 'lines'; readonly answer: WhyAnswer; readonly place: LinePlace }
  | { readonly kind: 'pull request'; readonly found: PullRequest }
  | { readonly kind: 'told'; readonly result: Awaited<ReturnType<(typeof toldOperation)['run']>> };

export const why = declareOperation({
  name: { command: 'why', tool: 'session_why' },
  summary: 'Say which session wrote a line, and for which request.',
  about: [
    'Names the session that wrote a line: when, in which turn, for which words of yours, ' +
      'what the agent said before the change, and the checks after it. With --pr: from which ' +
      'requests the commits of a branch come, as text for a pull request; it holds your words, ' +
      'so read it before you send it.',
    'Cortex marks the lines that agents write with three bytes of a keyed hash, without ' +
      'text, and git says which commit a line is from. For lines that are not committed, or ' +
      "outside of git, it says probably. If too little speaks for a session, you get git's own " +
      'commit and no guess.',
    'Without a file it means cortex told, for one more release.',
  ].join('\n\n'),
  tool: {
    title: 'Why a line is so',
    description: 'Tells which session wrote lines of a file, and for which request of the user.',
    input: { path: z.string(), line: z.int().min(1), to: z.int().optional() },
    output: z.looseObject({}),
    isHere: true,
  },
  effect: 'reads',
  on: 'project',
  input: z.strictObject({
    place: z.string().max(4096).optional(),
    path: z.string().max(4096).optional(),
    line: z.int().min(1).optional(),
    to: z.int().min(1).optional(),
    pr: z.boolean().optional(),
    prompt: z.string().max(100_000).optional(),
    brief: z.boolean().optional(),
    last: z.boolean().optional(),
    preamble: z.boolean().optional(),
  }),
  words: ['place'],
  fields: {
    place: {
      value: 'file[:line[-line]]',
      help: 'A file, a line of it, or some lines. With --pr: the branch that it goes to.',
      only: 'command',
    },
    path: { only: 'tool' },
    line: { only: 'tool' },
    to: { only: 'tool' },
    pr: {
      help: 'From which requests the lines of this branch come, for a pull request.',
      only: 'command',
    },
    prompt: { value: 'words', help: 'As in cortex told.', only: 'command' },
    brief: { help: 'As in cortex told.', only: 'command' },
    last: { help: 'As in cortex told.', only: 'command' },
    preamble: { help: 'As in cortex told.', only: 'command' },
  },
  examples: [
    {
      line: 'cortex why src/store/store.ts:42',
      says: 'which session wrote this line, and for which request',
    },
    { line: 'cortex why src/store/store.ts', says: 'the same for the whole file, block by block' },
    { line: 'cortex why --pr main', says: 'which requests the commits of this branch come from' },
  ],
  run: async (call, { place: typed, path, line, to, pr, ...older }): Promise<WhyResult> => {
    if (pr) return { kind: 'pull request', found: await pullRequestHere(call, typed) };
    const named = path === undefined ? typed : null;
    const meant =
      path === undefined
        ? parsePlace(call, typed)
        : { file: path, from: line ?? null, to: to ?? line ?? null };
    if (meant === null) {
      const result = await toldOperation.run(call, {
        ...older,
        ...(named != null && { session_id: named }),
      });
      return { kind: 'told', result };
    }
    return { kind: 'lines', answer: await explainPlace(call, meant), place: meant };
  },
  lines: (found, view) => {
    if (found.kind === 'told') return toldOperation.lines(found.result, view);
    return found.kind === 'lines'
      ? answerLines(found.answer, found.place, view)
      : requestLines(found.found, view);
  },
  json: (found) => {
    if (found.kind === 'told') return toldOperation.json(found.result);
    return found.kind === 'lines'
      ? answerJson(found.answer)
      : { base: found.found.base, requests: found.found.requests.map(requestJson) };
  },
  rows: (found) => (found.kind === 'told' ? toldOperation.rows?.(found.result) : undefined),
});

async function explainPlace(
  call: OperationCall,
  { file, from, to }: LinePlace,
): Promise<WhyAnswer> {
  if (from !== null && to !== null && to < from)
    throw new UsageError('The last line stands before the first one.');
  const full = fullPath(call, file);
  const scope = call.deps.scopeOfFile(full);
  call.reach.need(scope.key, 'a file of another project');
  const answer = await explainLines(call.deps, { file: full, from, to, covers: call.reach.covers });
  if (answer === null)
    throw new Failure(`${file} is no text file here.`, 'Name a file of this working tree.');
  if (from !== null && from > answer.lines)
    throw new Failure(`${file} has ${answer.lines} lines.`, 'Name one of them.');
  return answer;
}

async function pullRequestHere(
  { deps, cwd, location }: OperationCall,
  base: string | undefined,
): Promise<PullRequest> {
  const root = location.scope.root;
  if (cwd === null || root === null)
    throw new Failure('There is no repository here.', 'Go into one.');
  const found = await pullRequestFor(deps, location.scope, root, base ?? null);
  if (found === null)
    throw new Failure(
      base === undefined ? 'No main branch is known here.' : `${base} is no commit here.`,
      'Name the branch that it goes to: cortex why --pr <base>.',
    );
  return found;
}

function requestLines(
  { base, requests, unnamed }: PullRequest,
  { style }: View,
): readonly ViewLine[] {
  const lines = requests.flatMap(({ lines: many, files, wrote }): ViewLine[] => [
    {
      mark: '- ',
      text: `${many} lines in ${files} files: ${wrote.asked.map(({ words }) => `"${words}"`).join(' / ') || '(no words)'} ${style.dim(`(${shortId(wrote.session)}, turn ${wrote.turn})`)}`,
    },
  ]);
  return [
    `Requests behind the commits since ${base}:`,
    ...lines,
    ...(unnamed > 0
      ? [{ mark: '- ', text: `${unnamed} lines of which no session is on record` }]
      : []),
    { remark: 'It holds your words: read it before you send it.' },
  ];
}

function requestJson({ lines, files, wrote }: PullRequest['requests'][number]) {
  return { lines, files, ...wroteJson(wrote) };
}

function answerJson({ path, isInGit, blocks }: WhyAnswer) {
  return { path, in_git: isInGit, blocks: blocks.map(blockJson) };
}

function blockJson({ from, to, origin, wrote, isEarlier }: AnsweredBlock) {
  return {
    from,
    to,
    commit: origin.kind === 'committed' ? commitJson(origin.commit) : null,
    committed: origin.kind === 'unknown' ? null : origin.kind === 'committed',
    before_marks: wrote === null && isEarlier,
    ...(wrote === null ? { session_id: null } : wroteJson(wrote)),
  };
}

function commitJson({ id, at, author, summary }: BlamedCommit) {
  return { id, at: iso(at), author, summary };
}

function wroteJson(wrote: NonNullable<AnsweredBlock['wrote']>) {
  const {
    session,
    host,
    title,
    at,
    turn,
    path,
    isProbable,
    asked,
    agent,
    tried,
    failed,
    checks,
    decided,
  } = wrote;
  return {
    session_id: session,
    host,
    title,
    turn,
    at: iso(at),
    path_then: path,
    probably: isProbable,
    asked,
    agent,
    tried,
    failed,
    checks,
    decided,
  };
}
