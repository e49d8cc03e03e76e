import { copyFileSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { iso, type Millis } from '../../domain/base/time.ts';
import {
  createPrivate,
  ensureDir,
  errorCode,
  listNames,
  syncFile,
  syncFolder,
} from '../base/files.ts';
import { removeIfThere, sha256 } from './archive.ts';

/** A copy of the database, with the hash by which it is known to be whole. */
export interface Backup {
  readonly path: string;
  readonly bytes: number;
  readonly hash: string;
}

export type ScratchCopy = Pick<Backup, 'path' | 'hash'>;

const NAME = /^brain-\d{8}\.db$/;

/**
 * A copy of the database as of today, in place of an earlier one of the same day. `copyInto` fills an empty file and has
 * looked at it before this goes on, so that what is here by its name can be relied on.
 */
export async function writeBackup(
  folder: string,
  now: Millis,
  copyInto: (path: string) => Promise<void>,
): Promise<Backup> {
  ensureDir(folder);
  const path = join(folder, `brain-${iso(now).slice(0, 10).replaceAll('-', '')}.db`);
  const unfinished = temporaryIn(folder);
  try {
    createPrivate(unfinished);
    await copyInto(unfinished);
    syncFile(unfinished);
    renameSync(unfinished, path);
  } catch (error) {
    for (const end of ['', '-journal', '-wal', '-shm']) removeIfThere(unfinished + end);
    throw error;
  }
  syncFolder(folder);
  return { path, bytes: statSync(path).size, hash: sha256(readFileSync(path)) };
}

/** A private copy, recognisable as temporary by its name, and its hash; null if the file is gone. */
export function scratchCopy(folder: string, path: string): ScratchCopy | null {
  ensureDir(folder);
  const scratch = temporaryIn(folder);
  try {
    createPrivate(scratch);
    copyFileSync(path, scratch);
    return { path: scratch, hash: sha256(readFileSync(scratch)) };
  } catch (error) {
    removeIfThere(scratch);
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

function temporaryIn(folder: string): string {
  return join(
    folder,
    `.tmp-${process.pid.toString(36)}-${process.hrtime.bigint().toString(36)}.db`,
  );
}

/** The backups beyond the newest `keep`. Their names are dates, so that they sort by age. */
export function surplusBackups(folder: string, keep: number): string[] {
  const names = listBackups(folder);
  return names.slice(0, Math.max(0, names.length - keep));
}

/** The backups in a folder, oldest first. */
export function listBackups(folder: string): string[] {
  return listNames(folder)
    .filter((name) => NAME.test(name))
    .map((name) => join(folder, name));
}
