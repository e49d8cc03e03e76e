import { isFiller, isRandom } from './entropy.ts';
import { type Named, nounsIn } from './nouns.ts';
import type { Span, Stretch } from './span.ts';
import {
  isNameWithSum,
  isPhrase,
  isReference,
  isSpeaking,
  isWordOfOnes,
  PREFIXED_ID,
  strength,
  takesPhrase,
} from './value.ts';
import {
  ARTICLES,
  AS,
  AT,
  ATTRIBUTES,
  CHANGES,
  ENTERED,
  FALSE_FRIENDS,
  JOINED,
  LOCKS,
  OTHER,
  SAID,
  TO,
  WITH,
} from './words.ts';

/**
 * Secrets that somebody tells in a sentence. Two things are weighed: how much a word looks like a secret, and how clearly
 * the sentence says that it is one. A value that looks like nothing else needs little saying. A plain word or a number has
 * to be announced. Where both are weak, it stays.
 */

/** The sum of both that is asked, by the promise of the noun. */
const NEEDED = { chosen: 4, issued: 5, likely: 6, code: 5, 'weak code': 6, login: 5, lock: 5 } as const;

/** How clearly a sentence says it: not at all, by standing in it, beside the noun, by a verb or a sign before the value. */
type Telling = 0 | 1 | 2 | 3;
const [NO, NEAR, BESIDE, TOLD] = [0, 1, 2, 3] as const;

