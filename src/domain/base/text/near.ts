/** Compares short texts loosely: case, punctuation and small words do not count. */

// English, German, French, Spanish, Portuguese.
const SMALL = new Set(
  (
    'a an the this that these those to for of in on at by with from into as and or is are be was were it its we i my our your still now so then ' +
    'der die das den dem des ein eine einen einem einer zu zum zur für von vom im in am an auf mit und oder ist sind noch jetzt wir ich ' +
    'le la les l un une des du de d au aux pour par dans sur avec et ou est sont encore ' +
    'el los las una unos unas del al para por en con y o es son aún todavía o os as um uma do da dos das no na com e é são ainda'
  ).split(' '),
);

/** Words that are too common to distinguish sentences. */
const GENERAL = new Set(
  (
    'access account answer approval credential feedback key password permission reply review sign off token bug build change data error ' +
    'file fix issue login problem response server test thing ticket work fehler antwort freigabe konto passwort schlüssel zugang zugriff ' +
    'accès clé compte réponse erreur problème acceso clave cuenta respuesta problema acesso chave conta resposta erro'
  ).split(' '),
);

/** Blanks and marks; `+` and `#` belong to names such as `C++`. */
const BETWEEN =
  /[\s\u0021\u0022\u0024-\u002a\u002c-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2010-\u206f\u3000-\u3004\u3008-\u303f\uff01-\uff0f\uff1a-\uff20]+/;
const HAN = /[\u3400-\u9fff\u3040-\u30ff]+|[^\u3400-\u9fff\u3040-\u30ff]+/g;

/** The content words of a text, each once: lower case, singular; pairs of characters in scripts without spaces. */
export function contentWords(text: string): readonly string[] {
  const words: string[] = [];
  for (const word of text.normalize('NFKC').toLowerCase().split(BETWEEN)) {
    for (const piece of word.match(HAN) ?? []) {
      if (isHan(piece)) words.push(...pairs(piece));
      else if (!SMALL.has(piece)) words.push(stem(piece));
    }
  }
  return [...new Set(words)];
}

/** A key that similar wordings share; empty without content words. */
export function looseIdentity(text: string): string {
  return contentWords(text).join(' ');
}

/** Punctuation around a text that is ignored. A question mark is not, nor are the signs of `C++` and `C#`. */
const EDGES = '-.,;:!"\'`。，；：！、';

/**
 * A stricter key that two spellings share: case, blanks, hyphens between words and punctuation at the edges do not
 * count. So `next:add-mutex` and "Add mutex." are one action.
 */
export function textIdentity(text: string): string {
  const plain = /^[ -~]*$/.test(text) ? text : text.normalize('NFKC');
  const flat = plain.toLowerCase().replace(/[\s-]+/g, '-');
  let from = 0;
  let to = flat.length;
  while (from < to && EDGES.includes(flat[from]!)) from++;
  while (to > from && EDGES.includes(flat[to - 1]!)) to--;
  // A text of punctuation only keeps it.
  return from < to ? flat.slice(from, to) : flat;
}

export interface Agreement {
  /** For each text, the share of its words that the other has too. */
  readonly ofSaid: number;
  readonly ofText: number;
  /** Whether a common word distinguishes this text from others. */
  readonly isTelling: boolean;
  readonly shared: readonly string[];
}

export function agreement(said: string, text: string): Agreement {
  const words = contentWords(said);
  const own = new Set(contentWords(text));
  const shared = words.filter((word) => own.has(word));
  return {
    ofSaid: words.length === 0 ? 0 : shared.length / words.length,
    ofText: own.size === 0 ? 0 : shared.length / own.size,
    isTelling: shared.some((word) => !GENERAL.has(word)),
    shared,
  };
}

export type Near<T> =
  | { readonly kind: 'one'; readonly found: T }
  | { readonly kind: 'several'; readonly candidates: readonly T[] }
  | { readonly kind: 'none' };

/**
 * Finds the item that words mean. Equal words come before words with which the item begins, and those before words that
 * begin words of the item, in any order. Equally good matches are all returned.
 */
export function findByWords<T>(
  said: string,
  items: readonly T[],
  textsOf: (item: T) => readonly string[],
): Near<T> {
  const words = contentWords(said);
  const identity = words.join(' ');
  if (identity === '') return { kind: 'none' };
  const exact = textIdentity(said);
  const fits = (test: (own: readonly string[], text: string) => boolean) =>
    items.filter((item) => textsOf(item).some((text) => test(contentWords(text), text)));
  const found = [
    (_: readonly string[], text: string) => textIdentity(text) === exact,
    (own: readonly string[]) => own.join(' ') === identity,
    (own: readonly string[]) => own.join(' ').startsWith(identity),
    (own: readonly string[]) => words.every((word) => own.some((one) => one.startsWith(word))),
  ]
    .map(fits)
    .find((some) => some.length > 0);
  if (!found) return { kind: 'none' };
  return found.length === 1
    ? { kind: 'one', found: found[0]! }
    : { kind: 'several', candidates: found };
}

function isHan(piece: string): boolean {
  return piece >= '\u3040' && piece <= '\u9fff\uffff';
}

function pairs(run: string): string[] {
  const signs = [...run];
  if (signs.length < 2) return signs;
  return signs.slice(1).map((sign, i) => `${signs[i]}${sign}`);
}

function stem(word: string): string {
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

/** Replaces each run of other characters than letters and digits by `by`. ASCII text takes a faster path. */
export function onlyLetters(text: string, by: string): string {
  if (/^[\x00-\x7f]*$/.test(text)) return text.replace(/[^A-Za-z0-9]+/g, by);
  others ??= /[^\p{L}\p{N}]+/gu;
  return text.replace(others, by);
}
let others: RegExp | undefined;
