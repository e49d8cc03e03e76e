import { join } from 'node:path';
import type { MetricHead } from '../domain/evidence/seal.ts';
import type { SessionId } from '../domain/ids.ts';
import type { Millis } from '../domain/time.ts';
import {
  abandonedFiles,
  archiveFor,
  listArchives,
  mirrorName,
  mirrorNames,
  readArchive,
  remove,
  removeArchive,
  removeMirror,
  writeArchive,
  writtenFolders,
} from './archive.ts';
import { scratchCopy, surplusBackups, writeBackup } from './backup.ts';
import { thisProcess } from './detach.ts';
import { fileMark, freeBytes } from './files.ts';
import { headIn, mirrorPath } from './mirror.ts';

/** Everything of a home that maintenance looks after besides the database itself. */
export function keepingIn(home: string, mirrors: string, now: () => Millis) {
  const backups = join(home, 'backups');
  return {
    archiveFor: (id: SessionId, endTime: string) => archiveFor(id, endTime),
    writeArchive: (path: string, text: string) => writeArchive(mirrors, path, text),
    readArchive: (path: string) => readArchive(mirrors, path),
    witness: (id: SessionId): MetricHead | null => headIn(mirrorPath(mirrors, id)),
    removeMirror: (id: SessionId) => removeMirror(mirrors, id),
    archives: () => listArchives(mirrors),
    removeArchive: (path: string) => removeArchive(mirrors, path),
    withMirror: (ids: readonly SessionId[]) => {
      const names = mirrorNames(mirrors);
      return ids.filter((id) => names.has(mirrorName(id)));
    },
    abandoned: () => abandonedFiles(writtenFolders(home, mirrors)),
    backup: (copyInto: (path: string) => Promise<void>) => {
      // A copy that fills the disk takes the room of events.
      const bytes = fileMark(join(home, 'brain.db'))?.size ?? 0;
      if ((freeBytes(home) ?? Number.POSITIVE_INFINITY) < 2 * bytes)
        throw Object.assign(new Error('the disk has no room for a copy'), { code: 'ENOSPC' });
      return writeBackup(backups, now(), copyInto);
    },
    scratchCopy: (path: string) => scratchCopy(backups, path),
    surplusBackups: (keep: number) => surplusBackups(backups, keep),
    remove,
    self: thisProcess(),
  };
}
