import { isFiller, isRandom } from './entropy.ts';
import { claimOf } from './names.ts';
import type { SecretSpan } from './span.ts';
import { type ImpliedSecret, isDenselyDrawn, isReference, isTyped } from './value.ts';

/** Longest header line: names are short. */
const LONGEST_HEAD = 512;
/** Separators of cells, in Markdown and CSV files. */
const SIGNS = ['|', '\t', ',', ';'];
const ROWS = 500;
const LONGEST_ROW = 4096;
const CELL_END = /["'`]?[ \t]{0,64}(?:[|,;\t]|\r?\n)/y;

/**
 * Adds the values in the column below a name that ends at `nameEnd`. Returns the end of the rows, or
 * `nameEnd` if this is not the header of a table.
 */
export function readTable(text: string, nameEnd: number, found: SecretSpan[]): number {
  CELL_END.lastIndex = nameEnd;
  if (!CELL_END.test(text)) return nameEnd;
  const end = text.indexOf('\n', nameEnd);
  const start = text.lastIndexOf('\n', nameEnd - 1) + 1;
  if (end === -1 || end - start > LONGEST_HEAD) return nameEnd;
  const head = text.slice(start, end).trim();
  const sign = SIGNS.find((each) => head.includes(each));
  const cells = sign ? head.split(sign) : [];
  if (!sign || cells.filter((cell) => cell.trim() !== '').length < 2) return nameEnd;
  const columns = cells.map(promiseOf);
  return columns.some(Boolean) ? readRows(text, end + 1, sign, columns, found) : nameEnd;
}

function promiseOf(head: string): ImpliedSecret | null {
  const name = head.trim().replace(/^"|"$/g, '').replaceAll(' ', '_');
  if (/^key$/i.test(name)) return { kind: 'likely', last: true };
  const claim = claimOf(name);
  return claim?.last ? claim : null;
}

/** Reads rows with as many cells as the header, and returns their end. */
function readRows(
  text: string,
  from: number,
  sign: string,
  columns: readonly (ImpliedSecret | null)[],
  found: SecretSpan[],
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

function isCellOf({ kind }: ImpliedSecret, value: string): boolean {
  if (/[\s\uFFFF]/.test(value) || isReference(value) || isFiller(value)) return false;
  if (kind === 'likely') return isDenselyDrawn(value, 16);
  return isRandom(value, 12) || (kind === 'chosen' && isTyped(value));
}

/** A plural name: `secrets`, `api_keys`, `credentials`. */
const GROUP = /(?:secrets|credentials|creds|tokens|passwords|keys|auth)$/i;
const GROUP_OPEN =
  /["'\])]{0,2}[ \t]{0,4}(?:[:=]>?|)[ \t]{0,4}(?:[[{(]\s{0,40}|\r?\n(?=[ \t-]|\w))/y;
/** An entry of a list or a map, on its own line or between commas. */
const ENTRY =
  /[\s,]{0,40}(?:- )?(?:["']?[\w.-]{1,64}["']?[ \t]{0,4}(?:=>|[:=])[ \t]{0,4})?["']?([^\s"',{}[\]()\uFFFF]{8,512})["']?(?=[\s,}\])]|$)/dy;
const ENTRIES = 50;

/** Adds the values in the list or the map after a name. Returns their end, or `nameEnd` if there is none. */
export function readGroup(
  text: string,
  nameStart: number,
  nameEnd: number,
  found: SecretSpan[],
): number {
  const name = text.slice(nameStart, nameEnd);
  if (!GROUP.test(name)) return nameEnd;
  GROUP_OPEN.lastIndex = nameEnd;
  if (!GROUP_OPEN.test(text)) return nameEnd;
  // `keys` and `auth` often hold ordinary values.
  const isVague = /^(?:keys|auth)$/i.test(name);
  let at = GROUP_OPEN.lastIndex;
  for (let i = 0; i < ENTRIES; i++) {
    ENTRY.lastIndex = at;
    const entry = ENTRY.exec(text);
    if (!entry) break;
    const [start, end] = entry.indices![1]!;
    const value = entry[1]!;
    const isOne = isVague
      ? isDenselyDrawn(value, 16)
      : isRandom(value, 16) || (/^passw/i.test(name) && isTyped(value));
    if (isOne && !isReference(value)) found.push({ rule: 'group', start, end });
    at = ENTRY.lastIndex;
  }
  // The value is searched as well: it may contain another name.
  return nameEnd;
}

const SECRET_KIND = /["']?kind["']?[ \t]{0,4}:[ \t]{0,4}["']?Secret["']?[ \t]{0,8}(?:[\r\n,}]|$)/;
const DOCUMENT_END = /^---[ \t]{0,8}$/gm;
const DATA = /\b(?:data|stringData)["']?[ \t]{0,4}:[ \t\r]{0,8}(?:\n|\{)/g;
/** Space before an entry: indentation in a block, any white space in an object. */
const INDENT = /[ \t]{1,64}/y;
const BLANK = /[\s,]{0,64}/y;
const DATA_ENTRY =
  /["']?[\w.-]{1,253}["']?[ \t]{0,4}:[ \t]{0,8}["']?([^\s"',{}\uFFFF]{0,65536})["']?[ \t\r]{0,8}\n?/dy;

/** All values in the data of a Kubernetes `Secret`, whatever their names. */
export function findKubernetes(text: string): SecretSpan[] {
  if (!text.includes('Secret') || !SECRET_KIND.test(text)) return [];
  const found: SecretSpan[] = [];
  let from = 0;
  for (const end of [
    ...Array.from(text.matchAll(DOCUMENT_END), (match) => match.index),
    text.length,
  ]) {
    const document = text.slice(from, end);
    if (SECRET_KIND.test(document))
      for (const span of entries(document)) found.push(shifted(span, from));
    from = end;
  }
  return found;
}

const shifted = ({ rule, start, end }: SecretSpan, by: number): SecretSpan => ({
  rule,
  start: start + by,
  end: end + by,
});

function entries(document: string): SecretSpan[] {
  const found: SecretSpan[] = [];
  DATA.lastIndex = 0;
  for (let data = DATA.exec(document); data; data = DATA.exec(document)) {
    const before = data[0].endsWith('\n') ? INDENT : BLANK;
    // A block ends at the first line that is not indented, an object after its last entry.
    for (let at = DATA.lastIndex; ; at = DATA_ENTRY.lastIndex) {
      before.lastIndex = at;
      const blank = before.exec(document);
      DATA_ENTRY.lastIndex = at + (blank?.[0].length ?? 0);
      const entry = blank ? DATA_ENTRY.exec(document) : null;
      if (!entry) break;
      const [start, end] = entry.indices![1]!;
      if (end - start >= 4 && !isFiller(entry[1]!))
        found.push({ rule: 'kubernetes-secret', start, end });
      DATA.lastIndex = DATA_ENTRY.lastIndex;
    }
  }
  return found;
}
