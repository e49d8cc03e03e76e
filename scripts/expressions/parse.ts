// The parts of a regular expression, as far as the build needs them: what can stand where.

/** What can stand at a place, as bits. The edges of a text are no word. */
export const WORD = 1;
export const OTHER = 2;
export const ANY = WORD | OTHER;

export interface Character {
  readonly kind: 'character';
  readonly can: number;
  /** All that it can be, where they are few. */
  readonly exactly: readonly string[] | null;
}

export type Part =
  | Character
  | { readonly kind: 'group'; readonly choice: Choice }
  | { readonly kind: 'ahead' | 'behind'; readonly choice: Choice }
  | { readonly kind: 'repeated'; readonly part: Part; readonly least: number; readonly most: number }
  | { readonly kind: 'boundary'; readonly at: number }
  | { readonly kind: 'start' | 'end' | 'nothing' }
  /** Words that stood before. */
  | { readonly kind: 'unknown' };

export type Row = readonly Part[];
/** The alternatives of an expression. */
export type Choice = readonly Row[];

export function parseExpression(source: string): Choice {
  let at = 0;
  const choice = choiceUntil();
  if (at < source.length) throw new Error(`a bracket too many in /${source}/`);
  return choice;

  function choiceUntil(): Choice {
    const rows: Part[][] = [[]];
    while (at < source.length && source[at] !== ')') {
      if (source[at] === '|') {
        at += 1;
        rows.push([]);
      } else rows.at(-1)!.push(repeated(part()));
    }
    return rows;
  }

  function repeated(one: Part): Part {
    const [times, least, further] = /^(?:[*+?]|\{(\d+)(,\d*)?\})\??/.exec(source.slice(at)) ?? [];
    if (times === undefined) return one;
    at += times.length;
    if (times[0] === '?') return { kind: 'repeated', part: one, least: 0, most: 1 };
    if (least === undefined)
      return { kind: 'repeated', part: one, least: times[0] === '+' ? 1 : 0, most: Infinity };
    const most = further === undefined ? Number(least) : Number(further.slice(1) || Infinity);
    return { kind: 'repeated', part: one, least: Number(least), most };
  }

  function part(): Part {
    const began = at;
    const character = source[at++]!;
    if (character === '(') return group();
    if (character === '[') return ofClass();
    if (character === '^') return { kind: 'start' };
    if (character === '$') return { kind: 'end' };
    if (character === '.') return ANYTHING;
    if (character !== '\\') return exactly([character]);
    if (source[at] === 'b') {
      at += 1;
      return { kind: 'boundary', at: began };
    }
    if (source[at] === 'B') {
      at += 1;
      return { kind: 'nothing' };
    }
    if (/[1-9k]/.test(source[at]!)) {
      at += /^(?:\d+|k<[^>]*>)/.exec(source.slice(at))![0].length;
      return { kind: 'unknown' };
    }
    return ofEscape();
  }

  function group(): Part {
    const [opening, look] = /^(?:\?(?:(<?[=!])|:|<[^>=!]+>))?/.exec(source.slice(at))!;
    if (opening === '' && source[at] === '?') throw new Error(`an unknown group in /${source}/`);
    at += opening.length;
    const choice = choiceUntil();
    at += 1;
    if (look === undefined) return { kind: 'group', choice };
    return { kind: look.startsWith('<') ? 'behind' : 'ahead', choice };
  }

  /** The character behind a backslash, which was read. */
  function ofEscape(): Character {
    const [sign] = /^(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|[\s\S])/.exec(
      source.slice(at),
    )!;
    at += sign.length;
    if (sign === 'w' || sign === 'd') return { kind: 'character', can: WORD, exactly: null };
    if (sign === 'W' || sign === 's') return { kind: 'character', can: OTHER, exactly: null };
    if (/^[DSpP]/.test(sign)) return ANYTHING;
    if (/^[ux]./.test(sign)) {
      const code = Number.parseInt(sign.replace(/[^\da-fA-F]/g, ''), 16);
      return exactly([String.fromCodePoint(code)]);
    }
    if (sign in CONTROLS) return exactly([CONTROLS[sign]!]);
    if (sign.length > 1) return { kind: 'character', can: OTHER, exactly: null };
    if (/[A-Za-z0-9]/.test(sign)) throw new Error(`an unknown escape in /${source}/`);
    return exactly([sign]);
  }

  /** The opening bracket was read; the closing one is read here. */
  function ofClass(): Character {
    const negated = source[at] === '^';
    if (negated) at += 1;
    const members: string[] = [];
    let can = 0;
    let isShort = true;
    while (source[at] !== ']') {
      const first = member();
      if (source[at] === '-' && source[at + 1] !== ']') {
        at += 1;
        const all = range(first, member());
        can |= all ? all.map(sideOf).reduce((sides, side) => sides | side) : ANY;
        if (all) members.push(...all);
        else isShort = false;
      } else {
        can |= first.can;
        if (first.exactly) members.push(...first.exactly);
        else isShort = false;
      }
    }
    at += 1;
    if (negated) return ANYTHING;
    return { kind: 'character', can, exactly: isShort && members.length <= MOST_MEMBERS ? members : null };
  }

  function member(): Character {
    if (source[at] !== '\\') return exactly([source[at++]!]);
    at += 1;
    if (source[at] !== 'b') return ofEscape();
    at += 1;
    return exactly(['\b']);
  }
}

const MOST_MEMBERS = 16;
const MOST_OF_A_RANGE = 128;
const CONTROLS: Readonly<Record<string, string>> = { t: '\t', n: '\n', v: '\v', f: '\f', r: '\r', 0: '\0' };
const ANYTHING: Character = { kind: 'character', can: ANY, exactly: null };

const sideOf = (character: string): number => (/^\w$/.test(character) ? WORD : OTHER);

function exactly(characters: readonly string[]): Character {
  const can = characters.map(sideOf).reduce((sides, side) => sides | side);
  return { kind: 'character', can, exactly: characters };
}

/** All from one to the other; null where they are many. */
function range(from: Character, to: Character): string[] | null {
  const first = from.exactly?.[0]?.codePointAt(0);
  const last = to.exactly?.[0]?.codePointAt(0);
  if (first === undefined || last === undefined || last - first > MOST_OF_A_RANGE) return null;
  return Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i));
}
