import { isRandom, surprise } from './entropy.ts';
import { take, type Value } from './extent.ts';
import { type Claim, isChosen, isDenselyDrawn, isReference, isStronglyTyped, isTyped } from './value.ts';

/** `4f… is the token`, `use 4f… as my key`, `4f…, that is the old token`: the value stands before its name. */
const VERB_BEFORE =
  /(?:(?:,? (?:that|this|it|which|das|ça|eso|это))?(?: (?:is|as|was|for|ist|als|es|como|come|est|comme|é|è|jako|ako|som|ca|kao|как|як|làm|sebagai|in|into|>>?)|['’]s) (?:\S{1,64}\/)?(?:[\p{L}'’-]{1,16} ){0,3}| ?(?:作为|作為|当作?|當作?|用作|を|를|을) ?)$/u;
const BEFORE = /(?<![\p{L}\w+/=.~%@-])([\w+/=.~!@#$%^&*?-]{6,128})["'`)」”]?$/u;
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

/** Whether the words before a name may hold its value. */
export function mayStandBefore(before: string): boolean {
  return (
    VERB_BEFORE.test(before) ||
    (LONG.test(before) &&
      (REMARK_BEFORE.test(before) || QUOTED_BEFORE.test(before) || RIGHT_BEFORE.test(before)))
  );
}

/** A few words of the same line between a name and its value: `the key for staging, as agreed: 4f…`. */
const NEARBY = /[^\n\uFFFF]{0,64}?(?<![\w+/=.~%@#$&^?!*-])(?=[\w+/=.~!*@#$&^?-]{6})/y;
const NEAR = 64;
const DRAWN = /[\w+/=.~!*@#$%&^?:-]{6,512}/y;
/** So many words of such a length may stand between. */
const WORDS_BETWEEN = 7;
/** Words whose own values look random and are no secrets, and an address, which is full of them. */
const OTHER_VALUE =
  /\b(?:sha-?\d{0,3}|md5|hash(?:es)?|commits?|revision|digest|checksum|integrity|etag|fingerprint|uuid|ids?|trace|span|requests?|session|version|build|cache|public|path|files?|line)\b|[_.-]id\b|:\/\//i;
/** The words before a value announce it: a verb or a sign ends them, or hardly anything stands between. Else it may be a sum or an id. */
const SAID =
  /(?:(?<![\p{L}\w])(?:is|are|be|being|still|now|use|to|ist|lautet|lauten|es|est|sont|je|er|jest|adalah|este|är|wordt|olarak|это|це|είναι|là|هي|هو|היא)|[éèë]|[は是为為는은를을を了])[ \t"'`「“(<[*:：]*$/iu;
/** In English these say something else. */
const SAID_ELSEWHERE =
  /(?<![\p{L}\w])(?:auf|zu|als|son|a|en|à|na|jako|on|till|naar|in|para|como|com|come|на|як)[ \t"'`「“(<[*:：]*$/iu;
/** Between the two there is no end of a sentence, and nothing that only programs have. */
const NOT_SAID = /[.!?] |[;{}[\]|\\]|=>|&&/;
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
    if (drawn && length >= 8) return true;
  }
  return false;
}

const [NEWLINE, SPACE, LONGEST_PLAIN] = [10, 32, 18];

/** A value that looks drawn or thought up, with nothing but words between it and its name. */
export function nearby(text: string, end: number, kind: Claim['kind'], foreign: boolean): Value | null {
  let from = end;
  for (let i = 0; i < WORDS_BETWEEN && from - end < NEAR; i++) {
    const gap = take(NEARBY, text, from);
    if (gap === null) return null;
    const start = from + gap.length;
    const value = (take(DRAWN, text, start) ?? '').replace(/[.=:?!-]+$/, (signs) =>
      /^!+$/.test(signs) ? signs : '',
    );
    const before = text.slice(end, start);
    if (OTHER_VALUE.test(before)) return null;
    // A call, an element of an array, the name of a file.
    const isCode = '(['.includes(text[start + value.length] || ' ') || /\.[a-z]{2,5}$/.test(value);
    if (!isCode && isToldNearby(value, before, kind, foreign))
      return { start, end: start + value.length, quoted: false };
    from = start + Math.max(value.length, 1);
  }
  return null;
}

function isToldNearby(value: string, before: string, kind: Claim['kind'], foreign: boolean): boolean {
  const isProse = !NOT_SAID.test(before);
  const said = isProse && (SAID.test(before) || (foreign && SAID_ELSEWHERE.test(before)));
  const signed = isProse && SIGNED.test(before);
  if (kind === 'chosen' && (said || signed) && isChosen(value)) return true;
  if (said && isStronglyTyped(value)) return true;
  return isDrawnNearby(
    value,
    kind,
    foreign || SAID.test(before) || SIGNED.test(before) || CLOSE.test(before),
  );
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
  const isEnd = AFTER_NAME.test(text.slice(end, end + 16));
  const isValue =
    value &&
    ((kind === 'chosen' && isEnd && isChosen(value)) ||
      isStronglyTyped(value) ||
      isDrawnNearby(value, kind, isEnd));
  const found = isValue
    ? value
    : quoted && (isDenselyDrawn(quoted, 16) || (isField && isRandom(quoted, 16)))
      ? quoted
      : null;
  if (!found) return null;
  const at = from + all.lastIndexOf(found);
  return { start: at, end: at + found.length, quoted: false };
}

function isDrawnNearby(value: string, kind: Claim['kind'], announced: boolean): boolean {
  if (isReference(value) || value.split('/').length > 3 + value.length / 32) return false;
  if (kind === 'chosen' && announced && isTyped(value)) return true;
  if (!isRandom(value, 16)) return false;
  if (!/\d/.test(value)) return value.length >= 20 && surprise(value).rate >= 0.4;
  if (!/^[0-9a-f-]+$/i.test(value)) return true;
  return kind !== 'likely' && announced;
}
