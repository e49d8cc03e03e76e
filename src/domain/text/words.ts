import data from './words.json' with { type: 'json' };

/** Text into telling terms: small letters, singular, compounds whole; no stop words, tool names or noise. */

export interface Token {
  readonly term: string;
  /** The words of a compound in order, null where a part tells nothing; empty for a plain word. */
  readonly parts: readonly (string | null)[];
  /** Only blanks stand between the term before and this one. */
  readonly follows: boolean;
}

/** Longer things are blobs, not words. */
const LONGEST = 40;

/** Letters, digits and marks beyond ASCII. `\p{L}` is exact, and costs every process 4 ms of compiling. */
const LETTER =
  '\\u00aa\\u00b5\\u00ba\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u037d\\u0386\\u0388-\\u0559' +
  '\\u0560-\\u0588\\u0591-\\u05bd\\u05d0-\\u05f2\\u0610-\\u061a\\u0620-\\u0669\\u066e-\\u06d3' +
  '\\u06d5-\\u06fc\\u0710-\\u0963\\u0966-\\u0df3\\u0e01-\\u0e3a\\u0e40-\\u0e4e\\u0e50-\\u1fff' +
  '\\u2c00-\\u2dff\\u3005\\u3041-\\u30fa\\u30fc-\\u31ff\\u3400-\\u4dbf\\u4e00-\\ud7a3\\uf900-\\ufdff' +
  '\\ufe70-\\ufefc\\uff10-\\uff19\\uff21-\\uff3a\\uff41-\\uff5a\\uff66-\\uffdc';

/** `C#` and `C++`, scoped packages, and words with inner `.`, `-`, `'` or `_`; every other sign separates. */
function wordPattern(): RegExp {
  const scoped = '@[A-Za-z0-9][\\w.-]{0,39}/[\\w.-]{1,39}';
  pattern ??= new RegExp(`[CcFf]#|[Cc]\\+\\+|${scoped}|[\\w${LETTER}]+(?:[.'’-][\\w${LETTER}]+)*`, 'g');
  return pattern;
}
let pattern: RegExp | undefined;

/** Scripts without spaces: Thai, Lao, Burmese, Khmer, Kana, Han. */
const UNSPACED =
  '\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3005\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff';
const NO_SPACES = new RegExp(`[${UNSPACED}]`);
const RUNS = new RegExp(`[${UNSPACED}]+|[^${UNSPACED}]+`, 'g');

export function tokens(text: string): Token[] {
  const source = text.normalize('NFC');
  const mixed = /[^\0-\x7f]/.test(source) && NO_SPACES.test(source);
  const known = new Map<string, Made | null>();
  const out: Token[] = [];
  const word = wordPattern();
  word.lastIndex = 0;
  let end = -1;
  for (let found = word.exec(source); found; found = word.exec(source)) {
    const raw = found[0];
    if (mixed && NO_SPACES.test(raw)) {
      for (const run of raw.match(RUNS) ?? []) addRun(out, run);
      continue;
    }
    let made = known.get(raw);
    if (made === undefined) known.set(raw, (made = tokenOf(raw)));
    if (made === null || isColourOrUser(source, found.index, raw)) continue;
    out.push({ term: made.term, parts: made.parts, follows: isBlank(source, end, found.index) });
    end = word.lastIndex;
  }
  return out;
}

/** `#ff00aa`, and the user's name in `/home/ada/x`. */
function isColourOrUser(source: string, at: number, raw: string): boolean {
  const before = source[at - 1];
  if (before === '#') return /^[0-9a-f]{3,8}$/i.test(raw);
  if (before !== '/' && before !== '\\') return false;
  return /[\\/](?:home|Users)[\\/]$/.test(source.slice(Math.max(0, at - 7), at));
}

/** A run of one script: words of it as the segmenter sees them, or the word that it is. */
function addRun(out: Token[], run: string): void {
  if (!NO_SPACES.test(run)) {
    const made = tokenOf(run);
    if (made) out.push({ ...made, follows: false });
    return;
  }
  for (const term of wordsWithoutSpaces(run)) out.push({ term, parts: NO_PARTS, follows: false });
}

/** Made when such letters are met: its dictionary takes 15 ms to load, then 900 signs take 0.3 ms. */
let segmenter: Intl.Segmenter | undefined;

