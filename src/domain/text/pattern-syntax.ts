export type Assertion = 'line start' | 'line end' | 'word edge' | 'no word edge';

export type Node =
  /** One letter of some: pairs of codes, from and to. */
  | { readonly kind: 'char'; readonly ranges: readonly number[]; readonly negated: boolean }
  | { readonly kind: 'assert'; readonly what: Assertion }
  | { readonly kind: 'sequence'; readonly items: readonly Node[] }
  | { readonly kind: 'choice'; readonly options: readonly Node[] }
  | { readonly kind: 'repeat'; readonly item: Node; readonly min: number; readonly max: number };

/** Why a pattern cannot be used, as the end of a sentence about it. */
export class PatternError extends Error {}

const MAX_LENGTH = 1_000;
const MAX_DEPTH = 50;

interface Reader {
  readonly source: string;
  at: number;
  depth: number;
}

export function parsePattern(source: string): Node {
  if (source.length > MAX_LENGTH) throw new PatternError(`it is longer than ${MAX_LENGTH} characters`);
  // Written by people who come from other languages; case never counts here.
  const reader: Reader = { source, at: source.startsWith('(?i)') ? 4 : 0, depth: 0 };
  const node = readChoice(reader);
  if (reader.at < reader.source.length) throw new PatternError('it has a ) without a (');
  return node;
}

function readChoice(reader: Reader): Node {
  const options = [readSequence(reader)];
  while (reader.source[reader.at] === '|') {
    reader.at += 1;
    options.push(readSequence(reader));
  }
  return options.length === 1 ? options[0]! : { kind: 'choice', options };
}

function readSequence(reader: Reader): Node {
  const items: Node[] = [];
  while (
    reader.at < reader.source.length &&
    reader.source[reader.at] !== '|' &&
    reader.source[reader.at] !== ')'
  ) {
    const item = readItem(reader);
    const times = readTimes(reader);
    if (!times) items.push(item);
    else if (item.kind === 'assert') throw new PatternError(`nothing stands before ${times.written}`);
    else items.push({ kind: 'repeat', item, min: times.min, max: times.max });
  }
  return items.length === 1 ? items[0]! : { kind: 'sequence', items };
}

const COUNT = /\{(\d{1,4})(?:(,)(\d{1,4})?)?\}/y;

function readTimes(
  reader: Reader,
): { readonly min: number; readonly max: number; readonly written: string } | null {
  const sign = reader.source[reader.at];
  let times: { min: number; max: number; written: string };
  if (sign === '*' || sign === '+' || sign === '?') {
    times = { min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Number.POSITIVE_INFINITY, written: sign };
  } else if (sign !== '{') {
    return null;
  } else {
    COUNT.lastIndex = reader.at;
    const found = COUNT.exec(reader.source);
    if (!found) return null;
    const min = Number(found[1]);
    const max = found[3] !== undefined ? Number(found[3]) : found[2] ? Number.POSITIVE_INFINITY : min;
    if (max < min) throw new PatternError(`${found[0]} counts backwards`);
    times = { min, max, written: found[0] };
  }
  reader.at += times.written.length;
  // Whether it takes as much as it can or as little makes no difference to whether it is found.
  if (reader.source[reader.at] === '?') reader.at += 1;
  return times;
}

function readItem(reader: Reader): Node {
  const char = reader.source[reader.at]!;
  switch (char) {
    case '(':
      return readGroup(reader);
    case '[':
      return readClass(reader);
    case '\\':
      return readEscape(reader);
    case '.':
      reader.at += 1;
      return { kind: 'char', ranges: LINE_ENDS, negated: true };
    case '^':
    case '$':
      reader.at += 1;
      return { kind: 'assert', what: char === '^' ? 'line start' : 'line end' };
    case '*':
    case '+':
    case '?':
      throw new PatternError(`nothing stands before ${char}`);
    case '{':
      COUNT.lastIndex = reader.at;
      if (COUNT.test(reader.source)) throw new PatternError('nothing stands before {');
      break;
  }
  reader.at += 1;
  return one(char.charCodeAt(0));
}

