import { constants, fsyncSync, readdirSync, writeSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { OwnerRecord } from '../../domain/base/ids.ts';
import type { Millis } from '../../domain/base/time.ts';
import { thisProcess } from '../base/detach.ts';
import {
  fileMark,
  freeBytes,
  listNames,
  readBounded,
  withFile,
  writeAtomic,
} from '../base/files.ts';
import { SOP_FORMS, SOPS_GIVEN } from '../base/home.ts';
import { handedIn, rewriteEvent, runFolderOf } from '../hooks/hand-over.ts';
import { openSeal, sealFilesIn } from '../metrics/seal.ts';
import {
  abandonedFiles,
  type ColdFolder,
  coldFilesIn,
  removeIfThere,
  writtenFolders,
} from './archive.ts';
import {
  type Backup,
  listBackups,
  type ScratchCopy,
  scratchCopy,
  surplusBackups,
  writeBackup,
} from './backup.ts';
import { FORGOTTEN_SESSIONS, forgottenSessions } from './forgotten-sessions.ts';
import { mirrorNames, sealedAgain } from './mirror.ts';
import { quarantinedDatabases } from './repair.ts';

/** Far above a mirror or a log of the largest size. */
const LARGEST = 64 * 1024 * 1024;

/** The files of a home besides the database, for maintenance and `forget`. */
export interface HomeFiles extends ColdFolder {
  /** Files that killed writers left behind. */
  abandoned(): readonly string[];
  /** Makes today's backup. Throws where the disk has no room for it. */
  backup(copyInto: (path: string) => Promise<void>): Promise<Backup>;
  /** A copy of a file that may be opened and changed; null if the file is gone. */
  scratchCopy(path: string): ScratchCopy | null;
  surplusBackups(keep: number): readonly string[];
  remove(path: string): boolean;
  /** This process, as the holder of the maintenance lock. */
  readonly self: OwnerRecord;
  /** Mirrors of sessions and of pins. */
  files(): readonly string[];
  /** Other files of Cortex with words of sessions, such as spooled events. */
  waiting(): readonly string[];
  /** Files of the home that belong to the person or must not change. */
  settled(): readonly string[];
  read(path: string): string | null;
  write(path: string, text: string): void;
  /** Marks a conversation, or a part of it, as not to be imported again. */
  markForgotten(host: string, hostSessionId: string, part?: string): void;
  /** Copies of the database. */
  backups(): readonly string[];
  blankLogLines(isUnwanted: (line: string) => boolean): void;
}

export function copiesIn(
  home: string,
  mirrors: string,
  pinFiles: readonly string[],
  now: () => Millis,
): HomeFiles {
  const log = join(home, 'log');
  const backups = join(home, 'backups');
  const run = runFolderOf(home);
  const handed = () => (run === null ? [] : handedIn(run));
  const others = () =>
    filesBelow(home).filter((path) => !path.startsWith(mirrors + sep) && !pinFiles.includes(path));
  return {
    ...coldFilesIn(mirrors),
    abandoned: () => abandonedFiles(writtenFolders(home, mirrors)),
    backup: (copyInto) => {
      // A backup must not fill the disk, which events need.
      const bytes = fileMark(join(home, 'brain.db'))?.size ?? 0;
      if ((freeBytes(home) ?? Number.POSITIVE_INFINITY) < 2 * bytes)
        throw Object.assign(new Error('the disk has no room for a copy'), { code: 'ENOSPC' });
      return writeBackup(backups, now(), copyInto);
    },
    scratchCopy: (path) => scratchCopy(backups, path),
    surplusBackups: (keep) => surplusBackups(backups, keep),
    remove: removeIfThere,
    self: thisProcess(),
    files: () => [...[...mirrorNames(mirrors)].map((name) => join(mirrors, name)), ...pinFiles],
    waiting: () => [...others().filter((path) => WAITING.has(roomOf(home, path))), ...handed()],
    settled: () =>
      others().filter((path) => {
        const room = roomOf(home, path);
        return !WAITING.has(room) && !ELSEWHERE.has(room) && !room.startsWith('brain.db');
      }),
    read: (path) => readBounded(path, LARGEST)?.toString('utf8') ?? null,
    write: (path, text) => {
      if (run !== null && path.startsWith(run + sep)) return rewriteEvent(path, text);
      const seal = path.startsWith(mirrors + sep) ? openSeal(sealFilesIn(home)) : null;
      writeAtomic(path, seal ? sealedAgain(text, seal.seal) : text);
    },
    markForgotten: forgottenSessions(home).add,
    // A quarantined database is a copy as well.
    backups: () => [...listBackups(backups), ...quarantinedDatabases(home)],
    blankLogLines: (isUnwanted) => {
      for (const name of listNames(log)) {
        if (name.endsWith('.jsonl')) blankLines(join(log, name), isUnwanted);
      }
    },
  };
}

/** Copies of words that a host handed over, that stand in a person's own files, or that `cortex report` wrote. */
const WAITING: ReadonlySet<string> = new Set([
  'spool',
  'scratch',
  SOP_FORMS,
  SOPS_GIVEN,
  'cortex-report.html',
]);
/** Handled elsewhere, or without a person's words, such as compiled code and marks. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'log',
  'backups',
  'cache',
  'quarantine',
  'sessions',
  'run',
  'share.git',
  FORGOTTEN_SESSIONS,
]);

/** The folder or file at the top of the home that a path is in. */
function roomOf(home: string, path: string): string {
  return relative(home, path).split(sep)[0]!;
}

function filesBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch {
    return [];
  }
}

/** Overwrites lines with blanks where they stand, because others may append to the file at the same moment. */
export function blankLines(path: string, isUnwanted: (line: string) => boolean): void {
  const bytes = readBounded(path, LARGEST);
  if (!bytes) return;
  const spans: { readonly start: number; readonly end: number }[] = [];
  for (let start = 0; start < bytes.length; ) {
    const next = bytes.indexOf(10, start);
    const end = next < 0 ? bytes.length : next;
    if (isUnwanted(bytes.toString('utf8', start, end))) spans.push({ start, end });
    start = end + 1;
  }
  if (spans.length === 0) return;
  withFile(path, constants.O_WRONLY, (fd) => {
    for (const { start, end } of spans) writeSync(fd, ' '.repeat(end - start), start);
    fsyncSync(fd);
  });
}
