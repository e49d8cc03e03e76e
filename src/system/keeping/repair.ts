import { copyFileSync, existsSync, lstatSync, renameSync, rmSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { iso, type Millis } from '../../domain/base/time.ts';
import { holderOf } from '../base/exclusive.ts';
import {
  ensureDir,
  listNames,
  readBounded,
  syncFile,
  syncFolder,
  writeAtomic,
} from '../base/files.ts';
import { removeIfThere } from './archive.ts';

/** The database and its side files, which belong together. */
const ENDS = ['', '-wal', '-shm', '-journal'] as const;
const LARGEST_REPORT = 8 * 1024 * 1024;

/** A repair that is under way, written before anything is touched: whoever comes next finishes it. */
export interface RepairJob {
  /** The folder of this repair below `quarantine`. */
  readonly name: string;
  readonly reason: string;
  readonly detail: string;
  /** The source that a person asked to restore from; null where any will do. */
  readonly from: string | null;
  /** Whether the old database is salvaged: false if another copy is to replace it. */
  readonly salvages: boolean;
}

/** The files of a repair: its lock, its journal and the folder below `quarantine`. */
export interface RepairFiles {
  readonly lock: string;
  folderOf(job: RepairJob): string;
  /** A free place for a copy that is read. */
  scratch(job: RepairJob): string;
  unfinished(): RepairJob | null;
  begin(job: Omit<RepairJob, 'name'>, now: Millis): RepairJob;
  /** Moves the old database aside, and gives its place. */
  setAside(job: RepairJob): string;
  /** An empty place for the new database; what a killed run had built there so far was a copy of what is set aside. */
  buildingPlace(job: RepairJob): string;
  /** A copy that may be opened and brought up to date: the file itself stays as it is. */
  scratchCopy(job: RepairJob, file: string): string;
  /** The new database takes its place, whole and synced, and the repair is over. `line` is told at the next start. */
  place(job: RepairJob, built: string, report: Unread, line: string): void;
  /** Finishes a repair whose killed run only left the job file, and returns its report; null if there is more to do. */
  finished(job: RepairJob): unknown;
}

/** The part of a repair's report that says what could not be read. */
interface Unread {
  readonly unread: readonly string[];
}

export function repairFilesIn(home: string): RepairFiles {
  const quarantine = join(home, 'quarantine');
  const journal = join(home, 'repair.json');
  const folderOf = ({ name }: RepairJob) => join(quarantine, name);
  const emptyPlace = (job: RepairJob, name: string): string => {
    const path = join(folderOf(job), name);
    for (const end of ENDS) removeIfThere(path + end);
    return path;
  };
  const scratch = (job: RepairJob) => emptyPlace(job, 'reading.db');
  return {
    lock: repairLockIn(home),
    folderOf,
    scratch,
    unfinished() {
      const job = readJson(journal) as RepairJob | null;
      return job && /^[\w-]+$/.test(job.name) ? job : null;
    },
    begin(job, now) {
      ensureDir(quarantine);
      const begun = { ...job, name: freeName(quarantine, now) };
      ensureDir(join(quarantine, begun.name));
      writeAtomic(journal, `${JSON.stringify(begun)}\n`);
      return begun;
    },
    setAside: (job) => moveAside(home, folderOf(job)),
    buildingPlace: (job) => emptyPlace(job, 'rebuilding.db'),
    scratchCopy(job, file) {
      const path = scratch(job);
      copyFileSync(file, path);
      return path;
    },
    place(job, built, report, line) {
      writeAtomic(join(folderOf(job), 'report.json'), `${JSON.stringify(report, null, 2)}\n`);
      syncFile(built);
      noteUnread(home, `quarantine/${job.name}`, report.unread);
      renameSync(built, join(home, 'brain.db'));
      syncFolder(home);
      scratch(job);
      writeAtomic(repairNoteIn(home), `${line}\n`);
      removeIfThere(journal);
    },
    finished(job) {
      const report = existsSync(join(home, 'brain.db'))
        ? readJson(join(folderOf(job), 'report.json'))
        : null;
      if (report !== null) removeIfThere(journal);
      return report;
    },
  };
}

/** Moves what is still in the home, and gives its place; a run that was killed in between has moved the rest. */
function moveAside(home: string, folder: string): string {
  ensureDir(folder);
  for (const end of ENDS) {
    const from = join(home, `brain.db${end}`);
    if (lstatSync(from, { throwIfNoEntry: false }))
      renameSync(from, freePath(join(folder, `brain.db${end}`)));
  }
  syncFolder(home);
  syncFolder(folder);
  return join(folder, 'brain.db');
}

/** The report of the last repair; null where there was none. */
export function lastReport(home: string): unknown {
  const quarantine = join(home, 'quarantine');
  const reports = listNames(quarantine).map((name) =>
    readJson(join(quarantine, name, 'report.json')),
  );
  return reports.findLast((report) => report !== null) ?? null;
}

/** The databases that repairs set aside. */
export function quarantinedDatabases(home: string): string[] {
  const quarantine = join(home, 'quarantine');
  return listNames(quarantine).flatMap((name) =>
    listNames(join(quarantine, name))
      .filter((file) => /\.db(?:$|[.-])/.test(file))
      .map((file) => join(quarantine, name, file)),
  );
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readBounded(path, LARGEST_REPORT)?.toString('utf8') ?? 'null');
  } catch {
    return null;
  }
}

