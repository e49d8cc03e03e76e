import { join } from 'node:path';
import { keptSource } from '../../domain/memories/kept.ts';
import { parseJson } from '../../domain/text/json.ts';
import type { Deps } from '../../engine/deps.ts';
import { ALL_MEMORIES, ALL_TRANSCRIPTS } from '../../hosts/all.ts';
import type { Cli } from '../../surfaces/cli/context.ts';
import { count } from '../../surfaces/cli/times.ts';
import { recordOf, type TranscriptFile } from '../../transcripts.ts';
import { memoryBooks, memoryNotes, transcriptFiles, transcriptNotes } from '../places.ts';
import { importTranscripts, isRecent } from '../transcripts.ts';
import { importFrom } from './import.ts';

/** Measured over transcripts of 120 turns each, by the time of the processor; only for the question. */
const BYTES_A_SECOND = 1_200_000;

/**
 * Offers to import what the agents themselves kept, sessions and memory, so that the first day has a past; says what was not imported
 * where nobody can be asked.
 */
export async function offerPast(cli: Cli, hosts: readonly string[], isAsked: boolean): Promise<void> {
  const { isDone } = transcriptNotes(cli);
  const known = new Set(
    memoryNotes(cli)
      .read()
      .map(({ book }) => book),
  );
  const pasts = ALL_TRANSCRIPTS.filter(({ host }) => hosts.includes(host))
    .map((of) => ({ of, files: transcriptFiles(cli, of).files.filter((file) => !isDone(file)) }))
    .filter(({ files }) => files.length > 0);
  // After the sessions: a project whose folder is gone is known by them.
  const memories = ALL_MEMORIES.filter(({ host }) => hosts.includes(host))
    .map((of) => ({ of, books: memoryBooks(cli, of).books.filter(({ path }) => !known.has(path)) }))
    .map(({ of, books }) => ({ of, kept: books.flatMap(({ files }) => files).length }))
    .filter(({ kept }) => kept > 0);
  const sources = [...pasts.map(({ of }) => of.host), ...memories.map(({ of }) => keptSource(of.host))];
  if (sources.length === 0) return;
  const files = pasts.flatMap((past) => past.files);
  const kept = memories.reduce((sum, one) => sum + one.kept, 0);
  const seconds = Math.max(1, Math.ceil(files.reduce((sum, { size }) => sum + size, 0) / BYTES_A_SECOND));
  const outliving = pasts.flatMap((past) => past.files.filter((file) => recordOf(past.of, file) !== past.of));
  const transcripts = files.length - outliving.length;
  const recent = pasts.flatMap((past) =>
    past.files.filter((file) => !recordOf(past.of, file).holdsAll && isRecent(cli.home(), file.modified)),
  );
  const later = `${count(recent.length, 'session')} of the last half hour may still run and will follow once quiet.`;
  const found = [
    ...(transcripts > 0 ? [`${count(transcripts, 'transcript')} of earlier sessions`] : []),
    ...(outliving.length > 0 ? ['prompts of sessions whose transcripts are gone'] : []),
    ...(kept > 0 ? [`${count(kept, 'file')} of memory`] : []),
  ].join(' and ');
  const time = seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
  const deleted = pasts.flatMap(({ of }) => of.deleted ?? []);
  const what = [`${found} found, about ${time}.`, ...(recent.length > 0 ? [later] : []), ...deleted].join(
    ' ',
  );
  const commands = sources.map((source) => `cortex import ${source}`).join(', ');
  if (!isAsked) {
    cli.out.block(`${what} Nothing was imported; to do it: ${commands}`);
    return;
  }
  cli.out.line();
  const typed = await cli.ask(`${what} Import? [Y/n] `);
  if (typed === null || !/^(?:|y(?:es)?)$/i.test(typed)) cli.out.block(`Later: ${commands}`);
  else {
    for (const source of sources) await importFrom(cli, source);
    setWaiting(cli, recent);
  }
}

/** Transcripts whose sessions ran while their agent was connected. */
const waitingIn = (cli: Cli) => join(cli.home().folder, 'transcripts-waiting.json');

function setWaiting(cli: Cli, files: readonly TranscriptFile[]): void {
  cli.machine.write(waitingIn(cli), `${JSON.stringify(files.map(({ path }) => path))}\n`, 0o600);
}

/** Imports those of them that are quiet by now, and says so: part of maintenance. */
export async function takeWaiting(cli: Cli, deps: Deps): Promise<void> {
  const paths = parseJson(cli.readText(waitingIn(cli)) ?? '');
  if (!Array.isArray(paths) || paths.length === 0) return;
  const { isDone, ...notes } = transcriptNotes(cli);
  const isLeft = (file: TranscriptFile) => !paths.includes(file.path) || isDone(file);
  const how = { ...notes, dryRun: false, lookedAt: [], isDone: isLeft, progress: () => undefined };
  const all = ALL_TRANSCRIPTS.map((of) => ({ of, files: transcriptFiles(cli, of).files }));
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
  if (taken > 0) cli.err.block(`${count(taken, 'session')} imported that ran when you connected your agent.`);
}
