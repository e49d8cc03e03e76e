import { copyFileSync, existsSync, lstatSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { iso, type Millis } from '../domain/time.ts';
import { namesIn, remove } from './archive.ts';
import { ensureDir, readBounded, syncFile, syncFolder, writeAtomic } from './files.ts';
import { repairLockIn } from './repair-lock.ts';
import { noteUnread, repairNoteIn } from './repair-note.ts';

/** The database and what belongs to it: apart from each other they are worth nothing. */
const ENDS = ['', '-wal', '-shm', '-journal'] as const;
const LARGEST_REPORT = 8 * 1024 * 1024;

/** A repair that is under way, written before anything is touched: whoever comes next finishes it. */
export interface Job {
  /** The folder of this repair below `quarantine`. */
  readonly name: string;
  readonly reason: string;
  readonly detail: string;
  /** The source that a person asked to restore from; null where any will do. */
  readonly from: string | null;
  /** Whether what was there may still be read: false where another copy is to take its place. */
  readonly salvages: boolean;
}

export function repairFilesIn(home: string) {
  const quarantine = join(home, 'quarantine');
  const journal = join(home, 'repair.json');
  const folderOf = ({ name }: Job) => join(quarantine, name);
  const scratch = (job: Job): string => {
    const path = join(folderOf(job), 'reading.db');
    for (const end of ENDS) remove(path + end);
    return path;
  };
  return {
    lock: repairLockIn(home),
    folderOf,
    unfinished: (): Job | null => jobIn(readJson(journal)),

    begin(job: Omit<Job, 'name'>, now: Millis): Job {
      ensureDir(quarantine);
      const begun = { ...job, name: freeName(quarantine, now) };
      ensureDir(join(quarantine, begun.name));
      writeAtomic(journal, `${JSON.stringify(begun)}\n`);
      return begun;
    },

    /** Moves what is still in the home; a run that was killed in between has moved the rest. */
    setAside(job: Job): void {
      const folder = folderOf(job);
      ensureDir(folder);
      for (const end of ENDS) {
        const from = join(home, `brain.db${end}`);
        const to = join(folder, `brain.db${end}`);
        if (lstatSync(from, { throwIfNoEntry: false })) renameSync(from, freePath(to));
      }
      syncFolder(home);
      syncFolder(folder);
    },

    /** An empty place for the new database; what a killed run had built there so far was a copy of what is set aside. */
    buildingPlace(job: Job): string {
      const path = join(folderOf(job), 'rebuilding.db');
      for (const end of ENDS) remove(path + end);
      return path;
    },

    setAsidePath: (job: Job): string => join(folderOf(job), 'brain.db'),

    scratch,

    /** A copy that may be opened and brought up to date: the file itself stays as it is. */
    scratchCopy(job: Job, file: string): string {
      const path = scratch(job);
      copyFileSync(file, path);
      return path;
    },

    /** The new database takes its place, whole and synced, and the repair is over. */
    place(job: Job, built: string, report: { readonly unread: readonly string[] }, line: string): void {
      writeAtomic(join(folderOf(job), 'report.json'), `${JSON.stringify(report, null, 2)}\n`);
      syncFile(built);
      noteUnread(home, `quarantine/${job.name}`, report.unread);
      renameSync(built, join(home, 'brain.db'));
      syncFolder(home);
      for (const end of ENDS) remove(join(folderOf(job), `reading.db${end}`));
      writeAtomic(repairNoteIn(home), `${line}\n`);
      remove(journal);
    },

    /** Finishes a repair that was killed after the files were in place and before its report was. */
    finish(job: Job): unknown {
      remove(journal);
      return readJson(join(folderOf(job), 'report.json'));
    },

    /** The rename was the last thing that a killed run did: only the paper is left. */
    isPlaced: (job: Job): boolean =>
      existsSync(join(home, 'brain.db')) && existsSync(join(folderOf(job), 'report.json')),

    /** Reports, the oldest first. */
    reports: (): { readonly folder: string; readonly report: unknown }[] =>
      namesIn(quarantine).flatMap((name) => {
        const report = readJson(join(quarantine, name, 'report.json'));
        return report === null ? [] : [{ folder: join(quarantine, name), report }];
      }),
  };
}

/** The databases that repairs set aside. */
export function quarantinedDatabases(home: string): string[] {
  const quarantine = join(home, 'quarantine');
  return namesIn(quarantine).flatMap((name) =>
    namesIn(join(quarantine, name))
      .filter((file) => /\.db(?:$|[.-])/.test(file))
      .map((file) => join(quarantine, name, file)),
  );
}

function jobIn(value: unknown): Job | null {
  const { name, reason, detail, from, salvages } = Object(value) as Record<string, unknown>;
  if (typeof name !== 'string' || !/^[\w-]+$/.test(name)) return null;
  return {
    name,
    reason: String(reason),
    detail: String(detail),
    from: typeof from === 'string' ? from : null,
    salvages: salvages !== false,
  };
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
  const name = iso(now).slice(0, 19).replaceAll(':', '-');
  const taken = new Set(namesIn(folder));
  for (let number = 1; ; number++) {
    const tried = number === 1 ? name : `${name}-${number}`;
    if (!taken.has(tried)) return tried;
  }
}

function freePath(path: string): string {
  for (let number = 1; ; number++) {
    const tried = number === 1 ? path : `${path}.${number}`;
    if (!lstatSync(tried, { throwIfNoEntry: false })) return tried;
  }
}
