import * as z from 'zod/v4';
import { shortId } from '../../domain/base/ids.ts';
import { iso, MOMENTS } from '../../domain/base/time.ts';
import type { Memory } from '../../domain/memories/memory.ts';
import type { Snippet } from '../../domain/search/snippet.ts';
import { hostsSeen } from '../../engine/review/review.ts';
import { type HitWithEnd, withEnds } from '../../engine/search/ends.ts';
import {
  type FoundOnce,
  formatMoment,
  foundRecord,
  remarksOn,
  searchOnce,
} from '../../engine/search/found.ts';
import type { TeamHit } from '../../engine/search/kept.ts';
import {
  type Recalled,
  type RecallKind,
  recall,
  unindexedSessions,
} from '../../engine/search/recall.ts';
import type { MemoryHit } from '../../store/store.ts';
import { UsageError, unknownName } from '../base/errors.ts';
import { all, limit, many, question, records, refresh, since, withheld } from '../base/fields.ts';
import { resolveMoment } from '../base/meant.ts';
import { conversationOfCall, declareOperation, type OperationCall } from '../base/operation.ts';
import { EVERYWHERE } from '../base/reach.ts';
import { type Asker, renderPlain, type Style, type View, type ViewLine } from '../base/view.ts';
import { count, localTime, scopeInWords, timeAgo } from '../base/words.ts';
import { teamRow } from '../memories/look.ts';

const STANDARD_LIMIT = 10;
const KINDS = ['session', 'thread', 'memory', 'answer'] as const;

/** A hit of any kind. */
export type SearchAnswer =
  | ({ readonly kind: 'turn' } & HitWithEnd)
  | ({ readonly kind: 'memory' } & MemoryHit)
  | { readonly kind: 'team'; readonly hit: TeamHit };

export interface SearchFindings {
  /** The authors of a line, where the query names a line of a file; null for any other query. */
  readonly ofLine: readonly ViewLine[] | null;
  readonly answers: readonly SearchAnswer[];
  readonly recalled: Pick<Recalled, 'ranges' | 'respelled'>;
  /** Null: in every project. */
  readonly scope: string | null;
  /** Nothing was found in the project: these are of others. */
  readonly isElsewhere: boolean;
  /** Sessions that are not in the index yet. */
  readonly missing: number;
  /** For a model: without what its conversation was shown. */
  readonly once: FoundOnce | null;
}

