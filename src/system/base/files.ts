import {
  chmodSync,
  closeSync,
  constants,
  type Dirent,
  fchmodSync,
  fstatSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  type Stats,
  statfsSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Absent on Windows, where neither symbolic links nor named pipes wait for us like this. */
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;
const NO_WAIT = constants.O_NONBLOCK ?? 0;
const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | NO_FOLLOW;

/** A path that Cortex will not use, with a sentence that says what to do about it. */
export class UnsafePath extends Error {
  readonly code = 'UNSAFE';
}

const PRIVATE = 0o700;

/** A folder of our own, private, made with its parents where it is missing. */
export function ensureDir(path: string): void {
  const { target, mode } = madeOrFound(path);
  if (mode !== PRIVATE && process.platform !== 'win32') chmodSync(target, PRIVATE);
}

/**
 * A folder that a person may have named: made private where it is missing. One that was there before keeps its mode, for
 * others may use it too; the files in it are private by themselves. Only the right of everybody to write in it is taken away.
 */
export function ensureGiven(path: string): void {
  const { target, mode, isNew } = madeOrFound(path);
  if (mode === PRIVATE || process.platform === 'win32') return;
  // An unusual umask takes rights away that the owner needs.
  if (isNew) chmodSync(target, PRIVATE);
  else if (mode & 0o002)
    try {
      chmodSync(target, mode & 0o775);
    } catch {
      // Mounts that show the same mode whatever is set: Windows' disks in WSL, shares over CIFS.
    }
}

function madeOrFound(path: string): {
  readonly target: string;
  readonly mode: number;
  readonly isNew: boolean;
} {
  const target = resolve(path);
  const isNew = lstatSync(target, { throwIfNoEntry: false }) === undefined;
  if (isNew) makeFolder(target);
  const found = statSync(target, { throwIfNoEntry: false });
  if (!found?.isDirectory())
    throw new UnsafePath(`${target} is not a folder: move it away or set CORTEX_HOME`);
  refuseForeign(target, found);
  // Closing such a folder to everybody else would break the machine: /tmp, when we are root.
  if (found.mode & 0o1000)
    throw new UnsafePath(`${target} is a shared folder: give Cortex one of its own`);
  return { target, mode: found.mode & 0o777, isNew };
}

/** One level at a time: `recursive` never returns when mkdir answers ENOENT under an existing parent (HOME=/proc). */
function makeFolder(target: string): void {
  if (statSync(target, { throwIfNoEntry: false })) return;
  makeFolder(dirname(target));
  try {
    mkdirSync(target, { mode: PRIVATE });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}

/** Refuses another user's files even to root: files that root leaves there could not be opened by their owner. */
function refuseForeign(path: string, found: Stats): void {
  const us = process.geteuid?.();
  if (us !== undefined && found.uid !== us) {
    throw new UnsafePath(
      `${path} belongs to another user (uid ${found.uid}): set CORTEX_HOME to a folder of yours`,
    );
  }
}

/**
 * The whole text or the old file, never a part, also after a power loss: without the two syncs a simulated
 * loss left 935 torn mirrors, with them none. A symbolic link at the target is replaced, not followed.
 */
export function writeAtomic(path: string, text: string): void {
  const folder = dirname(resolve(path));
  const { fd, name } = openTemporary(folder);
  try {
    fill(fd, Buffer.from(text, 'utf8'));
    renameSync(name, path);
  } catch (error) {
    rmSync(name, { force: true });
    throw error;
  }
  syncFolder(folder);
}

/**
 * A private file with this content, unless one is there; true when it was made now. Two processes may meet here: the
 * file appears whole under its name, and only once.
 */
export function writeOnce(path: string, bytes: Uint8Array): boolean {
  const folder = dirname(resolve(path));
  const { fd, name } = openTemporary(folder);
  try {
    fill(fd, bytes);
    linkSync(name, path);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    if (!NO_LINKS.includes(errorCode(error) ?? '')) throw error;
    // FAT and some network file systems have one name for each file: then a reader may find it short for a moment.
    try {
      fill(openSync(path, NEW_FILE, 0o600), bytes);
    } catch (second) {
      if (errorCode(second) === 'EEXIST') return false;
      throw second;
    }
  } finally {
    unlinkSync(name);
  }
  syncFolder(folder);
  return true;
}

const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'];

/** Writes everything, has it on the disk, and closes. */
function fill(fd: number, bytes: Uint8Array): void {
  try {
    fchmodSync(fd, 0o600);
    for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

export function openTemporary(folder: string): { fd: number; name: string } {
  const unique = `${process.pid.toString(36)}-${process.hrtime.bigint().toString(36)}`;
  const name = join(folder, `${TEMPORARY}${unique}`);
  return { fd: openSync(name, NEW_FILE, 0o600), name };
}

const TEMPORARY = '.tmp-';

/** The name of a file that a killed `writeAtomic` may leave behind. */
export function isTemporary(name: string): boolean {
  return name.startsWith(TEMPORARY);
}

export function syncFolder(folder: string): void {
  // Windows has no such call on folders; its journal keeps renames in order.
  if (process.platform === 'win32') return;
  try {
    sync(folder, constants.O_RDONLY);
  } catch (error) {
    // Some network and user-space file systems know no sync of a folder.
    if (errorCode(error) !== 'EINVAL' && errorCode(error) !== 'ENOTSUP') throw error;
  }
}

/** Works in place on a file that is there; a symbolic link is not followed. */
export function withFile<T>(path: string, flags: number, work: (fd: number) => T): T {
  const fd = openSync(path, flags | NO_FOLLOW);
  try {
    return work(fd);
  } finally {
    closeSync(fd);
  }
}

/** Syncs a file that something else has filled, such as SQLite. */
export function syncFile(path: string): void {
  sync(path, constants.O_RDWR);
}

function sync(path: string, flags: number): void {
  const fd = openSync(path, flags);
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/**
 * An empty file that only we can read, unless it is there already; true when it was made now. By path and
 * never by descriptor: closing one would drop the locks that SQLite holds on that file in this process.
 */
export function createPrivate(path: string): boolean {
  let made = false;
  try {
    closeSync(openSync(path, NEW_FILE, 0o600));
    made = true;
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  const found = lstatSync(path);
  if (!found.isFile()) throw new UnsafePath(`${path} is not a plain file: move it away`);
  refuseForeign(path, found);
  if ((found.mode & 0o777) !== 0o600 && process.platform !== 'win32') chmodSync(path, 0o600);
  return made;
}

/**
 * At most `limit` bytes of a plain file; null for what is absent, unreadable or would make us wait (a named
 * pipe).
 */
export function readBounded(
  path: string,
  limit: number,
  from: 'start' | 'end' = 'start',
): Buffer | null {
  return readPart(path, limit, ({ size }) => (from === 'start' ? 0 : Math.max(0, size - limit)));
}

/**
 * The end of a plain file that is this user's own, and where it begins: at `since` where that is not longer than the limit; null for
 * any other file. One that is shorter than it was is another file, and read from its beginning.
 */
export function readOwnSince(
  path: string,
  since: number,
  limit: number,
): { readonly from: number; readonly bytes: Buffer } | null {
  const us = process.geteuid?.();
  let from = 0;
  const bytes = readPart(path, limit, ({ size, uid }) => {
    from = Math.max(since > size ? 0 : since, size - limit);
    return us === undefined || uid === us ? from : null;
  });
  return bytes && { from, bytes };
}

/** `firstOf`: where to begin; null where the file is not to be read. */
function readPart(
  path: string,
  limit: number,
  firstOf: (found: Stats) => number | null,
): Buffer | null {
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | NO_WAIT);
  } catch {
    return null;
  }
  try {
    const found = fstatSync(fd);
    const first = found.isFile() ? firstOf(found) : null;
    if (first === null) return null;
    const bytes = Buffer.allocUnsafe(Math.min(found.size - first, limit));
    let done = 0;
    while (done < bytes.length) {
      const read = readSync(fd, bytes, done, bytes.length - done, first + done);
      if (read === 0) break;
      done += read;
    }
    return bytes.subarray(0, done);
  } catch {
    return null;
  } finally {
    closeSync(fd);
  }
}

/** The names in a folder, in order; none where it cannot be read. */
export function listNames(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

/** The same, with what each is. */
export function sortedEntries(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}

/** Size and time of a plain file; null where there is none. */
export function fileMark(path: string): { readonly size: number; readonly at: number } | null {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found?.isFile() ? { size: found.size, at: Math.floor(found.mtimeMs) } : null;
  } catch {
    return null;
  }
}

/** An id as a file name: itself where that is harmless on every system, else a name made of its hash. */
export function safeName(id: string): string {
  if (PLAIN.test(id) && !id.endsWith('.') && !DEVICE.test(id) && !HASHED.test(id)) return id;
  const { createHash } = process.getBuiltinModule('node:crypto');
  // UTF-16, so that ids that differ in a lone surrogate stay two ids.
  return `x-${createHash('sha256').update(Buffer.from(id, 'utf16le')).digest('hex').slice(0, 32)}`;
}

const PLAIN = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}$/;
/** Windows opens the device whatever the extension. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/i;
const HASHED = /^x-[0-9a-f]{32}$/i;

/** Bytes that an ordinary user may still write in the file system of a folder; null where it does not tell. */
export function freeBytes(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}

export function errorCode(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : undefined;
}

/** Write-ahead logging needs shared memory, which NFS, SMB, FUSE over a network and 9p do not have. */
const NETWORK_FILE_SYSTEMS = new Set([
  0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x01021997, 0x65735546, 0x5346414f,
]);

export function isNetworkFileSystem(folder: string): boolean {
  try {
    return NETWORK_FILE_SYSTEMS.has(statfsSync(folder).type >>> 0);
  } catch {
    return false;
  }
}
