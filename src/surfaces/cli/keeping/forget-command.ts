import { pinLine } from '../../../domain/answer/lines.ts';
import { isSearchable } from '../../../domain/base/text/phrase.ts';
import { MOMENTS } from '../../../domain/base/time.ts';
import { AUTHORS } from '../../../domain/facts/source.ts';
import { toWorkingMemory } from '../../../domain/pins/pin.ts';
import type { Deps } from '../../../engine/base/deps.ts';
import {
  type ForgetPreview,
  finishForgetting,
  foreseeSession,
  foreseeWords,
  type Subject,
  unfinishedForgetting,
} from '../../../engine/keeping/forget.ts';
import { findMemory, findSession } from '../../../engine/search/find.ts';
import {
  asPerson,
  isLongEnough,
  resolveMoment,
  resolveSession,
} from '../../../operations/base/meant.ts';
import { count } from '../../../operations/base/words.ts';
import { memoryForget } from '../../../operations/memories/forget.ts';
import { resolveSource } from '../../../operations/review/review.ts';
import { type CommandInput, declareCommand, JSON_FLAG } from '../base/command.ts';
import type { Cli } from '../base/context.ts';
import { Failure, UsageError } from '../base/errors.ts';
import { runOperation } from '../base/of-operation.ts';
import { withStore } from '../base/store.ts';
import {
  agentTranscripts,
  askToErase,
  carryOutForgetting,
  forgottenJson,
  goingInWords,
  sayGoing,
  sayWhatIsLeft,
  stayingInWords,
} from './forget.ts';
import { forgetSource } from './sources.ts';

const FLAGS = {
  session: {
    value: 'id',
    choices: 'sessions',
    help: 'A whole session, and what other sessions were told of it.',
  },
  words: { value: 'text', help: 'These words, wherever they are stored.' },
  source: {
    value: 'who',
    help: `Everything from this source: ${AUTHORS.join(', ')}, or an agent program.`,
  },
  since: { value: 'when', help: `With --source: only what is not older: ${MOMENTS}.` },
  rules: { help: 'With --session: also your rules that were made in it.' },
  yes: { short: 'y', help: 'Do not ask.' },
  ...JSON_FLAG,
} as const;

export const forgetCommand = declareCommand({
  name: 'forget',
  summary: 'Erase a session, memories, words or a source for good.',
  about: [
    'Erases from the database, its indexes and its log, and from mirrors, archives, logs, ' +
      'backups and the report. At a terminal it shows what it found and asks; elsewhere it ' +
      'needs --yes. To stop telling a line without erasing it: cortex mute, cortex unpin.',
    'Words: found as a phrase in any case and spacing, also written as one word or inside longer words. [forgotten] ' +
      'takes their place, and a memory that says nothing else is erased.',
    'A session: with its entries in threads, its findings, the pins that others inherited ' +
      'from it, and the lines in which later sessions were told of it. Your rules stay unless ' +
      'you give --rules; so do memories that were added on purpose, and pins that you made ' +
      'before the session.',
    'A source: all that cortex review lists of it, in every project. Of an agent program, or ' +
      'of import, also whole sessions with their rules.',
    'Out of reach: sealed metrics, which name tasks by their titles; the paths of projects; ' +
      "your own files (options, SOPs, exports, reports elsewhere); other homes; the agents' " +
      'own transcripts. cortex import leaves a forgotten session out unless you give --again.',
  ].join('\n\n'),
  args: [
    {
      name: 'what',
      help: 'Ids of memories, or their beginnings; at a terminal also the id of a session, or words.',
      optional: true,
      many: true,
    },
  ],
  flags: FLAGS,
  examples: [
    { line: 'cortex forget --words "project bluebird"', says: 'words, wherever they are stored' },
    { line: 'cortex forget --session a1b2c3d4', says: 'a whole session' },
    {
      line: 'cortex forget --source codex --since 3d',
      says: 'what came from one program in three days',
    },
    { line: 'cortex forget mem-1f3a', says: 'a memory' },
  ],
  run: async (cli, input) => {
    const { args, flags } = input;
    const kinds = [flags.session, flags.words, flags.source].filter(
      (one) => one !== undefined,
    ).length;
    if (kinds + (args.length > 0 ? 1 : 0) !== 1)
      throw new UsageError(
        'Say one of: memory ids, --session <id>, --words "…" or --source <who>.',
      );
    if (flags.since !== undefined && flags.source === undefined)
      throw new UsageError('--since goes with --source.');
    if (flags.rules && flags.session === undefined)
      throw new UsageError('--rules goes with --session.');
    if (args.length > 0) {
      const meant = await withStore(cli, (deps) => resolveBareWords(cli, deps, args, flags));
      switch (meant.kind) {
        case 'nothing':
          return 1;
        case 'memories':
          return runOperation(cli, memoryForget, input);
        case 'session':
          return forgetSubject(cli, { ...flags, session: meant.id });
        case 'words':
          return forgetSubject(cli, { ...flags, words: meant.words });
      }
    }
    return flags.source === undefined ? forgetSubject(cli, flags) : forgetNamedSource(cli, flags);
  },
});