export const searchOperation = declareOperation({
  name: { command: 'search', tool: 'session_search' },
  summary: 'Find earlier work by words and by time.',
  about: [
    'Finds turns: what you and the agent wrote, the files that were touched, pins, threads ' +
      'and memories, also of sessions in cold storage. Best first, each with the place that ' +
      'shows why and with how its session ended, because later words overrule earlier ones. ' +
      'You find a turn once it has ended.',
    'You can name times: today, last Tuesday, the Monday before last, two weeks ago, the end ' +
      'of last month, in October, since Friday, 2026-10-01, and the like in German, French, ' +
      'Spanish, Portuguese, Russian, Chinese and Japanese, in your time zone. A question that ' +
      'asks only for a time, such as what was I working on last Tuesday?, lists the sessions ' +
      'of that time.',
  ].join('\n\n'),
  tool: {
    title: 'Search sessions',
    description:
      'Finds turns of earlier sessions by words and times ("last Tuesday"), best first, each with how its session ended; session_read reads on. kind answer: what the user answered an agent. Kept knowledge: cortex_search.',
    input: {
      kind: z.enum(['session', 'thread', 'answer']).optional(),
      limit: limit(STANDARD_LIMIT, 50),
    },
    output: z.looseObject({ results: records, withheld }),
  },
  effect: 'reads',
  on: 'project',
  input: z.strictObject({
    query: question,
    kind: z.enum(KINDS).optional(),
    host: z.string().max(100).optional().describe('Its agent, as "codex"'),
    branch: z.string().max(300).optional(),
    since,
    limit: many,
    all,
    refresh,
    elsewhere: z.boolean().optional(),
  }),
  words: ['query…'],
  fields: {
    query: { value: 'words', help: 'What to look for, in your own words.' },
    kind: { help: `Only these: ${KINDS.join(', ')}.` },
    host: { value: 'name', choices: 'hosts', help: 'Sessions of this agent only.' },
    branch: { value: 'name', help: 'Sessions on this branch only.' },
    since: { value: 'time', help: `Nothing older: ${MOMENTS}.` },
    limit: { help: `How many to list (${STANDARD_LIMIT}).` },
    all: { help: 'In every project.' },
    refresh: { only: 'tool' },
    elsewhere: {
      help: 'In every project where this one has nothing; at a terminal always.',
      only: 'command',
    },
  },
  examples: [
    { line: 'cortex search serial timeout', says: 'where this was mentioned, here' },
    {
      line: 'cortex search "what was I working on last Tuesday?"',
      says: 'the sessions of that day',
    },
    { line: 'cortex search --all hamlib since Friday', says: 'in every project' },
    {
      line: 'cortex search src/store/store.ts:42',
      says: 'who wrote this line, as cortex why says it',
    },
    {
      line: 'cortex search --kind answer rounding',
      says: 'what you answered when an agent asked about it',
    },
  ],
  run: async (call, input): Promise<SearchFindings> => {
    const { deps, scope, reach, by } = call;
    if (input.query === '') throw new UsageError('query is empty: say what to look for.');
    const ofLine = await lineAnswered(call, input.query);
    if (ofLine) return { ...OF_LINE, ofLine, scope: scope.label, isElsewhere: false };
    if (input.all) reach.needAll();
    if (by === 'person' && call.hosts.length > 0) await checkHost(call, input.host);
    const from = resolveMoment(input.since, deps.now(), 'past', 'since');
    const where = {
      scope: input.all ? null : scope,
      limit: input.limit ?? STANDARD_LIMIT,
      filter: {
        ...(input.host && { host: input.host }),
        ...(input.branch && { branch: input.branch }),
        ...(from !== undefined && { since: from }),
      },
      ...kindsMeant(input.kind, by),
    };
    const common = {
      ofLine: null,
      scope: input.all ? null : scope.label,
      missing: 0,
      isElsewhere: false,
    };
    if (by === 'agent') {
      const asking = { refresh: input.refresh ?? false };
      const once = await searchOnce(
        deps,
        conversationOfCall(call),
        { question: input.query, where },
        asking,
      );
      return { ...common, answers: [], recalled: once.recalled, once };
    }
    const missing = input.kind === 'memory' ? 0 : await unindexedSessions(deps);
    const found = {
      ...common,
      ...(await answersTo(deps, input.query, where)),
      missing,
      once: null,
    };
    // At a terminal alone: what a program or an agent reads stays of the project that it asked about.
    if (
      !input.elsewhere ||
      found.answers.length > 0 ||
      where.scope === null ||
      reach !== EVERYWHERE
    )
      return found;
    const others = await answersTo(deps, input.query, { ...where, scope: null });
    return others.answers.length > 0
      ? { ...found, ...others, scope: null, isElsewhere: true }
      : found;
  },
  lines: (result, view) => {
    if (result.ofLine) return result.ofLine;
    return result.answers.length === 0 ? nothing(result, view) : listing(result, view);
  },
  json: ({ answers, recalled: { ranges, respelled }, once, ofLine, isElsewhere }) => {
    if (ofLine) return { results: [], withheld: {}, line: renderPlain(ofLine) };
    const read = {
      ...(respelled.length > 0 && { respelled }),
      ...(isElsewhere && { elsewhere: true }),
    };
    const times = ranges.map(({ from, to }) => ({
      from: formatMoment(from),
      to: formatMoment(to),
    }));
    if (!once)
      return {
        times,
        ...read,
        results: answers.map((answer) =>
          answer.kind === 'turn' ? foundRecord(answer) : keptJson(answer),
        ),
      };
    const results = once.found.map((one) => ({
      ...foundRecord(one),
      marks: undefined,
      alreadySent: one.alreadySent,
      sentAgain: one.sentAgain,
    }));
    return {
      times,
      ...read,
      results,
      withheld: once.withheld,
      tokens: once.tokens,
      estimated: once.estimated,
    };
  },
  told: ({ once }) => (once ? { text: once.text, isHarmless: true, receipt: once.receipt } : {}),
});

