import {
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  realpathSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseJson } from '../../domain/base/text/json.ts';
import {
  ANSWER_END,
  type HandedEvent,
  isFinished,
  LONGEST_END,
  readHanded,
} from '../../domain/hooks/handed.ts';
import {
  LAUNCHER_FOLDER,
  type LauncherCommand,
  rememberedBy,
} from '../../domain/hooks/remembered.ts';
import { pause, ticks } from '../base/clock.ts';
import { errorCode, listNames, readBounded } from '../base/files.ts';
import { childrenOf, isProcessThere, processRef } from '../base/processes.ts';
import { birthOf } from './handed-id.ts';

/**
 * The folder in which the launchers of an agent's hooks hand events over to the server of tools of the same agent. The shell
 * that starts the server makes it (`domain/hooks/launcher`): `<agent>-<server>-<birth of the server>` with `sign`, `in` for
 * events and `out` for the pipes of those who wait for an answer.
 */
export interface DoorPlace {
  readonly folder: string;
  readonly agent: number;
  readonly server: number;
  /** When the server began; empty where the system does not say it, null in folders of older versions, whose sign says it. */
  readonly born: string | null;
}

/** An event that waits there. */
export interface HandedFile {
  readonly name: string;
  /** When it was handed over. */
  readonly at: number;
}

const PLACE = /^(\d+)-(\d+)(?:-(\d*))?$/;
const EVENT = /^\d+$/;
/** The most that is read of an event; a larger one counts as far as that. */
const MOST_BYTES = 8 * 1024 * 1024;
const MOST_LAUNCHER = 64 * 1024;
/** A server that works takes an event in milliseconds. */
const TAKEN_WITHIN_MS = 1_000;
/** A host has to send its event, and to close the pipe, in this time. */
const SENT_WITHIN_MS = 1_500;

export function doorAt(folder: string): DoorPlace | null {
  const [, agent, server, born = null] = PLACE.exec(basename(folder)) ?? [];
  return agent === undefined
    ? null
    : { folder, agent: Number(agent), server: Number(server), born };
}

/** The parent folder of these folders, which setup wrote into the launchers; null if hooks do not hand over. */
export function runFolderOf(home: string): string | null {
  return rememberedIn(home)?.run || null;
}

function rememberedIn(home: string): LauncherCommand | null {
  const launcher = readBounded(join(home, LAUNCHER_FOLDER, 'cortex-hook'), MOST_LAUNCHER);
  return rememberedBy(launcher?.toString('utf8') ?? '');
}

/** Tells whether a program was replaced; null where it is not there. */
export function programMark(script: string): string | null {
  const found = statSync(script, { throwIfNoEntry: false });
  return found ? `${found.ino} ${found.size} ${found.mtimeMs}` : null;
}

/** The mark of the program that launchers start now. */
export function currentProgram(home: string): string | null {
  return programMark(rememberedIn(home)?.script ?? '');
}

/** Servers that live and run another program than launchers start now: an update came since they began. */
export function outdatedServers(home: string): readonly DoorPlace[] {
  const [run, current] = [runFolderOf(home), currentProgram(home)];
  // A program may be gone for a moment, in the middle of an update.
  if (run === null || current === null) return [];
  return doorsIn(run).filter((place) => {
    if (!isServed(place)) return false;
    const running = readBounded(join(place.folder, 'ready'), 4096)?.toString('utf8');
    // Without the mark the server is still starting, with the program as it is now.
    return running !== undefined && running !== current;
  });
}

/** The files of all events that are handed over and not taken yet. */
export function handedIn(run: string): readonly string[] {
  return doorsIn(run).flatMap((place) =>
    eventsAt(place).map(({ name }) => join(place.folder, 'in', name)),
  );
}

function doorsIn(run: string): readonly DoorPlace[] {
  return listNames(run).flatMap((name) => doorAt(join(run, name)) ?? []);
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
      if (ticks() > until)
        throw new Error(`${path} is handed over to a server that does not take it`);
      pause(10);
    }
    return;
  }
  writeFileSync(path, text);
}

/** The events that wait at a door, in the order in which they were handed over. */
export function eventsAt({ folder }: DoorPlace): readonly HandedFile[] {
  return listNames(join(folder, 'in'))
    .filter((name) => EVENT.test(name))
    .flatMap((name) => {
      const found = lstatSync(join(folder, 'in', name), { throwIfNoEntry: false, bigint: true });
      return found?.isFile() ? [{ name, order: birthOf(found) }] : [];
    })
    .sort((a, b) => {
      if (a.order !== b.order) return a.order < b.order ? -1 : 1;
      return Number(a.name) - Number(b.name);
    })
    .map(({ name, order }) => ({ name, at: Number(order / 1_000_000n) }));
}

