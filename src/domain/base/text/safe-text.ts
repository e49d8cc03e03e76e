import { HOOK_ELEMENTS, OWN_ELEMENTS, withoutEnvelopes } from './envelopes.ts';
import { patternOnFirstUse } from './pattern.ts';
import { beginningOf } from './sentences.ts';

/**
 * Stored text is data. Text is well-formed when stored; in a preamble it can neither leave
 * its line nor open or close an element; text that Cortex or a host added to a prompt is removed from the user's words.
 */

/**
 * One escaped line: no tag of ours or of a host begins in it, and nothing in it reads as a line of a dialogue. Any other `<`
 * stays, and so does `&`: the line is never decoded, and a repeated one must not grow an `&amp;` each time.
 */
export function oneLine(text: string, max: number = Number.POSITIVE_INFINITY): string {
  return shortened(unspoken(withoutEnvelopes(flat(text))), max);
}

/** A line that was made for reading, escaped once more: it may quote a dialogue, and stays as it is told. */
export function escapedLine(line: string): string {
  return withoutEnvelopes(flat(line));
}

/** A line by which a text is recognised: the same for every spelling of its brackets. */
export function identityLine(text: string): string {
  return flat(text)
    .replace(/[<﹤＜]/g, '&lt;')
    .replace(/[﹥＞]/g, '>')
    .replace(/≮/g, '!&lt;')
    .replace(/≯/g, '!>');
}

/** The text without characters that could end an attribute or a tag. */
export function attribute(text: string): string {
  return oneLine(text, 100).replaceAll('"', "'").replaceAll('<', '‹').replaceAll('>', '›');
}

/** Visible characters, with single blanks between them. */
function flat(text: string): string {
  const line = isPlain(text)
    ? text
    : text
        .toWellFormed()
        .replace(TERMINAL_STRING, '')
        .replace(TERMINAL_SEQUENCE, '')
        .replace(LINE_END_OR_TAB, ' ')
        .replace(invisible(), '');
  return line.replace(/\s+/g, ' ').trim();
}

/** The speaker at the beginning of a line of a dialogue. */
const SPEAKER = '(?:user|agent|subagent|somebody)\\s?[:：]';
const ARROW = new RegExp(`→(?=\\s?${SPEAKER})`, 'gi');
const SPOKEN = new RegExp(`(\\b${SPEAKER}\\s?)["“”„«»＂]`, 'gi');

/** The name of a file or the title of a task cannot pass for `user: "…" → agent: "…"`. */
function unspoken(line: string): string {
  return line.replace(ARROW, '->').replace(SPOKEN, "$1'");
}

/** At most `max` code points: a longer line ends at a clause, else at a word, with `…` last. */
function shortened(line: string, max: number): string {
  const rough = cut(line, max);
  if (rough === line || max < 2) return rough;
  const begin = beginningOf(line, rough.length - 1);
  const short = `${begin}…`;
  // The cut may have made the name of an element out of a longer word.
  return withoutEnvelopes(short) === short
    ? short
    : `${begin.replace(/[<﹤＜≮][^<﹤＜≮]*$/, '').trimEnd()}…`;
}

/** For storing: well-formed, without control characters but line ends and tabs, and with one kind of line end. */
export function clean(text: string): string {
  if (/^[\n\t -~]*$/.test(text)) return text;
  return text
    .toWellFormed()
    .replace(TERMINAL_STRING, '')
    .replace(TERMINAL_SEQUENCE, '')
    .replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '');
}

/**
 * The text without elements that Cortex added and without a host's wrappers around hook output. An unmatched tag
 * is the user's text and stays, except an opening tag that only Cortex writes: the host cut off its end.
 */