type SearchWhere = Parameters<typeof recall>[2];

/** Everything that is found there, in one order. */
async function answersTo(
  deps: OperationCall['deps'],
  query: string,
  where: SearchWhere & { readonly limit: number },
): Promise<Pick<SearchFindings, 'answers' | 'recalled'>> {
  const recalled = await recall(deps, query, where);
  const turns = await withEnds(deps, recalled.turns);
  return { recalled, answers: inOneOrder({ ...recalled, turns }).slice(0, where.limit) };
}

const OF_LINE = {
  answers: [],
  recalled: { ranges: [], respelled: [] },
  missing: 0,
  once: null,
} as const;

/** A query that names a line of a file is answered by who knows who wrote it. */
async function lineAnswered(
  { deps, scope, cwd, by, reach }: OperationCall,
  query: string,
): Promise<readonly ViewLine[] | null> {
  for (const room of deps.rooms) {
    const lines = await room.answersLine?.(deps, { query, scope, cwd, by, covers: reach.covers });
    if (lines) return lines;
  }
  return null;
}

/** For a model memories have a tool of their own. */
function kindsMeant(
  kind: RecallKind | undefined,
  by: Asker,
): { readonly kinds?: readonly RecallKind[] } {
  if (kind && !(by === 'agent' && kind === 'memory')) return { kinds: [kind] };
  return by === 'agent' ? { kinds: ['session', 'thread'] } : {};
}

/** A memory precedes turns that match fewer words of the query; own memories precede a teammate's. */
function inOneOrder({
  turns,
  memories,
  team,
}: Omit<Recalled, 'turns'> & { readonly turns: readonly HitWithEnd[] }): SearchAnswer[] {
  const kept = [
    ...memories.map((hit) => ({ score: hit.score, answer: { kind: 'memory' as const, ...hit } })),
    ...team.map((hit) => ({ score: hit.score, answer: { kind: 'team' as const, hit } })),
  ].sort((a, b) => b.score - a.score);
  const answers: SearchAnswer[] = [];
  let next = 0;
  for (const one of turns) {
    while (next < kept.length && kept[next]!.score > one.fit.share)
      answers.push(kept[next++]!.answer);
    answers.push({ kind: 'turn', ...one });
  }
  return [...answers, ...kept.slice(next).map(({ answer }) => answer)];
}

/** Refuses a name that no agent has, since it is a typing error. */
async function checkHost({ deps, hosts }: OperationCall, name: string | undefined): Promise<void> {
  if (name === undefined || hosts.includes(name)) return;
  const known = [...new Set([...hosts, ...(await hostsSeen(deps))])];
  if (!known.includes(name)) throw unknownName('agent', name, known);
}

type KeptAnswer = Exclude<SearchAnswer, { readonly kind: 'turn' }>;

function keptJson(answer: KeptAnswer) {
  if (answer.kind === 'team') {
    const { id, author, content, at } = answer.hit;
    return { kind: 'team', id, author, title: content, ended: iso(at) };
  }
  const { id, content, scope, updatedAt } = answer.memory;
  return { kind: 'memory', id, title: content, scope, ended: iso(updatedAt) };
}

