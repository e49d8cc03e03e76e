import { insideElement } from '../../../domain/answer/preamble.ts';
import { importTranscripts } from '../../../engine/import/import-transcripts.ts';
import { preview } from '../../../engine/restore/preview.ts';
import type { TranscriptFile, Transcripts } from '../../../transcripts.ts';
import { type Cli, type Home, withStore } from '../context.ts';
import { count } from '../times.ts';
import { printTold } from '../told.ts';
import { bar } from '../transcript-report.ts';
import { type HostPlan, isChange, planSetup } from './plan.ts';
import { lockOf, readRecord } from './record.ts';
import type { ChosenRuntime } from './runtime.ts';

/** Measured over transcripts of 120 turns each, by the time of the processor; it is only for the question. */
const BYTES_A_SECOND = 1_200_000;

interface Past {
  readonly transcripts: Transcripts;
  readonly lookedAt: readonly string[];
  readonly files: readonly TranscriptFile[];
}

/** Offers to make sessions of what the agents themselves kept, so that the first day has a past. */
export async function offerPast(cli: Cli, plans: readonly HostPlan[]): Promise<void> {
  const home = cli.home();
  const pasts = plans.flatMap(({ host }) => pastOf(home, host.name)).filter(({ files }) => files.length > 0);
  if (pasts.length === 0) return;
  const files = pasts.flatMap((past) => past.files);
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const seconds = Math.max(1, Math.ceil(bytes / BYTES_A_SECOND));
  const length = seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
  cli.out.line();
  const found = `${count(files.length, 'transcript')} of earlier sessions found, about ${length}.`;
  const typed = await cli.ask(`${found} Import? [Y/n] `);
  if (typed === null || !/^(?:|y(?:es)?)$/i.test(typed)) {
    cli.out.block(`Later: ${pasts.map(({ transcripts }) => `cortex import ${transcripts.host}`).join(', ')}`);
    return;
  }
  await withStore(cli, async (deps) => {
    const { notes } = home.transcripts;
    let taken = 0;
    for (const { transcripts, lookedAt, files: own } of pasts) {
      const report = await importTranscripts(deps, transcripts, own, {
        ...{ dryRun: false, lookedAt, done: notes.done, isDone: notes.isDone },
        progress: (read, all) => cli.err.progress(`${transcripts.host} ${bar(read, all)}`),
      });
      taken += report.sessions.new + report.sessions.grown;
    }
    cli.err.progress('');
    cli.out.block(`${count(taken, 'session')} taken over. cortex history --all lists them.`);
  });
}

function pastOf(home: Home, name: string): readonly Past[] {
  const { hosts, folders, at, notes } = home.transcripts;
  return hosts
    .filter(({ host }) => host === name)
    .map((transcripts) => {
      const lookedAt = folders(transcripts);
      const files = lookedAt.flatMap((place) => at(place, transcripts)).filter((file) => !notes.isDone(file));
      return { transcripts, lookedAt, files };
    });
}

/** Asks whether to show a status line, where the host has one and none is shown. What is said no to stays as it is. */
export async function offerStatusLine(
  cli: Cli,
  plans: readonly HostPlan[],
  runtime: ChosenRuntime,
  apply: (plans: readonly HostPlan[]) => unknown,
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
    if (typed !== null && /^y(?:es)?$/i.test(typed)) machine.exclusively(lockOf(home), () => apply(more));
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
  const lines = insideElement(text).split('\n');
  out.block(bold('The next session in this folder would be told:'));
  printTold(out, lines.slice(0, MOST_LINES).join('\n').trimEnd(), '  ');
  if (lines.length > MOST_LINES)
    out.block(dim(`… ${count(lines.length - MOST_LINES, 'more line')}: cortex preview`));
}
