import { isFiller, isRandom } from './entropy.ts';
import type { NamedSecret } from './nouns.ts';
import {
  candidateWords,
  lowerCaseWords,
  type Sentence,
  type SentenceWord,
  sentencesOf,
} from './sentences.ts';
import type { SecretSpan, Stretch } from './span.ts';
import {
  isAnnouncedWord,
  isDashed,
  isOfAllClasses,
  isPassphrase,
  isSpeaking,
  lookOf,
  takesPhrase,
} from './value.ts';
import * as words from './words.ts';

/**
 * Secrets that a sentence states. Two things are weighed: how much a word looks like a secret, and how clearly
 * the sentence says that it is one. A value that can be nothing else needs little context. A plain word or a number has
 * to be announced. If both are weak, it stays.
 */

/** The required sum of both, by the kind of noun. */
const NEEDED = {
  chosen: 4,
  issued: 5,
  likely: 6,
  code: 5,
  'weak code': 6,
  login: 5,
  lock: 5,
} as const;

/** How clearly a sentence states a value: not at all, in the same sentence, next to the noun, by a verb or a sign before it. */
type Clarity = 0 | 1 | 2 | 3;
const [NO, NEAR, BESIDE, TOLD] = [0, 1, 2, 3] as const;

/** Values that sentences state as secrets. */
export function findStatedSecrets(text: string): SecretSpan[] {
  const found: SecretSpan[] = [];
  for (const sentence of sentencesOf(text)) {
    const known = found.length;
    if (mayHold(sentence)) readSentence(sentence, found);
    if (found.length === known) readAround(sentence, found);
  }
  return found;
}

