import { ALL_TRANSCRIPTS } from '../../hosts/all.ts';
import type { Cli } from '../../surfaces/cli/context.ts';
import { count } from '../../surfaces/cli/times.ts';
import { hostFiles, transcriptNotes } from '../places.ts';
import { isRecent } from '../transcripts.ts';
import { importFrom } from './import.ts';

/** Measured over transcripts of 120 turns each, by the time of the processor; only for the question. */
const BYTES_A_SECOND = 1_200_000;

/** Offers to import the agents' own transcripts, so that the first day has a past; where nobody can be asked it says how. */
export async function offerPast(cli: Cli, hosts: readonly string[], isAsked: boolean): Promise<void> {
  const { isDone } = transcriptNotes(cli);
  const pasts = ALL_TRANSCRIPTS.filter(({ host }) => hosts.includes(host))
    .map((of) => ({ of, files: hostFiles(cli, of).files.filter((file) => !isDone(file)) }))
    .filter(({ files }) => files.length > 0);
  if (pasts.length === 0) return;
  const files = pasts.flatMap((past) => past.files);
  const seconds = Math.max(1, Math.ceil(files.reduce((sum, { size }) => sum + size, 0) / BYTES_A_SECOND));
  const time = seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
  const recent = pasts.flatMap(({ of, files }) =>
    of.holdsAll ? [] : files.filter(({ modified }) => isRecent(cli.home(), modified)),
  );
  const commands = pasts.map(({ of }) => `cortex import ${of.host}`).join(', ');
  const what = [
    `${count(files.length, 'transcript')} of earlier sessions found, about ${time}.`,
    ...(recent.length > 0
      ? [`${count(recent.length, 'session')} of the last half hour may still run: import again once quiet.`]
      : []),
    ...pasts.flatMap(({ of }) => of.deleted ?? []),
  ].join(' ');
  if (!isAsked) {
    cli.out.block(`${what} Nothing was imported; to do it: ${commands}`);
    return;
  }
  cli.out.line();
  const typed = await cli.ask(`${what} Import? [Y/n] `);
  if (typed === null || !/^(?:|y(?:es)?)$/i.test(typed)) cli.out.block(`Later: ${commands}`);
  else for (const { of } of pasts) await importFrom(cli, of.host);
}
