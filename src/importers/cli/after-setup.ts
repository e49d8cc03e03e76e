import type { AgentMemories, MemoryBook } from '../../agent-memories.ts';
import { keptSource } from '../../domain/memories/kept.ts';
import type { Cli } from '../../surfaces/cli/context.ts';
import { withStore } from '../../surfaces/cli/store.ts';
import { count } from '../../surfaces/cli/times.ts';
import type { TranscriptFile, Transcripts } from '../../transcripts.ts';
import { importKept } from '../engine/import-kept.ts';
import { importTranscripts, isRecent } from '../engine/import-transcripts.ts';
import { memoryPlaces, transcriptPlaces } from '../places.ts';
import { bar } from './transcript-report.ts';

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
export async function offerPast(cli: Cli, hosts: readonly string[]): Promise<void> {
  const all = hosts.flatMap((host) => pastOf(cli, host));
  const pasts = all.filter(({ files }) => files.length > 0);
  const memories = hosts
    .flatMap((host) => memoryOf(cli, host))
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
    const { notes } = transcriptPlaces(cli);
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
        ...{ dryRun: false, again: false, into: null, lookedAt, notes: memoryPlaces(cli).notes },
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

function pastOf(cli: Cli, name: string): readonly Past[] {
  const { hosts, folders, at, notes } = transcriptPlaces(cli);
  return hosts
    .filter(({ host }) => host === name)
    .map((transcripts) => {
      const lookedAt = folders(transcripts);
      const found = lookedAt.flatMap((place) => at(place, transcripts)).filter((file) => !notes.isDone(file));
      const isLeft = ({ modified }: TranscriptFile) =>
        !transcripts.holdsAll && isRecent(cli.home(), modified);
      const files = found.filter((file) => !isLeft(file));
      return { transcripts, lookedAt, files, recent: found.length - files.length };
    });
}

function memoryOf(cli: Cli, name: string): readonly Memory[] {
  const { keepers, folders, at, notes } = memoryPlaces(cli);
  const known = new Set(notes.read().map(({ book }) => book));
  return keepers
    .filter(({ host }) => host === name)
    .map((keeper) => {
      const lookedAt = folders(keeper);
      const books = lookedAt.flatMap((place) => at(place, keeper, false));
      return { keeper, lookedAt, books: books.filter(({ path }) => !known.has(path)) };
    });
}