/** The dictionary is small: what it leaves as single signs belongs to the word before, or together by twos. */
function wordsWithoutSpaces(run: string): string[] {
  segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' });
  const words: string[] = [];
  let single = '';
  const endSingles = () => {
    const last = words.length - 1;
    if (single.length === 1 && last >= 0 && isJoinable && words[last]!.length === 2) words[last] += single;
    else if (single.length === 3) words.push(single);
    else for (let i = 0; i + 1 < single.length; i += 2) words.push(single.slice(i, i + 2));
    single = '';
  };
  let isJoinable = false;
  for (const { segment, isWordLike } of segmenter.segment(run)) {
    if (isWordLike && segment.length === 1 && HAN.test(segment) && !HAN_PARTICLE.test(segment)) {
      single += segment;
      continue;
    }
    endSingles();
    const isWord =
      isWordLike === true && segment.length > 1 && segment.length <= LONGEST && !KANA_ENDING.test(segment);
    if (isWord && !HAN_FUNCTION.test(segment)) words.push(segment);
    isJoinable = isWord && HAN.test(segment);
  }
  endSingles();
  return words;
}

const HAN = /^[\u3005\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+$/;
const HAN_PARTICLE =
  /[的了是我你您他她它们們这這那哪吗嗎呢吧啊把被和与與或及请請也就都很个個在不要有对對从從给給让讓用到为為]/;
const HAN_FUNCTION =
  /^(?:我们|我們|你们|他们|这个|這個|那个|一个|一個|没有|沒有|可以|什么|什麼|怎么|因为|所以|但是|如果|已经|需要|现在|还是)$/;
/** Inflections and particles of Japanese: short Hiragana. */
const KANA_ENDING = /^[\u3040-\u309f]{1,4}$/;

/** Blanks only: a line's end separates, as a list's lines are no phrase. */
function isBlank(text: string, from: number, to: number): boolean {
  if (from < 0 || to <= from || to - from > 3) return false;
  for (let i = from; i < to; i++) if (text.charCodeAt(i) !== 32) return false;
  return true;
}

type Made = Pick<Token, 'term' | 'parts'>;

function tokenOf(raw: string): Made | null {
  if (raw.length > LONGEST) return null;
  if (isSimple(raw)) return plain(raw);
  const word = /['’]/.test(raw) ? withoutElision(raw) : raw;
  if (!/[.\-_/@]|[a-z][A-Z]|[A-Z0-9][A-Z][a-z]/.test(word)) return plain(word);
  const pieces = piecesOf(word);
  return pieces.length < 2 ? plain(word) : compound(word, pieces);
}

/** ASCII letters, only the first a capital: most words. A loop is cheaper here than an expression. */
export function isSimple(raw: string): boolean {
  for (let i = 0; i < raw.length; i++) {
    const code = raw.charCodeAt(i);
    if ((code < 97 || code > 122) && (i > 0 || code < 65 || code > 90)) return false;
  }
  return true;
}

function plain(raw: string): Made | null {
  const term = wordOf(raw);
  return term === null ? null : { term, parts: NO_PARTS };
}

const NO_PARTS: readonly null[] = [];

function compound(raw: string, pieces: readonly string[]): Made | null {
  const term = raw.toLowerCase();
  if (isNoise(term) || isScrambled(raw) || isOut(term) || pieces.some(isId)) return null;
  const parts = pieces.map(wordOf);
  // A server's tool (`mcp__github__create_issue`) is no topic, its server may be.
  if (term.startsWith('mcp_')) {
    const server = parts.find((part) => part !== null);
    return server ? { term: server, parts: NO_PARTS } : null;
  }
  // An extension says of what kind a file is, not what it is about.
  const file = isFileName(term);
  if (file) parts[parts.length - 1] = null;
  const humps = !/[.\-_/@]/.test(raw);
  // `GitHub` and `JavaScript` are written like identifiers and are one word all the same.
  if (humps && pieces.length === 2 && /^[A-Z]/.test(raw)) return plain(raw);
  if (parts.some((part) => part !== null)) return { term, parts };
  return file || humps || /^[a-z]{2,}[-_]?\d{2,}[a-z]*$/.test(term) ? { term, parts: NO_PARTS } : null;
}

/** A name with an extension that is known, as `time.now` and `e.g` look like one too. */
export function isFileName(term: string): boolean {
  return FILE_NAME.test(term);
}

const FILE_NAME =
  /[^.]{3}\.(?:[chrv]|[ch]pp|[ch]xx|cc|cs|css|csv|cjs|clj|conf|dart|db|env|erl|exs?|fs|go|gradle|graphql|hs|html?|ini|ipynb|java|jl|js|json[cl]?|jsx|kts?|less|lock|log|lua|mdx?|mjs|mli?|mts|nix|php|pl|plist|prisma|proto|ps1|py|pyi|rb|rs|rst|sass|scala|scss|sh|sol|sql|sqlite|svelte|svg|swift|tex|tf|toml|tsx?|txt|vue|xml|ya?ml|zig)$/;

function piecesOf(raw: string): string[] {
  return raw
    .split(/[.\-_/@]+|(?<=[a-z])(?=[A-Z])|(?<=[A-Z0-9])(?=[A-Z][a-z])/)
    .filter((piece) => piece !== '');
}

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
  if (isOut(lower) || (lower.length < 3 && !SHORT.test(lower))) return null;
  if (isSimple(lower)) {
    const term = singular(lower);
    return isOut(term) || isScrambled(raw) ? null : term;
  }
  return isNoise(lower) || isId(lower) || isScrambled(raw) || isOut(stemOf(lower)) ? null : lower;
}

/** Short names that mean something; two syllables of Hangul are a word. */
const SHORT = /^(?:ai|c#|ci|db|f#|ip|k8|qt|s3|ui|ux|vm|[\uac00-\ud7a3]{2})$/;

/** `test2` is as telling as `test`. */
function stemOf(term: string): string {
  const last = term.charCodeAt(term.length - 1);
  return last < 58 && /^[a-z]{3,}\d+$/.test(term) ? term.replace(/\d+$/, '') : term;
}

/** Numbers, units, ordinals, dates and versions, and hexadecimal literals. */
function isNoise(lower: string): boolean {
  if (!/^v?\d/.test(lower)) return !/[a-z\u00aa-\uffff]/.test(lower);
  if (!/[a-z\u00aa-\uffff]/.test(lower)) return true;
  return MEASURE.test(lower) || VERSION.test(lower) || /^(?:\d{4}-\d\d|0x[0-9a-f]+$)/.test(lower);
}

const MEASURE = /^\d[\d._-]*(?:[a-z]{1,2}|min|sec|hrs|fps|rem|dpi|rpm|[kmg]hz)$/;
const VERSION = /^v?\d[\d.]*(?:\.x|[-.](?:alpha|beta|rc|dev|pre|canary|next)[.\d-]*)?$/;

/** Commit hashes and the parts of UUIDs: hexadecimal with a digit, and longer than a model's name. */
function isId(word: string): boolean {
  return word.length >= 7 && /^[0-9a-f]+$/i.test(word) && /\d/.test(word);
}

/** Base64 and keys change between small, capital and digit all the time, identifiers where a word ends. */
function isScrambled(raw: string): boolean {
  if (raw.length < 12) return false;
  let changes = 0;
  let before = kindOf(raw.charCodeAt(0));
  for (let i = 1; i < raw.length; i++) {
    const kind = kindOf(raw.charCodeAt(i));
    if (kind !== before && kind !== '-' && before !== '-' && !(before === 'A' && kind === 'a')) changes++;
    before = kind;
  }
  return changes * (raw.length < 16 ? 3 : 4) > raw.length;
}

function kindOf(code: number): 'A' | 'a' | '0' | '-' {
  if (code >= 97) return 'a';
  if (code >= 65 && code <= 90) return 'A';
  return code >= 48 && code <= 57 ? '0' : '-';
}

/** English plurals, where a rule is safe; both forms must become one term. */
export function singular(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || !isSimple(word) || NOT_PLURAL.test(word)) return word;
  if (/(?:ss|sh|x|(?<!ca|ni|da|^a)ch|^status|^alias|^bus|^virus|^bias|^canvas|^hero|^ech?o)es$/.test(word)) {
    return word.slice(0, -2);
  }
  if (/..ies$/.test(word) && !/^(?:cookies|movies|dies|lies|ties)$/.test(word))
    return `${word.slice(0, -3)}y`;
  return word.slice(0, -1);
}

const NOT_PLURAL =
  /(?:ss|js)$|^[^aeiouy]+$|^(?!(?:menus|gpus|cpus|apis|clis)$).*[iu]s$|^(?:alias|bias|canvas|atlas|pandas|macos|chaos|cosmos|news|series|species|kubernetes|postgres|windows|jenkins|rails|keras|devops|gitops|mlops|lens|analytics|physics|graphics|semantics|statistics|mathematics)$/;

/** Words that carry no subject, such as the names of our own tools: out of topics and keywords altogether. */
export function isOut(term: string): boolean {
  return isStop(term) || term.startsWith('cortex_');
}

/** Words found in nearly every session of programming: they count, for little. */
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