/** A sentence may contain a secret only with a digit, or a sign, capital or dashes inside a word. */
const MAY_LOOK = /\d|[A-Za-z][!@#$%^&*+~?.][A-Za-z]|[a-z][A-Z]|[a-z]-[a-z]+-[a-z]/;
/** Or with quotes, an operator, or a noun that may precede a passphrase. */
const MAY_TELL = /["'`“„«‘「『:=→]|phrase|fras|zin|фраз| (?:is|was) (?:[a-z]{3,10} ){3}/;

const mayHold = ({ text, start, end, nouns }: Sentence) => {
  const said = text.slice(start, end);
  return (
    MAY_LOOK.test(said) || (MAY_TELL.test(said) && nouns.some((noun) => noun.kind === 'chosen'))
  );
};

/** Number of nouns before or after a word that are considered: `the pin of my account is …`. */
const NOUNS = 3;

function readSentence(sentence: Sentence, found: SecretSpan[]): void {
  const { text, nouns, start, end } = sentence;
  for (let i = 0; i <= nouns.length; i++) {
    const until = nouns[i]?.start ?? end;
    const before = nouns.slice(Math.max(0, i - NOUNS), i).reverse();
    const behind = nouns.slice(i, i + NOUNS);
    let taken = 0;
    for (const word of candidateWords(text, nouns[i - 1]?.end ?? start, until)) {
      if (word.start < taken) continue;
      const look = lookOf(word.text);
      const span =
        firstOf(before, (noun) => valueAfter(sentence, noun, word, look, until)) ??
        firstOf(behind, (noun) => valueBefore(sentence, word, look, noun));
      if (!span) continue;
      taken = span.end;
      found.push({ rule: 'told', start: span.start, end: span.end });
    }
  }
}

function firstOf(
  nouns: readonly NamedSecret[],
  find: (noun: NamedSecret) => Stretch | null,
): Stretch | null {
  for (const noun of nouns) {
    const span = find(noun);
    if (span) return span;
  }
  return null;
}

const isOpening = ({ kind }: NamedSecret) => kind === 'login' || kind === 'lock';
const isDigits = ({ text }: SentenceWord) => /^\d[\d -]*[#*]?$/.test(text);

/** Ends of sentences and code that must not be between noun and value. */
const NOT_SAID = /[.!?] [A-Z]|[;{}[\]|\\]|=>|&&|\w\(|^\(|[!=]==|\?[:.]|\w\.\w+ =|^(?=.{4})[!-~]+$/;
const SIGN =
  /(?:[:=：→?]|\.{3}|->|[ \t][-–—]|^ (?=\()|--(?:body|value|data|string))(?:<\/\w{1,8}>)?[ \t"'`「“„«(<*]*$/;
/** After a word: a call, an array element, a file name, an assignment. */
const CODE_AFTER = /^(?:[([{=]|\.[a-z]|\/)/;
/** Languages whose verb comes last. */
const VERB_BEHIND =
  /^["'`」”]? ?(?:と|を入力|に変|です|だ|입력|입니다|이야|이에요|예요|으?로 |이고|yaz|gir|olarak|olacak|ile |है|hai)/;
/** In these scripts the verb ends the text before the value, without a blank. */
const PARTICLE = /(?:[はがを是为為成了到用入]|는|은|를|을|가|이|คือ|เป็น) ?["'`「『“]?$/;
/** Verbs for pressing a key on a keyboard. */
const PRESSED = /[按输輸] ?$/;

const isSaid = (word: string) => words.SAID.has(word) || words.ENTERED.has(word);
/** `punch in`, `type`: a verb for entering the value. */
const isEntered = (said: readonly string[]) =>
  said.slice(-2).some((word) => words.ENTERED.has(word));

/** How clearly the words between a noun and a later word say that this word is the value. */
function clarityOf(
  { text, said, foreign }: Sentence,
  noun: NamedSecret,
  word: SentenceWord,
): Clarity {
  const gap = text.slice(noun.end, word.start);
  const after = text.slice(word.end, word.end + 16);
  if (NOT_SAID.test(gap) || CODE_AFTER.test(after) || gap.includes('://')) return NO;
  const between = lowerCaseWords(gap);
  const [first = '', last = ''] = [between[0], between.at(-1)];
  if (between.some((each) => words.OTHER.has(each))) return NO;
  if (gap.startsWith(' ') && words.ATTRIBUTES.has(first)) return NO;
  if (isOpening(noun)) return opening(noun, gap, between, word.text, foreign);
  if (SIGN.test(gap) || PARTICLE.test(gap) || VERB_BEHIND.test(after)) return TOLD;
  if (between.length === 0) {
    const isAsked = isEntered(
      lowerCaseWords(text.slice(Math.max(0, noun.start - 24), noun.start)).slice(0, -1),
    );
    return isAsked || (foreign && /^[-_]?(?: ?[,.!)。，、]|$)/.test(after)) ? TOLD : BESIDE;
  }
  if ((foreign || !words.FALSE_FRIENDS.has(last)) && isSaid(last)) return TOLD;
  if (words.TO.has(last) && words.CHANGES.some((stem) => said.includes(stem))) return TOLD;
  if (words.AT.has(last)) return NO;
  // `was always …`
  if (words.SAID.has(between.at(-2) ?? '') && !/(?:ed|ing)$/.test(last)) return TOLD;
  return foreign ? BESIDE : NEAR;
}

/** `ChaCha20`, `web2`, `OAuth2Client`, `RT-AX88`: names of things that are also used for access. */
const NUMBERED_NAME =
  /^[A-Za-z]?[a-z]+(?:\d{1,4}|[A-Z][a-z]+\d{1,2})$|^[A-Z\d-]+$|^(?:[A-Z]+[a-z]*)+\d+[A-Z]?[a-z]*(?:-[A-Z][a-z]*\d*)?$/;
/** `as ann with`, `ann / `, `is ann and `: a user name precedes. */
const USER = /[\w\u00C0-\u1FFF] ?[/+] ?["'`]?$| (?:as|als|como|come|que|jako) /;
const USER_JOINED =
  /(?:with|is|are|it|use|mit|sind|avec|sont|con|son|com|são|met|med|с|z|和|と) [a-z][\w.@+-]{1,32} \S{1,3} ["'`]?$/;

/** The clarity next to a login or something locked; there a name with a number is a password only after a user name. */
function opening(
  noun: NamedSecret,
  gap: string,
  between: readonly string[],
  value: string,
  foreign: boolean,
): Clarity {
  const last = between.at(-1) ?? '';
  const isLock = noun.kind === 'lock';
  const isJoined =
    words.JOINED.has(last) || words.WITH.has(last) || /^:$|[/+] ?["'`]?$|[用和でと] ?$/.test(gap);
  const isOpened = isJoined || (isLock && isEntered(between));
  if (isOpened && (USER.test(gap) || USER_JOINED.test(gap))) return TOLD;
  if (NUMBERED_NAME.test(value)) return NEAR;
  if (isOpened) return TOLD;
  if (!isLock || !(words.SAID.has(last) || SIGN.test(gap) || PARTICLE.test(gap))) return NEAR;
  return foreign ? TOLD : BESIDE;
}

/** The value after a noun, from this word on. */
function valueAfter(
  sentence: Sentence,
  noun: NamedSecret,
  word: SentenceWord,
  own: number,
  until: number,
): Stretch | null {
  const { text, foreign } = sentence;
  const name = text.slice(noun.start, noun.end);
  const isWords = isDashed(word.text);
  // Names of machine secrets consist of such words.
  if (isWords && !takesPhrase(name)) return null;
  const look = own + (isWords && foreign && !word.quoted ? 1 : 0);
  // Machines do not issue weak values, and digits alone fit only a code or a lock.
  const isWeakOf = isDigits(word) ? /code|lock|chosen/ : /^(?:code|chosen)$/;
  if (look === 0 && !(noun.last && isWeakOf.test(noun.kind))) return null;
  const clear = clarityOf(sentence, noun, word);
  if (clear === NO) return null;
  if (noun.kind === 'code' && GROUPS.test(word.text)) return word;
  if (look > 0) return fits(noun, word.text, look, clear) ? word : null;
  if (isDigits(word)) return isCode(sentence, noun, word, clear) ? word : null;
  if (clear < TOLD || noun.kind !== 'chosen') return null;
  return word.quoted ? quotedPhrase(word, name) : spokenPhrase(text, noun, word, until);
}

/** Backup codes, but not dates. */
const GROUPS = /^(?=.*\d)(?!\d{4}-\d\d)[A-Za-z\d]{4,8}(?:-[A-Za-z\d]{4,8}){1,7}$/;

function fits(noun: NamedSecret, value: string, look: number, clear: Clarity): boolean {
  if (look + clear < NEEDED[noun.kind]) return false;
  if (/^[0-9a-f-]{16,}$/i.test(value)) return clear >= (noun.kind === 'chosen' ? TOLD : BESIDE);
  if (isOpening(noun)) return clear > NEAR || isOfAllClasses(value);
  if (noun.kind === 'chosen') return true;
  return isRandom(value, 8) || (noun.english ? !/^[\w-]+$/.test(value) : !/^[a-z]+_/.test(value));
}

/** A possessive before the noun. */
const ONES =
  /(?:^|\W)(?:my|our|his|her|their|mein|unser|mon|notre|mi|nuestra|minha|mijn)[ \t](?:[\w-]{1,16}[ \t])?$/i;
/** An indefinite article, so no particular secret: `a passphrase of five words`. */
const ANY = /(?:^|\W)(?:an?|every|any|each|no) $/i;
const PHRASE_NAME = /phrase|frase|fras|zin$|фраз|フレーズ|프레이즈/i;
const CLAUSE_END =
  /[,;!?\n(]|\.(?:\s|$)| (?:so|but|and then|because|if|damit|aber|pour que|para que|pero|mas|ma|но|чтобы) /;
/** Several words written as one; outside English not an identifier. */
const HUMPS = /^[A-Za-z][a-z]+(?:[A-Z][a-z]*){2,}$/;

function quotedPhrase(word: SentenceWord, name: string): Stretch | null {
  const isNamed = PHRASE_NAME.test(name) && / .* /.test(word.text);
  return isNamed || isPassphrase(word.text, 'quoted', 3) || isAnnouncedWord(word.text)
    ? word
    : null;
}

/** A plain word or phrase that a possessive or a word for `phrase` announces. */
function spokenPhrase(
  text: string,
  noun: NamedSecret,
  word: SentenceWord,
  until: number,
): Stretch | null {
  const rest = text.slice(word.start, until);
  const clause = rest.slice(0, CLAUSE_END.exec(rest)?.index ?? rest.length).trimEnd();
  const before = text.slice(Math.max(0, noun.start - 32), noun.start);
  const isOnes = ONES.test(before);
  const said = clause.split(' ');
  if (said.length === 1)
    return (isOnes && isAnnouncedWord(clause)) || (!noun.english && HUMPS.test(clause))
      ? word
      : null;
  if (said.length < 3 || said.length > 24 || isFiller(clause)) return null;
  const gap = text.slice(noun.end, word.start);
  const isSigned = SIGN.test(gap) || isEntered(lowerCaseWords(gap));
  const isNamed =
    PHRASE_NAME.test(text.slice(noun.start, noun.end)) && !(noun.english && ANY.test(before));
  const isPlain = !said.some((each) => isSpeaking(each.toLowerCase()));
  const isLong = said.length > 3 || /(?:^| )\d+(?: |$)/.test(clause);
  const isTold = isNamed
    ? (isPlain && (isSigned || isLong)) || (isSigned && said.length > 11)
    : isPassphrase(clause, 'loose', 4) && (isOnes || /^ (?:is|was) $/.test(gap));
  return isTold ? { start: word.start, end: word.start + clause.length } : null;
}

/** Whether digits are the value of a noun, and not a date, a current year or a repeated digit. */
function isCode(
  { text, foreign }: Sentence,
  noun: NamedSecret,
  word: SentenceWord,
  clear: Clarity,
): boolean {
  const digits = word.text.replace(/\D/g, '');
  if (digits.length < 4 || digits.length > (noun.kind === 'chosen' ? 24 : 12)) return false;
  if (/^(?:19[5-9]|20[0-4])\d$|^(\d)\1+$/.test(digits) || /^\d{4}-\d\d\b/.test(word.text))
    return false;
  if (/^(?:[\w:%]|[.,-]\d|-[a-z])/.test(text.slice(word.end, word.end + 2))) return false;
  const around = text.slice(Math.max(0, noun.start - 48), word.start).toLowerCase();
  if (lowerCaseWords(around).some((each) => words.COUNTED.has(each))) return false;
  if (noun.kind === 'weak code' && !words.isAboutLock(around)) return false;
  const between = lowerCaseWords(text.slice(noun.end, word.start));
  if (noun.kind === 'lock')
    return isEntered(between) || words.WITH.has(between.at(-1) ?? '') || PRESSED.test(around);
  if (clear === TOLD || !noun.english || (foreign && clear === BESIDE)) return true;
  // A noun that is also a verb is followed by numbers of all kinds.
  const name = text.slice(noun.start, noun.end);
  if (noun.kind === 'code' && name.length > 5 && digits.length === 6) return true;
  const isEnd = !/^ [a-z]/.test(text.slice(word.end, word.end + 2));
  const isNamed =
    name.length > 5 || noun.kind === 'weak code' || (name === name.toUpperCase() && isEnd);
  return clear === BESIDE && isNamed;
}

/** The value before its noun: `4f… is the token`, `use 4f… as my key`. */
function valueBefore(
  { text, foreign }: Sentence,
  word: SentenceWord,
  own: number,
  noun: NamedSecret,
): Stretch | null {
  const isNumber =
    (noun.kind === 'code' || noun.kind === 'lock') && /^\d{4,8}$|^\d{3} \d{3}$/.test(word.text);
  const look = isNumber
    ? 2
    : own || (word.text.includes('-') && isPassphrase(word.text, 'loose', 3) ? 1 : 0);
  const gap = text.slice(word.end, noun.start);
  const after = text.slice(noun.end, noun.end + 16);
  if (look === 0 || NOT_SAID.test(gap) || CODE_AFTER.test(gap) || /^[\w(.[/]/.test(after))
    return null;
  const between = lowerCaseWords(gap);
  if (between.some((each) => words.OTHER.has(each))) return null;
  if (after.startsWith(' ') && words.ATTRIBUTES.has(lowerCaseWords(after)[0] ?? '')) return null;
  const before = text.slice(Math.max(0, word.start - 16), word.start);
  const isWith =
    words.WITH.has(lowerCaseWords(before).at(-1) ?? '') ||
    /^["'`」]? ?(?:ile |で|으?로 )/.test(gap);
  if (isOpening(noun)) {
    if (isNumber)
      return isWith || isEntered(lowerCaseWords(before)) || PRESSED.test(before) ? word : null;
    const isOpened = isWith && !NUMBERED_NAME.test(word.text);
    const isPair = /[/+] ?["'`]?$/.test(before);
    return look > 1 && (isPair || isOpened || (look > 2 && between.length === 0)) ? word : null;
  }
  const isAs = between.length <= 7 && between.some((each) => words.AS.has(each));
  const isRemark = between.length <= 4 && /^["'`)」]*[ \t]*(?:[(#–—,-]|\/\/)/.test(gap);
  if (isNumber) return isAs || (isRemark && noun.kind === 'code') ? word : null;
  // `login failed for user ann2: wrong password`
  if (!isAs && words.AT.has(lowerCaseWords(before).at(-1) ?? '')) return null;
  const isBeside = isRemark || isWith || (foreign && between.length < 3);
  let clear: Clarity = isBeside ? BESIDE : NEAR;
  if (isAs) clear = TOLD;
  return fits(noun, word.text, look, clear) ? word : null;
}

const NEXT_LINE = /^\s{0,24}(?:```\w{0,12}\s{1,8})?([^\n\uFFFF]{1,100})/;
/** Longest distance between a value and a later sentence about it. */
const BACK = 100;

/** Searches the next line or sentence and the end of the previous one if the noun's own sentence has no value. */
function readAround({ text, start, end, said, nouns }: Sentence, found: SecretSpan[]): void {
  const noun = nouns.findLast(({ kind, last }) => last && !kind.startsWith('l'));
  if (!noun || lowerCaseWords(said).some((each) => words.OTHER.has(each))) return;
  const take = ({ start: from, end: to }: Stretch) =>
    found.push({ rule: 'told', start: from, end: to });
  const line = NEXT_LINE.exec(text.slice(end, end + 140));
  if (line && MAY_LOOK.test(line[1]!)) {
    const from = end + line[0].length - line[1]!.length;
    const next = candidateWords(text, from, end + line[0].length);
    const at = next.findIndex((each) => lookOf(each.text) > 0);
    const word = next[at];
    if (word && at < 4 && !CODE_AFTER.test(text.slice(word.end, word.end + 2))) {
      const before = text.slice(from, word.start);
      const isAlone = next.length === 1 && line[1]!.length < 100 && !line[1]!.startsWith('- ');
      const isTold =
        at > 0 && !NOT_SAID.test(before) && isSaid(lowerCaseWords(before).at(-1) ?? '');
      const isAnnounced =
        /[:：]\s*$/.test(said) || isEntered(lowerCaseWords(said)) || said.length < 60;
      if (
        (isAlone || isTold) &&
        fits(noun, word.text, lookOf(word.text), isAlone && isAnnounced ? TOLD : BESIDE)
      )
        return void take(word);
    }
  }
  // `a random one: … I used it as the password.`
  if (noun.kind !== 'chosen' || !/\b(?:it|that|this|das|es|ça|eso|это)\b/.test(said)) return;
  const last = candidateWords(text, Math.max(0, start - BACK), start).at(-1);
  if (last && lookOf(last.text) === 4) take(last);
}
