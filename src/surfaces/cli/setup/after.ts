import type { AgentMemories, MemoryBook } from '../../../agent-memories.ts';
import { insideElement } from '../../../domain/answer/preamble.ts';
import { keptSource } from '../../../domain/memories/kept.ts';
import { importKept } from '../../../engine/import/import-kept.ts';
import { importTranscripts, isRecent } from '../../../engine/import/import-transcripts.ts';
import { preview } from '../../../engine/restore/preview.ts';
import { asRead } from '../../../operations/words.ts';
import { recordOf, type TranscriptFile, type Transcripts } from '../../../transcripts.ts';
import type { Cli, Home } from '../context.ts';
import type { Output } from '../output.ts';
import { withStore } from '../store.ts';
import { count } from '../times.ts';
import { bar } from '../transcript-report.ts';
import type { Done } from './carry-out.ts';
import { type HostPlan, isChange, planSetup } from './plan.ts';
import { lockOf, readRecord } from './record.ts';
import type { ChosenRuntime } from './runtime.ts';
import { printProblem } from './show.ts';

/** Measured over transcripts of 120 turns each, by the time of the processor; it is only for the question. */
const BYTES_A_SECOND = 1_200_000;

interface Past {
  readonly transcripts: Transcripts;
  readonly lookedAt: readonly string[];
  readonly files: readonly TranscriptFile[];
  /** Those whose sessions may still run. */
  readonly recent: number;
}

interface Memory {
  readonly keeper: AgentMemories;
  readonly lookedAt: readonly string[];
  readonly books: readonly MemoryBook[];
}

/** Offers to take over what the agents themselves kept, sessions and memory, so that the first day has a past. */
export async function offerPast(cli: Cli, plans: readonly HostPlan[]): Promise<void> {
  const home = cli.home();
  const all = plans.flatMap(({ host }) => pastOf(home, host.name));
  const pasts = all.filter(({ files }) => files.length > 0);
  const memories = plans
    .flatMap(({ host }) => memoryOf(home, host.name))
    .filter(({ books }) => books.some((book) => book.files.length > 0));
  if (pasts.length + memories.length === 0) {
    if (all.some(({ recent }) => recent > 0)) cli.out.line();
    sayRecent(cli, all);
    return;
  }
  const files = pasts.flatMap((past) => past.files);
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const seconds = Math.max(1, Math.ceil(bytes / BYTES_A_SECOND));
  const length = seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
  cli.out.line();
  const kept = memories.flatMap(({ books }) => books.flatMap((book) => book.files));
  const what = [
    ...(files.length > 0 ? [`${count(files.length, 'transcript')} of earlier sessions`] : []),
    ...(kept.length > 0 ? [`${count(kept.length, 'file')} of memory`] : []),
  ];
  const found = `${what.join(' and ')} found, about ${length}.`;
  sayRecent(cli, all);
  for (const { transcripts } of pasts) if (transcripts.deleted) cli.out.block(transcripts.deleted);
  const typed = await cli.ask(`${found} Import? [Y/n] `);
  if (typed === null || !/^(?:|y(?:es)?)$/i.test(typed)) {
    const sources = [
      ...pasts.map(({ transcripts }) => transcripts.host),
      ...memories.map(({ keeper }) => keptSource(keeper.host)),
    ];
    cli.out.block(`Later: ${sources.map((source) => `cortex import ${source}`).join(', ')}`);
    return;
  }
  await withStore(cli, async (deps) => {
    const { notes } = home.transcripts;
    let taken = 0;
    const left = { captured: 0, known: 0, forgotten: 0 };
    for (const { transcripts, lookedAt, files: own } of pasts) {
      const report = await importTranscripts(deps, transcripts, own, {
        ...{ dryRun: false, lookedAt, ...notes },
        progress: (read, all) => cli.err.progress(`${transcripts.host} ${bar(read, all)}`),
      });
      taken += report.sessions.new + report.sessions.grown;
      for (const why of ['captured', 'known', 'forgotten'] as const) left[why] += report.sessions[why];
    }
    // After the sessions: a project whose folder is gone is known by them.
    let [remembered, unplaced] = [0, 0];
    for (const { keeper, lookedAt, books } of memories) {
      const report = await importKept(deps, keeper, books, {
        ...{ dryRun: false, again: false, into: null, lookedAt, notes: home.memories.notes },
        progress: (text) => cli.err.progress(`${keptSource(keeper.host)} ${text}`),
      });
      remembered += report.memories.new + report.memories.updated;
      unplaced += report.memories.unplaced;
    }
    cli.err.progress('');
    if (pasts.length > 0)
      cli.out.block(
        taken > 0
          ? `${count(taken, 'session')} taken over. cortex history --all lists them.`
          : `No session was taken over: ${reasons(left)}.`,
      );
    if (memories.length > 0)
      cli.out.block(
        `${count(remembered, 'memory', 'memories')} taken over. cortex review --source import lists them.`,
      );
    if (unplaced > 0)
      cli.out.block(
        `${count(unplaced, 'memory', 'memories')} left where they are: it is not sure of which project they are. ${memories.map(({ keeper }) => `cortex import ${keptSource(keeper.host)}`).join(' and ')} says more.`,
      );
  });
}

