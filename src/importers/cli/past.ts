import { join } from 'node:path';
import type { AgentMemories, MemoryBook } from '../../agent-memories.ts';
import { keptSource } from '../../domain/memories/kept.ts';
import { parseJson } from '../../domain/text/json.ts';
import type { Deps } from '../../engine/deps.ts';
import type { Cli } from '../../surfaces/cli/context.ts';
import { withStore } from '../../surfaces/cli/store.ts';
import { count } from '../../surfaces/cli/times.ts';
import type { TranscriptFile, Transcripts } from '../../transcripts.ts';
import { importKept } from '../engine/import-memories.ts';
import { importTranscripts, isRecent } from '../engine/import-transcripts.ts';
import { memoryPlaces, transcriptPlaces } from '../places.ts';
import { barFrom } from './transcript-report.ts';

/** Measured over transcripts of 120 turns each, by the time of the processor; only for the question. */
const BYTES_A_SECOND = 1_200_000;

interface Past {
  readonly transcripts: Transcripts;
  readonly lookedAt: readonly string[];
  readonly files: readonly TranscriptFile[];
  /** Those whose sessions may still run. */
  readonly recent: readonly TranscriptFile[];
}

interface Memory {
  readonly keeper: AgentMemories;
  readonly lookedAt: readonly string[];
  readonly books: readonly MemoryBook[];
}

interface Found {
  readonly pasts: readonly Past[];
  readonly memories: readonly Memory[];
}

/** Offers to import what the agents themselves kept, sessions and memory, so that the first day has a past. */
export async function offerPast(cli: Cli, hosts: readonly string[]): Promise<void> {
  const found = foundIn(cli, hosts);
  const what = inWords(found);
  if (what === null) return;
  cli.out.line();
  const typed = await cli.ask(`${what} Import? [Y/n] `);
  if (typed === null || !/^(?:|y(?:es)?)$/i.test(typed)) cli.out.block(`Later: ${commands(found)}`);
  else await take(cli, found);
}

/** Says what was not imported, where nobody could be asked. */
export function sayPast(cli: Cli, hosts: readonly string[]): void {
  const found = foundIn(cli, hosts);
  const what = inWords(found);
  if (what !== null) cli.out.block(`${what} Nothing was imported; to do it: ${commands(found)}`);
}

function foundIn(cli: Cli, hosts: readonly string[]): Found {
  return {
    pasts: hosts
      .flatMap((host) => pastOf(cli, host))
      .filter(({ files, recent }) => files.length + recent.length > 0),
    memories: hosts
      .flatMap((host) => memoryOf(cli, host))
      .filter(({ books }) => books.some((book) => book.files.length > 0)),
  };
}

