import { shortId } from '../../../domain/ids.ts';
import type { Memory } from '../../../domain/memory.ts';
import { MOMENTS } from '../../../domain/moment.ts';
import type { Snippet } from '../../../domain/search/snippet.ts';
import { iso, type Millis } from '../../../domain/time.ts';
import { foundRecord, moment } from '../../../engine/found-record.ts';
import { type Found, searchEverything } from '../../../engine/recall.ts';
import { command, JSON_FLAG } from '../command.ts';
import { withStore } from '../context.ts';
import { UsageError } from '../errors.ts';
import { momentFlag } from '../moment.ts';
import type { Output } from '../output.ts';
import { chooseScope, inWords, SCOPE_FLAGS } from '../scope.ts';
import { ago, count, timeZone, when } from '../times.ts';

const STANDARD_LIMIT = 10;
const KINDS = ['session', 'thread', 'memory'] as const;

export const search = command({
  name: 'search',
  summary: 'Find sessions, threads and memories by words and by time.',
  about:
    'Looks through what the user and the agent wrote, the files that were touched, pins, threads and memories, also of sessions in ' +
    'cold storage. Best first, each with the place that shows why. Times in the words are understood in your time zone: ' +
    'today, last Tuesday, two weeks ago, in October, since Friday, 2026-10-01. A question that asks for a time only, such ' +
    'as what was I working on last Tuesday?, lists the sessions of that time. A turn is found once it has ended.',
  args: [{ name: 'words', help: 'What to look for, as you would ask for it.', many: true }],
  flags: {
    ...SCOPE_FLAGS,
    all: { help: 'In every project.' },
    host: { value: 'name', choices: 'hosts', help: 'Sessions of this agent only.' },
    branch: { value: 'name', help: 'Sessions on this branch only.' },
    kind: { value: 'kind', choices: KINDS, help: `Only these: ${KINDS.join(', ')}.` },
    since: { value: 'time', help: `Nothing older: ${MOMENTS}.` },
    limit: { value: 'n', count: true, help: `How many to list (${STANDARD_LIMIT}).` },
    ...JSON_FLAG,
  },
  examples: [
    { line: 'cortex search serial timeout', says: 'where this was spoken of, here' },
    { line: 'cortex search "what was I working on last Tuesday?"', says: 'the sessions of that day' },
    { line: 'cortex search --all hamlib since Friday', says: 'in every project' },
  ],
  run: (cli, { args, flags }) =>
    withStore(cli, async (deps) => {
      const question = args.join(' ');
      if (question.trim() === '') throw new UsageError('Say what to look for.');
      const kind = kindOf(flags.kind);
      if (flags.all && (flags.scope ?? flags.project) !== undefined)
        throw new UsageError('--all is every project; leave out --scope and --project.');
      const scope = flags.all ? null : (await chooseScope(deps, cli.cwd(), flags)).scope;
      const limit = flags.limit ?? STANDARD_LIMIT;
      const since = momentFlag('since', flags.since, deps.now());
      const request = {
        question,
        timeZone: timeZone(),
        scope,
        limit,
        ...(flags.host !== undefined && { host: flags.host }),
        ...(flags.branch !== undefined && { branch: flags.branch }),
        ...(since !== undefined && { since }),
      };
      const found = await searchEverything(deps, { ...request, ...(kind && { kind }) });
      if (flags.json) {
        cli.out.json(asJson(found));
        return 0;
      }
      const missing = kind === 'memory' ? 0 : await deps.store.unindexedSessions();
      if (found.answers.length === 0) {
        printNothing(cli.out, found, scope?.label ?? null, missing);
        return 0;
      }
      print(cli.out, found, { now: deps.now(), withScope: scope === null });
      if (missing > 0) printMissing(cli.out, missing);
      return 0;
    }),
});

type Answered = Awaited<ReturnType<typeof searchEverything>>;

function kindOf(text: string | undefined): (typeof KINDS)[number] | null {
  if (text === undefined) return null;
  const kind = KINDS.find((name) => name === text);
  if (!kind) throw new UsageError(`--kind takes ${KINDS.join(', ')}, not ${text}.`);
  return kind;
}

function asJson({ answers, ranges }: Answered) {
  return {
    times: ranges.map(({ from, to }) => ({ from: moment(from), to: moment(to) })),
    results: answers.map((answer) =>
      answer.kind === 'memory' ? memoryJson(answer.memory) : foundRecord(answer),
    ),
  };
}

function memoryJson({ id, content, scope, updatedAt }: Memory) {
  return { kind: 'memory', id, title: content, scope, ended: iso(updatedAt) };
}

function print(
  out: Output,
  { answers, ranges }: Answered,
  { now, withScope }: { readonly now: Millis; readonly withScope: boolean },
): void {
  const { dim } = out.style;
  if (ranges.length > 0) out.block(dim(`Read as: ${ranges.map(span).join('; ')}`));
  for (const answer of answers) {
    if (answer.kind === 'memory') printMemory(out, answer.memory, now);
    else printFound(out, answer, now, withScope);
  }
  if (answers.some(({ kind }) => kind === 'document'))
    out.block(dim('cortex show <id> tells more of a session, cortex resume <id> of a thread.'));
}

function printMemory(out: Output, { id, content, updatedAt }: Memory, now: Millis): void {
  const { cyan, dim } = out.style;
  out.item(`${cyan(id)}  `, `${content} ${dim(`(memory, ${ago(updatedAt, now)})`)}`);
}

function printFound(out: Output, one: Found, now: Millis, withScope: boolean): void {
  const { bold, cyan, dim } = out.style;
  const { document, snippet } = one;
  const facts = [
    ago(document.ended, now),
    when(document.began),
    ...(withScope ? [document.scope] : []),
    document.host,
    document.branch,
  ];
  out.item(`${cyan(shortId(document.ref))}  `, bold(titleOf(one)));
  out.block(dim(facts.filter(Boolean).join(', ')), '          ');
  if (snippet && !isTitle(one)) out.block(painted(out, snippet), '          ');
}

function titleOf({ document, title }: Found): string {
  return document.kind === 'thread' ? `Thread of ${inWords(document.scope)}` : (title ?? '(no words yet)');
}

/** The title is the first prompt: shown twice it says nothing new. */
function isTitle({ title, snippet }: Found): boolean {
  return title !== null && snippet?.text === title;
}

function painted(out: Output, { text, marks }: Snippet): string {
  let at = 0;
  let line = '';
  for (const [from, to] of marks) {
    line += text.slice(at, from) + out.style.yellow(text.slice(from, to));
    at = to;
  }
  return line + text.slice(at);
}

function span({ from, to }: { readonly from: Millis; readonly to: Millis }): string {
  if (moment(from) === null || from <= 0) return `before ${when(to)}`;
  return moment(to) === null ? `since ${when(from)}` : `${when(from)} to ${when(to)}`;
}

function printNothing(out: Output, { ranges }: Answered, label: string | null, missing: number): void {
  const where = label === null ? '' : ` in ${inWords(label)}`;
  out.block(`Nothing found${where}.`);
  if (ranges.length > 0) out.block(out.style.dim(`Read as: ${ranges.map(span).join('; ')}`));
  if (label !== null) out.block(out.style.dim('cortex search --all looks in every project.'));
  if (missing > 0) printMissing(out, missing);
}

function printMissing(out: Output, missing: number): void {
  const which = count(missing, 'session is', 'sessions are');
  out.block(out.style.dim(`${which} not in the index yet: cortex doctor --rebuild-index`));
}