/** `2026-11-16T08-15-30`, by which they sort. */
function freeName(folder: string, now: Millis): string {
  const taken = listNames(folder);
  return firstFree(iso(now).slice(0, 19).replaceAll(':', '-'), '-', (name) => taken.includes(name));
}

function freePath(path: string): string {
  return firstFree(path, '.', (tried) => lstatSync(tried, { throwIfNoEntry: false }) !== undefined);
}

/** A name, with the first number behind it that nobody has. */
function firstFree(name: string, mark: string, isTaken: (name: string) => boolean): string {
  let tried = name;
  for (let number = 2; isTaken(tried); number++) tried = `${name}${mark}${number}`;
  return tried;
}

/** A repair is running: the database must not be opened, because it is being replaced. */
export class RepairUnderWay extends Error {
  readonly code = 'REPAIR';
  /** Its process died: nothing can be opened before another one has finished it. */
  readonly isAbandoned: boolean;

  constructor(isAbandoned: boolean) {
    super(
      isAbandoned ? 'a repair of the database was interrupted' : 'the database is being repaired',
    );
    this.isAbandoned = isAbandoned;
  }
}

export function repairLockIn(home: string): string {
  return join(home, 'repair.lock');
}

export function refuseWhileRepaired(home: string): void {
  const lock = repairLockIn(home);
  if (!existsSync(lock)) return;
  const holder = holderOf(lock);
  if (holder === 'other' || holder === 'dead') throw new RepairUnderWay(holder === 'dead');
}

/** The line that a repair leaves for the next start. */
export function repairNoteIn(home: string): string {
  return join(home, 'repair.note');
}

/** The line of a file for the next start; null where there is none, and for all but the first who asks. */
export function takeNote(path: string): string | null {
  const line = readBounded(path, 1_000)?.toString('utf8').trim();
  if (!line) return null;
  try {
    unlinkSync(path);
    return line;
  } catch {
    return null;
  }
}

/** The file of unreadable parts in repairs, one line each, until a person accepts them. */
function unreadIn(home: string): string {
  return join(home, 'repair.unread');
}

export function readUnread(home: string): readonly string[] {
  const text = readBounded(unreadIn(home), 64 * 1024)?.toString('utf8') ?? '';
  return text.split('\n').filter(Boolean);
}

/** `folder` is that of the repair: one that was interrupted notes it again. */
function noteUnread(home: string, folder: string, what: readonly string[]): void {
  const others = readUnread(home).filter((line) => !line.startsWith(`${folder}: `));
  if (what.length > 0)
    writeAtomic(unreadIn(home), `${[...others, `${folder}: ${what.join(', ')}`].join('\n')}\n`);
}

export function acceptUnread(home: string): void {
  rmSync(unreadIn(home), { force: true });
}
