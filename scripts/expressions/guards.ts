import { type Choice, type Part, parseExpression, type Row } from './parse.ts';

export interface Guard {
  readonly begins: readonly string[] | null;
  readonly holds: readonly string[] | null;
}

/**
 * What a text must begin with and what it must hold for an expression to be found in it: one of a few words each, null where
 * the expression asks for none, or for too many. They are conditions and no more: a text with such words may still not match.
 */
export function guardOf(source: string, flags: string): Guard {
  // Under `iu` other letters count as `k` and `s`; a sticky expression does not search.
  if (/[yv]/.test(flags) || (flags.includes('i') && flags.includes('u')))
    return { begins: null, holds: null };
  const choice = parseExpression(source);
  const cased = (words: Words) => (flags.includes('i') ? inLowerCase(words) : words);
  const isAtStart = !/[gm]/.test(flags) && choice.every(([first]) => first?.kind === 'start');
  // Long lists of words cost a bundle more than they spare.
  const most = bytesOf(source) / 2;
  const begins = isAtStart ? cased(beginnings(choice, most)) : null;
  const holds = cased(held(choice, most));
  const isSaid = holds?.every((word) => begins?.some((beginning) => beginning.includes(word)));
  return { begins, holds: isSaid ? null : holds };
}

type Words = readonly string[] | null;

/** A look for each word costs far less than an expression of so many. */
const MOST_WORDS = 160;
const LONGEST_BEGINNING = 6;
/** The rest of a long word would tell little more. */
const LONGEST_WORD = 8;

/** ASCII has one lower case; letters beyond it have more than one way to be the same. */
function inLowerCase(words: Words): Words {
  if (!words || words.some((word) => /[^\0-\x7f]/.test(word) && word.toLowerCase() !== word.toUpperCase()))
    return null;
  return words.map((word) => word.toLowerCase());
}

/** The first characters of whatever matches. */
function beginnings(choice: Choice, most: number): Words {
  for (let length = LONGEST_BEGINNING; length > 0; length--) {
    const all = ofChoice(choice, [{ text: '', open: true }], length);
    const words = all && shortest(all.map(({ text }) => text));
    if (words && fits(words, most)) return words.includes('') ? null : words;
  }
  return null;
}

const fits = (words: readonly string[], most: number) =>
  words.length <= MOST_WORDS && bytesOf(words.join('\n')) <= most;

/** Bundles are ASCII: any other letter is six characters in them. */
const bytesOf = (text: string) => text.length + 5 * (text.match(/[^\0-\x7f]/g)?.length ?? 0);

/** A beginning that another begins with says nothing more. */
function shortest(words: readonly string[]): string[] {
  const all = [...new Set(words)].sort();
  return all.filter((word) => !all.some((other) => other !== word && word.startsWith(other)));
}

/** The first characters of a match; more may follow where it is open. */
interface Head {
  readonly text: string;
  readonly open: boolean;
}
type Heads = readonly Head[];

const MOST_BEGINNINGS = 4000;

function ofChoice(choice: Choice, before: Heads, length: number): Heads | null {
  const all: Head[] = [];
  for (const row of choice) {
    const some = row.reduce<Heads | null>((heads, part) => heads && ofPart(part, heads, length), before);
    if (!some) return null;
    all.push(...some);
  }
  return unique(all);
}

function unique(heads: Heads): Heads | null {
  const all = [...new Map(heads.map((head) => [`${head.open}${head.text}`, head])).values()];
  return all.length > MOST_BEGINNINGS ? null : all;
}

/** Each beginning, longer by this part where it is still open. Null where there are too many. */
function ofPart(part: Part, heads: Heads, length: number): Heads | null {
  const open = heads.filter((head) => head.open && head.text.length < length);
  if (open.length === 0) return heads;
  const closed = heads.filter((head) => !open.includes(head));
  const grown = grownBy(part, open, length);
  return grown && unique([...closed, ...grown]);
}

function grownBy(part: Part, open: Heads, length: number): Heads | null {
  const shut = (heads: Heads): Heads => heads.map(({ text }) => ({ text, open: false }));
  switch (part.kind) {
    case 'character': {
      const { exactly } = part;
      if (!exactly) return shut(open);
      return open.flatMap(({ text }) => exactly.map((character) => ({ text: text + character, open: true })));
    }
    case 'group':
      return ofChoice(part.choice, open, length);
    case 'repeated': {
      const once = ofPart(part.part, open, length);
      if (!once) return null;
      const further = part.most > 1 ? shut(once) : once;
      return part.least === 0 ? [...open, ...further] : further;
    }
    case 'unknown':
    case 'end':
      return shut(open);
    default:
      return open;
  }
}

/** Words of which each match holds one; null where some match can do without any. */
function held(choice: Choice, most: number): Words {
  const rows = choice.map((row) => heldInRow(row, most));
  if (rows.includes(null)) return null;
  const words = minimal(rows.flatMap((row) => row ?? []));
  return fits(words, most) ? words : null;
}

/** A word that holds another says nothing more. */
function minimal(words: readonly string[]): string[] {
  const all = [...new Set(words)];
  return all.filter((word) => !all.some((other) => other !== word && word.includes(other)));
}

function heldInRow(row: Row, most: number): Words {
  const candidates: (readonly string[])[] = [];
  let run = '';
  const finish = () => {
    if (run) candidates.push([run.slice(0, LONGEST_WORD)]);
    run = '';
  };
  for (const part of row) {
    if (part.kind === 'character' && part.exactly?.length === 1) run += part.exactly[0];
    else if (['boundary', 'start', 'end', 'nothing', 'ahead', 'behind'].includes(part.kind)) continue;
    else {
      finish();
      const inner = heldInPart(part, most);
      if (inner) candidates.push(inner);
    }
  }
  finish();
  return (
    candidates
      .filter((words) => fits(words, most) && words.every(isTelling))
      .sort((a, b) => telling(b) - telling(a))[0] ?? null
  );
}

function heldInPart(part: Part, most: number): Words {
  if (part.kind === 'group') return held(part.choice, most);
  if (part.kind === 'repeated' && part.least > 0) return heldInPart(part.part, most);
  if (part.kind === 'character') return part.exactly;
  return null;
}

const isTelling = (word: string) => word.length > 1 || !/[\w ]/.test(word);

/** Long words are rare, and each further one makes it likelier that some stands in a text. */
const telling = (words: readonly string[]) =>
  Math.min(...words.map(({ length }) => length)) - words.length / 4;
