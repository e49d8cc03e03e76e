import {
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  openSync,
  rmdirSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ANSWER_END, HANDED_KEY } from '../domain/runtime/handed.ts';
import { LAUNCHER_FOLDER, rememberedBy } from '../domain/runtime/remembered.ts';
import { pause, ticks } from './clock.ts';
import { codeOf, namesIn, readBounded } from './files.ts';
import { processRef, runs } from './processes.ts';

/**
 * The folder in which the launchers of an agent's hooks hand events over to the server of tools of the same agent. The shell
 * that starts the server makes it (`domain/runtime/launcher`): `<agent>-<server>` with `sign`, `in` for events and `out` for
 * the pipes of those who wait for an answer.
 */
export interface DoorPlace {
  readonly folder: string;
  readonly agent: number;
  readonly server: number;
}

/** An event that waits there. */
export interface HandedFile {
  readonly name: string;
  /** When it was handed over. */
  readonly at: number;
}

const PLACE = /^(\d+)-(\d+)$/;
const EVENT = /^\d+$/;
/** Launchers hand nothing larger over. */
const MOST_BYTES = 8 * 1024 * 1024;
const MOST_LAUNCHER = 64 * 1024;
/** A server that works takes an event in milliseconds. */
const TAKEN_WITHIN_MS = 1_000;

export function doorAt(folder: string): DoorPlace | null {
  const [, agent, server] = PLACE.exec(basename(folder)) ?? [];
  return agent === undefined ? null : { folder, agent: Number(agent), server: Number(server) };
}

/** The parent folder of these folders, which setup wrote into the launchers; null if hooks do not hand over. */
export function runFolderOf(home: string): string | null {
  const launcher = readBounded(join(home, LAUNCHER_FOLDER, 'cortex-hook'), MOST_LAUNCHER);
  return rememberedBy(launcher?.toString('utf8') ?? '')?.run || null;
}

/** The files of all events that are handed over and not taken yet. */
export function handedIn(run: string): readonly string[] {
  return doorsIn(run).flatMap((place) => eventsAt(place).map(({ name }) => join(place.folder, 'in', name)));
}

function doorsIn(run: string): readonly DoorPlace[] {
  return namesIn(run).flatMap((name) => doorAt(join(run, name)) ?? []);
}

/**
 * Changes an event that waits. One whose server lives is that server's: it takes it in a moment, and where it hangs this throws.
 * The file stays the same one, for its time is a part of its name.
 */
export function rewriteEvent(path: string, text: string): void {
  const place = doorAt(dirname(dirname(path)));
  if (place && isServed(place)) {
    const until = ticks() + TAKEN_WITHIN_MS;
    while (lstatSync(path, { throwIfNoEntry: false })) {
      if (ticks() > until) throw new Error(`${path} is handed over to a server that does not take it`);
      pause(10);
    }
    return;
  }
  writeFileSync(path, text);
}

/** In the order in which they were handed over. */
export function eventsAt({ folder }: DoorPlace): readonly HandedFile[] {
  return namesIn(join(folder, 'in'))
    .filter((name) => EVENT.test(name))
    .flatMap((name) => {
      const found = lstatSync(join(folder, 'in', name), { throwIfNoEntry: false, bigint: true });
      if (!found?.isFile()) return [];
      // Some file systems keep no time of birth.
      return [{ name, order: found.birthtimeNs || found.mtimeNs }];
    })
    .sort((a, b) => (a.order < b.order ? -1 : a.order > b.order ? 1 : Number(a.name) - Number(b.name)))
    .map(({ name, order }) => ({ name, at: Number(order / 1_000_000n) }));
}

/** Names an event wherever it is taken in, so that it counts once. */
export function handedId({ folder }: DoorPlace, { name, at }: HandedFile): string {
  return `${HANDED_KEY}${basename(folder)}-${name}-${at}`;
}

/** Null where it is gone. */
export function readEvent({ folder }: DoorPlace, name: string): string | null {
  return readBounded(join(folder, 'in', name), MOST_BYTES)?.toString('utf8') ?? null;
}

/** The launcher may have removed it, and there is a pipe only if it waits for an answer. */
export function removeEvent({ folder }: DoorPlace, name: string): void {
  for (const way of ['in', 'out']) rmSync(join(folder, way, name), { force: true });
}

/** The shell that hands an event over is named by its number. */
export function isBeingWritten(name: string): boolean {
  return runs(Number(name));
}

/** Whether a launcher waits for the answer to this event. */
export function isAwaited({ folder }: DoorPlace, name: string): boolean {
  return lstatSync(join(folder, 'out', name), { throwIfNoEntry: false })?.isFIFO() ?? false;
}

const WRITE_AT_ONCE = constants.O_WRONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** Writes the answer to the waiting launcher. `not yet`: the pipe has no reader so far. */
export function answerEvent({ folder }: DoorPlace, name: string, text: string): 'given' | 'not yet' | 'gone' {
  let fd: number | null = null;
  try {
    fd = openSync(join(folder, 'out', name), WRITE_AT_ONCE);
    const bytes = Buffer.from(`${text}${ANSWER_END}`);
    for (let from = 0; from < bytes.length; ) from += writeSync(fd, bytes, from);
    return 'given';
  } catch (error) {
    return codeOf(error) === 'ENXIO' ? 'not yet' : 'gone';
  } finally {
    if (fd !== null) closeSync(fd);
  }
}

/**
 * Tells the launchers. `ready`: from now on also a start is handed over; until then it would wait for a process that is only
 * beginning. `told`: a prompt was answered, and a later one that gets no answer in time is owed nothing.
 */
export function announce({ folder }: DoorPlace, what: 'ready' | 'told'): void {
  writeFileSync(join(folder, what), '', { mode: 0o600 });
}

/**
 * Takes a door down, so that hooks start processes of their own again; false where an event was handed over meanwhile. `left`: the
 * host's ids of sessions that are ended, of which hosts tell the end once more; the next process of ours removes that note.
 */
export function removeDoor({ folder }: DoorPlace, left: readonly string[] = []): boolean {
  for (const name of ['sign', 'ready', 'told']) rmSync(join(folder, name), { force: true });
  try {
    // From here on nobody can hand anything over.
    rmdirSync(join(folder, 'in'));
  } catch (error) {
    if (codeOf(error) === 'ENOTEMPTY' && namesIn(join(folder, 'in')).some((name) => EVENT.test(name)))
      return false;
  }
  rmSync(folder, { recursive: true, force: true });
  if (left.length === 0) return true;
  mkdirSync(folder, { mode: 0o700 });
  writeFileSync(join(folder, 'left'), left.map((id) => `${id}\n`).join(''), { mode: 0o600 });
  return true;
}

/** Folders of dead servers. */
export function abandonedDoors(run: string): readonly DoorPlace[] {
  return doorsIn(run).filter((place) => !isServed(place));
}

/** Whether its server is alive: a reused process id has another start time than the sign. */
function isServed({ folder, server }: DoorPlace): boolean {
  const found = processRef(server);
  if (!found) return false;
  const born = readBounded(join(folder, 'sign'), 4096)?.toString('utf8').split('\n')[0];
  return !born || born === found.start;
}
