import * as z from 'zod/v4';
import { shortId } from '../../domain/base/ids.ts';
import { isGlobal, type Scope } from '../../domain/base/scope.ts';
import { oneLine } from '../../domain/base/text/safe-text.ts';
import { iso, MOMENTS } from '../../domain/base/time.ts';
import { AUTHORS, LEARNT_KINDS, type Learnt } from '../../domain/facts/source.ts';
import { KEEPERS, keptSource } from '../../domain/memories/kept.ts';
import { hostsSeen, review as learntFrom } from '../../engine/review/review.ts';
import { unknownName } from '../base/errors.ts';
import { all, many, since } from '../base/fields.ts';
import { resolveMoment } from '../base/meant.ts';
import { declareOperation, type OperationCall } from '../base/operation.ts';
import { buildTable, type View, type ViewLine } from '../base/view.ts';
import { count, scopeInWords, timeAgo } from '../base/words.ts';

export const reviewOperation = declareOperation({
  name: { command: 'review', tool: null },
  summary: 'List what later sessions may be told, and who said it.',
  about: [
    'Lists whatever a later session may be told, with who said it, where and when: rules, ' +
      'proposed rules, findings, memories, pins, decisions, blockers, next actions, tasks, ' +
      'standing instructions, and your answers to questions of agents. Records of older ' +
      'versions may have no author.',
    'A source is person, agent, tool, file, import, teammate, the name of an agent program, ' +
      'or the memory that an agent keeps itself (claude-code-memory, codex-memory). cortex ' +
      'forget --source erases what came from one.',
  ].join('\n\n'),
  effect: 'reads',
  on: 'project',
  input: z.strictObject({
    source: z.string().max(200).optional(),
    since,
    kind: z.enum(LEARNT_KINDS).optional(),
    limit: many,
    all,
  }),
  words: [],
  fields: {
    source: {
      value: 'who',
      help: `Only from this source: ${AUTHORS.join(', ')}, or an agent program such as codex.`,
    },
    since: { value: 'when', help: `Nothing older: ${MOMENTS}.` },
    kind: { help: `Only these: ${LEARNT_KINDS.join(', ')}.` },
    limit: { help: 'How many (all).' },
    all: { help: 'Of every project.' },
  },
  examples: [
    { line: 'cortex review', says: 'what the next session here may be told, and whose word it is' },
    { line: 'cortex review --source agent --since 3d', says: 'what agents added in three days' },
    { line: 'cortex review --source codex --all', says: 'everything that came from one program' },
  ],
  run: async (call, { source: named, since: text, kind, limit, all: isAll = false }) => {
    const { deps } = call;
    const source = await resolveSource(call, named);
    const from = resolveMoment(text, deps.now(), 'past', 'since');
    const scope = isAll ? null : call.scope;
    const found = await learntFrom(deps, {
      scope,
      ...(source !== undefined && { source }),
      ...(from !== undefined && { since: from }),
    });
    const wanted = found.filter((one) => kind === undefined || one.kind === kind);
    const shown = wanted.slice(0, limit ?? wanted.length);
    return { shown, left: wanted.length - shown.length, scope, source };
  },
  lines: (result, view) =>
    result.shown.length === 0 ? nothing(result, view) : listing(result, view),
  json: ({ shown, left }) => ({ learnt: shown.map(asJson), left }),
  rows: ({ shown }) => shown.map(asJson),
});

interface Reviewed {
  readonly shown: readonly Learnt[];
  readonly left: number;
  /** Null: every project. */
  readonly scope: Scope | null;
  readonly source: string | undefined;
}

function nothing({ scope, source }: Reviewed, { style }: View): readonly ViewLine[] {
  const where = scope === null ? 'anywhere' : `in ${scopeInWords(scope.label)}`;
  const what = source === undefined ? 'was learnt' : `came from ${source}`;
  return [
    `Nothing ${what} ${where}.`,
    ...(scope === null ? [] : [style.dim('--all looks at every project.')]),
  ];
}