function readGroup(reader: Reader): Node {
  const opening = /^\((?:\?:|\?<[A-Za-z_]\w{0,50}>)?/.exec(
    reader.source.slice(reader.at, reader.at + 60),
  )![0];
  if (opening === '(' && reader.source[reader.at + 1] === '?')
    throw new PatternError('it looks ahead or behind with (?…, which is not supported');
  if (++reader.depth > MAX_DEPTH) throw new PatternError('it is nested too deeply');
  reader.at += opening.length;
  const inside = readChoice(reader);
  if (reader.source[reader.at] !== ')') throw new PatternError('it has a ( without a )');
  reader.at += 1;
  reader.depth -= 1;
  // A group may be repeated, even one of an assertion.
  return { kind: 'sequence', items: [inside] };
}

function readEscape(reader: Reader): Node {
  const letter = reader.source[reader.at + 1];
  if (letter === 'b' || letter === 'B') {
    reader.at += 2;
    return { kind: 'assert', what: letter === 'b' ? 'word edge' : 'no word edge' };
  }
  return { kind: 'char', ranges: readEscapedRanges(reader), negated: false };
}

/** Behind a backslash, in a class or outside of one. */
function readEscapedRanges(reader: Reader): readonly number[] {
  const letter = reader.source[reader.at + 1];
  if (letter === undefined) throw new PatternError('it ends in a backslash');
  if (/[1-9k]/.test(letter))
    throw new PatternError(`it refers back with \\${letter}, which is not supported`);
  if (/[pP]/.test(letter)) throw new PatternError(`\\${letter} is not supported`);
  const hex = /^\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4}))/.exec(
    reader.source.slice(reader.at, reader.at + 6),
  );
  if (hex) {
    reader.at += hex[0].length;
    const code = Number.parseInt((hex[1] ?? hex[2])!, 16);
    return [code, code];
  }
  reader.at += 2;
  const named = NAMED[letter];
  if (named) return named;
  const code = LETTERS[letter] ?? letter.charCodeAt(0);
  return [code, code];
}

function readClass(reader: Reader): Node {
  reader.at += 1;
  const negated = reader.source[reader.at] === '^';
  if (negated) reader.at += 1;
  const ranges: number[] = [];
  for (;;) {
    const char = reader.source[reader.at];
    if (char === undefined) throw new PatternError('it has a [ without a ]');
    if (char === ']') break;
    const from = readMember(reader);
    const isRange = reader.source[reader.at] === '-' && !/^(?:\]|)$/.test(reader.source[reader.at + 1] ?? '');
    if (!isRange || !isSingle(from)) {
      ranges.push(...from);
      continue;
    }
    reader.at += 1;
    const to = readMember(reader);
    if (!isSingle(to)) ranges.push(...from, 45, 45, ...to);
    else if (to[0]! < from[0]!) throw new PatternError('a range in […] runs backwards');
    else ranges.push(from[0]!, to[0]!);
  }
  reader.at += 1;
  return { kind: 'char', ranges, negated };
}

function readMember(reader: Reader): readonly number[] {
  const char = reader.source[reader.at]!;
  if (char === '\\') {
    if (reader.source[reader.at + 1] !== 'b') return readEscapedRanges(reader);
    reader.at += 2;
    return [8, 8];
  }
  reader.at += 1;
  return one(char.charCodeAt(0)).ranges;
}

function isSingle(ranges: readonly number[]): boolean {
  return ranges.length === 2 && ranges[0] === ranges[1];
}

function one(code: number): {
  readonly kind: 'char';
  readonly ranges: readonly number[];
  readonly negated: false;
} {
  return { kind: 'char', ranges: [code, code], negated: false };
}

const LETTERS: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13, '0': 0 };
const LINE_ENDS = [10, 10, 13, 13, 0x2028, 0x2029];
const NAMED: Readonly<Record<string, readonly number[]>> = {
  d: [48, 57],
  D: [0, 47, 58, 0xffff],
  w: [48, 57, 65, 90, 95, 95, 97, 122],
  W: [0, 47, 58, 64, 91, 94, 96, 96, 123, 0xffff],
  s: [
    9, 13, 32, 32, 160, 160, 0x1680, 0x1680, 0x2000, 0x200a, 0x2028, 0x2029, 0x202f, 0x202f, 0x205f, 0x205f,
    0x3000, 0x3000, 0xfeff, 0xfeff,
  ],
  S: [
    0, 8, 14, 31, 33, 159, 161, 0x167f, 0x1681, 0x1fff, 0x200b, 0x2027, 0x202a, 0x202e, 0x2030, 0x205e,
    0x2060, 0x2fff, 0x3001, 0xfefe, 0xff00, 0xffff,
  ],
};