type ForgetFlags = CommandInput<typeof FLAGS>['flags'];

type MeantToForget =
  | { readonly kind: 'memories' }
  | { readonly kind: 'session'; readonly id: string }
  | { readonly kind: 'words'; readonly words: string }
  /** The person said no. */
  | { readonly kind: 'nothing' };

/** The kind of thing that bare words name. Nobody erases by a guess: a session or words are taken for that only after a question. */
async function resolveBareWords(
  cli: Cli,
  deps: Deps,
  words: readonly string[],
  { yes }: Pick<ForgetFlags, 'yes'>,
): Promise<MeantToForget> {
  const mayAsk = cli.isAttended() && !yes;
  const [word] = words as readonly [string, ...string[]];
  const session = words.length === 1 && isLongEnough(word) ? await findSession(deps, word) : null;
  const isSession = session?.kind === 'found';
  const unfinished = await unfinishedForgetting(deps);
  const isMemory = async (one: string) =>
    unfinished.includes(one) || (await findMemory(deps, one)).kind !== 'none';
  const areMemories = (await Promise.all(words.map(isMemory))).every(Boolean);
  if (areMemories && isSession)
    throw new UsageError(
      `A memory and a session have ids that begin with ${word}.`,
      `Name the kind: cortex forget mem-${word}, or cortex forget --session ${word}`,
    );
  if (areMemories) return { kind: 'memories' };
  if (isSession) {
    if (mayAsk) return { kind: 'session', id: word };
    throw new UsageError(`${word} is a session.`, `To erase it: cortex forget --session ${word}`);
  }
  const phrase = words.join(' ');
  const question = `No memory or session is called that. Erase the words "${phrase}", wherever they are stored?`;
  const answer = mayAsk ? await cli.confirm(question) : null;
  if (answer) return { kind: 'words', words: phrase };
  if (answer === null)
    throw new Failure(
      `No memory has an id that begins with ${word}.`,
      `To erase words: cortex forget --words ${JSON.stringify(phrase)}`,
    );
  cli.err.line('Nothing was forgotten.');
  return { kind: 'nothing' };
}

async function forgetNamedSource(cli: Cli, flags: ForgetFlags): Promise<number> {
  return withStore(cli, async (deps, home) => {
    const source = await resolveSource(
      { deps, hosts: cli.hosts.map(({ name }) => name) },
      flags.source,
    );
    const since = resolveMoment(flags.since, deps.now(), 'past', '--since');
    return forgetSource(cli, deps, home, source!, { ...flags, since });
  });
}

