import type { Named } from './foreign.ts';
import type { Span, Stretch } from './span.ts';

/** Digits of a code, in one group or two, or groups of letters and digits as backup codes have them. */
const CODE = String.raw`(?<code>\d{3,4}[ -]\d{3,4}(?!\d)|\d{4,8}|(?=[\w-]*\d)(?=[\w-]*[a-z\d]{4}-)[A-Za-z\d]{4,8}(?:-[A-Za-z\d]{4,8}){1,5})(?![\w:%]|[.,-]\d|-[a-z])`;
/** Few words without digits, and a verb or a sign at their end; right behind the name neither is needed where it is written as an abbreviation. */
const BEHIND = new RegExp(
  String.raw`["']?(?:[ \t]{0,2}|(?<gap>[^\n\d.;:=?!/\\()<>{}]{1,48}?))(?:(?<sign>[ \t](?:is|was|ist|war|lautet|est|es|è|é|e|sera|será|sarà|to|jest|będzie|on|är|blir|er|bliver|je|este|είναι|là|adalah|هو|هي|है)[ \t:]|[ \t]?[:=：—][ \t]?|(?:は|是|为|는|은|이)[ \t]?)|[ \t])[ \t]{0,2}["'${'`'}]?${CODE}`,
  'dy',
);
/** `0451, the pin I always use`, `use 4821 as the pin`. */
const BEFORE =
  /(?<![\w.,:/#-])(?<code>\d{4,8}|\d{3} \d{3})(?:,| is| as| ist| als| est| comme| es| como) (?:the|my|your|our|its|a|die|meine|le|mon|el|mi) (?:[A-Za-z\u00C0-\u052F-]{2,12} )?$/;
/** Another one of the same sentence: `and the gate's is 2207`. */
const NEXT =
  /^[^\n\d.;:=?!]{1,40}[ \t](?:is|ist|est|es|è|é|to|on|är|er)[ \t](?<code>\d{4,8})(?![\w:%]|[.,-]\d)/d;
/** What a code opens, or how it came. */
const LOCKED =
  /(?<![A-Za-z\u00C0-\u052F])(?:alarm|allarm|сигнализ|doors?(?![a-z])|haustür|tür|porte(?![a-z])|puerta|porta(?![a-z])|deur|drzwi|двер|kapı|dörr|dør|dveř|oven|ajtó|ușă|gate(?![a-z])|portail|safe(?![a-z])|tresor|coffre|kluis|sejf|сейф|garage|sms|texted|login|2fa|mfa|sent me|schloss)/;
/** Numbers of these are none that open anything. */
const OTHER =
  /gpio|board|header|led|image|commit|version|release|build|package|port|chip|connector|error|exit|status|http|\bqr|zip|postal|country|bytes?|digits?|stellig|numpy|attempts?|tries|length|expire/i;

/** Neither a year of these days nor one digit over and over. */
const isCode = (code: string) => !/^(?:19[5-9]|20[0-4])\d$|^(\d)\1+$/.test(code);

/** The digits that belong to a name of a code. */
export function findCodes(text: string, { start, end, kind }: Named, found: Span[]): void {
  const add = ([from, to]: readonly [number, number]) =>
    found.push({ rule: 'short-code', start: from, end: to });
  const isWeak = kind === 'weak code';
  if (isWeak && !/\d{3}/.test(text.slice(end, end + 56))) return;
  const before = text.slice(Math.max(0, start - 48), start);
  if (OTHER.test(before.slice(-12))) return;
  BEHIND.lastIndex = end;
  const behind = BEHIND.exec(text);
  if (behind) {
    const { gap = '', sign, code = '' } = behind.groups!;
    const name = text.slice(start, end);
    // A word that is also a verb is followed by numbers of all kinds.
    if (isWeak && !LOCKED.test((before + gap).toLowerCase())) return;
    const isEnd = !/^ [a-z]/.test(
      text.slice(behind.index + behind[0].length, behind.index + behind[0].length + 2),
    );
    const isNamed =
      sign !== undefined ||
      (isWeak && gap === '') ||
      (/(?:the|my|our|a|die|la|le|el) $/i.test(before) &&
        /^(?:[.,;!)]|$)/.test(text.slice(behind.index + behind[0].length))) ||
      /[\u0400-\uFFFD]/.test(name) ||
      (gap === '' && (name.length > 5 || (name === name.toUpperCase() && (isEnd || /[ -]/.test(code)))));
    if (!isNamed || OTHER.test(gap) || !isCode(code)) return;
    const at = behind.indices!.groups!['code']!;
    add(at);
    const next = NEXT.exec(text.slice(at[1], at[1] + 64));
    const again = next?.indices?.groups?.['code'];
    if (again && again[1] - again[0] === at[1] - at[0]) add([at[1] + again[0], at[1] + again[1]]);
    return;
  }
  const code = BEFORE.exec(before)?.groups?.['code'];
  if (code && isCode(code)) {
    const at: Stretch['start'] = start - before.length + before.lastIndexOf(code);
    add([at, at + code.length]);
  }
}
