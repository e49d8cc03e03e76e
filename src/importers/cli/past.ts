import type { AgentMemories, MemoryBook } from '../../agent-memories.ts';
import { keptSource } from '../../domain/memories/kept.ts';
import { ALL_MEMORIES, ALL_TRANSCRIPTS } from '../../hosts/all.ts';
import type { Cli } from '../../surfaces/cli/context.ts';
import { withStore } from '../../surfaces/cli/store.ts';
import { count } from '../../surfaces/cli/times.ts';
import type { TranscriptFile, Transcripts } from '../../transcripts.ts';
import { importKept } from '../memories.ts';
import { memoryBooks, memoryNotes, transcriptFiles, transcriptNotes } from '../places.ts';
import { importTranscripts, isRecent } from '../transcripts.ts';
import { barFrom } from './reports.ts';

/** Measured over transcripts of 120 turns each, by the time of the processor; only for the question. */
const BYTES_A_SECOND = 1_200_000;

interface Found {
  readonly pasts: readonly {
    readonly transcripts: Transcripts;
    readonly lookedAt: readonly string[];
    readonly files: readonly TranscriptFile[];
  }[];
  /** Sessions that may still run. */
  readonly recent: number;
  readonly memories: readonly {
    readonly keeper: AgentMemories;
    readonly lookedAt: readonly string[];
    readonly books: readonly MemoryBook[];
  }[];
}

/**
 * Offers to import what the agents themselves kept, sessions and memory, so that the first day has a past; says what was not imported
 * where nobody can be asked.
 */
export async function offerPast(cli: Cli, hosts: readonly string[], isAsked: boolean): Promise<void> {
  const found = foundIn(cli, hosts);
  const what = inWords(found);
  if (what === null) return;
  if (!isAsked) {
    cli.out.block(`${what} Nothing was imported; to do it: ${commands(found)}`);
    return;
  }
  cli.out.line();
  const typed = await cli.ask(`${what} Import? [Y/n] `);
  if (typed === null || !/^(?:|y(?:es)?)$/i.test(typed)) cli.out.block(`Later: ${commands(found)}`);
  else await take(cli, found);
}

function foundIn(cli: Cli, hosts: readonly string[]): Found {
  const { isDone } = transcriptNotes(cli);
  const known = new Set(
    memoryNotes(cli)
      .read()
      .map(({ book }) => book),
  );
  let recent = 0;
  const pasts = ALL_TRANSCRIPTS.filter(({ host }) => hosts.includes(host)).map((transcripts) => {
    const { lookedAt, files } = transcriptFiles(cli, transcripts);
    const isLeft = (file: TranscriptFile) => !transcripts.holdsAll && isRecent(cli.home(), file.modified);
    const unread = files.filter((file) => !isDone(file));
    recent += unread.filter(isLeft).length;
    return { transcripts, lookedAt, files: unread.filter((file) => !isLeft(file)) };
  });
  const memories = ALL_MEMORIES.filter(({ host }) => hosts.includes(host)).map((keeper) => {
    const { lookedAt, books } = memoryBooks(cli, keeper);
    const fresh = books.filter(({ path, files }) => !known.has(path) && files.length > 0);
    return { keeper, lookedAt, books: fresh };
  });
  return {
    pasts: pasts.filter(({ files }) => files.length > 0),
    recent,
    memories: memories.filter(({ books }) => books.length > 0),
  };
}

/** `12 transcripts of earlier sessions and 1 file of memory found, about 3 s.`; null where there is nothing. */
function inWords({ pasts, recent, memories }: Found): string | null {
  const files = pasts.flatMap((past) => past.files);
  const kept = memories.flatMap(({ books }) => books.flatMap((book) => book.files)).length;
  if (files.length + recent + kept === 0) return null;
  const seconds = Math.max(1, Math.ceil(files.reduce((sum, { size }) => sum + size, 0) / BYTES_A_SECOND));
  const length = seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
  const what = [
    ...(files.length > 0 ? [`${count(files.length, 'transcript')} of earlier sessions`] : []),
    ...(kept > 0 ? [`${count(kept, 'file')} of memory`] : []),
  ];
  const running = count(recent, 'session');
  return [
    ...(what.length > 0 ? [`${what.join(' and ')} found, about ${length}.`] : []),
    ...(recent > 0 ? [`${running} of the last half hour may still run: import again when it is over.`] : []),
    ...pasts.flatMap((past) => past.transcripts.deleted ?? []),
  ].join(' ');
}

function commands({ pasts, memories }: Found): string {
  const sources = [
    ...pasts.map(({ transcripts }) => transcripts.host),
    ...memories.map(({ keeper }) => keptSource(keeper.host)),
  ];
  return sources.map((source) => `cortex import ${source}`).join(', ');
}

async function take(cli: Cli, found: Found): Promise<void> {
  const left = { captured: 0, known: 0, forgotten: 0 };
  let [taken, remembered, unplaced] = [0, 0, 0];
  await withStore(cli, async (deps) => {
    for (const { transcripts, lookedAt, files } of found.pasts) {
      const bar = barFrom(performance.now());
      const { sessions } = await importTranscripts(deps, transcripts, files, {
        ...{ dryRun: false, lookedAt, ...transcriptNotes(cli) },
        progress: (read, all) => cli.err.progress(`${transcripts.host} ${bar(read, all)}`),
      });
      taken += sessions.new + sessions.grown;
      for (const why of ['captured', 'known', 'forgotten'] as const) left[why] += sessions[why];
    }
    // After the sessions: a project whose folder is gone is known by them.
    for (const { keeper, lookedAt, books } of found.memories) {
      const report = await importKept(deps, keeper, books, {
        ...{ dryRun: false, again: false, into: null, lookedAt, notes: memoryNotes(cli) },
        progress: (text) => cli.err.progress(`${keptSource(keeper.host)} ${text}`),
      });
      remembered += report.memories.new + report.memories.updated;
      unplaced += report.memories.unplaced;
    }
  });
  cli.err.progress('');
  const memories = (many: number) => count(many, 'memory', 'memories');
  if (taken > 0) cli.out.block(`${count(taken, 'session')} imported. cortex history --all lists them.`);
  else if (found.pasts.length > 0) cli.out.block(`No session was imported: ${reasons(left)}.`);
  if (found.memories.length > 0)
    cli.out.block(`${memories(remembered)} imported. cortex review --source import lists them.`);
  if (unplaced > 0) {
    const see = commands({ ...found, pasts: [] });
    cli.out.block(`${memories(unplaced)} not imported: their project is not certain. To see them: ${see}`);
  }
}

function reasons({ captured, known, forgotten }: Record<'captured' | 'known' | 'forgotten', number>): string {
  const all = [
    ...(captured > 0 ? [`${captured} captured by hooks already`] : []),
    ...(known > 0 ? [`${known} here already`] : []),
    ...(forgotten > 0 ? [`${forgotten} forgotten here`] : []),
  ];
  return all.join(', ') || 'the transcripts hold no conversation';
}