async function forgetSubject(cli: Cli, flags: ForgetFlags): Promise<number> {
  return withStore(cli, async (deps, home) => {
    const { words } = flags;
    if (words !== undefined && !isSearchable(words))
      throw new UsageError('--words takes at least two letters or digits.');
    const session =
      words === undefined ? await resolveSession(asPerson(deps), flags.session!) : null;
    const subject: Subject = session
      ? { sessions: [session.session_id], rules: flags.rules }
      : { words: [words!] };
    const foreseen = session
      ? await foreseeSession(deps, home.copies(), session.session_id)
      : await foreseeWords(deps, home.copies(), words!);
    if (!foreseen?.isAny) {
      const isGone = await finishForgetting(deps);
      if (flags.json) cli.out.json({ forgotten: false, ...(foreseen && countsOf(foreseen)) });
      else cli.out.line('Nothing is left that holds it.');
      if (foreseen && !flags.json) sayWhatStays(cli, foreseen, []);
      return isGone ? 0 : 1;
    }
    if (!flags.yes) {
      sayWhatGoes(cli, foreseen);
      const refused = await askToErase(cli);
      if (refused !== null) return refused;
    }
    const result = await carryOutForgetting(cli, deps, home, subject);
    if (flags.json) {
      const { session: held } = foreseen;
      const transcripts = held ? agentTranscripts(cli, held) : [];
      cli.out.json({
        forgotten: true,
        ...countsOf(foreseen),
        ...forgottenJson(result),
        ...(held && { kept_pins: held.forgetting.kept.map(toWorkingMemory), transcripts }),
      });
    } else {
      cli.out.block(`Forgotten: ${goingInWords(foreseen).join(', ')}.`);
      if (subject.words) sayWhatIsAround(cli, foreseen);
      sayWhatStays(cli, foreseen, result.memories);
      sayTranscripts(cli, foreseen);
    }
    return sayWhatIsLeft(cli, result);
  });
}

function sayWhatGoes(cli: Cli, foreseen: ForgetPreview): void {
  // Lines may be of any project, so they are for a person's eyes.
  if (cli.isAttended()) sayLines(cli, foreseen.lines);
  sayGoing(cli, goingInWords(foreseen));
  for (const pin of foreseen.session?.pins ?? []) cli.err.item('  pin  ', pinLine(pin));
  sayKeptPins(cli, foreseen);
  sayTranscripts(cli, foreseen);
}

const MOST_LINES = 12;

function sayLines({ err }: Cli, lines: readonly string[]): void {
  for (const line of lines.slice(0, MOST_LINES)) err.item('  ', line);
  if (lines.length > MOST_LINES)
    err.block(`  … and ${count(lines.length - MOST_LINES, 'more line')}`);
}

function sayWhatStays(cli: Cli, foreseen: ForgetPreview, gone: readonly string[]): void {
  for (const line of stayingInWords(foreseen)) cli.err.block(`Out of reach: ${line}`);
  const { session } = foreseen;
  const kept = [...(session?.rules ?? []), ...(session?.other_memories ?? [])].filter(
    (id) => !gone.includes(id),
  );
  if (kept.length > 0) cli.err.block(`Memories made in it stay: ${kept.join(', ')}.`);
  sayKeptPins(cli, foreseen);
  if (session?.is_running)
    cli.err.block('The session still runs: what happens in it from now on is recorded.');
}

/** A person made them before the session: they are not its own. */
function sayKeptPins({ err }: Cli, { session }: ForgetPreview): void {
  for (const pin of session?.forgetting.kept ?? [])
    err.block(`Your pin stays, for you made it before this session: ${pinLine(pin)}`);
}

/** Forgetting reaches no file of the agent. */
function sayTranscripts(cli: Cli, { session }: ForgetPreview): void {
  const { err } = cli;
  const paths = session ? agentTranscripts(cli, session) : [];
  if (paths.length === 0) return;
  err.block(`The agent's own transcript still has it: ${paths.join(', ')}`);
  err.block(
    `cortex import ${session!.host} leaves the session out from now on; with --again it comes back.`,
  );
}

/** Says that only the words went: what stood around them still tells of something. */
function sayWhatIsAround({ out }: Cli, { rows }: ForgetPreview): void {
  if (rows.facts + rows.memories === 0) return;
  out.block(
    out.style.dim(
      '[forgotten] stands in their place; the rest of each sentence stays. To erase all of it, name the whole sentence, or its session with --session.',
    ),
  );
}

function countsOf({
  rows,
  files,
  stays: kept,
  session,
}: ForgetPreview): Readonly<Record<string, unknown>> {
  const { sessions, facts, memories, thread_entries, told, other_rows } = rows;
  const { archives, copies, log_lines } = files;
  return {
    found: {
      sessions,
      facts,
      memories,
      thread_entries,
      told,
      other_rows,
      archives,
      copies,
      log_lines,
    },
    out_of_reach: kept,
    ...(session && { session_id: session.forgetting.id }),
  };
}
