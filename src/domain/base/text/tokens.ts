/** The share of a budget that an estimate may fill: it is at most 3 % too low. */
export const SAFE = 0.97;

/**
 * Estimates the tokens (o200k) of a text without a tokenizer: loading one takes seven times a bare start of a hook. The text is
 * split as the tokenizer does it. Numbers, blanks and most signs are one token each; a word is weighed by its letter pairs,
 * fitted to READMEs, sources and translations.
 */
export function estimateTokens(text: string): number {
  // The last result is cached: a preamble is counted to fit its budget, and again for the record.
  if (text !== last.text) last = { text, tokens: weigh(text) };
  return last.tokens;
}

let last = { text: '', tokens: 0 };

/** The expressions that take a text apart, for some letters and numbers. */
interface Alphabet {
  readonly pieces: RegExp;
  /** A letter, or a mark that belongs to one. */
  readonly letter: RegExp;
  readonly plainLetter: RegExp;
}

const SHORT_FORM = "(?:'(?:s|t|re|ve|m|ll|d))?";

interface Letters {
  readonly upper: string;
  readonly lower: string;
  /** Both and every other letter, without marks. */
  readonly all: string;
  readonly marks: string;
  readonly numbers: string;
  readonly flags: string;
}

function alphabetOf({ upper, lower, all, marks, numbers, flags }: Letters): Alphabet {
  const hangsOn = `[^\\r\\n${all}${numbers}]?`;
  const words = `${hangsOn}(?:[${upper}]*[${lower}]+|[${upper}]+[${lower}]*)${SHORT_FORM}`;
  return {
    pieces: new RegExp(
      `${words}|[${numbers}]{1,3}| ?[^\\s${all}${numbers}]+[\\r\\n/]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+`,
      `g${flags}`,
    ),
    letter: new RegExp(`[${all}${marks}]`, flags),
    plainLetter: new RegExp(`[${all}]`, flags),
  };
}

const OF_ALL: Letters = {
  upper: '\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}',
  lower: '\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}',
  all: '\\p{L}',
  marks: '\\p{M}',
  numbers: '\\p{N}',
  flags: 'u',
};

/** The same for texts without other letters and numbers. Most are, and V8 takes a fifth of a bare start to compile the whole Unicode. */
const OF_WESTERN: Letters = {
  upper: 'A-ZÀ-ÖØ-Þªº',
  lower: 'a-zß-öø-ÿªµº',
  all: 'A-Za-zªµºÀ-ÖØ-öø-ÿ',
  marks: '',
  numbers: '0-9²³¹¼-¾',
  flags: '',
};

/** Latin-1, and signs beyond it that are no letters, marks or numbers: dashes, quotes, arrows, drawn lines. */
const WESTERN = /^[\0-\xff\u2010-\u2027\u2030-\u205e\u20ac\u2190-\u22ff\u2500-\u2775]*$/;

const made = new Map<Letters, Alphabet>();

function alphabetFor(text: string): Alphabet {
  const letters = WESTERN.test(text) ? OF_WESTERN : OF_ALL;
  const known = made.get(letters) ?? alphabetOf(letters);
  made.set(letters, known);
  return known;
}

/** A safety margin, relatively largest for short texts. Concave: the sum over parts covers the whole. */
function weigh(text: string): number {
  const total = weighPieces(text);
  return Math.ceil(total * 1.05 + Math.sqrt(total));
}

function weighPieces(text: string): number {
  const alphabet = alphabetFor(text);
  let total = 0;
  for (const piece of text.match(alphabet.pieces) ?? [])
    total += alphabet.letter.test(piece) ? weighWord(piece, alphabet) : weighMarks(piece);
  return total;
}

/** An estimate without its margin, times this factor, is not above the true count. */
const LEAST = 0.85;

/** The tokens by which a text is larger than another, never overestimated: text that both have cancels out. */
export function tokensLess(text: string, shorter: string): number {
  return Math.max(0, Math.floor((weighPieces(text) - weighPieces(shorter)) * LEAST));
}

