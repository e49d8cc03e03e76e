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
      all.filter((one) => one.startsWith('^')).map((one) => one.slice(1).trim()),
    );
    this.#anywhere = new Index(all.filter((one) => !one.startsWith('^')));
  }

  /** Whether a sentence has one of the wordings. */
  isIn(words: readonly string[]): boolean {
    const sentence = sentenceOf(words, this.#kinds);
    const isAt = (index: Index, at: number) => index.fits(sentence, at, () => true);
    return isAt(this.#first, 0) || words.some((_, at) => isAt(this.#anywhere, at));
  }

  /** The number of words of the longest wording that begins at a word; 0 if there is none. */
  lengthAt(words: readonly string[], at: number): number {
    return Math.max(at, ...this.#anywhere.endsAt(sentenceOf(words, this.#kinds), at)) - at;
  }
}

export type Kinds = ReadonlyMap<string, Index>;

export function kindsOf(rows: Readonly<Record<string, readonly string[]>>): Kinds {
  return new Map(
    Object.entries(rows).map(([kind, own]) => [kind, new Index(own.flatMap(wordingsIn))]),
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
interface Sentence {
  readonly words: readonly string[];
  readonly kinds: Kinds;
  readonly ends: Map<Index, (readonly number[] | undefined)[]>;
}

let last: Sentence | null = null;

function sentenceOf(words: readonly string[], kinds: Kinds): Sentence {
  if (last?.words !== words || last.kinds !== kinds) last = { words, kinds, ends: new Map() };
  return last;
}

/** Whether what follows fits from this word on. */
type GoesOn = (end: number) => boolean;

/** Wordings by their first word, nearly all of a table fail at it; those of one are compiled when a sentence has it. */
class Index {
  readonly #byWord = new Map<string, string[]>();
  readonly #compiled = new Map<string, Node>();
  /** Wordings that begin with a kind, a gap or a part of a word. */
  readonly #others: readonly string[];
  #otherNode: Node | null = null;

  constructor(all: readonly string[]) {
    const others: string[] = [];
    for (const wording of all) {
      const first = wording.split(' ', 1)[0]!;
      if (GAPS[first] !== undefined || /[<*$]/.test(first)) others.push(wording);
      else for (const word of spellings(first)) this.#add(word, wording);
    }
    this.#others = others;
  }

  #add(word: string, wording: string): void {
    const known = this.#byWord.get(word);
    if (known) known.push(wording);
    else this.#byWord.set(word, [wording]);
  }

  /** Whether a wording fits at a word and `goesOn` holds for its end. */
  fits(sentence: Sentence, at: number, goesOn: GoesOn): boolean {
    this.#otherNode ??= compiled(this.#others);
    return (
      (this.#nodeOf(sentence.words[at] ?? '')?.fits(sentence, at, goesOn) ?? false) ||
      this.#otherNode.fits(sentence, at, goesOn)
    );
  }

  /** The ends of all wordings that fit at a word. */
  endsAt(sentence: Sentence, at: number): readonly number[] {
    const known = sentence.ends.get(this) ?? [];
    sentence.ends.set(this, known);
    known[at] ??= this.#findEnds(sentence, at);
    return known[at];
  }

  #findEnds(sentence: Sentence, at: number): readonly number[] {
    const ends = new Set<number>();
    this.fits(sentence, at, (end) => {
      ends.add(end);
      return false;
    });
    return [...ends];
  }

  #nodeOf(word: string): Node | null {
    const wordings = this.#byWord.get(word);
    if (!wordings) return null;
    const node = this.#compiled.get(word) ?? compiled(wordings);
    this.#compiled.set(word, node);
    return node;
  }
}

function compiled(wordings: readonly string[]): Node {
  const root = new Node();
  for (const wording of wordings) {
    let node = root;
    for (const part of wording.split(/ +/)) node = node.after(part);
    node.isEnd = true;
  }
  return root;
}

/** Most words that a gap matches. */
const GAPS: Readonly<Record<string, number>> = { '..': 3, '…': 30 };
const PLURALS = ['', 's', 'es', 'n', 'en'];

/** Goes from a place in a sentence to what follows. */
type Step = (sentence: Sentence, at: number, goesOn: GoesOn) => boolean;

/** What may follow the same beginning of some wordings. */
class Node {
  isEnd = false;
  readonly #nodes = new Map<string, Node>();
  readonly #byWord = new Map<string, { readonly node: Node; readonly hasComma: boolean }[]>();
  readonly #steps: Step[] = [];

  /** The node behind a part; made where no wording had it. */
  after(part: string): Node {
    const known = this.#nodes.get(part);
    if (known) return known;
    const node = new Node();
    this.#nodes.set(part, node);
    if (GAPS[part] !== undefined || /[<*$]/.test(part)) this.#steps.push(stepOf(part, node));
    else
      for (const word of spellings(part)) {
        const all = this.#byWord.get(word) ?? [];
        all.push({ node, hasComma: part.includes(',') });
        this.#byWord.set(word, all);
      }
    return node;
  }

  fits(sentence: Sentence, at: number, goesOn: GoesOn): boolean {
    if (this.isEnd && goesOn(at)) return true;
    for (const step of this.#steps) if (step(sentence, at, goesOn)) return true;
    const { words } = sentence;
    const word = withoutCommas(words, at);
    for (const { node, hasComma } of this.#byWord.get(words[at] ?? '') ?? [])
      if ((hasComma || word === at) && node.fits(sentence, at + 1, goesOn)) return true;
    if (word === at) return false;
    for (const { node, hasComma } of this.#byWord.get(words[word] ?? '') ?? [])
      if (!hasComma && node.fits(sentence, word + 1, goesOn)) return true;
    return false;
  }
}

/** The next word that is no comma; one at the beginning counts. */
function withoutCommas(words: readonly string[], at: number): number {
  let word = at;
  while (word > 0 && words[word] === ',') word++;
  return word;
}

function stepOf(part: string, node: Node): Step {
  if (part === '$')
    return (sentence, at, goesOn) =>
      at === sentence.words.length && node.fits(sentence, at, goesOn);
  const most = GAPS[part];
  if (most !== undefined)
    return (sentence, at, goesOn) => {
      const end = Math.min(at + most, sentence.words.length);
      for (let next = at; next <= end; next++) if (node.fits(sentence, next, goesOn)) return true;
      return false;
    };
  const [, not, kind] = /^<(!?)(\w+)>$/.exec(part) ?? [];
  if (kind === undefined) return patternStep(part, node);
  return (sentence, at, goesOn) => {
    const word = withoutCommas(sentence.words, at);
    if (word >= sentence.words.length) return false;
    const ends = sentence.kinds.get(kind)!.endsAt(sentence, word);
    if (not === '!') return ends.length === 0 && node.fits(sentence, word + 1, goesOn);
    return ends.some((end) => node.fits(sentence, end, goesOn));
  };
}

/** A word of which a part may be anything. */
function patternStep(part: string, node: Node): Step {
  const forms = spellings(part).map((one) => one.split('*', 2) as [string, string?]);
  return (sentence, at, goesOn) => {
    const place = part.includes(',') ? at : withoutCommas(sentence.words, at);
    const word = sentence.words[place];
    if (word === undefined) return false;
    const isOne = forms.some(([head, tail]) =>
      tail === undefined ? head === word : word.startsWith(head) && word.endsWith(tail),
    );
    return isOne && node.fits(sentence, place + 1, goesOn);
  };
}

function spellings(part: string): string[] {
  return part
    .split('/')
    .flatMap((one) =>
      one.endsWith('+') ? PLURALS.map((plural) => one.slice(0, -1) + plural) : [one],
    );
}
