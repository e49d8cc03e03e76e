import { keptSource } from '../../domain/memories/kept.ts';
import { ALL_MEMORIES, ALL_TRANSCRIPTS } from '../../hosts/all.ts';
import type { Cli } from '../../surfaces/cli/context.ts';
import { count } from '../../surfaces/cli/times.ts';
import { recordOf } from '../../transcripts.ts';
import { memoryBooks, memoryNotes, transcriptFiles, transcriptNotes } from '../places.ts';
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
  const found = [
    ...(transcripts > 0 ? [`${count(transcripts, 'transcript')} of earlier sessions`] : []),
    ...(outliving.length > 0 ? ['prompts of sessions whose transcripts are gone'] : []),
    ...(kept > 0 ? [`${count(kept, 'file')} of memory`] : []),
  ].join(' and ');
  const time = seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
  const deleted = pasts.flatMap(({ of }) => of.deleted ?? []);
  const what = [`${found} found, about ${time}.`, ...deleted].join(' ');
  const commands = sources.map((source) => `cortex import ${source}`).join(', ');
  if (!isAsked) {
    cli.out.block(`${what} Nothing was imported; to do it: ${commands}`);
    return;
  }
  cli.out.line();
  const typed = await cli.ask(`${what} Import? [Y/n] `);
  if (typed === null || !/^(?:|y(?:es)?)$/i.test(typed)) cli.out.block(`Later: ${commands}`);
  else for (const source of sources) await importFrom(cli, source);
}