/**
 * The state of the file of an event. `waits`: its launcher still writes it. `gone`: its launcher took it to a process of its
 * own. `broken`: its launcher was killed before all of the event was there.
 */
export type EventLook =
  | { readonly kind: 'waits' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'broken' }
  | { readonly kind: 'whole'; readonly handed: HandedEvent };

/** Looks at the end of the file first, which says whether its launcher has finished: a long event is not read piece by piece. */
export function lookAtEvent({ folder }: DoorPlace, file: HandedFile): EventLook {
  const path = join(folder, 'in', file.name);
  const isLarge = (lstatSync(path, { throwIfNoEntry: false })?.size ?? 0) > MOST_BYTES;
  const end = readBounded(path, LONGEST_END, 'end')?.toString('latin1') ?? '';
  const isDone = isLarge || isFinished(end);
  if (!isDone && isBeingWritten(path, file)) return { kind: 'waits' };
  // A launcher that is gone may have written the rest since.
  const bytes = readBounded(path, MOST_BYTES);
  if (!bytes) return { kind: 'gone' };
  const text = bytes.toString('utf8');
  const handed = readHanded(text);
  if (!handed) return { kind: 'broken' };
  if (isLarge) return { kind: 'whole', handed: { ...handed, isCut: true } };
  const isWhole = isDone || isFinished(text) || parseJson(handed.payload) !== undefined;
  return isWhole ? { kind: 'whole', handed } : { kind: 'broken' };
}

/** The shell that hands an event over is named by its number, which may be another's by now. */
function isBeingWritten(path: string, { name, at }: HandedFile): boolean {
  const shell = Number(name);
  if (!isProcessThere(shell)) return false;
  const isYoung = Date.now() - at < SENT_WITHIN_MS;
  return isYoung || !showsFiles() || [shell, ...childrenOf(shell)].some((one) => writes(one, path));
}

/**
 * Ends a launcher's wait for a host that does not close its pipe: the program that writes the file, and no other, is told to stop.
 * On a system that does not show which program that is, the host's own limit ends it.
 */
export function endLateWriter({ folder }: DoorPlace, { name, at }: HandedFile): void {
  if (Date.now() - at < SENT_WITHIN_MS) return;
  const path = join(folder, 'in', name);
  for (const child of childrenOf(Number(name)).filter((one) => writes(one, path)))
    try {
      process.kill(child, 'SIGTERM');
    } catch {
      // The writer ended by itself meanwhile.
    }
}

const showsFiles = () => process.platform === 'linux';

/** Whether the standard output of a process is this file. */
function writes(pid: number, path: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/fd/1`) === realpathSync(path);
  } catch {
    return false;
  }
}

/** The launcher may have removed it, and there is a pipe only if it waits for an answer. */
export function removeEvent({ folder }: DoorPlace, name: string): void {
  for (const way of ['in', 'out']) rmSync(join(folder, way, name), { force: true });
}

/** Whether a launcher waits for the answer to this event. */
export function isAnswerAwaited({ folder }: DoorPlace, name: string): boolean {
  return lstatSync(join(folder, 'out', name), { throwIfNoEntry: false })?.isFIFO() ?? false;
}

const WRITE_AT_ONCE =
  constants.O_WRONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** Writes the answer to the waiting launcher. `not yet`: the pipe has no reader so far. */
export function answerEvent(
  { folder }: DoorPlace,
  name: string,
  text: string,
): 'given' | 'not yet' | 'gone' {
  let fd: number | null = null;
  try {
    fd = openSync(join(folder, 'out', name), WRITE_AT_ONCE);
    const bytes = Buffer.from(`${text}${ANSWER_END}`);
    for (let from = 0; from < bytes.length; ) from += writeSync(fd, bytes, from);
    return 'given';
  } catch (error) {
    return errorCode(error) === 'ENXIO' ? 'not yet' : 'gone';
  } finally {
    if (fd !== null) closeSync(fd);
  }
}

/**
 * Tells the launchers. `ready`: from now on also a start is handed over; until then it would wait for a process that is only
 * beginning. Its text is the mark of the program. `told`: a prompt was answered, and a later one that gets no answer in time is owed nothing.
 */
export function announce({ folder }: DoorPlace, what: 'ready' | 'told', text = ''): void {
  writeFileSync(join(folder, what), text, { mode: 0o600 });
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
    if (
      errorCode(error) === 'ENOTEMPTY' &&
      listNames(join(folder, 'in')).some((name) => EVENT.test(name))
    )
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

/** Whether its server is alive: a reused process id has another start time. */
function isServed({ folder, server, born }: DoorPlace): boolean {
  const found = processRef(server);
  if (!found) return false;
  const known = born ?? readBounded(join(folder, 'sign'), 4096)?.toString('utf8').split('\n')[0];
  return !known || known === found.start;
}
