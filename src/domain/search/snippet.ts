import { beginningOf, GOES_ON, LONGEST_SENTENCE, splitSentences } from '../base/text/sentences.ts';
import { fieldNamed, joinPassages, type PassageId } from '../index/passage.ts';
import { joinWrapped, type Quotation } from '../turns/units.ts';
import { matchingPart } from '../turns/weight.ts';

/** An excerpt of a text around matches: whole sentences, or the beginning of a very long one. */
export interface Snippet {
  readonly text: string;
  /** Start and end of each match in it. */
  readonly marks: readonly (readonly [number, number])[];
}

/** Marks around matches in the input. */
export const MARK = { open: '\u0002', close: '\u0003' } as const;

const PIECES = /([\u0002\u0003\n]|[\s\u0000\u0001\u0004-\u001F\u007F-\u009F]+)/;
const BLANK = /^[\s\u0000-\u001F\u007F-\u009F]/;

/** A snippet is no longer than this, unless one sentence is. */
const WIDTH = 160;

/**
 * The sentences of a text with most of the marked words. `literals` are marked too wherever they stand: words
 * that the index holds in another shape (without spaces, or inside identifiers) come unmarked.
 */
export function snippet(marked: string, literals: readonly string[] = [], width = WIDTH): Snippet {
  const { text, marks } = unmark(marked);
  const all = merge([...marks, ...occurrences(text, literals)]);
  const spans = spansIn(text);
  const found = spans.map((span) => all.filter(([from, to]) => from >= span.from && to <= span.to));
  let first = found.reduce((best, own, i) => (own.length > found[best]!.length ? i : best), 0);
  let last = first;
  let length = sizeOf(spans[first]);
  const reach = (i: number) => spans[i] !== undefined && length + 1 + sizeOf(spans[i]) <= width;
  for (; reach(last + 1); last++) length += 1 + sizeOf(spans[last + 1]);
  for (; reach(first - 1); first--) length += 1 + sizeOf(spans[first - 1]);
  let shown = '';
  const shifted: [number, number][] = [];
  for (const [i, { from, to, goesOn }] of spans.slice(first, last + 1).entries()) {
    if (shown !== '') shown += ' ';
    const shift = shown.length - from;
    shown += text.slice(from, to).replaceAll('\n', ' ') + (goesOn ? GOES_ON : '');
    shifted.push(
      ...found[first + i]!.map(([start, end]): [number, number] => [start + shift, end + shift]),
    );
  }
  return { text: shown, marks: shifted };
}

/** A sentence by its place in a text, as far as it is shown. */
interface SentenceSpan {
  readonly from: number;
  readonly to: number;
  readonly goesOn: boolean;
}

function sizeOf(span: SentenceSpan | undefined): number {
  return span === undefined ? 0 : span.to - span.from;
}

function spansIn(text: string): SentenceSpan[] {
  const spans: SentenceSpan[] = [];
  let at = 0;
  for (const line of joinWrapped(text).split('\n'))
    for (const sentence of splitSentences(line)) {
      const said = sentence.trim();
      const from = text.replaceAll('\n', ' ').indexOf(said, at);
      const isLong = said.length > LONGEST_SENTENCE;
      const shown = isLong ? beginningOf(said, LONGEST_SENTENCE - 1) : said;
      spans.push({ from, to: from + shown.length, goesOn: isLong });
      at = from + said.length;
    }
  return spans;
}

/** The text without marks, with single blanks within its lines. */
function unmark(marked: string): { text: string; marks: [number, number][] } {
  const marks: [number, number][] = [];
  let text = '';
  let open = -1;
  for (const piece of marked.split(PIECES)) {
    if (piece === MARK.open) open = text.length;
    else if (piece === MARK.close) {
      if (open >= 0 && text.length > open) marks.push([open, text.length]);
      open = -1;
    } else if (piece === '\n') text = `${text.trimEnd()}\n`;
    else if (BLANK.test(piece)) text += /\s$/.test(text) || text === '' ? '' : ' ';
    else text += piece;
  }
  return { text, marks };
}

function occurrences(text: string, literals: readonly string[]): [number, number][] {
  const lower = text.toLowerCase();
  // Lower-casing changes the length of a few letters; then positions would be wrong.
  if (lower.length !== text.length) return [];
  const found: [number, number][] = [];
  for (const literal of literals) {
    if (!literal) continue;
    for (let at = lower.indexOf(literal); at >= 0; at = lower.indexOf(literal, at + literal.length))
      found.push([at, at + literal.length]);
  }
  return found;
}

function merge(marks: [number, number][]): [number, number][] {
  const merged: [number, number][] = [];
  for (const mark of marks.sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last && mark[0] <= last[1]) last[1] = Math.max(last[1], mark[1]);
    else merged.push([...mark]);
  }
  return merged;
}

/** A turn quoted for a question: the sentences with its words, and the ends. */
export interface TurnQuote {
  readonly asked: Quotation;
  readonly answered: Quotation;
}

/** Room for a request beside its reply. */
const OF_REQUEST = 0.45;

/** `passages`: those of one turn, in order, with the question's words marked. */
export function quoteTurn(
  passages: readonly { readonly id: PassageId; readonly text: string }[],
  room: number,
): TurnQuote {
  const said = (field: 'user' | 'agent') =>
    joinPassages(passages.filter(({ id }) => fieldNamed(id) === field).map(({ text }) => text));
  const request = said('user');
  const reply = said('agent');
  const words = marksIn(`${request}\n${reply}`);
  const held = (text: string) => words.filter((word) => text.toLowerCase().includes(word));
  const asked = matchingPart(
    unmark(request).text,
    reply === '' ? room : room * OF_REQUEST,
    'person',
    held,
  );
  const left = room - asked.reduce((sum, { text }) => sum + text.length, 0);
  return { asked, answered: matchingPart(unmark(reply).text, left, 'agent', held) };
}

function marksIn(text: string): string[] {
  const found = text.matchAll(/\u0002([^\u0003]*)\u0003/g);
  return [...new Set([...found].map((match) => match[1]!.toLowerCase()))];
}
