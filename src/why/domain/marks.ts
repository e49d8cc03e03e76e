import type { ChangedFile } from '../../domain/facts/event.ts';
import { PLACEHOLDER } from '../../domain/redact/span.ts';

/** Most lines of one change that are marked. */
const MOST_LINES = 5_000;
/** A line with fewer letters and digits stands in any file: a bracket, an `else`. */
const LEAST_LETTERS = 5;
/** Bytes of a mark. 24 bits tell the lines of a project apart, and are too few to give a line back. */
const MARK_BYTES = 3;

/** The start values of the hash, made of a home's secret: without it nobody can check a guess. */
export type MarkSeed = readonly [a: number, b: number];

export function deriveMarkSeed(secret: string): MarkSeed {
  let a = 0x2545f491;
  let b = 0x9e3779b9;
  for (let i = 0; i < secret.length; i++) {
    a = Math.imul(a ^ secret.charCodeAt(i), 0x85ebca6b);
    a ^= a >>> 13;
    b = Math.imul((b + secret.charCodeAt(i)) | 0, 0xc2b2ae35);
    b ^= b >>> 16;
  }
  return [a, b];
}

/** The mark of a line, in which white space does not count; null for one that tells nothing. */
export function hashLine(line: string, [a, b]: MarkSeed): number | null {
  let letters = 0;
  // Written out, because a hook ends before V8 would inline small functions.
  for (let i = 0; i < line.length; i++) {
    const code = line.charCodeAt(i);
    if (code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0xfeff) continue;
    const isLetter = (code | 32) >= 97 && (code | 32) <= 122;
    if (isLetter || (code >= 48 && code <= 57) || code === 95 || code > 127) letters++;
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul((b + code) | 0, 0x5bd1e995);
    b ^= b >>> 15;
  }
  if (letters < LEAST_LETTERS) return null;
  a = Math.imul(a ^ (a >>> 16) ^ b, 0x7feb352d);
  a = Math.imul(a ^ (a >>> 15), 0x846ca68b);
  return (a ^ (a >>> 16)) & 0xffffff;
}

/** The marks of the lines that are new in a change. `clean` takes out what may not be stored, and what it changes is not marked. */
export function hashNewLines(
  { added, removed, patch }: ChangedFile,
  seed: MarkSeed,
  clean: (text: string) => string,
): Uint8Array | null {
  const [now, before] = patch ? [patch.added, patch.removed] : [added, removed];
  if (!now) return null;
  // Lines that only moved or were indented are not new; of two equal lines where one was, the second is.
  const left = new Map<number, number>();
  for (const mark of hashLines(before ?? '', seed)) left.set(mark, (left.get(mark) ?? 0) + 1);
  const marks = new Set<number>();
  for (const mark of hashLines(clean(now), seed)) {
    const known = left.get(mark) ?? 0;
    if (known > 0) left.set(mark, known - 1);
    else marks.add(mark);
    if (marks.size === MOST_LINES) break;
  }
  return marks.size === 0 ? null : packMarks([...marks]);
}

function* hashLines(text: string, seed: MarkSeed): Generator<number> {
  for (const line of text.split('\n')) {
    const mark = line.includes(PLACEHOLDER) ? null : hashLine(line, seed);
    if (mark !== null) yield mark;
  }
}

function packMarks(marks: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(marks.length * MARK_BYTES);
  for (let i = 0; i < marks.length; i++) {
    bytes[i * 3] = marks[i]! >>> 16;
    bytes[i * 3 + 1] = (marks[i]! >>> 8) & 0xff;
    bytes[i * 3 + 2] = marks[i]! & 0xff;
  }
  return bytes;
}

/** The marks in a stored row; none where it is not in form. */
export function unpackMarks(bytes: unknown): ReadonlySet<number> {
  const marks = new Set<number>();
  const isInForm = bytes instanceof Uint8Array && bytes.length % MARK_BYTES === 0;
  if (!isInForm || bytes.length > MOST_LINES * MARK_BYTES) return marks;
  for (let i = 0; i < bytes.length; i += 3)
    marks.add((bytes[i]! << 16) | (bytes[i + 1]! << 8) | bytes[i + 2]!);
  return marks;
}

/** Whether a stored row has any of these marks, without a set for each row: one search reads those of all sessions. */
export function holdsAny(bytes: Uint8Array, marks: ReadonlySet<number>): boolean {
  for (let i = 0; i + 2 < bytes.length; i += MARK_BYTES)
    if (marks.has((bytes[i]! << 16) | (bytes[i + 1]! << 8) | bytes[i + 2]!)) return true;
  return false;
}