export function stripOwn(text: string): string {
  if (!text.includes('<') && !text.includes('&lt;')) return text.trim();
  // Some hosts escape the text that they pass on.
  const plain = text.replace(
    ESCAPED_OWN,
    (_, inner: string) => `<${inner.replaceAll('&quot;', '"')}>`,
  );
  const rest = withoutElements(withoutElements(plain, OWN_TAG), HOOK_TAG);
  const torn = rest.search(OWN_OPENING);
  return (torn < 0 ? rest : rest.slice(0, torn)).trim();
}

/** Printable ASCII: nearly all text, which takes a faster path. */
function isPlain(text: string): boolean {
  return /^[ -~]*$/.test(text);
}

/** At most `max` code points, the last one `…` if the text was cut. */
export function cut(line: string, max: number): string {
  if (line.length <= max) return line;
  let end = 0;
  let beforeLast = 0;
  for (let count = 0; end < line.length; count++) {
    if (count >= max) {
      const kept = line.slice(0, beforeLast).replace(/&(?:l|lt)?$/, '');
      return max < 1 ? '' : `${kept.trimEnd()}…`;
    }
    beforeLast = end;
    end += line.codePointAt(end)! > 0xffff ? 2 : 1;
  }
  return line;
}

/** Removes every closed element from its nearest opening tag; for Cortex' own exact tag, from the first one. */
function withoutElements(text: string, tag: RegExp): string {
  const opened = new Map<string, number>();
  const cuts: { readonly start: number; readonly end: number }[] = [];
  for (const match of text.matchAll(tag)) {
    const [whole, slash, name = ''] = match;
    const start = opened.get(name);
    if (slash === '') {
      if (start === undefined || !startsOwn(text, start)) opened.set(name, match.index);
    } else if (start !== undefined) {
      opened.delete(name);
      while ((cuts.at(-1)?.start ?? -1) > start) cuts.pop();
      cuts.push({ start, end: match.index + whole.length });
    }
  }
  let kept = '';
  let from = 0;
  for (const { start, end } of cuts) {
    kept += text.slice(from, Math.max(from, start));
    from = end;
  }
  return kept + text.slice(from);
}

function startsOwn(text: string, at: number): boolean {
  return text.slice(at, at + 60).search(OWN_OPENING) === 0;
}

/** Attributes end at the next bracket, so a thousand openings without an end are read once. */
const OWN_TAG = new RegExp(`<(/?)(${OWN_ELEMENTS.join('|')})(?:\\s[^<>]*)?>`, 'g');
const HOOK_TAG = new RegExp(`<(/?)(${HOOK_ELEMENTS.join('|')})(?:\\s[^<>]*)?>`, 'g');
const ESCAPED_OWN = new RegExp(
  `&lt;(/?(?:${OWN_ELEMENTS.join('|')})(?:\\s(?:[^&<>]|&quot;)*)?)&gt;`,
  'g',
);
const OWN_OPENING = /<session-continuity hint="|<cortex-note [a-z-]{1,30}="/;

/** Terminal strings such as window titles and links, which end on their line. */
const TERMINAL_STRING = /\u001b[PX\]^_][^\u0000-\u001f\u007f-\u009f]*(?:\u0007|\u001b\\|\u009c)/g;
/** Colours, cursor movements and other escape sequences. */
const TERMINAL_SEQUENCE = /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|\u001b[ -/]*[0-~]/g;

const LINE_END_OR_TAB = /[\t-\r\u0085\u2028\u2029]/g;

/** Control, format and private characters, and characters that are not displayed: tags, selectors, fillers. */
const invisible = patternOnFirstUse(
  () => '[\\p{Cc}\\p{Cf}\\p{Co}\\p{Default_Ignorable_Code_Point}\\p{Noncharacter_Code_Point}]',
  'gu',
);

/** The placeholder of forgotten words. */
export const FORGOTTEN = '[forgotten]';

/** Whether nothing but the mark of what was forgotten is left of a text. */
export function isEmptied(text: string): boolean {
  return text.includes(FORGOTTEN) && !/[\p{L}\p{N}]/u.test(text.replaceAll(FORGOTTEN, ''));
}
