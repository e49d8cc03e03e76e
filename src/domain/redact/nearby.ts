import { isRandom, surprise } from './entropy.ts';
import type { Value } from './extent.ts';
import {
  type Claim,
  isDenselyDrawn,
  isNameWithSum,
  isPhrase,
  isReference,
  isSpeaking,
  isTyped,
  isUserName,
  PREFIXED_ID,
  strength,
} from './value.ts';
import { ARTICLES, AT, ENTERED, NOW, OTHERWISE, SAID, SAID_ELSEWHERE } from './words.ts';

/** `4f… is the token`, `use 4f… as my key`, `4f…, that is the old token`: the value stands before its name. */
const VERB_BEFORE =
  /(?:(?:,? (?:that|this|it|which|das|c|ça|eso|это))?(?: (?:is|as|was|for|ist|als|es|como|come|est|comme|de|di|é|è|jako|ako|som|ca|kao|как|як|làm|sebagai|in|into|>>?)|['’](?:s|est)) (?:\S{1,64}\/)?(?:[A-Za-z\u00C0-\u1FFF'’-]{1,16} ){0,3}| ?(?:作为|作為|当作?|當作?|用作|を|를|을) ?)$/;
const BEFORE =
  /(?<![A-Za-z\u00C0-\u1FFF\d_+/=.~%@-])([A-Za-z\u00C0-\u1FFF\d_+/=.~!@#$%^&*?-]{6,128})["'`)」”,]?$/;
/** `"4f…" # api key`, `4f… (the token)`: a remark on the value. */
const REMARK_BEFORE =
  /["'`)\]},:;]{0,4}[ \t]{1,4}(?:#|\/\/|--|\/\*|[-–—(;/])[ \t]{0,3}(?:[\w-]{1,24} ){0,3}$/;
/** In code the value may stand in quotes a little before the name: `Field("4f…", alias="token")`. */
const QUOTED_BEFORE = /(["'`])([\w+/=.~-]{16,128})\1[^"'`\n]{1,40}["']?$/;
/** `4f… api key`: nothing stands between. */
const LONG = /[\w+/=.~-]{16}/;
const RIGHT_BEFORE = /(?<![\w+/=.~%@-])([\w+/=.~-]{16,128}) (?:api |access |auth )?$/i;
/** Behind a name that stands behind its value the sentence ends, or says where it holds: `the password hash` is none. */
const AFTER_NAME =
  /^["'`]?(?:[^\w \t-]|$|[ \t]{1,3}(?:for|to|of|on|in|at|and|für|von|auf|pour|de|para|voor|do)\b)/;

/** Where the verb comes last, the value may stand right before its name. */
const RIGHT_BEFORE_IT = /(?:^|\s)([^\s"'`]{6,64}) $/;
/** Without one of these no word before a name is its value. */
const HAS_VALUE = /\d|[a-z][A-Z]|[a-z]-[a-z]+-/;
const VERBS =
  /[ '’](?:[is]?[is]|as|was|for|ist|als|es|como|come|est|comme|d[ei]|in|into|jako|ako|som|ca|kao|lam|sebagai|>>?) |[^ -~]/;

/** Whether the words before a name may hold its value. */
export function mayStandBefore(before: string, foreign: boolean): boolean {
  return (
    (foreign && RIGHT_BEFORE_IT.test(before)) ||
    (HAS_VALUE.test(before) && VERBS.test(before.slice(-48)) && VERB_BEFORE.test(before)) ||
    (LONG.test(before) &&
      (REMARK_BEFORE.test(before) || QUOTED_BEFORE.test(before) || RIGHT_BEFORE.test(before)))
  );
}

/** So far from its name a value may stand, and so many words of its length may stand between. */
const NEAR = 96;
const WORDS_BETWEEN = 12;
const SHORTEST = 5;
/** Characters of values: letters of Latin and Cyrillic, digits, signs. */
const isOfValue = (code: number) =>
  code < 128
    ? (code >= 48 && code <= 58) ||
      (code >= 63 && code <= 90) ||
      (code >= 94 && code <= 122 && code !== 96) ||
      SIGNS.includes(code)
    : (code >= 0xc0 && code <= 0x24f) || (code >= 0x400 && code <= 0x52f);
const SIGNS = Array.from('!#$%&*+-./=~', (sign) => sign.charCodeAt(0));

/** The next word that is long enough to be a value: `the key for staging, as agreed: 4f…`. */
function wordFrom(text: string, from: number, until: number): readonly [number, number] | null {
  for (let start = from; start < until; start++) {
    const code = text.charCodeAt(start);
    if (code === NEWLINE || code === 0xffff) return null;
    if (!isOfValue(code) || code === COLON || code === EQUALS) continue;
    let end = start + 1;
    while (end - start < 512 && isOfValue(text.charCodeAt(end))) end++;
    if (end - start >= SHORTEST) return [start, end];
    start = end - 1;
  }
  return null;
}

/** Words whose own values look random and are no secrets; the same where a machine makes the value; and attributes of a secret. */
const OTHER_VALUE =
  ' sha sha1 sha256 sha512 md5 hash hashes commit commits revision digest checksum integrity etag fingerprint uuid id ids trace span version length timeout ';
const OTHER_DRAWN = ' request requests session build cache public path file files line ';
const ATTRIBUTES = ' name names type types method scheme auth flow algorithm format policy manager ';

/** `password=*** host=`: the sign belongs to another name. */
const OTHER_NAME = /[\s"'&;,](?!content=|\w*[Vv]alue=)[\w.-]+=["']?$/;

/** Whether what stands before a value speaks of another thing, or is an address, which is full of random values. */
function tellsOther(before: string, isDrawn: boolean): boolean {
  if (before.includes('://') || OTHER_NAME.test(before)) return true;
  const words = before.toLowerCase().split(/[^a-z\d]+/);
  if (before[0] === ' ' && ATTRIBUTES.includes(` ${words[1]} `) && /^ \w+ /.test(before)) return true;
  return words.some(
    (word) =>
      word !== '' && (OTHER_VALUE.includes(` ${word} `) || (isDrawn && OTHER_DRAWN.includes(` ${word} `))),
  );
}

/** What stands here is the place, and the value comes yet. */
const GOES_ON = /^(?: ?[:=：]| (?:is|ist|lautet|est|es|é|è|to|jest|är|er|je|это) )/;
/** Where the verb comes last. */
const VERB_BEHIND =
  /^ ?["'`」”]? ?(?:と入力|を入力|に変|です|だ|입력|입니다|이야|이에요|으?로 |yaz|gir|olarak|olacak|है|hai)/;
/** Between the two there is no end of a sentence, and nothing that only programs have. */
const NOT_SAID = /[.!?] |[;{}[\]|\\]|=>|&&|\w\(|^\(|[!=]==|\?[:.]|\w\.\w+ =|`.*\w|^(?=.{4})[!-~]+$/;
const SIGN = /(?:[:=：→]|->|[ \t][-–—])[ \t"'`「“(<[*]*$/;
const SIGNED = /(?:[:=：<>→]|[ \t][-–—])[ \t"'`「“(<[*]*$/;
const CLOSE = /^[^A-Za-z0-9]{0,8}$|^(?:[^A-Za-z0-9]{1,3}\w{1,16}){1,2}[^A-Za-z0-9]{1,4}$/;

/** Whether any word of the line could be a value, so that the name need not be judged for nothing: most lines have none. */
export function hasDrawn(text: string, end: number): boolean {
  let length = 0;
  let drawn = false;
  for (let at = end; at < Math.min(text.length, end + NEAR + LONGEST_PLAIN); at++) {
    const code = text.charCodeAt(at);
    if (code === NEWLINE && at > end + 1) return false;
    if (code <= SPACE) {
      length = 0;
      drawn = false;
      continue;
    }
    length++;
    const isHump = code >= 65 && code <= 90 && length > 1 && text.charCodeAt(at - 1) >= 97;
    drawn ||= isHump || (code >= 48 && code <= 57) || length > LONGEST_PLAIN;
    if (drawn && length >= 5) return true;
  }
  return false;
}

const [NEWLINE, SPACE, COLON, EQUALS, LONGEST_PLAIN] = [10, 32, 58, 61, 18];

/** Where the value stood, somebody put signs: the next word is none. */
const MASKED = /^["']?[ \t]*[:=][ \t]*["']?(?:[*•]{3}|\.{3}|<\w)/;

/** A value that looks drawn or thought up, with nothing but words between it and its name. */
export function nearby(
  text: string,
  [nameStart, end]: readonly [number, number],
  kind: Claim['kind'],
  known: boolean,
): Value | null {
  if (MASKED.test(text.slice(end, end + 12))) return null;
  let from = end;
  const foreign = known || HAS_LETTER.test(text[end] ?? '');
  const isElsewhere = foreign || hasArticle(text.slice(Math.max(0, nameStart - 12), nameStart));
  for (let i = 0; i < WORDS_BETWEEN && from - end < NEAR; i++) {
    const word = wordFrom(text, from, Math.min(text.length, end + NEAR));
    if (word === null) return null;
    const start = word[0];
    from = word[1];
    const value = text.slice(start, from).replace(/[.=:?-]+$/, '');
    // `host=db1` is the value of another name.
    if (/^(?!\w*[Vv]alue=)[A-Za-z][\w.-]*=[^=]/.test(value)) continue;
    // Most words are plain.
    if (value.length < 20 && !/[\d!@#$%^&*+~?]|[a-z][A-Z]/.test(value)) continue;
    const before = text.slice(end, start);
    if (tellsOther(before, kind !== 'chosen')) return null;
    const after = text.slice(start + value.length, start + value.length + 12);
    // A call, an element of an array, the name of a file.
    const isCode = /^[([{]/.test(after) || /^\.[a-z]/.test(after);
    if (!isCode && isToldNearby(value, before, after, kind, foreign, isElsewhere || hasArticle(before)))
      return { start, end: start + value.length, quoted: false };
  }
  return null;
}

const HAS_LETTER = /[A-Za-z\u00C0-\u1FFF\u3040-\uD7FF]/;
const hasArticle = (words: string) =>
  words
    .toLowerCase()
    .split(/[^a-z\u00C0-\u04FF]+/)
    .some((word) => word !== '' && ARTICLES.includes(` ${word} `));

interface Ending {
  readonly said: boolean;
  readonly elsewhere: boolean;
  readonly entered: boolean;
  readonly otherwise: boolean;
  /** A place follows, no value. */
  readonly at: boolean;
}

/** Which kind of word ends what stands before a value. */
function endingOf(before: string): Ending {
  const words = before
    .replace(/[ \t"'`「“(<[*:：]+$/, '')
    .replaceAll('’', "'")
    .toLowerCase()
    .split(/[ \t,(]+/);
  const last = ` ${words.at(-1)} `;
  const isBeforeNow = NOW.includes(last) && SAID.includes(` ${words.at(-2)} `);
  return {
    said: last.length > 2 && (SAID.includes(last) || isBeforeNow || /[は是为為는은를을を了] $/.test(last)),
    elsewhere: SAID_ELSEWHERE.includes(last),
    entered: ENTERED.includes(last) || /(?:输入|用) $/.test(last),
    otherwise: OTHERWISE.includes(last),
    at: AT.includes(last),
  };
}

function isToldNearby(
  value: string,
  before: string,
  after: string,
  kind: Claim['kind'],
  foreign: boolean,
  isElsewhere: boolean,
): boolean {
  const { said, elsewhere, entered, otherwise, at } = endingOf(before);
  // `password? should be …`
  if (!NOT_SAID.test(before.replace(/^\? /, ''))) {
    // A sign and no word is what programs write: there a name that is made of others is none.
    const isSigned = SIGN.test(before) && (kind === 'chosen' || foreign || HAS_LETTER.test(before));
    const isCode = !foreign && !HAS_LETTER.test(before) && /[A-Za-z_]\.[A-Za-z_]/.test(value);
    const isAnnounced =
      said || isSigned || entered || (isElsewhere && elsewhere) || (foreign && VERB_BEHIND.test(after));
    const isClose = (foreign && !at) || otherwise || /^["'`]?[ \t]{1,3}["'`]?$/.test(before);
    const isAlone = foreign && /^[ \t]*$/.test(before) && /^(?:[,.!)]|$)/.test(after);
    const announced = isCode ? 0 : isAnnounced || isAlone ? 3 : isClose && !GOES_ON.test(after) ? 2 : 0;
    if (announced > 0 && strength(value) >= (kind === 'chosen' ? 4 : 5) - announced) {
      if (kind === 'chosen' || !/^[\w-]+$/.test(value) || isRandom(value, 8)) return true;
    }
  }
  return isDrawnNearby(value, kind, !at && (foreign || said || SIGNED.test(before) || CLOSE.test(before)));
}

/** A name whose value has words in it. */
const PHRASE_NAME = /phrase|frase|fras|zin$|фраз|フレーズ|프레이즈/i;
const PHRASE =
  /[^\n.;!?]{0,64}?(?<sign>→|->|[:=]|[ ,](?:type|enter|schreib|tippe?|gib|tape|saisis|escribe|pon|digit[ae]|escreve|scrivi|inserisci|typ(?: je)?|wpisz|введи|yaz|skriv|indtast|napiš))[ \t]{1,3}(?<quote>["'`„“]?)(?<words>[A-Za-z\u00C0-\u1FFF\u3040-\uD7FF\d'’-]{0,15}[A-Za-z\u00C0-\u1FFF\u3040-\uD7FF\d](?: [A-Za-z\u00C0-\u1FFF\u3040-\uD7FF\d'’-]{0,15}[A-Za-z\u00C0-\u1FFF\u3040-\uD7FF\d]){2,11})(?<end>["'`“”]?(?=[.,;!?\n]|$))/y;

/** A phrase that somebody tells, where its name says that it is one: with a number in it, or behind an arrow. */
export function toldPhrase(text: string, start: number, end: number): Value | null {
  if (!PHRASE_NAME.test(text.slice(start, end))) return null;
  PHRASE.lastIndex = end;
  const match = PHRASE.exec(text);
  const { sign = '', quote, words = '', end: close } = match?.groups ?? {};
  if (!match || (quote !== '') !== (close !== '')) return null;
  const isPlain = !words.split(' ').some((word) => !/^(?:the|and|with|in)$/.test(word) && isSpeaking(word));
  if (!isPlain || !(/(?:^| )\d+(?: |$)/.test(words) || /[→=>]/.test(sign))) return null;
  const to = PHRASE.lastIndex - close!.length;
  return { start: to - words.length, end: to, quoted: quote !== '' };
}

/** The value that stands before its name. */
export function standsBefore(
  text: string,
  [start, end]: readonly [number, number],
  kind: Claim['kind'],
  foreign: boolean,
): Value | null {
  if (kind === 'likely') return null;
  const from = Math.max(0, start - 200);
  const all = text.slice(from, start);
  const before = all.replace(VERB_BEFORE, '').replace(REMARK_BEFORE, '');
  const value = before === all ? null : BEFORE.exec(before)?.[1];
  const quoted = QUOTED_BEFORE.exec(all)?.[2] ?? RIGHT_BEFORE.exec(all)?.[1];
  const isField = /["'] (?:name|id)=["']?$/.test(all);
  const right = foreign && kind === 'chosen' ? RIGHT_BEFORE_IT.exec(all)?.[1] : undefined;
  const found =
    right && strength(right) === 3 && /[!@$%^&*~]/.test(right)
      ? right
      : value &&
          isToldBefore(
            value,
            kind,
            AFTER_NAME.test(text.slice(end, end + 16)) || /(?:my|our|mein|mon|mi) $/.test(all),
          )
        ? value
        : quoted && (isDenselyDrawn(quoted, 16) || (isField && isRandom(quoted, 16)))
          ? quoted
          : null;
  if (!found) return null;
  const at = from + all.lastIndexOf(found);
  return { start: at, end: at + found.length, quoted: false };
}

function isToldBefore(value: string, kind: Claim['kind'], isEnd: boolean): boolean {
  if (kind === 'chosen' && (strength(value) >= (isEnd ? 1 : 2) || isPhrase(value, 'loose', 3))) return true;
  return strength(value) === 3 || isDrawnNearby(value, kind, isEnd);
}

function isDrawnNearby(value: string, kind: Claim['kind'], announced: boolean): boolean {
  if (
    isReference(value) ||
    PREFIXED_ID.test(value) ||
    isNameWithSum(value) ||
    value.split('/').length > 3 + value.length / 32
  )
    return false;
  if (kind === 'chosen' && announced && isTyped(value) && !isUserName(value)) return true;
  if (!isRandom(value, 16)) return false;
  if (!/\d/.test(value)) return value.length >= 20 && surprise(value).rate >= 0.4;
  if (!/^[0-9a-f-]+$/i.test(value)) return true;
  return kind !== 'likely' && announced;
}