/** Weighs signs, blanks or a number. Two or three signs are mostly one token; drawn lines have long tokens. */
function weighMarks(piece: string): number {
  let sum = 0;
  let different = 0;
  let before = '';
  for (const char of piece) {
    if (char > '\x7f') sum += char === before && DRAWN.test(char) ? 0.13 : weighWide(char);
    else if (char === before) sum += /[&[\]{}`]/.test(char) ? 0.45 : 0.07;
    else if (!/[ \r\n\d]/.test(char)) sum += weighSign(++different);
    before = char;
  }
  return Math.max(1, sum);
}

/** The first sign of a piece is a token; two more mostly belong to it. */
function weighSign(place: number): number {
  if (place === 1) return 1;
  return place < 4 ? 0.15 : 0.6;
}

const DRAWN = /[\u2500-\u257f]/;

/** Weighs letters with the sign before them. */
function weighWord(piece: string, alphabet: Alphabet): number {
  let sum = 0;
  let upper = 0;
  let latin = 0;
  let before = 0;
  for (const char of piece) {
    const code = char.charCodeAt(0);
    const letter = (code | 32) - 97;
    const isLatin = code < 0x80 && letter >= 0 && letter < 26;
    if (isLatin) {
      latin += 1;
      if (code < 97) upper += 1;
      if (before > 0) sum += (PAIRS.charCodeAt((before - 1) * 26 + letter) - 48) / 8;
    } else if (code > 0x7f && (latin > 0 || alphabet.letter.test(char))) sum += weighWide(char);
    before = isLatin ? letter + 1 : 0;
  }
  const [small, capital, shouted] = startOf(piece[0]!, alphabet);
  // The tokenizer knows words of other alphabets only after a blank.
  if (latin === 0) return Math.max(1, sum + (small > 0.3 ? 1 : small));
  const isShouted = upper > 1 && upper * 3 > latin * 2;
  if (isShouted) return Math.max(1, sum + (shouted + 0.09 * upper));
  return Math.max(1, sum + (upper > 0 ? capital : small));
}

type Weights = readonly [small: number, capital: number, shouted: number];

/** Base tokens of a word (lower case, capitalized, upper case), by the sign before it. */
const STARTS: readonly (readonly [signs: string, weights: Weights])[] = [
  [' ', [0.13, 0.36, 0]],
  ['_.', [0.49, 0.84, 0.4]],
  ['-("/\t', [0.77, 1.16, 1.03]],
];
const WITHOUT_SIGN: Weights = [0.26, 0.54, 0.38];
const OTHER_SIGN: Weights = [1.11, 1.33, 1.42];

function startOf(sign: string, { plainLetter }: Alphabet): Weights {
  const [, found] = STARTS.find(([signs]) => signs.includes(sign)) ?? [];
  return found ?? (plainLetter.test(sign) ? WITHOUT_SIGN : OTHER_SIGN);
}

/** The average tokens of a character beyond ASCII. */
function weighWide(char: string): number {
  if (TRADITIONAL.includes(char)) return 1.7;
  const code = char.codePointAt(0)!;
  return SCRIPTS.find(([end]) => code < end)![1];
}

/** The last character of a range, and the tokens of each in it. */
const SCRIPTS: readonly (readonly [end: number, tokens: number])[] = [
  [0xc0, 1],
  [0x250, 0.77],
  [0x370, 1.2],
  [0x400, 0.35],
  [0x530, 0.27],
  [0x1e00, 0.45],
  [0x1f00, 0.77],
  [0x2000, 2],
  [0x2600, 1.3],
  [0x3000, 2],
  [0x3041, 1],
  [0x3100, 0.62],
  [0x4e00, 2.5],
  [0xa000, 0.74],
  [0xac00, 3],
  [0xd7a4, 0.76],
  [0xff00, 2.5],
  [0x10000, 1],
  [0x110000, 2.6],
];

/** Characters of traditional Chinese that simplified Chinese does not have: the tokenizer knows few words with them. */
const TRADITIONAL =
  '個這說為們來時會後對無選項類檔員內應設開關動數當參與屬變體運經過將從還沒實現點東車見長門問間題種樣區號錯誤請確認顯輸訊網頁單連結裝載標籤頭記錄聲書寫讀語詞義條規則測試執產業務價質總統計創據庫構組織級層訂閱簡證權責環節預覽圖';

/** The weight of a letter after another one, in eighths of a token: 26 rows of 26. */
const PAIRS =
  '73026312133022721121226232349915962090883792233645292946188115009518602008952320211169274573278206359663' +
  '13113135265231442112464047297811991973980982400565364373076005914339914333997727672779299300142550067486' +
  '20121213996121003312928652164519953655624818366063683861107945745069981246699822731757190014127933211908' +
  '20950957297425105914369797391132054433233498004335520333602613423000911133312428630963395225016010299663' +
  '99679999999999994998096599230212312734200323125329345739236238378633190135344437262350162385218214444720' +
  '13031039151000625000869227277906042913682966755999690862295026636216860356395845375996399979537854996866' +
  '4736488779732034930498716759483956499673477921697623';
