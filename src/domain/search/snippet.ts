import { quoted, type Unit, unitsOf } from '../turns/units.ts';
import { fieldNamed, type PassageId } from './passage.ts';

/** An excerpt of a text around matches. */
export interface Snippet {
  readonly text: string;
  /** Start and end of each match in it. */
  readonly marks: readonly (readonly [number, number])[];
}

/** Marks around matches in the input. */
export const MARK = { open: '\u0002', close: '\u0003' } as const;

const PIECES = /([\u0002\u0003]|[\s\u0000\u0001\u0004-\u001F\u007F-\u009F]+)/;
const BLANK = /^[\s\u0000-\u001F\u007F-\u009F]/;

const WIDTH = 160;
const LEAD = 40;

/**
 * The stretch of a text with most of the marked words. `literals` are marked too wherever they stand: words
 * that the index holds in another shape (without spaces, or inside identifiers) come unmarked.
 */
export function snippet(marked: string, literals: readonly string[] = [], width = WIDTH): Snippet {
  const { text, marks } = unmark(marked);
  const all = merge([...marks, ...occurrences(text, literals)]);
  const first = all[densest(all, width)]?.[0] ?? 0;
  const start =
    text.length <= width
      ? 0
      : wordStart(text, Math.max(0, Math.min(first - LEAD, text.length - width)), first);
  const end = text.length <= start + width ? text.length : wordEnd(text, start + width, start);
  const before = start > 0 ? '…' : '';
  const shift = before.length - start;
  return {
    text: before + text.slice(start, end) + (end < text.length ? '…' : ''),
    marks: all
      .filter(([from, to]) => from >= start && to <= end)
      .map(([from, to]) => [from + shift, to + shift]),
  };
}

/** The text without marks, on one line. */
function unmark(marked: string): { text: string; marks: [number, number][] } {
  const marks: [number, number][] = [];
  let text = '';
  let open = -1;
  for (const piece of marked.split(PIECES)) {
    if (piece === MARK.open) open = text.length;
    else if (piece === MARK.close) {
      if (open >= 0 && text.length > open) marks.push([open, text.length]);
      open = -1;
    } else if (BLANK.test(piece)) text += ' ';
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

/** The mark from which most others are within reach. */
function densest(marks: readonly [number, number][], width: number): number {
  let best = 0;
  let most = 0;
  let end = 0;
  for (let start = 0; start < marks.length; start++) {
    while (end < marks.length && marks[end]![1] - marks[start]![0] <= width - LEAD) end++;
    if (end - start > most) [best, most] = [start, end - start];
  }
  return best;
}

/** The beginning of a word at or after `at`, not beyond `limit`. */
function wordStart(text: string, at: number, limit: number): number {
  if (at === 0) return 0;
  const space = text.indexOf(' ', at - 1);
  return space >= 0 && space < limit ? space + 1 : whole(text, at);
}

function wordEnd(text: string, at: number, least: number): number {
  const space = text.lastIndexOf(' ', at);
  return space > least + (at - least) / 2 ? space : whole(text, at);
}

/** Never between the halves of one character. */
function whole(text: string, at: number): number {
  return /[\uDC00-\uDFFF]/.test(text[at] ?? '') ? at - 1 : at;
}

/** A turn quoted for a question: the sentences with its words, and the ends. */
export interface TurnQuote {
  readonly asked: string;
  readonly answered: string;
}

/** Room for a request beside its reply. */
const OF_REQUEST = 0.45;

/** `passages`: those of one turn, in order, with the question's words marked. */
export function quoteTurn(
  passages: readonly { readonly id: PassageId; readonly text: string }[],
  room: number,
): TurnQuote {
  const said = (field: 'user' | 'agent') =>
    passages
      .filter(({ id }) => fieldNamed(id) === field)
      .map(({ text }) => text)
      .join('\n');
  const request = said('user');
  const reply = said('agent');
  const asked = part(request, reply === '' ? room : room * OF_REQUEST, 'first');
  return { asked, answered: part(reply, room - asked.length, 'last') };
}

/** The units that hold most of the marked words for their length; of others the first or the last. */
function part(text: string, room: number, end: 'first' | 'last'): string {
  const units = unitsOf(text);
  const words = units.map(({ text }) => marksIn(text));
  const body = [...units.keys()].filter((i) => units[i]!.kind !== 'heading');
  const favoured = end === 'first' ? body[0] : body.at(-1);
  const chosen = new Set<number>();
  const told = new Set<string>();
  let left = room;
  for (;;) {
    let best: { readonly place: number; readonly weight: number } | null = null;
    for (const place of body) {
      const { length } = units[place]!.text;
      if (chosen.has(place) || length > left) continue;
      const fresh = words[place]!.filter((word) => !told.has(word)).length;
      const weight = (fresh + (place === favoured ? 0.5 : 0.05)) / (length + 40) ** 0.6;
      if (weight > (best?.weight ?? 0)) best = { place, weight };
    }
    if (!best) break;
    chosen.add(best.place);
    left -= units[best.place]!.text.length + 3;
    for (const word of words[best.place]!) told.add(word);
    // The remaining units contain no further word of the question.
    if (chosen.size > 1 && words[best.place]!.length === 0) break;
  }
  return quoted(chosen, units.map(withoutMarks));
}

function marksIn(text: string): string[] {
  const found = text.matchAll(/\u0002([^\u0003]*)\u0003/g);
  return [...new Set([...found].map((match) => match[1]!.toLowerCase()))];
}

function withoutMarks(unit: Unit): Unit {
  return { ...unit, text: unit.text.replaceAll(MARK.open, '').replaceAll(MARK.close, '') };
}
