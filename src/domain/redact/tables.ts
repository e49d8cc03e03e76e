import { isFiller, isRandom } from './entropy.ts';
import { claimOf } from './names.ts';
import type { Span } from './span.ts';
import { isReference, isTyped, type Promised } from './value.ts';

/** What the head of a column of secrets has in it. */
const WORD = /secret|token|pass|pwd|key|credential/gi;
/** Longer lines are no heads: names are short. */
const LONGEST_HEAD = 512;
/** What stands between cells in Markdown and in files of values. */
const SIGNS = ['|', '\t', ',', ';'];
const ROWS = 500;
const LONGEST_ROW = 4096;

/** Values in a column whose head is a name of a secret. */
export function findInTables(text: string): Span[] {
  const found: Span[] = [];
  WORD.lastIndex = 0;
  for (let word = WORD.exec(text); word; word = WORD.exec(text)) {
    const end = text.indexOf('\n', word.index);
    if (end === -1) break;
    WORD.lastIndex = end;
    const start = text.lastIndexOf('\n', word.index) + 1;
    if (end - start > LONGEST_HEAD) continue;
    const head = text.slice(start, end).trim();
    const sign = SIGNS.find((each) => head.includes(each));
    const columns = sign ? head.split(sign).map(promiseOf) : [];
    const isTable = sign && head.split(sign).filter((cell) => cell.trim() !== '').length > 1;
    if (isTable && columns.some(Boolean)) WORD.lastIndex = readRows(text, end + 1, sign, columns, found);
  }
  return found;
}

function promiseOf(head: string): Promised | null {
  const claim = claimOf(head.trim().replace(/^"|"$/g, '').replaceAll(' ', '_'));
  return claim?.last && claim.kind !== 'likely' ? claim : null;
}

/** Where the rows end, which have as many cells as the head. */
function readRows(
  text: string,
  from: number,
  sign: string,
  columns: readonly (Promised | null)[],
  found: Span[],
): number {
  let at = from;
  for (let row = 0; row < ROWS && at < text.length; row++) {
    const newline = text.indexOf('\n', at);
    const end = newline === -1 ? text.length : newline;
    const line = text.slice(at, Math.min(end, at + LONGEST_ROW));
    const cells = line.trim().split(sign);
    if (cells.length !== columns.length) return at;
    let start = at + (line.length - line.trimStart().length);
    cells.forEach((cell, i) => {
      const value = cell.trim().replace(/^["'`]|["'`]$/g, '');
      const claim = columns[i];
      if (claim && isCellOf(claim, value)) {
        const begin = start + cell.indexOf(value);
        found.push({ rule: 'table', start: begin, end: begin + value.length });
      }
      start += cell.length + 1;
    });
    at = end + 1;
  }
  return at;
}

function isCellOf({ kind }: Promised, value: string): boolean {
  if (/[\s\uFFFF]/.test(value) || isReference(value) || isFiller(value)) return false;
  return isRandom(value, 12) || (kind === 'chosen' && isTyped(value));
}
