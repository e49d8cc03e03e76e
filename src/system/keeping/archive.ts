import { lstatSync, unlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { archivePath, isArchivePath } from '../../domain/keeping/archive.ts';
import type { MetricHead } from '../../domain/metrics/seal.ts';
import {
  ensureDir,
  ensureGiven,
  errorCode,
  isTemporary,
  listNames,
  readBounded,
  safeName,
  writeAtomic,
} from '../base/files.ts';
import { SPOOL } from '../hooks/spool.ts';
import { mirrorName, mirrorNames, mirrorPath, readMirrorHead } from './mirror.ts';

/** Larger than any archive of Cortex. */
const LARGEST = 256 * 1024 * 1024;
/** A writer that is still at work finishes within seconds. */
const ABANDONED_MS = 60 * 60_000;

/** The files of cold storage, and the mirrors beside them, of one folder. A path is one below that folder. */
export interface ColdFolder {
  /** With the hash by which it is known to be whole; null where there is none. */
  readArchive(path: string): { readonly text: string; readonly hash: string } | null;
  /** Whole and synced with its folder when this returns. */
  writeArchive(path: string, text: string): void;
  /** The place for the archive of a session. */
  archiveFor(sessionId: string, endTime: string): string;
  archives(): readonly string[];
  /** False where there was none. */
  removeArchive(path: string): boolean;
  removeMirror(id: string): boolean;
  /** The last metric that was recorded when the mirror of a session was written. */
  witness(id: string): MetricHead | null;
  /** Which of these sessions have a mirror. */
  withMirror<Id extends string>(ids: readonly Id[]): readonly Id[];
}

export function coldFilesIn(folder: string): ColdFolder {
  return {
    readArchive(path) {
      if (!isArchivePath(path)) return null;
      const bytes = readBounded(join(folder, path), LARGEST);
      return bytes && { text: bytes.toString('utf8'), hash: sha256(bytes) };
    },
    writeArchive(path, text) {
      if (!isArchivePath(path)) throw new Error(`${path} is not a place for an archive`);
      const file = join(folder, path);
      ensureGiven(folder);
      for (const level of [join(folder, 'archive'), dirname(file)]) ensureDir(level);
      writeAtomic(file, text);
    },
    archiveFor: (sessionId, endTime) => archivePath(safeName(sessionId), endTime),
    archives: () =>
      listNames(join(folder, 'archive'))
        .flatMap((month) =>
          listNames(join(folder, 'archive', month)).map((name) => `archive/${month}/${name}`),
        )
        .filter(isArchivePath),
    removeArchive: (path) => isArchivePath(path) && removeIfThere(join(folder, path)),
    removeMirror: (id) => removeIfThere(mirrorPath(folder, id)),
    witness: (id) => readMirrorHead(mirrorPath(folder, id)),
    withMirror(ids) {
      const names = mirrorNames(folder);
      return ids.filter((id) => names.has(mirrorName(id)));
    },
  };
}

/** Temporary files that a killed writer left in these folders; those of a writer at work stay. */
export function abandonedFiles(folders: readonly string[]): string[] {
  const before = Date.now() - ABANDONED_MS;
  return folders.flatMap((folder) =>
    listNames(folder)
      .filter(isTemporary)
      .map((name) => join(folder, name))
      .filter((path) => {
        const found = lstatSync(path, { throwIfNoEntry: false });
        return found?.isFile() === true && found.mtimeMs < before;
      }),
  );
}

/** Every folder in which files are written by way of a temporary one. */
export function writtenFolders(home: string, mirrors: string): string[] {
  const archive = join(mirrors, 'archive');
  return [
    home,
    mirrors,
    archive,
    ...listNames(archive).map((month) => join(archive, month)),
    join(home, 'backups'),
    join(home, SPOOL),
  ];
}

/** Removes a file; false where there was none. */
export function removeIfThere(path: string): boolean {
  try {
    unlinkSync(path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

export function sha256(content: string | Buffer): string {
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(content).digest('hex');
}