/** Without anybody to ask: what is about to be lost is named once, with the command that keeps it. */
export function sayDeleted({ home, out }: Cli, plans: readonly HostPlan[]): void {
  for (const { transcripts, files } of plans.flatMap(({ host }) => pastOf(home(), host.name)))
    if (transcripts.deleted && files.length > 0)
      out.block(`${transcripts.deleted} To keep what they say: cortex import ${transcripts.host}`);
}

function sayRecent({ out }: Cli, pasts: readonly Past[]): void {
  for (const { transcripts, recent } of pasts)
    if (recent > 0)
      out.block(
        `${count(recent, 'transcript')} of ${transcripts.host} left out: written to in the last half hour, so the session may still run. Later: cortex import ${transcripts.host}`,
      );
}

function reasons({ captured, known, forgotten }: Record<'captured' | 'known' | 'forgotten', number>): string {
  const all = [
    captured > 0 ? `${captured} captured by hooks already` : null,
    known > 0 ? `${known} here already` : null,
    forgotten > 0 ? `${forgotten} forgotten here` : null,
  ].filter((one) => one !== null);
  return all.length > 0 ? all.join(', ') : 'the transcripts hold no conversation';
}

function pastOf(home: Home, name: string): readonly Past[] {
  const { hosts, folders, at, notes } = home.transcripts;
  return hosts
    .filter(({ host }) => host === name)
    .map((transcripts) => {
      const lookedAt = folders(transcripts);
      const found = lookedAt.flatMap((place) => at(place, transcripts)).filter((file) => !notes.isDone(file));
      const isLeft = (file: TranscriptFile) =>
        !recordOf(transcripts, file).holdsAll && isRecent(home, file.modified);
      const files = found.filter((file) => !isLeft(file));
      return { transcripts, lookedAt, files, recent: found.length - files.length };
    });
}

function memoryOf(home: Home, name: string): readonly Memory[] {
  const { keepers, folders, at, notes } = home.memories;
  const known = new Set(notes.read().map(({ book }) => book));
  return keepers
    .filter(({ host }) => host === name)
    .map((keeper) => {
      const lookedAt = folders(keeper);
      const books = lookedAt.flatMap((place) => at(place, keeper, false));
      return { keeper, lookedAt, books: books.filter(({ path }) => !known.has(path)) };
    });
}

/** Asks whether to show a status line, where the host has one and none is shown. What is said no to stays as it is. */
export async function offerStatusLine(
  cli: Cli,
  plans: readonly HostPlan[],
  runtime: ChosenRuntime,
  apply: (plans: readonly HostPlan[]) => readonly (readonly Done[])[],
): Promise<void> {
  const { machine } = cli;
  const home = cli.home();
  const record = readRecord(machine, home);
  for (const { host, target } of plans) {
    const more = planSetup(cli, [host], target, { ...runtime, showsStatus: true }, record);
    if (!more.some(({ steps }) => steps.some(isChange))) continue;
    const typed = await cli.ask(
      `Show "2 pins · 1 red · stopped 2d ago" in the status line of ${host.title}? [y/N] `,
    );
    if (typed === null || !/^y(?:es)?$/i.test(typed)) continue;
    const done = machine.exclusively(lockOf(home), () => apply(more)).flat();
    for (const step of done) {
      if (step.kind === 'problem') printProblem(cli.out, step);
      else if (step.kind === 'file' && step.before !== step.after)
        cli.out.item(
          '  ',
          `${cli.out.style.green('changed')}  ${step.path}: the status line is shown from the next session on`,
        );
    }
  }
}

const MOST_LINES = 14;

/** The beginning of what the next session in this folder would be told. */
export async function showNext(cli: Cli): Promise<void> {
  const { out } = cli;
  const { bold, dim } = out.style;
  out.line();
  const text = await withStore(cli, async (deps) => {
    const { scope, branch } = deps.locate(cli.cwd());
    return (await preview(deps, { scope, branch })).start.text;
  });
  if (text === null) {
    out.block(
      'The next session in this folder starts without a past. What it leaves, the one after it is told.',
    );
    return;
  }
  const lines = asRead(insideElement(text)).split('\n');
  out.block(bold('The next session in this folder would be told:'));
  printTold(out, lines.slice(0, MOST_LINES).join('\n').trimEnd(), '  ');
  if (lines.length > MOST_LINES)
    out.block(dim(`… ${count(lines.length - MOST_LINES, 'more line')}: cortex why`));
}

/** A text of headings and lists, for a person to read: lines that are wrapped stand below their words. */
function printTold(out: Output, text: string, indent = ''): void {
  for (const line of text.split('\n')) {
    if (line === '') out.line();
    else if (line.startsWith('- ')) out.item(`${indent}- `, line.slice(2));
    else if (HEADING.test(line)) out.block(out.style.bold(line), indent);
    else out.block(line, indent);
  }
}

const HEADING = /^[A-Z][A-Z ]+(?: \(.*\))?:/;
