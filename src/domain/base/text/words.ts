import data from './words.json' with { type: 'json' };

/** Extracts subject terms: lower case, singular, whole compounds; no stop words, tool names or noise. */

export interface Token {
  readonly term: string;
  /** The words of a compound in order, null for meaningless parts; empty for a plain word. */
  readonly parts: readonly (string | null)[];
  /** Only blanks separate it from the term before. */
  readonly follows: boolean;
}

/** Longest word: longer strings are blobs. */
const LONGEST = 40;

/** `C#` and `C++`, scoped packages, and words with inner `.`, `-`, `'` or `_`; every other sign separates. */
const wordPattern = (letter: string) =>
  new RegExp(
    `[CcFf]#|[Cc]\\+\\+|@[A-Za-z0-9][\\w.-]{0,39}/[\\w.-]{1,39}|${letter}+(?:[.'’-]${letter}+)*`,
    'gu',
  );
const ASCII_WORD = wordPattern('\\w');
/** Names of scripts take milliseconds to compile, and nearly all text is ASCII. */
let anyWord: RegExp | undefined;

/** Scripts without spaces: Thai, Lao, Burmese, Khmer, Kana, Han. */
const UNSPACED =
  '\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3005\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff';
const NO_SPACES = new RegExp(`[${UNSPACED}]`);
const RUNS = new RegExp(`[${UNSPACED}]+|[^${UNSPACED}]+`, 'g');

/** `#ff00aa`, and the user's name in `/home/ada/x`. */
const NO_WORDS = /#[0-9a-f]{3,8}\b|(?<=[\\/](?:home|Users)[\\/])[^\\/\s]+/gi;

export function readTokens(text: string): Token[] {
  const source = text.normalize('NFC').replace(NO_WORDS, ' ');
  const isAscii = /^[\0-\x7f]*$/.test(source);
  const pattern = isAscii ? ASCII_WORD : (anyWord ??= wordPattern('[\\p{L}\\p{N}\\p{M}_]'));
  const found: Token[] = [];
  let end = -1;
  for (const { 0: word, index } of source.matchAll(pattern)) {
    const follows = end >= 0 && /^ +$/.test(source.slice(end, index));
    const terms = (isAscii ? [word] : (word.match(RUNS) ?? [])).flatMap((run) =>
      NO_SPACES.test(run) ? wordsWithoutSpaces(run) : (tokenOf(run) ?? []),
    );
    for (const [i, term] of terms.entries()) found.push({ ...term, follows: follows && i === 0 });
    end = terms.length > 0 ? index + word.length : -1;
  }
  return found;
}

type TokenTerm = Omit<Token, 'follows'>;

/** Created on first use: its dictionary takes 15 ms to load, then 900 characters take 0.3 ms. */
let segmenter: Intl.Segmenter | undefined;

/** The dictionary is small: a sign that it leaves single belongs to the word of two before it, several of them together by twos. */
function wordsWithoutSpaces(run: string): TokenTerm[] {
  segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' });
  const words: string[] = [];
  let singles = '';
  let isJoinable = false;
  const endSingles = () => {
    if (singles.length === 1 && isJoinable && words.at(-1)!.length === 2)
      words.push(words.pop() + singles);
    else if (singles.length === 3) words.push(singles);
    else words.push(...(singles.match(/../g) ?? []));
    singles = '';
  };
  for (const { segment } of segmenter.segment(run)) {
    const isHan = HAN.test(segment);
    if (isHan && segment.length === 1 && !HAN_PARTICLE.test(segment)) {
      singles += segment;
      continue;
    }
    endSingles();
    const isWord = segment.length > 1 && segment.length <= LONGEST && !HAN_FUNCTION.test(segment);
    if (isWord) words.push(segment);
    isJoinable = isWord && isHan;
  }
  endSingles();
  return words.map((term) => ({ term, parts: [] }));
}