function listing(
  { answers, recalled, scope, missing, isElsewhere }: SearchFindings,
  view: View,
): readonly ViewLine[] {
  const { dim } = view.style;
  const isAnySession = answers.some(({ kind }) => kind === 'turn');
  return [
    ...(isElsewhere ? ['Nothing found in this project. In others:'] : []),
    ...readAs(recalled, view.style),
    ...answers.flatMap((answer) =>
      answer.kind === 'turn'
        ? foundLines(answer, view, { withScope: scope === null })
        : [keptLine(answer, view)],
    ),
    ...(isAnySession
      ? [dim('Read on: cortex show <id> --at <turn>. A thread: cortex continue <id> --codes.')]
      : []),
    ...missingLine(missing, view.style),
  ];
}

function readAs(recalled: SearchFindings['recalled'], { dim }: Style): readonly ViewLine[] {
  const { ranges } = recalled;
  const times = ranges.length > 0 ? [`Read as: ${ranges.map(span).join('; ')}`] : [];
  return [...times, ...remarksOn(recalled)].map(dim);
}

function keptLine(answer: KeptAnswer, view: View): ViewLine {
  return answer.kind === 'memory' ? memoryLine(answer.memory, view) : teamRow(answer.hit, view);
}

function memoryLine({ id, content, updatedAt }: Memory, { style, now }: View): ViewLine {
  return {
    mark: `${style.cyan(id)}  `,
    text: `${content} ${style.dim(`(memory, ${timeAgo(updatedAt, now)})`)}`,
  };
}

const INDENT = '          ';

function foundLines(
  one: HitWithEnd,
  { style, now }: View,
  { withScope }: { readonly withScope: boolean },
): readonly ViewLine[] {
  const { bold, cyan, dim } = style;
  const { document, snippet, turn, by, end } = one;
  const facts = [
    ...(turn === null ? [] : [`turn ${turn}`]),
    ...(by === 'user' || by === 'agent' ? [by] : []),
    timeAgo(document.ended, now),
    localTime(document.began),
    ...(withScope ? [document.scope] : []),
    document.host,
    document.branch,
  ];
  return [
    { mark: `${cyan(shortId(document.ref))}  `, text: bold(foundTitle(one)) },
    { mark: INDENT, text: dim(facts.filter(Boolean).join(', ')) },
    ...(snippet && !isTitle(one) ? [{ mark: INDENT, text: painted(snippet, style) }] : []),
    ...(end === null ? [] : [{ mark: INDENT, text: `${dim('ended:')} ${end}` }]),
  ];
}

export function foundTitle({ document, title }: HitWithEnd): string {
  return document.kind === 'thread'
    ? `Thread of ${scopeInWords(document.scope)}`
    : (title ?? '(no words yet)');
}

/** Drops a snippet that repeats the title, which is the first prompt. */
function isTitle({ title, snippet }: HitWithEnd): boolean {
  return title !== null && snippet?.text === title;
}

function painted({ text, marks }: Snippet, { yellow }: Style): string {
  let at = 0;
  let line = '';
  for (const [from, to] of marks) {
    line += text.slice(at, from) + yellow(text.slice(from, to));
    at = to;
  }
  return line + text.slice(at);
}

function span({ from, to }: Recalled['ranges'][number]): string {
  if (formatMoment(from) === null || from <= 0) return `before ${localTime(to)}`;
  return formatMoment(to) === null
    ? `since ${localTime(from)}`
    : `${localTime(from)} to ${localTime(to)}`;
}

function nothing(
  { recalled, scope, missing }: SearchFindings,
  { style }: View,
): readonly ViewLine[] {
  return [
    `Nothing found${scope === null ? '' : ` in ${scopeInWords(scope)}`}.`,
    ...readAs(recalled, style),
    ...(scope === null ? [] : [style.dim('cortex search --all looks in every project.')]),
    ...missingLine(missing, style),
  ];
}

function missingLine(missing: number, { dim }: Style): readonly ViewLine[] {
  if (missing === 0) return [];
  const which = count(missing, 'session is', 'sessions are');
  return [dim(`${which} not in the index yet: cortex doctor --rebuild-index`)];
}
