import type { Stretch } from './span.ts';
import type { Claim } from './value.ts';
import { CHOSEN, CODES, ISSUED, KEYS, WEAK_CODES } from './words.ts';

/** One pass over the text finds all the words: an expression of so many costs a fresh process more to compile than the pass takes. */

interface Word {
  readonly text: string;
  readonly kind: Named['kind'];
}

/** The words by their first three characters (the second again where there are but two), made at first use. */
let byHead: ReadonlyMap<number, readonly Word[]> | undefined;
/** Which heads there are: most places of a text are passed over by a look at a byte. */
const heads = new Uint8Array(65_536);

const head = (first: number, second: number, third: number) =>
  ((first << 10) ^ (second << 5) ^ third ^ (first >> 6)) & 65_535;

function words(): ReadonlyMap<number, readonly Word[]> {
  const table = new Map<number, Word[]>();
  const add = (kind: Named['kind'], list: readonly string[]) => {
    for (const text of list) {
      const at = head(text.charCodeAt(0), text.charCodeAt(1), text.charCodeAt(text.length > 2 ? 2 : 1));
      const alike = table.get(at);
      if (alike) alike.push({ text, kind });
      else table.set(at, [{ text, kind }]);
      heads[at] = 1;
    }
  };
  add('chosen', CHOSEN);
  add('issued', ISSUED);
  add('likely', KEYS);
  add('code', CODES);
  add('weak code', WEAK_CODES);
  return table;
}

/** Every word that is looked for. */
export function foreignWords(): readonly string[] {
  return [...CHOSEN, ...ISSUED, ...KEYS, ...CODES, ...WEAK_CODES];
}

export interface Named extends Stretch {
  readonly kind: Claim['kind'] | 'code' | 'weak code';
  /** The word is the last of the name, so that the value is the thing itself. */
  readonly last: boolean;
}

/** The names of secrets in a text, as far as they are not English. */
export function foreignNames(text: string): Named[] {
  byHead ??= words();
  const small = text.toLowerCase();
  // A few capitals have small letters of another length: then positions would not hold.
  const searched = small.length === text.length ? small : text;
  const found: Named[] = [];
  let first = 0;
  let second = searched.charCodeAt(0);
  let third = searched.charCodeAt(1);
  for (let at = 0; at + 1 < searched.length; at++) {
    first = second;
    second = third;
    third = searched.charCodeAt(at + 2);
    const place = head(first, second, third);
    if (heads[place] === 1) take(byHead.get(place)!, searched, at, found);
    if (first <= 0x2000) continue;
    // Two characters are a word in these scripts alone.
    const short = head(first, second, second);
    if (heads[short] === 1 && short !== place) take(byHead.get(short)!, searched, at, found);
  }
  return found;
}

function take(alike: readonly Word[], text: string, at: number, found: Named[]): void {
  for (const word of alike) {
    const named = text.startsWith(word.text, at) ? nameAt(text, at, word) : null;
    if (named) found.push(named);
  }
}

/** Shorter ones stand within other words: `desenha` draws. */
const BOUNDED = 5;
/** The rest of a name in an alphabet with endings; others have none, and the value may follow at once. */
const ENDING = /[\w\u00C0-\u024F\u0370-\u03FF\u0400-\u04FF-]{0,24}/y;
const OF_INTERFACE = /(?: (?:d[aeiou] |del |della )?|[-_ ]d['’])?api(?![a-z])/y;
/** `clave secreta`, `geheimer Schlüssel`, `секретный ключ`: as good as a word for a password. */
const SECRET_AFTER = / (?:se[cg]r[eéè]t|privad|privat|privé)[a-zéèă]{0,3}(?![a-z])/y;
const SECRET_BEFORE =
  /(?:geheim|privat|tajn|hemlig|hemmelig|gizli|salai|titko|секретн|закрыт|приватн|тайн|таен|μυστικ)[a-z\u00E0-\u024F\u03AC-\u03CE\u0430-\u044F]{0,3} $/;
const NAME_CHAR = /[\w-]/;
const LETTER = /[a-z\u00C0-\u024F\u0370-\u03FF\u0400-\u04FF]/;
/** Whoever asks for the key of a network wants its password. */
const NETWORK = /(?:wi-?fi|wlan|вай-?фа|와이파이|无线|無線|netzwerk)/;
/** A description of a secret, never the secret. */
const ATTRIBUTE = /(?:hash|url|pfad|datei|file|path|name|l[äa]nge|length|id|feld|field)$/;

/** The promise of the word that stands here, and where its name ends; null where it is part of another word. */
function nameAt(text: string, start: number, { text: word, kind }: Word): Named | null {
  const isLatin = LETTER.test(word[0]!);
  const isShort = word.length <= BOUNDED && isLatin;
  if (isShort && (kind.endsWith('code') ? NAME_CHAR : LETTER).test(text[start - 1] ?? ' ')) return null;
  const after = start + word.length;
  if (kind === 'likely') {
    OF_INTERFACE.lastIndex = SECRET_AFTER.lastIndex = after;
    const api = OF_INTERFACE.exec(text)?.[0];
    const before = text.slice(Math.max(0, start - 48), start);
    if (api !== undefined || /api[-_ ]?$/.test(before))
      return { start, end: after + (api?.length ?? 0), kind: 'issued', last: true };
    const secret = SECRET_AFTER.exec(text)?.[0];
    if (secret !== undefined || SECRET_BEFORE.test(before))
      return { start, end: after + (secret?.length ?? 0), kind: 'chosen', last: true };
    if (NETWORK.test(before + text.slice(after, after + 16))) kind = 'chosen';
  }
  ENDING.lastIndex = after;
  const ending = LETTER.test(word.at(-1)!) ? (ENDING.exec(text)?.[0] ?? '') : '';
  if (ATTRIBUTE.test(ending)) return null;
  // `pinned`, `tangent`, `lösenordsfältet`: other words begin so.
  const longest =
    kind === 'code' || word === 'code' ? 0 : kind === 'weak code' ? 2 : word.length < BOUNDED ? 3 : 6;
  if (isShort && kind !== 'likely' && ending.length > longest) return null;
  return { start, end: after + ending.length, kind, last: ending.length < 3 };
}