const HAN = /^[\u3005\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+$/;
const HAN_PARTICLE =
  /[的了是我你您他她它们們这這那哪吗嗎呢吧啊把被和与與或及请請也就都很个個在不要有对對从從给給让讓用到为為]/;
/** Words without a subject, and the inflections and particles of Japanese: short Hiragana. */
const HAN_FUNCTION =
  /^(?:我们|我們|你们|他们|这个|這個|那个|一个|一個|没有|沒有|可以|什么|什麼|怎么|因为|所以|但是|如果|已经|需要|现在|还是|[\u3040-\u309f]{1,4})$/;

function tokenOf(raw: string): TokenTerm | null {
  if (raw.length > LONGEST) return null;
  const word = /['’]/.test(raw) ? withoutElision(raw) : raw;
  const pieces = word
    .split(/[.\-_/@]+|(?<=[a-z])(?=[A-Z])|(?<=[A-Z0-9])(?=[A-Z][a-z])/)
    .filter(Boolean);
  // `GitHub` and `JavaScript` are written like identifiers and are one word all the same.
  const isName = pieces.length === 2 && /^[A-Z][^.\-_/@]*$/.test(word);
  if (pieces.length > 1 && !isName) return compound(word, pieces);
  const term = wordOf(word);
  return term === null ? null : { term, parts: [] };
}

function compound(raw: string, pieces: readonly string[]): TokenTerm | null {
  const term = raw.toLowerCase();
  if (isNoise(term) || isScrambled(raw) || isOut(term) || pieces.some(isId)) return null;
  const parts = pieces.map(wordOf);
  // An extension says of what kind a file is, not what it is about.
  const isFile = isFileTerm(term);
  if (isFile) parts[parts.length - 1] = null;
  if (parts.some((part) => part !== null)) return { term, parts };
  const isIdentifier = isFile || !/[.\-_/@]/.test(raw) || /^[a-z]{2,}[-_]?\d{2,}[a-z]*$/.test(term);
  return isIdentifier ? { term, parts: [] } : null;
}

/** A name with a known extension: `time.now` and `e.g` must not count. */
export function isFileTerm(term: string): boolean {
  return FILE_NAME.test(term);
}

const FILE_NAME =
  /[^.]{3}\.(?:[chrv]|[ch]pp|[ch]xx|cc|cs|css|csv|cjs|clj|conf|dart|db|env|erl|exs?|fs|go|gradle|graphql|hs|html?|ini|ipynb|java|jl|js|json[cl]?|jsx|kts?|less|lock|log|lua|mdx?|mjs|mli?|mts|nix|php|pl|plist|prisma|proto|ps1|py|pyi|rb|rs|rst|sass|scala|scss|sh|sol|sql|sqlite|svelte|svg|swift|tex|tf|toml|tsx?|txt|vue|xml|ya?ml|zig)$/;

/** `l'erreur` is erreur, `user's` is user, `don't` is nothing. */
function withoutElision(raw: string): string {
  const at = raw.search(/['’]/);
  const rest = raw.slice(at + 1);
  if (at <= 2) return rest;
  return rest === 's' ? raw.slice(0, at) : '';
}

/** A single word as a term, or null where it tells nothing. */
function wordOf(raw: string): string | null {
  const lower = raw.toLowerCase();
  if (lower.length < 3 && !SHORT.test(lower)) return null;
  const term = singular(lower);
  const isNothing = [lower, stemOf(lower), term].some(isOut) || isNoise(lower) || isId(lower);
  return isNothing || isScrambled(raw) ? null : term;
}

/** Short names that mean something; two syllables of Hangul are a word. */
const SHORT = /^(?:ai|c#|ci|db|f#|ip|k8|qt|s3|ui|ux|vm|[\uac00-\ud7a3]{2})$/;

/** `test2` is as telling as `test`. */
function stemOf(term: string): string {
  return term.replace(/(?<=^[a-z]{3,})\d+$/, '');
}

/** Numbers, units, ordinals, dates and versions, and hexadecimal literals. */
function isNoise(lower: string): boolean {
  return !/[a-z\u00aa-\uffff]/.test(lower) || NOISE.test(lower);
}

const NOISE =
  /^(?:\d[\d._-]*(?:[a-z]{1,2}|min|sec|hrs|fps|rem|dpi|rpm|[kmg]hz)$|v?\d[\d.]*(?:\.x|[-.](?:alpha|beta|rc|dev|pre|canary|next)[.\d-]*)?$|\d{4}-\d\d|0x[0-9a-f]+$)/;

/** Commit hashes and the parts of UUIDs: hexadecimal with a digit, and longer than a model's name. */
function isId(word: string): boolean {
  return word.length >= 7 && /^[0-9a-f]+$/i.test(word) && /\d/.test(word);
}

/** Random strings change between lower case, upper case and digits everywhere, identifiers only at word ends. */
function isScrambled(raw: string): boolean {
  const changes = raw.match(/[a-z](?=[A-Z\d])|\d(?=[A-Za-z])|[A-Z](?=\d)/g)?.length ?? 0;
  return raw.length >= 12 && changes * (raw.length < 16 ? 3 : 4) > raw.length;
}

/** English plurals, where a rule is safe; both forms must become one term. */
export function singular(word: string): string {
  if (word.length < 4 || !/^[a-z]+s$/.test(word) || NOT_PLURAL.test(word)) return word;
  if (
    /(?:ss|sh|x|(?<!ca|ni|da|^a)ch|^status|^alias|^bus|^virus|^bias|^canvas|^hero|^ech?o)es$/.test(
      word,
    )
  ) {
    return word.slice(0, -2);
  }
  if (/..ies$/.test(word) && !/^(?:cookies|movies|dies|lies|ties)$/.test(word))
    return `${word.slice(0, -3)}y`;
  return word.slice(0, -1);
}

const NOT_PLURAL =
  /(?:ss|js)$|^[^aeiouy]+$|^(?!(?:menus|gpus|cpus|apis|clis)$).*[iu]s$|^(?:alias|bias|canvas|atlas|pandas|macos|chaos|cosmos|news|series|species|kubernetes|postgres|windows|jenkins|rails|keras|devops|gitops|mlops|lens|analytics|physics|graphics|semantics|statistics|mathematics)$/;

/** Words without a subject, e.g. names of tools: excluded from topics and keywords. */
export function isOut(term: string): boolean {
  return isStop(term) || /^(?:cortex|mcp)_/.test(term);
}

/** Words of nearly every programming session: they have a low weight. */
export function isCommon(term: string): boolean {
  return isCommonWord(stemOf(term));
}

/** The set is made when the first word is looked up. */
function wordList(lines: readonly string[]): (word: string) => boolean {
  let all: ReadonlySet<string> | undefined;
  return (word) => (all ??= new Set(lines.flatMap((line) => line.split(' ')))).has(word);
}

/** English and what people say to agents; German, French, Spanish, Portuguese, Italian, Russian; tools, shells. */
const isStop = wordList(data.stop);
const isCommonWord = wordList(data.common);