/** Longer sentences are not spoken. */
const REACH = 240;
/** So many nouns before a word may tell it. */
const NOUNS = 3;
const SENTENCE_END = /\r?\n|[.!?]["')]?[ \t]{1,3}(?=[A-Z\u00C0-\u00DE\u0410-\u042F])|[。！？\uFFFF]/g;

/** Values that sentences tell. */
export function findTold(text: string): Span[] {
  const found: Span[] = [];
  const nouns = nounsIn(text);
  let [from, next] = [0, 0];
  for (let i = 0; i < nouns.length; ) {
    const first = nouns[i]!;
    // Every end of a sentence is passed once.
    while (next <= first.start) {
      from = next;
      SENTENCE_END.lastIndex = next;
      const end = SENTENCE_END.exec(text);
      next = end ? end.index + end[0].length : text.length + 1;
    }
    const to = Math.min(next, text.length, first.end + REACH);
    let j = i + 1;
    while (j < nouns.length && nouns[j]!.start < to) j++;
    const known = found.length;
    const sentence = { text, from: Math.max(from, first.start - REACH), to, nouns: nouns.slice(i, j) };
    readSentence(sentence, found);
    if (found.length === known && to === Math.min(next, text.length))
      readNext(text, to, sentence.nouns, found);
    i = j;
  }
  return found;
}

interface Sentence {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly nouns: readonly Named[];
}

interface Word extends Stretch {
  readonly text: string;
  readonly quoted: boolean;
}

/** Most sentences hold neither a digit, nor a sign within a word, nor quotes, nor a noun at whose end a word is told. */
const MAY_HOLD =
  /\d|[A-Za-z][!@#$%^&*+~?.][A-Za-z]|[a-z][A-Z]|["'`“„«‘「『:=→]|[a-z]-[a-z]+-[a-z]|phrase|fras|zin|фраз| (?:is|was) (?:[a-z]{3,10} ){3}/;

function readSentence({ text, from, to, nouns }: Sentence, found: Span[]): void {
  const said = text.slice(from, to);
  if (!MAY_HOLD.test(said)) return;
  const foreign = nouns.some(({ english }) => !english) || isForeign(said);
  // `the pin of my account is …`: the noun that tells it need not be the last one.
  const toldBehind = (word: Word, upTo: number, end: number): Stretch | null => {
    for (let i = upTo - 1; i >= Math.max(0, upTo - NOUNS); i--) {
      const span = told(text, nouns[i]!, word, end, foreign, said);
      if (span) return span;
    }
    return null;
  };
  for (let i = 0; i <= nouns.length; i++) {
    const [before, after] = [nouns[i - 1], nouns[i]];
    const end = after?.start ?? to;
    let taken = 0;
    for (const word of wordsIn(text, before?.end ?? from, end)) {
      if (word.start < taken) continue;
      const span = toldBehind(word, i, end) ?? (after && toldBefore(text, word, after, foreign));
      if (!span) continue;
      taken = span.end;
      found.push({ rule: 'told', ...span });
    }
  }
}

const WORD = /[^\s"'`“”‘’„«»‹›()<>[\]{}|,;\u0E00-\u0E7F\u2190-\u21FF\u2026\u2E80-\uFFFF]+/g;
const QUOTED =
  /["'`“„«‘「『] ?([^\s"'`“”„«»‘’「」『』\uFFFF](?:[^"'`“”„«»‘’「」『』\n\uFFFF]{2,62}[^\s"'`“”„«»‘’「」『』\uFFFF])?) ?["'`”“»’」』](?![A-Za-z])/dg;

/** The words of a stretch. Those between quotes are one, and so are digits in groups. */
function wordsIn(text: string, from: number, to: number): Word[] {
  const part = text.slice(from, to);
  const quotes = Array.from(part.matchAll(QUOTED), ({ indices, 1: value = '' }): Word => {
    const start = from + indices![1]![0];
    return { start, end: start + value.length, text: value, quoted: true };
  });
  const words: Word[] = [...quotes];
  for (const { index, 0: run } of part.matchAll(WORD)) {
    const lead = /^[:=→]*/.exec(run)![0].length;
    const value = run.slice(lead).replace(/[.:?…-]+$/, '');
    const start = from + index + lead;
    if (value === '' || quotes.some((each) => start >= each.start && start < each.end)) continue;
    const last = words.at(-1);
    const isGroup =
      last?.end === start - 1 && /^\d{3,4}(?:[ -]\d{3,4})?$/.test(last.text) && /^\d{3,4}$/.test(value);
    if (isGroup)
      words[words.length - 1] = { ...last, end: start + value.length, text: `${last.text} ${value}` };
    else words.push({ start, end: start + value.length, text: value, quoted: false });
  }
  return words.sort((a, b) => a.start - b.start);
}

const isSaid = (word: string) => SAID.has(word) || ENTERED.has(word);
/** Whether a sentence is in another language than English. */
const isForeign = (said: string) =>
  /[\u00C0-\u1FFF\u3040-\uD7FF]/.test(said) || spokenIn(said).some((word) => ARTICLES.has(word));
const spokenIn = (said: string) => said.toLowerCase().split(/[^a-z\u00C0-\u1FFF]+/);

/** Between the two there is no end of a sentence, and nothing that only programs have. */
const NOT_SAID = /[.!?] [A-Z]|[;{}[\]|\\]|=>|&&|\w\(|^\(|[!=]==|\?[:.]|\w\.\w+ =|^(?=.{4})[!-~]+$/;
const SIGN =
  /(?:[:=：→]|\.{3}|\?|->|=>|[ \t][-–—]|--(?:body|value|data|string))(?:<\/\w{1,8}>)?[ \t"'`「“„«(<*]*$/;
/** A call, an element of an array, the name of a file, an assignment. */
const CODE_AFTER = /^(?:[([{=]|\.[a-z]|\/)/;
/** Where the verb comes last. */
const VERB_BEHIND =
  /^["'`」”]? ?(?:と|を入力|に変|です|だ|입력|입니다|이야|이에요|예요|으?로 |이고|yaz|gir|olarak|olacak|ile |है|hai)/;
/** In these scripts the verb stands at the end of what is said before, without a blank. */
const PARTICLE = /(?:[はがを是为為成了到用入]|는|은|를|을|가|이|คือ|เป็น) ?["'`「『“]?$/;

/** How clearly the words between a noun and a word behind it say that this is the value. */
function telling(text: string, noun: Named, word: Stretch, foreign: boolean, said: string): Telling {
  const gap = text.slice(noun.end, word.start);
  const after = text.slice(word.end, word.end + 16);
  if (NOT_SAID.test(gap) || CODE_AFTER.test(after)) return NO;
  const words = spokenIn(gap).filter(Boolean);
  if (words.some((each) => OTHER.has(each)) || gap.includes('://')) return NO;
  if (gap.startsWith(' ') && ATTRIBUTES.has(words[0] ?? '')) return NO;
  const last = words.at(-1) ?? '';
  if (noun.kind === 'login' || noun.kind === 'lock')
    return joined(noun, gap, words, text.slice(word.start, word.end), foreign);
  if (/^ \($/.test(gap) || SIGN.test(gap) || PARTICLE.test(gap) || VERB_BEHIND.test(after)) return TOLD;
  const isFalse = !foreign && FALSE_FRIENDS.has(last);
  if (words.length === 0) {
    const isAsked = spokenIn(text.slice(Math.max(0, noun.start - 24), noun.start)).some((each) =>
      ENTERED.has(each),
    );
    return isAsked || (foreign && /^[-_]?(?: ?[,.!)。，、]|$)/.test(after)) ? TOLD : BESIDE;
  }
  if (!isFalse && isSaid(last)) return TOLD;
  if (TO.has(last) && CHANGES.some((stem) => said.toLowerCase().includes(stem))) return TOLD;
  if (AT.has(last)) return NO;
  // `was always …`
  if (SAID.has(words.at(-2) ?? '') && !isSpeaking(last)) return TOLD;
  return foreign ? BESIDE : NEAR;
}

/** `ChaCha20`, `web2`, `OAuth2Client`, `RT-AX88`: with such things one gets in and opens as well. */
const NUMBERED_NAME =
  /^[A-Za-z]?[a-z]+(?:\d{1,4}|[A-Z][a-z]+\d{1,2})$|^[A-Z\d-]+$|^(?:[A-Z]+[a-z]*)+\d[A-Z]?[a-z]*$/;
/** `as ann with`, `ann / `, `is ann and `: a user stands before. */
const USER = /[\w\u00C0-\u1FFF] ?[/+] ?["'`]?$| (?:as|als|como|come|que|jako) /;
const USER_JOINED =
  /(?:with|is|are|it|use|mit|sind|avec|sont|con|son|com|são|met|med|с|z|和|と) [\w.@+-]{2,32} \S{1,3} ["'`]?$/;

/** Beside a login or something locked: a name with a number is a password only where a user stands before it. */
function joined(
  noun: Named,
  gap: string,
  words: readonly string[],
  value: string,
  foreign: boolean,
): Telling {
  const last = words.at(-1) ?? '';
  const isJoined = JOINED.has(last) || /[/+] ?["'`]?$|[用和でと] ?$/.test(gap);
  const isOpened = WITH.has(last) || (noun.kind === 'lock' && isEntered(words)) || isJoined;
  if (isOpened && (USER.test(gap) || USER_JOINED.test(gap))) return TOLD;
  if (NUMBERED_NAME.test(value)) return NEAR;
  if (isOpened) return TOLD;
  if (noun.kind === 'lock' && (SAID.has(last) || SIGN.test(gap) || PARTICLE.test(gap)))
    return foreign ? TOLD : BESIDE;
  return NEAR;
}

/** The same in Chinese. */
const KEYED = /[按输輸] ?$/;

/** `punch in`, `type`: somebody is told to write what follows. */
const isEntered = (words: readonly string[]) => words.slice(-2).some((word) => ENTERED.has(word));

/** The value that stands behind a noun, from this word on. */
function told(
  text: string,
  noun: Named,
  word: Word,
  end: number,
  foreign: boolean,
  said: string,
): Stretch | null {
  const look = lookOf(word.text) + (foreign && !word.quoted && DASHED.test(word.text) ? 1 : 0);
  const isWeak = look === 0;
  if (isWeak && (!noun.last || noun.kind === 'issued' || noun.kind === 'likely' || noun.kind === 'login'))
    return null;
  const clear = telling(text, noun, word, foreign, said);
  if (clear === NO) return null;
  if (noun.kind === 'code' && GROUPS.test(word.text) && !/^\d{4}-/.test(word.text)) return word;
  // The secrets of machines have names of such words.
  if (DASHED.test(word.text) && !takesPhrase(text.slice(noun.start, noun.end))) return null;
  if (!isWeak) return fits(noun, word.text, look, clear) ? word : null;
  if (/^\d[\d -]*[#*]?$/.test(word.text)) return isCode(text, noun, word, clear) ? word : null;
  if (clear < TOLD) return null;
  if (noun.kind !== 'chosen') return null;
  if (word.quoted)
    return isQuotedPhrase(word.text, PHRASE_NAME.test(text.slice(noun.start, noun.end))) ? word : null;
  return spokenPhrase(text, noun, word, end);
}

/** Backup codes. */
const GROUPS = /^(?=.*\d)[A-Za-z\d]{4,8}(?:-[A-Za-z\d]{4,8}){1,7}$/;

/** Words in a row, of any language. */
const DASHED =
  /^(?=.{12})(?!.*(?:pass|secret|token|key|auth|user|config))[a-z\u00DF-\u052F]{1,16}(?:-[a-z\u00DF-\u052F]{1,16}){2,7}$/;

/** Letters, digits and signs in one word, as nothing else has them. */
const EVIDENT = /^(?=.*[A-Z])(?=.*[a-z])(?=.*\d)(?![\w-]+[#@][\w-]*\d+$)[\w.-]+(?:[!#$%^&*~][\w.-]*)+$/;

/** A long value in no order says more than any that people think up. */
const DRAWN = 4;

function lookOf(value: string): number {
  if (isReference(value) || PREFIXED_ID.test(value) || isNameWithSum(value)) return 0;
  if (
    /^[\w+/=.~-]{16,512}$/.test(value) &&
    /\d/.test(value) &&
    isRandom(value, 16) &&
    value.split('/').length <= 3 + value.length / 32
  )
    return /^[0-9a-f-]+$/i.test(value) ? 3 : DRAWN;
  if (/^\d{4,6}(?:-\d{4,6}){3,}$/.test(value)) return 3;
  if (/^[0-9a-f]{10,15}$/.test(value) && isRandom(value, 10)) return 2;
  if (EVIDENT.test(value) && strength(value) === 3) return DRAWN;
  return strength(value) || (isPhrase(value, 'loose', 4) || DASHED.test(value) ? 1 : 0);
}

function fits(noun: Named, value: string, look: number, clear: Telling): boolean {
  if (look + clear < NEEDED[noun.kind]) return false;
  if (/^[0-9a-f-]{16,}$/i.test(value)) return clear >= (noun.kind === 'chosen' ? TOLD : BESIDE);
  if (noun.kind === 'chosen' || noun.kind === 'login' || noun.kind === 'lock') return true;
  return isRandom(value, 8) || (noun.english ? !/^[\w-]+$/.test(value) : !/^[a-z]+_/.test(value));
}

/** Its possessor tells it, and not about it. */
const ONES =
  /(?:^|\W)(?:my|our|his|her|their|mein|unser|mon|notre|mi|nuestra|minha|mijn)[ \t](?:[\w-]{1,16}[ \t])?$/i;
const PHRASE_NAME = /phrase|frase|fras|zin$|фраз|フレーズ|프레이즈/i;
const CLAUSE_END =
  /[,;!?\n(]|\.(?:\s|$)| (?:so|but|and then|because|if|damit|aber|pour que|para que|pero|mas|ma|но|чтобы) /;

const isQuotedPhrase = (value: string, isNamed: boolean) =>
  isPhrase(value, 'quoted', 3) || isWordOfOnes(value, true) || (isNamed && / .* /.test(value));

/** Words written as one: in another language no name of a program. */
const HUMPS = /^[A-Za-z][a-z]+(?:[A-Z][a-z]*){2,}$/;

/** A plain word, or several, that somebody calls theirs or a phrase. */
function spokenPhrase(text: string, noun: Named, word: Word, end: number): Stretch | null {
  const rest = text.slice(word.start, end);
  const clause = rest.slice(0, CLAUSE_END.exec(rest)?.index ?? rest.length).trimEnd();
  const isOnes = ONES.test(text.slice(Math.max(0, noun.start - 32), noun.start));
  const words = clause.split(' ');
  if (words.length === 1)
    return (isOnes && isWordOfOnes(clause, true)) || (!noun.english && HUMPS.test(clause)) ? word : null;
  const isNamed = PHRASE_NAME.test(text.slice(noun.start, noun.end));
  const isOne =
    !noun.english ||
    !/(?:^|\W)(?:an?|every|any|each|no) $/i.test(text.slice(Math.max(0, noun.start - 8), noun.start));
  const gap = text.slice(noun.end, word.start);
  const isSigned = SIGN.test(gap) || ENTERED.has(spokenIn(gap).filter(Boolean).at(-1) ?? '');
  const isAnnounced = isNamed && isOne && (isSigned || words.length > 3 || /(?:^| )\d+(?: |$)/.test(clause));
  if (!isAnnounced && !(isPhrase(clause, 'loose', 4) && (isOnes || /^ (?:is|was) $/.test(gap)))) return null;
  const isPlain = !words.some((each) => isSpeaking(each.toLowerCase()));
  if (words.length < 3 || words.length > 24 || isFiller(clause)) return null;
  if (!isPlain && !(isNamed && isSigned && words.length > 11)) return null;
  return { start: word.start, end: word.start + clause.length };
}

/** Numbers of these are none that open anything. */
const COUNTED_THINGS =
  /gpio|board|header|led|image|commit|version|release|build|package|ports?(?![a-z])|chip|connector|error|exit|status|http|\bqr|zip|postal/i;

/** Whether digits are the value of a noun: neither a year of these days nor one digit over and over. */
function isCode(text: string, noun: Named, word: Word, clear: Telling): boolean {
  const digits = word.text.replace(/\D/g, '');
  if (digits.length < 4 || digits.length > (noun.kind === 'chosen' ? 24 : 12)) return false;
  if (/^(?:19[5-9]|20[0-4])\d$|^(\d)\1+$/.test(digits) || /^\d{4}-\d\d\b/.test(word.text)) return false;
  if (/^(?:[\w:%]|[.,-]\d|-[a-z])/.test(text.slice(word.end, word.end + 2))) return false;
  const around = text.slice(Math.max(0, noun.start - 48), word.start).toLowerCase();
  if (COUNTED_THINGS.test(around)) return false;
  if (noun.kind === 'weak code' && ![...LOCKS.english, ...LOCKS.others].some((lock) => around.includes(lock)))
    return false;
  const isTyped = isEntered(spokenIn(text.slice(noun.end, word.start)).filter(Boolean)) || KEYED.test(around);
  if (noun.kind === 'lock') return isTyped || /(?:mit|con|com|with|avec|met|med|с|z) $/.test(around);
  if (clear === TOLD || !noun.english) return true;
  // A word that is also a verb is followed by numbers of all kinds.
  const name = text.slice(noun.start, noun.end);
  const isEnd = !/^ [a-z]/.test(text.slice(word.end, word.end + 2));
  if (noun.kind === 'code' && name.length > 5 && digits.length === 6) return true;
  return (
    clear === BESIDE &&
    (name.length > 5 || noun.kind === 'weak code' || (name === name.toUpperCase() && isEnd))
  );
}

/** The value that stands before its noun: `4f… is the token`, `use 4f… as my key`. */
function toldBefore(text: string, word: Word, noun: Named, foreign: boolean): Stretch | null {
  const isDigits =
    (noun.kind === 'code' || noun.kind === 'lock') && /^\d{4,8}$|^\d{3} \d{3}$/.test(word.text);
  const look = isDigits ? 2 : lookOf(word.text) || (isPhrase(word.text, 'loose', 3) ? 1 : 0);
  const gap = text.slice(word.end, noun.start);
  const after = text.slice(noun.end, noun.end + 16);
  if (look === 0 || NOT_SAID.test(gap) || CODE_AFTER.test(gap) || /^[\w(.[/]/.test(after)) return null;
  const next = spokenIn(after)[1] ?? '';
  if (after.startsWith(' ') && ATTRIBUTES.has(next)) return null;
  const words = spokenIn(gap).filter(Boolean);
  if (words.some((each) => OTHER.has(each))) return null;
  const isAs = words.length <= 5 && words.some((each) => AS.has(each));
  const isRemark = words.length <= 4 && /^["'`)」]*[ \t]*(?:[(#–—,-]|\/\/)/.test(gap);
  const precedingWords = spokenIn(text.slice(Math.max(0, word.start - 16), word.start)).filter(Boolean);
  const previous = precedingWords.at(-1) ?? '';
  if (noun.kind === 'lock' && isDigits)
    return isEntered(precedingWords) || KEYED.test(text.slice(Math.max(0, word.start - 2), word.start))
      ? word
      : null;
  if (noun.kind === 'login' || noun.kind === 'lock') {
    const isPair = /[/+] ?["'`]?$/.test(text.slice(Math.max(0, word.start - 3), word.start));
    return look > 1 &&
      (isPair || (look > 2 && words.length === 0) || (WITH.has(previous) && !NUMBERED_NAME.test(word.text)))
      ? word
      : null;
  }
  if (isDigits) return isAs || isRemark ? word : null;
  const clear = isAs ? TOLD : isRemark || WITH.has(previous) || (foreign && words.length < 3) ? BESIDE : NEAR;
  return fits(noun, word.text, look, clear) ? word : null;
}

/** The next line or sentence, where the one of the noun has no value: a line of its own, or `It is …`. */
function readNext(text: string, from: number, nouns: readonly Named[], found: Span[]): void {
  const noun = nouns.findLast(({ kind, last }) => last && !kind.startsWith('l'));
  if (!noun) return;
  const line = NEXT_LINE.exec(text.slice(from, from + 140));
  if (!line) return;
  const end = from + line[0].length;
  const words = wordsIn(text, end - line[1]!.length, end);
  const at = words.findIndex(({ text: each }) => lookOf(each) > 0);
  const word = words[at];
  if (!word || at > 3 || CODE_AFTER.test(text.slice(word.end, word.end + 2))) return;
  const before = text.slice(end - line[1]!.length, word.start);
  const isTold = at > 0 && !NOT_SAID.test(before) && isSaid(spokenIn(before).filter(Boolean).at(-1) ?? '');
  const isAlone = words.length === 1 && line[1]!.length < 100 && !line[1]!.startsWith('- ');
  const announced = text.slice(Math.max(0, from - 32), from).trimEnd();
  const isSigned = /[:：]$/.test(announced) || ENTERED.has(spokenIn(announced).at(-1) ?? '');
  if ((isAlone || isTold) && fits(noun, word.text, lookOf(word.text), isAlone && isSigned ? TOLD : BESIDE))
    found.push({ rule: 'told', start: word.start, end: word.end });
}

const NEXT_LINE = /^\s{0,24}(?:```\w{0,12}\s{1,8})?([^\n\uFFFF]{1,100})/;
