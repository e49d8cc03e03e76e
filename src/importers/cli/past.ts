import { join } from 'node:path';
import { ALL_TRANSCRIPTS } from '../../agents/all.ts';
import { parseJson } from '../../domain/base/text/json.ts';
import type { Deps } from '../../engine/base/deps.ts';
import { count } from '../../operations/base/words.ts';
import type { TranscriptFile, Transcripts } from '../../ports/base/transcripts.ts';
import type { Cli } from '../../surfaces/cli/base/context.ts';
import { hostFiles, transcriptNotes } from '../places.ts';
import { importTranscripts, isRecent, recordOf } from '../transcripts.ts';
import { importFrom } from './import.ts';
import { deletesAfter, titleOf } from './leaving.ts';

/** Measured over transcripts of 120 turns each, by the time of the processor; only for the question. */
const BYTES_A_SECOND = 1_200_000;

/** Offers to import the agents' own transcripts, so that the first day has a past; where nobody can be asked it says how. */
export async function offerPast(
  cli: Cli,
  hosts: readonly string[],
  isAsked: boolean,
): Promise<void> {
  const { isDone } = transcriptNotes(cli);
  const pasts = ALL_TRANSCRIPTS.filter(({ host }) => hosts.includes(host))
    .map((of) => ({ of, files: hostFiles(cli, of).files.filter((file) => !isDone(file)) }))
    .filter(({ files }) => files.length > 0);
  if (pasts.length === 0) return;
  const files = pasts.flatMap((past) => past.files);
  const seconds = Math.max(
    1,
    Math.ceil(files.reduce((sum, { size }) => sum + size, 0) / BYTES_A_SECOND),
  );
  const time = seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
  const outliving = pasts.flatMap(({ of, files }) =>
    files.filter((file) => recordOf(of, file) !== of),
  );
  const recent = pasts.flatMap(({ of, files }) =>
    files.filter((file) => !recordOf(of, file).holdsAll && isRecent(cli.home(), file.modified)),
  );
  const transcripts = files.length - outliving.length;
  const found = [
    ...(transcripts > 0 ? [`${count(transcripts, 'transcript')} of earlier sessions`] : []),
    ...(outliving.length > 0 ? ['prompts of sessions whose transcripts are gone'] : []),
  ].join(' and ');
  const commands = pasts.map(({ of }) => `cortex import ${of.host}`).join(', ');
  const what = [
    `${found} found, about ${time}.`,
    ...(recent.length > 0
      ? [
          `${count(recent.length, 'session')} of the last half hour may still run and will follow once quiet.`,
        ]
      : []),
    ...pasts.flatMap(({ of }) => deletionWords(cli, of)),
  ].join(' ');
  if (!isAsked) {
    cli.out.block(`${what} Nothing was imported; to do it: ${commands}`);
    return;
  }
  cli.out.line();
  const typed = await cli.ask(`${what} Import? [Y/n] `);
  if (typed === null || !/^(?:|y(?:es)?)$/i.test(typed)) cli.out.block(`Later: ${commands}`);
  else {
    for (const { of } of pasts) await importFrom(cli, of.host);
    setWaiting(cli, recent);
  }
}

/** When the agent deletes them by itself. */
function deletionWords(cli: Cli, { host, deletes }: Transcripts): readonly string[] {
  const days = deletes ? deletesAfter(cli, deletes) : null;
  if (days === null) return [];
  return [
    `${titleOf(cli, host)} deletes its transcripts after ${count(days, 'day')} (${deletes!.setting} in its settings).`,
  ];
}

/** Transcripts whose sessions ran while their agent was connected. */
const waitingIn = (cli: Cli) => join(cli.home().folder, 'transcripts-waiting.json');

function setWaiting(cli: Cli, files: readonly TranscriptFile[]): void {
  cli.machine.write(waitingIn(cli), `${JSON.stringify(files.map(({ path }) => path))}\n`, 0o600);
}

/** Imports those of them that are quiet by now, and says so: part of maintenance. */
export async function importWaiting(cli: Cli, deps: Deps): Promise<void> {
  const paths = parseJson(cli.readText(waitingIn(cli)) ?? '');
  if (!Array.isArray(paths) || paths.length === 0) return;
  const { isDone, ...notes } = transcriptNotes(cli);
  const isLeft = (file: TranscriptFile) => !paths.includes(file.path) || isDone(file);
  const how = { ...notes, dryRun: false, lookedAt: [], isDone: isLeft, progress: () => undefined };
  const all = ALL_TRANSCRIPTS.map((of) => ({ of, files: hostFiles(cli, of).files }));
  const waiting = all.flatMap(({ files }) => files.filter((file) => !isLeft(file)));
  let taken = 0;
  for (const { of, files } of all) {
    const { sessions } = await importTranscripts(deps, of, files, how);
    taken += sessions.new + sessions.grown;
  }
  setWaiting(
    cli,
    waiting.filter(({ modified }) => isRecent(cli.home(), modified)),
  );
  if (taken > 0)
    cli.err.block(`${count(taken, 'session')} imported that ran when you connected your agent.`);
}
