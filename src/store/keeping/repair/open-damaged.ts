import { closeSync, copyFileSync, existsSync, fstatSync, openSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { PAGE_BYTES } from './pages.ts';

/** Opens a damaged file without changing it; null if nothing can be read. `scratch` is a free path for a copy. */
export function openDamaged(path: string, scratch: string): DatabaseSync | null {
  return readable(path, true) ?? withNewHeader(path, scratch);
}

function readable(path: string, readOnly: boolean): DatabaseSync | null {
  let raw: DatabaseSync | null = null;
  try {
    raw = new DatabaseSync(path, { readOnly, allowExtension: false });
    // The file is untrusted, and a bad cell size must cost its page, not the file.
    raw.exec('PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=OFF');
    if (raw.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get()) return raw;
  } catch {
    // Try the next way.
  }
  raw?.close();
  return null;
}

/** Replaces the header, which is equal in all our files except for the number of pages. */
function withNewHeader(path: string, scratch: string): DatabaseSync | null {
  try {
    copyFileSync(path, scratch);
    if (existsSync(`${path}-wal`)) copyFileSync(`${path}-wal`, `${scratch}-wal`);
    const fd = openSync(scratch, 'r+');
    try {
      const { size } = fstatSync(fd);
      if (size < PAGE_BYTES) return null;
      writeSync(fd, headerOf(Math.floor(size / PAGE_BYTES)), 0, HEADER_BYTES, 0);
    } finally {
      closeSync(fd);
    }
    return readable(scratch, false);
  } catch {
    return null;
  }
}

const HEADER_BYTES = 100;

/** https://www.sqlite.org/fileformat.html#the_database_header: an empty list of free pages, UTF-8, write-ahead log. */
function headerOf(pages: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('SQLite format 3\0', 'latin1');
  header.writeUInt16BE(PAGE_BYTES, 16);
  header.set([2, 2, 0, 64, 32, 32], 18);
  const changes = 1;
  for (const [at, value] of [
    [24, changes],
    [28, pages],
    [40, 1],
    [44, 4],
    [56, 1],
    [92, changes],
    [96, 3_051_003],
  ] as const) {
    header.writeUInt32BE(value, at);
  }
  return header;
}
