/**
 * Wordings of a language, compiled from rows with ` | ` between wordings. `^` is the beginning of a sentence and `$` its end, `..`
 * up to three words between and `…` up to thirty, `a/b` either word, `*` any letters, `+` the ending of a plural, `<kind>`
 * a wording of that kind, `<!kind>` any other word; a comma between words is ignored.
 */
export class Wordings {
  readonly #kinds: Kinds;
  readonly #first: Tree;
  readonly #anywhere: Tree;

  constructor(rows: readonly string[], kinds: Kinds) {
    const all = rows.flatMap(wordingsIn);
    this.#kinds = kinds;
    this.#first = new Tree(
      all.filter((one) => one.startsWith('^')).map((one) => one.slice(1).trim()),
    );
    this.#anywhere = new Tree(all.filter((one) => !one.startsWith('^')));
  }

  /** Whether a sentence has one of the wordings. */
  isIn(words: readonly string[]): boolean {
    const sentence = readSentence(words, this.#kinds);
    const isAt = (tree: Tree, at: number) => tree.fits(sentence, at, () => true);
    return isAt(this.#first, 0) || words.some((_, at) => isAt(this.#anywhere, at));
  }

  /** The number of words of the longest wording that begins at a word; 0 if there is none. */
  lengthAt(words: readonly string[], at: number): number {
    return Math.max(at, ...this.#anywhere.endsAt(readSentence(words, this.#kinds), at)) - at;
  }
}

export type Kinds = ReadonlyMap<string, Tree>;

export function kindsOf(rows: Readonly<Record<string, readonly string[]>>): Kinds {
  return new Map(
    Object.entries(rows).map(([kind, own]) => [kind, new Tree(own.flatMap(wordingsIn))]),
  );
}

const wordingsIn = (row: string) =>
  spaced(row)
    .split('|')
    .flatMap((one) => one.trim() || []);

/** A script without blanks is read letter by letter. */
export function spaced(text: string): string {
  return text.replace(/[\u3400-\u9fff]/g, ' $& ');
}

/** Words that are compared with many wordings: each kind is looked for once at each word. */
interface ReadSentence {
  readonly words: readonly string[];
  readonly kinds: Kinds;
  readonly ends: Map<Tree, (readonly number[] | undefined)[]>;
}

let last: ReadSentence | null = null;

function readSentence(words: readonly string[], kinds: Kinds): ReadSentence {
  if (last?.words !== words || last.kinds !== kinds) last = { words, kinds, ends: new Map() };
  return last;
}

/** Whether what follows fits from this word on. */
type GoesOn = (end: number) => boolean;

/**
 * Wordings that begin alike, as a tree of their parts. Nearly all of a table fail at their first word, so the parts behind one are
 * read only when a sentence had it.
 */
class Tree {
  readonly #wordings: readonly string[];
  #known: Known | null = null;

  constructor(wordings: readonly string[]) {
    this.#wordings = wordings;
  }

  /** Whether a wording begins at a word, and `goesOn` holds for its end. */
  fits(sentence: ReadSentence, at: number, goesOn: GoesOn): boolean {
    this.#known ??= read(this.#wordings);
    const { steps, byWord } = this.#known;
    for (const step of steps) if (step(sentence, at, goesOn)) return true;
    for (const { tree } of byWord.get(sentence.words[at] ?? '') ?? [])
      if (tree.fitsOn(sentence, at + 1, goesOn)) return true;
    return false;
  }

  /** Whether a wording goes on at a word, or ends before it. */
  fitsOn(sentence: ReadSentence, at: number, goesOn: GoesOn): boolean {
    this.#known ??= read(this.#wordings);
    const { isEnd, byWord } = this.#known;
    if ((isEnd && goesOn(at)) || this.fits(sentence, at, goesOn)) return true;
    const word = withoutCommas(sentence.words, at);
    if (word === at) return false;
    for (const { tree, hasComma } of byWord.get(sentence.words[word] ?? '') ?? [])
      if (!hasComma && tree.fitsOn(sentence, word + 1, goesOn)) return true;
    return false;
  }

  /** The ends of all wordings that begin at a word. */
  endsAt(sentence: ReadSentence, at: number): readonly number[] {
    const known = sentence.ends.get(this) ?? [];
    sentence.ends.set(this, known);
    known[at] ??= this.#findEnds(sentence, at);
    return known[at];
  }

  #findEnds(sentence: ReadSentence, at: number): readonly number[] {
    const ends = new Set<number>();
    this.fits(sentence, at, (end) => {
      ends.add(end);
      return false;
    });
    return [...ends];
  }
}

/** The wordings of a tree by what comes first in them. */
interface Known {
  /** One of them has nothing more. */
  readonly isEnd: boolean;
  readonly byWord: ReadonlyMap<string, readonly Branch[]>;
  readonly steps: readonly Step[];
}

function read(wordings: readonly string[]): Known {
  const byPart = new Map<string, string[]>();
  for (const wording of wordings) {
    const end = wording.indexOf(' ');
    const part = end < 0 ? wording : wording.slice(0, end);
    const rest = end < 0 ? '' : wording.slice(end + 1).trimStart();
    const known = byPart.get(part);
    if (known) known.push(rest);
    else byPart.set(part, [rest]);
  }
  const isEnd = byPart.delete('');
  const byWord = new Map<string, Branch[]>();
  const steps: Step[] = [];
  for (const [part, rests] of byPart) {
    const branch = { tree: new Tree(rests), hasComma: part.includes(',') };
    if (GAPS[part] !== undefined || /[<*$]/.test(part)) steps.push(stepOf(part, branch.tree));
    else
      for (const word of spellings(part)) {
        const known = byWord.get(word);
        if (known) known.push(branch);
        else byWord.set(word, [branch]);
      }
  }
  return { isEnd, byWord, steps };
}

interface Branch {
  readonly tree: Tree;
  readonly hasComma: boolean;
}

/** Most words that a gap matches. */
const GAPS: Readonly<Record<string, number>> = { '..': 3, '…': 30 };
const PLURALS = ['', 's', 'es', 'n', 'en'];

/** Goes from a place in a sentence to what follows. */
type Step = (sentence: ReadSentence, at: number, goesOn: GoesOn) => boolean;

/** The next word that is no comma; one at the beginning counts. */
function withoutCommas(words: readonly string[], at: number): number {
  let word = at;
  while (word > 0 && words[word] === ',') word++;
  return word;
}

function stepOf(part: string, tree: Tree): Step {
  if (part === '$')
    return (sentence, at, goesOn) =>
      at === sentence.words.length && tree.fitsOn(sentence, at, goesOn);
  const most = GAPS[part];
  if (most !== undefined)
    return (sentence, at, goesOn) => {
      const end = Math.min(at + most, sentence.words.length);
      for (let next = at; next <= end; next++) if (tree.fitsOn(sentence, next, goesOn)) return true;
      return false;
    };
  const [, not, kind] = /^<(!?)(\w+)>$/.exec(part) ?? [];
  if (kind === undefined) return patternStep(part, tree);
  return (sentence, at, goesOn) => {
    const word = withoutCommas(sentence.words, at);
    if (word >= sentence.words.length) return false;
    const ends = sentence.kinds.get(kind)!.endsAt(sentence, word);
    if (not === '!') return ends.length === 0 && tree.fitsOn(sentence, word + 1, goesOn);
    return ends.some((end) => tree.fitsOn(sentence, end, goesOn));
  };
}

/** A word of which a part may be anything. */
function patternStep(part: string, tree: Tree): Step {
  const forms = spellings(part).map((one) => one.split('*', 2) as [string, string?]);
  return (sentence, at, goesOn) => {
    const place = part.includes(',') ? at : withoutCommas(sentence.words, at);
    const word = sentence.words[place];
    if (word === undefined) return false;
    const isOne = forms.some(([head, tail]) =>
      tail === undefined ? head === word : word.startsWith(head) && word.endsWith(tail),
    );
    return isOne && tree.fitsOn(sentence, place + 1, goesOn);
  };
}

function spellings(part: string): readonly string[] {
  if (!part.includes('/') && !part.endsWith('+')) return [part];
  return part
    .split('/')
    .flatMap((one) =>
      one.endsWith('+') ? PLURALS.map((plural) => one.slice(0, -1) + plural) : [one],
    );
}