/** `12 transcripts of earlier sessions and 1 file of memory found, about 3 s.`; null where there is nothing. */
function inWords({ pasts, memories }: Found): string | null {
  const files = pasts.flatMap((past) => past.files);
  const recent = pasts.flatMap((past) => past.recent).length;
  const kept = memories.flatMap(({ books }) => books.flatMap((book) => book.files));
  if (files.length + recent + kept.length === 0) return null;
  const seconds = Math.max(1, Math.ceil(files.reduce((sum, { size }) => sum + size, 0) / BYTES_A_SECOND));
  const length = seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
  const what = [
    ...(files.length > 0 ? [`${count(files.length, 'transcript')} of earlier sessions`] : []),
    ...(kept.length > 0 ? [`${count(kept.length, 'file')} of memory`] : []),
  ];
  return [
    ...(what.length > 0 ? [`${what.join(' and ')} found, about ${length}.`] : []),
    ...(recent > 0
      ? [
          `${count(recent, 'session')} of the last half hour may still run and ${recent === 1 ? 'follows' : 'follow'} once quiet.`,
        ]
      : []),
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

async function take(cli: Cli, { pasts, memories }: Found): Promise<void> {
  setWaiting(
    cli,
    pasts.flatMap(({ recent }) => recent.map(({ path }) => path)),
  );
  await withStore(cli, async (deps) => {
    const { taken, left } = await takeSessions(cli, deps, pasts);
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
    if (pasts.some(({ files }) => files.length > 0))
      cli.out.block(
        taken > 0
          ? `${count(taken, 'session')} imported. cortex history --all lists them.`
          : `No session was imported: ${reasons(left)}.`,
      );
    if (memories.length > 0)
      cli.out.block(
        `${count(remembered, 'memory', 'memories')} imported. cortex review --source import lists them.`,
      );
    if (unplaced > 0)
      cli.out.block(
        `${count(unplaced, 'memory', 'memories')} not imported: their project is not certain. To see them: ${commands({ pasts: [], memories })}`,
      );
  });
}

async function takeSessions(cli: Cli, deps: Deps, pasts: readonly Past[]) {
  const left = { captured: 0, known: 0, forgotten: 0 };
  let taken = 0;
  for (const { transcripts, lookedAt, files, recent } of pasts) {
    const bar = barFrom(performance.now());
    const report = await importTranscripts(deps, transcripts, [...files, ...recent], {
      ...{ dryRun: false, lookedAt, ...transcriptPlaces(cli).notes },
      progress: (read, all) => cli.err.progress(`${transcripts.host} ${bar(read, all)}`),
    });
    taken += report.sessions.new + report.sessions.grown;
    for (const why of ['captured', 'known', 'forgotten'] as const) left[why] += report.sessions[why];
  }
  return { taken, left };
}

function reasons({ captured, known, forgotten }: Record<'captured' | 'known' | 'forgotten', number>): string {
  const all = [
    captured > 0 ? `${captured} captured by hooks already` : null,
    known > 0 ? `${known} here already` : null,
    forgotten > 0 ? `${forgotten} forgotten here` : null,
  ].filter((one) => one !== null);
  return all.length > 0 ? all.join(', ') : 'the transcripts hold no conversation';
}

const WAITING = 'transcripts-waiting.json';

/** Transcripts whose sessions ran while their agent was connected: they are imported once they are quiet. */
function setWaiting(cli: Cli, paths: readonly string[]): void {
  const { folder } = cli.home();
  const file = join(folder, WAITING);
  if (paths.length > 0) cli.machine.write(file, `${JSON.stringify(paths)}\n`, 0o600);
  else if (cli.look(file)) cli.machine.remove(file);
}

/** Imports those that are quiet by now, and says so. */
export async function takeWaiting(cli: Cli): Promise<void> {
  const home = cli.home();
  const paths = parseJson(cli.readText(join(home.folder, WAITING)) ?? '');
  if (!Array.isArray(paths)) return;
  const isWaiting = ({ path }: TranscriptFile) => paths.includes(path);
  const pasts = transcriptPlaces(cli)
    .hosts.flatMap(({ host }) => pastOf(cli, host))
    .map((past) => ({ ...past, files: past.files.filter(isWaiting), recent: past.recent.filter(isWaiting) }));
  if (pasts.every(({ files }) => files.length === 0)) return;
  setWaiting(
    cli,
    pasts.flatMap(({ recent }) => recent.map(({ path }) => path)),
  );
  const { taken } = await withStore(cli, (deps) => takeSessions(cli, deps, pasts));
  cli.err.progress('');
  if (taken > 0) cli.err.block(`${count(taken, 'session')} imported that ran when you connected your agent.`);
}

function pastOf(cli: Cli, name: string): readonly Past[] {
  const { hosts, folders, at, notes } = transcriptPlaces(cli);
  return hosts
    .filter(({ host }) => host === name)
    .map((transcripts) => {
      const lookedAt = folders(transcripts);
      const found = lookedAt.flatMap((place) => at(place, transcripts)).filter((file) => !notes.isDone(file));
      const isLeft = (file: TranscriptFile) => !transcripts.holdsAll && isRecent(cli.home(), file.modified);
      return {
        ...{ transcripts, lookedAt },
        files: found.filter((file) => !isLeft(file)),
        recent: found.filter(isLeft),
      };
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
