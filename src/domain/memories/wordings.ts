/**
 * Wordings of a language, compiled from rows with ` | ` between wordings. `^` is the beginning of a sentence and `$` its end, `..`
 * up to three words between and `…` up to thirty, `a/b` either word, `*` any letters, `+` the ending of a plural, `<kind>`
 * a wording of that kind, `<!kind>` any other word; a comma between words is ignored.
 */
export class Wordings {
  readonly #kinds: Kinds;
  readonly #first: Index;
  readonly #anywhere: Index;

  constructor(rows: readonly string[], kinds: Kinds) {
    const all = rows.flatMap(wordingsIn);
    this.#kinds = kinds;
    this.#first = new Index(
      all.filter((one) => one.startsWith('^')).map((one) => partsOf(one.slice(1))),
    );
    this.#anywhere = new Index(all.filter((one) => !one.startsWith('^')).map(partsOf));
  }

  /** Whether a sentence has one of the wordings. */
  isIn(words: readonly string[]): boolean {
    const isAt = (index: Index, at: number) => index.fits(words, at, this.#kinds, () => true);
    return isAt(this.#first, 0) || words.some((_, at) => isAt(this.#anywhere, at));
  }

  /** The number of words of the longest wording that begins at a word; 0 if there is none. */
  lengthAt(words: readonly string[], at: number): number {
    let last = at;
    this.#anywhere.fits(words, at, this.#kinds, (end) => {
      last = Math.max(last, end);
      return false;
    });
    return last - at;
  }
}

/** A wording in its words, gaps and kinds. */
type Parts = readonly string[];

export type Kinds = ReadonlyMap<string, Index>;

export function kindsOf(rows: Readonly<Record<string, readonly string[]>>): Kinds {
  return new Map(
    Object.entries(rows).map(([kind, own]) => [
      kind,
      new Index(own.flatMap(wordingsIn).map(partsOf)),
    ]),
  );
}

const wordingsIn = (row: string) => row.split('|').flatMap((one) => one.trim() || []);

function partsOf(wording: string): Parts {
  return spaced(wording).trim().split(/ +/);
}

/** A script without blanks is read letter by letter. */
export function spaced(text: string): string {
  return text.replace(/[\u3400-\u9fff]/g, ' $& ');
}

/** Most words that a gap matches. */
const GAPS: Readonly<Record<string, number>> = { '..': 3, '…': 30 };
const PLURALS = ['', 's', 'es', 'n', 'en'];

/** Wordings by their first word: nearly all of a table fail at it. */
class Index {
  readonly #byWord = new Map<string, Parts[]>();
  /** Wordings that begin with a kind, a gap or a part of a word. */
  readonly #others: Parts[] = [];

  constructor(all: readonly Parts[]) {
    for (const parts of all) {
      const first = parts[0]!;
      if (GAPS[first] !== undefined || /[<*$]/.test(first)) this.#others.push(parts);
      else for (const word of spellings(first)) this.#add(word, parts);
    }
  }

  #add(word: string, parts: Parts): void {
    const known = this.#byWord.get(word);
    if (known) known.push(parts);
    else this.#byWord.set(word, [parts]);
  }

  /** Whether a wording fits at a word and `goesOn` holds for its end. */
  fits(
    words: readonly string[],
    at: number,
    kinds: Kinds,
    goesOn: (end: number) => boolean,
  ): boolean {
    const begins = (parts: Parts) => fitsFrom(parts, 0, words, at, kinds, goesOn);
    return (this.#byWord.get(words[at] ?? '') ?? []).some(begins) || this.#others.some(begins);
  }
}

function spellings(part: string): string[] {
  return part
    .split('/')
    .flatMap((one) =>
      one.endsWith('+') ? PLURALS.map((plural) => one.slice(0, -1) + plural) : [one],
    );
}

function fitsFrom(
  parts: Parts,
  from: number,
  words: readonly string[],
  at: number,
  kinds: Kinds,
  goesOn: (end: number) => boolean,
): boolean {
  const part = parts[from];
  const next = (end: number) => fitsFrom(parts, from + 1, words, end, kinds, goesOn);
  if (part === undefined) return goesOn(at);
  if (part === '$') return at === words.length && next(at);
  const most = GAPS[part];
  if (most !== undefined) {
    const last = Math.min(at + most, words.length);
    for (let end = at; end <= last; end++) if (next(end)) return true;
    return false;
  }
  if (at >= words.length) return false;
  if (words[at] === ',' && at > 0 && !part.includes(','))
    return fitsFrom(parts, from, words, at + 1, kinds, goesOn);
  const kind = /^<(!?)(\w+)>$/.exec(part);
  if (!kind) return isWord(part, words[at]!) && next(at + 1);
  const known = kinds.get(kind[2]!)!;
  if (kind[1] === '') return known.fits(words, at, kinds, next);
  return !known.fits(words, at, kinds, () => true) && next(at + 1);
}

function isWord(part: string, word: string): boolean {
  return spellings(part).some((one) => {
    const star = one.indexOf('*');
    if (star < 0) return one === word;
    return word.startsWith(one.slice(0, star)) && word.endsWith(one.slice(star + 1));
  });
}
