import { closeSync, constants, fstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { readBounded } from './files.ts';
import { exists } from './git-files.ts';

/** A repository that is looked after has a few packs. In others, what is not found is not known to be missing. */
const MOST_PACKS = 60;
const HEX = /^[0-9a-f]{4,64}$/;
/** The fan-out of an index follows eight bytes of signature and version. */
const NAMES = 8 + 256 * 4;

export type Presence = 'yes' | 'no' | 'unknown';

/**
 * Whether a repository has objects whose names begin so, by its files alone. Objects kept elsewhere are not looked for, and
 * what does not depend on the name is read once.
 */
export function objectFinder(commonDir: string): (prefix: string) => Presence {
  const objects = join(commonDir, 'objects');
  const folder = join(objects, 'pack');
  let packs: Packs | null | undefined;
  return (prefix) => {
    if (!HEX.test(prefix)) return 'unknown';
    const loose = namesIn(join(objects, prefix.slice(0, 2)));
    if (loose?.some((name) => name.startsWith(prefix.slice(2)))) return 'yes';
    if (packs === undefined) packs = packsOf(commonDir, folder);
    if (packs === null || loose === null) return 'unknown';
    let isWhole = packs.isWhole;
    for (const name of packs.indexes) {
      const found = inIndex(join(folder, name), prefix, packs.size);
      if (found === true) return 'yes';
      isWhole &&= found !== null;
    }
    return isWhole ? 'no' : 'unknown';
  };
}

interface Packs {
  readonly indexes: readonly string[];
  /** Bytes of a name. */
  readonly size: number;
  /** All objects of the repository are in these, or loose. */
  readonly isWhole: boolean;
}

function packsOf(commonDir: string, folder: string): Packs | null {
  const names = namesIn(folder);
  if (names === null) return null;
  const indexes = names.filter((name) => name.endsWith('.idx'));
  const isElsewhere =
    names.some((name) => name.endsWith('.promisor')) ||
    exists(join(folder, '..', 'info', 'alternates')) ||
    exists(join(commonDir, 'shallow'));
  return {
    indexes: indexes.slice(0, MOST_PACKS),
    size: nameBytes(commonDir),
    isWhole: indexes.length <= MOST_PACKS && !isElsewhere,
  };
}

/** Names in a folder; none where there is no such folder, null where it cannot be read. */
function namesIn(folder: string): readonly string[] | null {
  try {
    return readdirSync(folder);
  } catch (error) {
    return (error as { code?: string }).code === 'ENOENT' && exists(join(folder, '..')) ? [] : null;
  }
}

function nameBytes(commonDir: string): number {
  const config = readBounded(join(commonDir, 'config'), 64 * 1024)?.toString('latin1') ?? '';
  return /^\s*objectformat\s*=\s*sha256\s*$/im.test(config) ? 32 : 20;
}

/** Version 2 of an index: names in order, found by halves. Null where it cannot be read. */
function inIndex(path: string, prefix: string, size: number): boolean | null {
  let fd: number;
  try {
    // A named pipe in the place of an index must not make us wait.
    fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch {
    return null;
  }
  try {
    if (!fstatSync(fd).isFile()) return null;
    const head = Buffer.alloc(NAMES);
    if (
      readSync(fd, head, 0, NAMES, 0) < NAMES ||
      head.readUInt32BE(0) !== 0xff744f63 ||
      head.readUInt32BE(4) !== 2
    )
      return null;
    const first = Number.parseInt(prefix.slice(0, 2), 16);
    let low = first === 0 ? 0 : head.readUInt32BE(8 + (first - 1) * 4);
    let high = head.readUInt32BE(8 + first * 4);
    const name = Buffer.alloc(size);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (readSync(fd, name, 0, size, NAMES + middle * size) < size) return null;
      const text = name.toString('hex', 0, size);
      if (text.startsWith(prefix)) return true;
      if (text < prefix) low = middle + 1;
      else high = middle;
    }
    return false;
  } catch {
    return null;
  } finally {
    closeSync(fd);
  }
}