/** The table holds the entries that are told. Answers, told in their turns, and proposals, told to nobody, stand below it. */
function listing(reviewed: Reviewed, view: View): readonly ViewLine[] {
  const { shown, left } = reviewed;
  const { dim } = view.style;
  const told = shown.filter((one) => !isWaiting(one) && one.kind !== 'answer');
  const answers = shown.filter(({ kind }) => kind === 'answer');
  const proposals = shown.filter(isWaiting);
  return [
    ...(told.length > 0 ? [learntTable(told, reviewed, view)] : []),
    ...(left > 0 ? [`… ${left} more`] : []),
    dim(`${count(shown.length, 'entry', 'entries')}: ${authorCounts(shown)}.`),
    ...(told.some(({ kind, note }) => kind === 'rule' && note === null) ? [dim(END_A_RULE)] : []),
    ...listBelow('Questions of agents, and your answers:', answers, view, ({ sessionId }) =>
      sessionId ? shortId(sessionId) : '',
    ),
    ...listBelow('Proposed rules, told to nobody:', proposals, view, ({ id }) => id!),
    ...(proposals.length > 0 ? [dim(ACCEPT_A_RULE)] : []),
  ];
}

const END_A_RULE =
  'A rule is told until you end it: cortex rule has their numbers, cortex rule --end <number> ends one.';
const ACCEPT_A_RULE =
  'cortex rule --accept <id> makes one a rule, cortex rule --end <id> dismisses it.';

function isWaiting({ kind, note }: Learnt): boolean {
  return kind === 'proposal' && note === null;
}

/** The scope stands there only where entries of several scopes are listed, and not for those of here. */
function learntTable(
  entries: readonly Learnt[],
  { shown, scope }: Reviewed,
  { style, now }: View,
): ViewLine {
  const { cyan, dim } = style;
  const isMixed = new Set(shown.map(({ scopeKey }) => scopeKey)).size > 1;
  const isHere = ({ scopeKey }: Learnt) =>
    scope !== null && !isGlobal(scope.key) && scopeKey === scope.key;
  return buildTable<Learnt>(entries, [
    { title: 'kind', cell: ({ kind }) => kind },
    { title: 'from', cell: authorOf },
    { title: 'agent', spare: 3, cell: ({ host }) => host ?? '', paint: dim },
    {
      title: 'session',
      spare: 4,
      cell: ({ sessionId }) => (sessionId ? shortId(sessionId) : ''),
      paint: cyan,
    },
    {
      title: 'said',
      spare: 2,
      cell: ({ at }) => (at === null ? '' : timeAgo(at, now)),
      paint: dim,
    },
    {
      title: 'scope',
      least: 8,
      keep: 'end',
      spare: 5,
      cell: (one) => (isMixed && !isHere(one) ? one.scope : ''),
      paint: dim,
    },
    {
      title: 'what',
      least: 20,
      cell: ({ text, note }) => (note === null ? text : `${text} (${note})`),
    },
  ]);
}

/** `3 agent, 2 person`. */
function authorCounts(entries: readonly Learnt[]): string {
  return [...Map.groupBy(entries, authorOf)]
    .map(([who, said]) => `${said.length} ${who}`)
    .join(', ');
}

function listBelow(
  heading: string,
  entries: readonly Learnt[],
  { style: { cyan, dim }, now }: View,
  idOf: (one: Learnt) => string,
): readonly ViewLine[] {
  if (entries.length === 0) return [];
  const lines = entries.map((one) => `${cyan(idOf(one))} ${one.text} ${dim(byline(one, now))}`);
  return ['', heading, ...lines];
}

/** `(agent, 2d ago)`; a person's answer shows its age only. */
function byline(one: Learnt, now: number): string {
  const when = timeAgo(one.at ?? now, now);
  return one.kind === 'answer' ? `(${when})` : `(${authorOf(one)}, ${when})`;
}

function asJson({ sessionId, isImported, at, ...one }: Learnt) {
  const { kind, id, text, by, author, subagent, host, scope, note } = one;
  return {
    kind,
    id,
    text,
    by,
    author,
    subagent,
    host,
    session_id: sessionId,
    imported: isImported,
    scope,
    said_at: at === null ? null : iso(at),
    note,
  };
}

/** The source that a word names. Programs count that are known or have a session. */
export async function resolveSource(
  {
    deps,
    hosts,
  }: Pick<OperationCall, 'hosts'> & { readonly deps: Pick<OperationCall['deps'], 'store'> },
  text: string | undefined,
): Promise<string | undefined> {
  if (text === undefined) return undefined;
  const known = [
    ...new Set([...AUTHORS, ...hosts, ...KEEPERS.map(keptSource), ...(await hostsSeen(deps))]),
  ];
  if (known.includes(text)) return text;
  throw unknownName('source', text, known);
}

/** The author, in one word. */
function authorOf({ by, author, subagent, isImported }: Learnt): string {
  if (author !== null) return `teammate ${oneLine(author, 40)}`;
  const who = by ?? 'unknown';
  if (subagent !== null) return `${who} (subagent)`;
  return isImported && by !== 'import' ? `${who}, imported` : who;
}
