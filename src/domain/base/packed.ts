import { hex } from './checksum.ts';
import { parseJson } from './text/json.ts';

export type StoredCell = string | number | null | Uint8Array;
export type StoredRow = Readonly<Record<string, StoredCell>>;

/** A row in a file: JSON texts of the table become part of the file's JSON. */
export type PackedRow = Readonly<Record<string, unknown>>;

/** The key that marks bytes in a file; no other JSON of Cortex uses it. */
const BYTES = '$hex';

export function pack(row: StoredRow): PackedRow {
  return mapped(row, packCell);
}

/** Restores exactly what was packed. Null if it is not a row. */
export function unpack(packed: unknown): StoredRow | null {
  if (typeof packed !== 'object' || packed === null || Array.isArray(packed)) return null;
  return mapped(packed as PackedRow, unpackCell);
}

function mapped<A, B>(row: Readonly<Record<string, A>>, change: (cell: A) => B): Record<string, B> {
  // fromEntries defines properties, so that a column `__proto__` stays a column.
  return Object.fromEntries(Object.entries(row).map(([column, cell]) => [column, change(cell)]));
}

function packCell(cell: StoredCell): unknown {
  if (cell instanceof Uint8Array) return { [BYTES]: hex(cell) };
  if (typeof cell !== 'string' || !/^[[{]/.test(cell)) return cell;
  const inner = parseJson(cell);
  // Another spelling of the same JSON stays a text, so that it is restored exactly.
  return typeof inner === 'object' &&
    inner !== null &&
    !(BYTES in inner) &&
    JSON.stringify(inner) === cell
    ? inner
    : cell;
}

function unpackCell(value: unknown): StoredCell {
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (value === null || value === undefined) return null;
  if (typeof value === 'object' && BYTES in value) return bytes(value[BYTES]);
  return JSON.stringify(value);
}

function bytes(text: unknown): StoredCell {
  if (typeof text !== 'string' || text.length % 2 === 1 || /[^0-9a-f]/.test(text)) return null;
  return Uint8Array.from({ length: text.length / 2 }, (_, i) =>
    Number.parseInt(text.slice(2 * i, 2 * i + 2), 16),
  );
}
