import { isRandom, surprise } from './entropy.ts';
import { take, type Value } from './extent.ts';
import {
  type Claim,
  isDenselyDrawn,
  isPhrase,
  isReference,
  isSpeaking,
  isTyped,
  PREFIXED_ID,
  strength,
} from './value.ts';

/** `4f… is the token`, `use 4f… as my key`, `4f…, that is the old token`: the value stands before its name. */
const VERB_BEFORE =
  /(?:(?:,? (?:that|this|it|which|das|c|ça|eso|это))?(?: (?:is|as|was|for|ist|als|es|como|come|est|comme|de|di|é|è|jako|ako|som|ca|kao|как|як|làm|sebagai|in|into|>>?)|['’](?:s|est)) (?:\S{1,64}\/)?(?:[\p{L}'’-]{1,16} ){0,3}| ?(?:作为|作為|当作?|當作?|用作|を|를|을) ?)$/u;
const BEFORE = /(?<![\p{L}\w+/=.~%@-])([\p{L}\w+/=.~!@#$%^&*?-]{6,128})["'`)」”,]?$/u;
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

/** Without one of these no word before a name is its value. */
const HAS_VALUE = /\d|[a-z][A-Z]|[a-z]-[a-z]+-/;

/** Whether the words before a name may hold its value. */
export function mayStandBefore(before: string): boolean {
  return (
    (HAS_VALUE.test(before) && VERB_BEFORE.test(before)) ||
    (LONG.test(before) &&
      (REMARK_BEFORE.test(before) || QUOTED_BEFORE.test(before) || RIGHT_BEFORE.test(before)))
  );
}

/** A few words of the same line between a name and its value: `the key for staging, as agreed: 4f…`. */
const NEARBY =
  /[^\n\uFFFF]{0,96}?(?<![\p{Script=Latin}\p{Script=Cyrillic}\d_+/=.~%@#$&^?!*-])(?=[\p{Script=Latin}\p{Script=Cyrillic}\d_+/=.~!*@#$&^?-]{5})/uy;
const NEAR = 96;
const DRAWN = /[\p{Script=Latin}\p{Script=Cyrillic}\d_+/=.~!*@#$%&^?:-]{5,512}/uy;
/** So many words of such a length may stand between. */
const WORDS_BETWEEN = 12;
/** Words whose own values look random and are no secrets, and an address, which is full of them. */
const OTHER_VALUE =
  /\b(?:sha-?\d{0,3}|md5|hash(?:es)?|commits?|revision|digest|checksum|integrity|etag|fingerprint|uuid|ids?|trace|span|version|length|timeout)\b|[_.-]id\b|:\/\/|^ (?:names?|types?|method|scheme|auth|flow|algorithm|format|policy|manager)(?= )/i;
/** The same where a machine makes the value. */
const OTHER_DRAWN = /\b(?:requests?|session|build|cache|public|path|files?|line)\b/i;
/** The words before a value announce it: a verb or a sign ends them, or hardly anything stands between. Else it may be a sum or an id. */
const SAID =
  /(?:(?<![\p{L}\w])(?:is|was|are|be|being|equals|becomes?|became|remains|stays|use|to|itself|its|it['’]s|ist|wird|wäre|bleibt|lautet|lauten|heißt|es|sería|será|siendo|sendo|est|reste|sera|serait|sont|resta|rimane|blijft|остался|осталась|seria|sarà|sarebbe|je|er|jest|brzmi|będzie|adalah|este|va fi|är|blir|bliver|wordt|bude|lesz|olarak|olacak|это|будет|це|буде|είναι|là|هي|هو|היא)(?: (?:still|now|currently|jetzt|nun|noch|maintenant|toujours|ahora|agora|ora|adesso|nu|nog|teraz|zatím|теперь|сейчас))?|still|now|теперь|(?:c['’]est|qu['’]est)|[éèë]|[は是为為는은를을を了])[ \t"'`「“(<[*:：]*$/iu;
/** In English these say something else. */
const SAID_ELSEWHERE =
  /(?<![\p{L}\w])(?:auf|zu|als|son|a|e|en|à|na|jako|on|til|till|naar|in|para|pra|por|como|com|come|на|як|to)[ \t"'`「“(<[*:：]*$/iu;
/** Somebody is told to write it: `sudo asks for a password, type …`. */
const ENTERED =
  /(?<![\p{L}\w])(?:type|enter|try|put|schreib|tippe?|gib|nimm|nehmen wir|tape|saisis|mets|utilise|escribe|pon|usa|introduce|digit[ae]|escreve|scrivi|inserisci|typ(?: je)?|vul|gebruik|wpisz|podaj|użyj|введи(?:те)?|вводи|используй|введіть|введи|yaz|gir|skriv|ange|använd|indtast|brug|bruk|napiš|zadej|kirjoita|syötä|nhập|gõ|ketik|masukkan|输入|用)[ \t:"'`「“(]*$/iu;
const OTHERWISE = /(?<![\p{L}\w])(?:then|dann|alors|entonces|então|allora|dan|wtedy|то|så)[ \t:"'`「“(]*$/iu;
/** What stands here is the place, and the value comes yet. */
const GOES_ON = /^(?: ?[:=：]| (?:is|ist|lautet|est|es|é|è|to|jest|är|er|je|это)(?![\p{L}]))/u;
/** Where the verb comes last. */
const VERB_BEHIND =
  /^ ?["'`」”]? ?(?:と入力|を入力|に変|です|だ|입력|입니다|이야|이에요|으?로 |yaz|gir|olarak|olacak|है|hai)/;
/** Another language than English, though its word is the English one: `la password di root in …`. */
const ELSEWHERE =
  /(?<![\p{L}\w])(?:la|il|di|del|della|das|der|die|den|vom|het|van|el|le|du|do|da|för|til|til|мой|для)(?![\p{L}\w])/iu;
/** Between the two there is no end of a sentence, and nothing that only programs have. */
const NOT_SAID = /[.!?] |[;{}[\]|\\]|=>|&&|\w\(|^\(|[!=]==|\?[:.]|`.*\w|^(?=.{4})[!-~]+$/;
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

const [NEWLINE, SPACE, LONGEST_PLAIN] = [10, 32, 18];

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
  const foreign = known || /^\p{L}/u.test(text[end] ?? '');
  const isElsewhere = foreign || ELSEWHERE.test(text.slice(Math.max(0, nameStart - 12), nameStart));
  for (let i = 0; i < WORDS_BETWEEN && from - end < NEAR; i++) {
    const gap = take(NEARBY, text, from);
    if (gap === null) return null;
    const start = from + gap.length;
    const value = (take(DRAWN, text, start) ?? '').replace(/[.=:?-]+$/, '');
    from = start + Math.max(value.length, 1);
    // Most words are plain.
    if (value.length < 20 && !/[\d!@#$%^&*+~?]|[a-z][A-Z]/.test(value)) continue;
    const before = text.slice(end, start);
    if (OTHER_VALUE.test(before) || (kind !== 'chosen' && OTHER_DRAWN.test(before))) return null;
    const after = text.slice(start + value.length, start + value.length + 12);
    // A call, an element of an array, the name of a file.
    const isCode = /^[([{]/.test(after) || /^\.[a-z]/.test(after);
    if (!isCode && isToldNearby(value, before, after, kind, foreign, isElsewhere || ELSEWHERE.test(before)))
      return { start, end: start + value.length, quoted: false };
  }
  return null;
}

function isToldNearby(
  value: string,
  before: string,
  after: string,
  kind: Claim['kind'],
  foreign: boolean,
  isElsewhere: boolean,
): boolean {
  const isSaid = SAID.test(before) || SIGNED.test(before);
  // `password? should be …`
  if (!NOT_SAID.test(before.replace(/^\? /, ''))) {
    // A sign and no word is what programs write: there a name that is made of others is none.
    const isSigned = SIGN.test(before) && (kind === 'chosen' || foreign || /\p{L}/u.test(before));
    const isCode = !foreign && !/\p{L}/u.test(before) && /[\p{L}_]\.[\p{L}_]/u.test(value);
    const isAnnounced =
      SAID.test(before) ||
      isSigned ||
      ENTERED.test(before) ||
      (isElsewhere && SAID_ELSEWHERE.test(before)) ||
      (foreign && VERB_BEHIND.test(after));
    const isClose = foreign || OTHERWISE.test(before) || /^["'`]?[ \t]{1,3}["'`]?$/.test(before);
    const isAlone = foreign && /^[ \t]*$/.test(before) && /^(?:[,.!)]|$)/.test(after);
    const announced = isCode ? 0 : isAnnounced || isAlone ? 3 : isClose && !GOES_ON.test(after) ? 2 : 0;
    if (announced > 0 && strength(value) >= (kind === 'chosen' ? 4 : 5) - announced) {
      if (kind === 'chosen' || !/^[\w-]+$/.test(value) || isRandom(value, 8)) return true;
    }
  }
  return isDrawnNearby(value, kind, foreign || isSaid || CLOSE.test(before));
}

/** A name whose value has words in it. */
const PHRASE_NAME = /phrase|frase|fras|zin$|фраз|フレーズ|프레이즈/i;
const PHRASE =
  /[^\n.;!?]{0,64}?(?<sign>→|->|[:=]|[^\p{L}\w](?:type|enter|schreib|tippe?|gib|tape|saisis|escribe|pon|digit[ae]|escreve|scrivi|inserisci|typ(?: je)?|wpisz|введи|yaz|skriv|indtast|napiš))[ \t]{1,3}(?<quote>["'`„“]?)(?<words>[\p{L}\d'’-]{0,15}[\p{L}\d](?: [\p{L}\d'’-]{0,15}[\p{L}\d]){2,11})(?<end>["'`“”]?(?=[.,;!?\n]|$))/uy;

/** A phrase that somebody tells, where its name says that it is one: with a number in it, or behind an arrow. */
export function toldPhrase(text: string, start: number, end: number): Value | null {
  if (!PHRASE_NAME.test(text.slice(start, end))) return null;
  PHRASE.lastIndex = end;
  const match = PHRASE.exec(text);
  const { sign = '', quote, words = '', end: close } = match?.groups ?? {};
  if (!match || (quote !== '') !== (close !== '')) return null;
  const isPlain = !words.split(' ').some((word) => !/^(?:the|and|with|in)$/.test(word) && isSpeaking(word));
  if (!isPlain || !(/(?<![\p{L}-])\d+(?![\p{L}-])/u.test(words) || /[→=>]/.test(sign))) return null;
  const to = PHRASE.lastIndex - close!.length;
  return { start: to - words.length, end: to, quoted: quote !== '' };
}

/** The value that stands before its name. */
export function standsBefore(text: string, start: number, end: number, kind: Claim['kind']): Value | null {
  if (kind === 'likely') return null;
  const from = Math.max(0, start - 200);
  const all = text.slice(from, start);
  const before = all.replace(VERB_BEFORE, '').replace(REMARK_BEFORE, '');
  const value = before === all ? null : BEFORE.exec(before)?.[1];
  const quoted = QUOTED_BEFORE.exec(all)?.[2] ?? RIGHT_BEFORE.exec(all)?.[1];
  const isField = /["'] (?:name|id)=["']?$/.test(all);
  const found =
    value &&
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
  if (isReference(value) || PREFIXED_ID.test(value) || value.split('/').length > 3 + value.length / 32)
    return false;
  if (kind === 'chosen' && announced && isTyped(value)) return true;
  if (!isRandom(value, 16)) return false;
  if (!/\d/.test(value)) return value.length >= 20 && surprise(value).rate >= 0.4;
  if (!/^[0-9a-f-]+$/i.test(value)) return true;
  return kind !== 'likely' && announced;
}
