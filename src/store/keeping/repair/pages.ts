import { readFileSync } from 'node:fs';

/**
 * Reads rows directly from the pages of a file, without SQLite and without the schema in the file: if that is damaged, SQLite
 * reads nothing at all. https://www.sqlite.org/fileformat.html
 */

/** The page size of all Cortex databases; SQLite's default since 2016. */
export const PAGE_BYTES = 4096;
const TABLE_LEAF = 0x0d;
const INDEX_LEAF = 0x0a;
const FILE_HEADER = 100;

export type PageCell = string | number | bigint | null | Uint8Array;

/** A row in a page, which does not name its table. */
export interface PageRow {
  /** The rowid; null in a table without one. */
  readonly number: bigint | null;
  readonly cells: readonly PageCell[];
}

/** Every complete row in the pages of a file and its log. */
export function* rowsInPages(path: string): Iterable<PageRow> {
  const pages = pagesOf(path);
  for (const [number, page] of pages.entries()) {
    const at = number === 0 ? FILE_HEADER : 0;
    const kind = page[at];
    if (kind !== TABLE_LEAF && kind !== INDEX_LEAF) continue;
    const cells = page.readUInt16BE(at + 3);
    for (let i = 0; i < cells; i++) {
      const pointer = at + 8 + 2 * i;
      if (pointer + 2 > PAGE_BYTES) break;
      const row = rowAt(pages, page, page.readUInt16BE(pointer), kind === TABLE_LEAF);
      if (row) yield row;
    }
  }
}

function pagesOf(path: string): Buffer[] {
  const file = readFileSync(path);
  const pages: Buffer[] = [];
  for (let at = 0; at + PAGE_BYTES <= file.length; at += PAGE_BYTES)
    pages.push(file.subarray(at, at + PAGE_BYTES));
  const logged = loggedPages(`${path}-wal`);
  while (pages.length <= Math.max(...logged.keys())) pages.push(Buffer.alloc(PAGE_BYTES));
  for (const [number, page] of logged) pages[number] = page;
  return pages;
}

const LOG_HEADER = 32;
const FRAME_HEADER = 24;

/** The pages of committed frames, by page number; the last frame of each counts. */
function loggedPages(path: string): ReadonlyMap<number, Buffer> {
  const committed = new Map<number, Buffer>();
  let log: Buffer;
  try {
    log = readFileSync(path);
  } catch {
    return committed;
  }
  if (log.length < LOG_HEADER) return committed;
  const salts = log.subarray(16, 24);
  const open = new Map<number, Buffer>();
  for (
    let at = LOG_HEADER;
    at + FRAME_HEADER + PAGE_BYTES <= log.length;
    at += FRAME_HEADER + PAGE_BYTES
  ) {
    if (!log.subarray(at + 8, at + 16).equals(salts)) break;
    open.set(
      log.readUInt32BE(at) - 1,
      log.subarray(at + FRAME_HEADER, at + FRAME_HEADER + PAGE_BYTES),
    );
    // A frame that ends a transaction contains the file's size.
    if (log.readUInt32BE(at + 4) === 0) continue;
    for (const [number, page] of open) committed.set(number, page);
    open.clear();
  }
  return committed;
}

/** Null if it is not a valid cell. */
function rowAt(
  pages: readonly Buffer[],
  page: Buffer,
  at: number,
  isNumbered: boolean,
): PageRow | null {
  try {
    const [length, afterLength] = varint(page, at);
    const [number, start] = isNumbered ? varint(page, afterLength) : [null, afterLength];
    const payload = payloadAt(pages, page, start, Number(length), isNumbered);
    const cells = payload && cellsIn(payload);
    return cells && { number, cells };
  } catch {
    // The record reaches beyond its page.
    return null;
  }
}

/** A long payload goes on in pages of its own. */
function payloadAt(
  pages: readonly Buffer[],
  page: Buffer,
  start: number,
  length: number,
  isNumbered: boolean,
): Buffer | null {
  const most = isNumbered ? PAGE_BYTES - 35 : Math.floor(((PAGE_BYTES - 12) * 64) / 255) - 23;
  if (length <= most)
    return start + length <= PAGE_BYTES ? page.subarray(start, start + length) : null;
  if (length > pages.length * PAGE_BYTES) return null;
  const least = Math.floor(((PAGE_BYTES - 12) * 32) / 255) - 23;
  const wanted = least + ((length - least) % (PAGE_BYTES - 4));
  const here = wanted <= most ? wanted : least;
  const parts = [page.subarray(start, start + here)];
  let left = length - here;
  let next = page.readUInt32BE(start + here);
  while (left > 0) {
    const more = pages[next - 1];
    if (!more) return null;
    parts.push(more.subarray(4, 4 + Math.min(left, PAGE_BYTES - 4)));
    left -= PAGE_BYTES - 4;
    next = more.readUInt32BE(0);
  }
  return Buffer.concat(parts);
}

function cellsIn(payload: Buffer): PageCell[] | null {
  const [header, first] = varint(payload, 0);
  const cells: PageCell[] = [];
  let at = Number(header);
  for (let position = first; position < Number(header); ) {
    const [type, after] = varint(payload, position);
    position = after;
    const [cell, end] = cellAt(payload, at, Number(type));
    cells.push(cell);
    at = end;
  }
  return at === payload.length ? cells : null;
}

const INTEGER_BYTES = [0, 1, 2, 3, 4, 6, 8] as const;
const UTF8 = new TextDecoder('utf-8', { fatal: true });

function cellAt(payload: Buffer, at: number, type: number): [PageCell, number] {
  if (type === 0) return [null, at];
  const bytes = INTEGER_BYTES[type];
  if (bytes === 8) return [plain(payload.readBigInt64BE(at)), at + 8];
  if (bytes !== undefined) return [payload.readIntBE(at, bytes), at + bytes];
  if (type === 7) return [payload.readDoubleBE(at), at + 8];
  if (type === 8 || type === 9) return [type - 8, at];
  if (type < 12) throw new Error('no type of a cell');
  const end = at + ((type - (type % 2 === 0 ? 12 : 13)) >> 1);
  if (end > payload.length) throw new Error('a cell beyond its row');
  const value = payload.subarray(at, end);
  return [type % 2 === 0 ? new Uint8Array(value) : UTF8.decode(value), end];
}

/** As a number where a double holds it. */
function plain(value: bigint): number | bigint {
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

/** Reads a varint (seven bits a byte, eight in the ninth) and its end. */
function varint(bytes: Buffer, at: number): [bigint, number] {
  let value = 0n;
  for (let i = 0; i < 8; i++) {
    const byte = bytes.readUInt8(at + i);
    value = (value << 7n) | BigInt(byte & 0x7f);
    if (byte < 0x80) return [value, at + i + 1];
  }
  return [BigInt.asIntN(64, (value << 8n) | BigInt(bytes.readUInt8(at + 8))), at + 9];
}
