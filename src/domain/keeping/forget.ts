/**
 * Packs sessions for cold storage, and removes words, memories and sessions from everything stored. Words are never cut out of a preamble that was
 * told, because the gap would reveal them: the preamble goes whole.
 */

import type { SessionId } from '../base/ids.ts';
import { parseJson } from '../base/text/json.ts';
import { followPhrase, phraseOf, SHORTEST_CUT } from '../base/text/phrase.ts';
import { FORGOTTEN, oneLine } from '../base/text/safe-text.ts';

/** Everything that is to be forgotten. */
export interface Subject {
  /** Memories, by their ids. */
  readonly memories?: readonly string[];
  /** Words as typed; removed everywhere, as a phrase. */
  readonly words?: readonly string[];
  /** Words of pins and notes; short ones stay. */
  readonly quotes?: readonly string[];
  readonly sessions?: readonly SessionId[];
  /** Also the person's rules that were created in these sessions. */
  readonly rules?: boolean;
  /** Sessions whose rows are gone already: only mirrors, backups and raw bytes still contain them. */
  readonly withdrawn?: readonly SessionId[];
}

/** Words that are to be forgotten, e.g. in a prompt, a pin, a command, a title. */
export interface Forgetting {
  /** The memory that is removed as a whole; null if none is. */
  readonly memoryId: string | null;
  /** Matched as a phrase in any spelling. Empty: only the memory is removed. */
  readonly content: string;
}

/** Shorter words are too common: removing `tabs` from all prompts would damage more than it hides. */
const SHORTEST = 8;
/** A text that was cut is recognised by a beginning of this length. */
const TELLING = 24;

/** The forgetting of a memory's or a pin's own words. */
export function forgettingWords(content: string, memoryId: string | null = null): Forgetting {
  return { memoryId, content: content.length < SHORTEST ? '' : content };
}

/** Letters or digits that occur in every row with the words, ignoring case; null if there are none. */
export function traceOf({ content }: Forgetting): string | null {
  return content === '' ? '' : phraseOf(content).ascii;
}

export function mayHold(text: string, { memoryId, content }: Forgetting): boolean {
  return (
    (content !== '' && phraseOf(content).start.test(text)) ||
    (memoryId !== null && text.includes(memoryId))
  );
}

/** The text without the words, whole or cut off at its end. */
export function forgetInText(text: string, { content }: Forgetting): string {
  if (content === '') return text;
  const phrase = phraseOf(content);
  if (!phrase.start.test(text)) return text;
  const rest = text.replace(phrase.whole, FORGOTTEN);
  if (phrase.units.length <= SHORTEST_CUT) return rest;
  let kept = '';
  let from = 0;
  for (const { index } of rest.matchAll(new RegExp(phrase.start, 'giu'))) {
    if (index < from) continue;
    const { end, count } = followPhrase(rest, index, phrase);
    const last = index + rest.slice(index, end).trimEnd().length;
    // The last alternative is the end of a shortened task id.
    const cut = /^(?:\s*(…|\n|$)|-[0-9a-z]{6,8}\b)/.exec(rest.slice(last, last + 12));
    if (!cut || (cut[1] !== '…' && count < TELLING)) continue;
    kept += rest.slice(from, index) + FORGOTTEN;
    from = last + (cut[1] === '…' ? cut[0].length : 0);
  }
  return kept + rest.slice(from);
}

/** A delivered preamble and its explanation, which is text in a row and JSON in a file. */
export interface RestoreText {
  readonly preamble?: unknown;
  readonly explanation?: unknown;
}

/** Removes something from texts, rows and copies of sessions. */
export interface Eraser {
  /** Whether a text may contain it: a cheap test before parsing. */
  mayHold(text: string): boolean;
  /** A line of plain text without it. */
  inLine(line: string): string;
  /** A text within data without it. */
  inText(text: string): string;
  tells(told: RestoreText): boolean;
  /** Whether a copy or a list entry is to be removed as a whole. */
  isWhole(copy: unknown): boolean;
  drops(item: unknown): boolean;
  /** An object's entry without it; undefined if only its value may contain it. */
  inEntry(name: string, value: unknown, of: object): readonly [string, unknown] | undefined;
}

/** Plain data without it: facts, rows, mirrors, archives. The same value if nothing changes. */
export function erase<T>(value: T, eraser: Eraser): T {
  const without = erased(value, eraser);
  return JSON.stringify(without) === JSON.stringify(value) ? value : (without as T);
}

function erased(value: unknown, eraser: Eraser): unknown {
  if (typeof value === 'string') {
    // A text may be JSON itself: a fact's body, an explanation. It keeps its spelling if nothing changes.
    const inner = jsonIn(value);
    return inner === null ? eraser.inText(value) : asText(value, inner, erased(inner, eraser));
  }
  if (Array.isArray(value))
    return value.filter((item) => !eraser.drops(item)).map((item) => erased(item, eraser));
  if (typeof value !== 'object' || value === null) return value;
  if ('preamble' in value) return eraser.tells(value) ? withoutRestoreText(value) : value;
  return Object.fromEntries(
    Object.entries(value).map(
      ([name, item]) => eraser.inEntry(name, item, value) ?? [name, erased(item, eraser)],
    ),
  );
}

function asText(text: string, before: object, after: unknown): string {
  const without = JSON.stringify(after);
  return without === JSON.stringify(before) ? text : without;
}

/** The object or list in a JSON text; null for plain text. */
function jsonIn(text: string): object | null {
  const inner = /^[[{]/.test(text) ? parseJson(text) : undefined;
  return typeof inner === 'object' ? inner : null;
}

/** The fact of the restore stays on record, so that it is not repeated; a text with gaps would reveal the removed words. */
export function withoutRestoreText<T extends RestoreText>(told: T): T {
  const isText = typeof told.explanation === 'string';
  const why = Object(isText ? parseJson(String(told.explanation)) : told.explanation) as Record<
    string,
    unknown
  >;
  const { resumption, with_prompt, asked_by } = why;
  const left = {
    brief: true,
    forgotten: true,
    ...(resumption !== undefined && { resumption: 'continues a conversation' }),
    ...(with_prompt !== undefined && { with_prompt }),
    ...(asked_by !== undefined && { asked_by }),
  };
  return { ...told, preamble: null, explanation: isText ? JSON.stringify(left) : left };
}

/** Removes words. The creation of a memory stays on record, without its content. */
export function eraserOf(forgetting: Forgetting): Eraser {
  const { memoryId } = forgetting;
  const eraser: Eraser = {
    mayHold: (text) => mayHold(text, forgetting),
    inLine: (line) => forgetInText(line, forgetting),
    inText: (text) => forgetInText(text, forgetting),
    tells: ({ preamble, explanation }) => {
      const text = JSON.stringify([preamble, explanation]);
      if (!eraser.mayHold(text)) return false;
      const isNamed = memoryId !== null && text.includes(memoryId);
      return isNamed || JSON.stringify(erased([preamble, explanation], eraser)) !== text;
    },
    isWhole: () => false,
    drops: () => false,
    inEntry: (name, value, of) =>
      name === 'categories' && (of as { memoryId?: unknown }).memoryId === memoryId
        ? [name, []]
        : [forgetInText(name, forgetting), erased(value, eraser)],
  };
  return eraser;
}

/** Cells of a line before and behind the words. */
const BEFORE = 60;
const LONGEST_LINE = 160;

/** Lines of plain data with the words, short enough to be reviewed. */
export function linesHolding(value: unknown, forgetting: Forgetting): string[] {
  if (typeof value === 'string') {
    const inner = jsonIn(value);
    if (inner !== null) return linesHolding(inner, forgetting);
    return value.split('\n').flatMap((line) => {
      const without = forgetInText(line, forgetting);
      if (without === line) return [];
      const from = Math.max(0, without.indexOf(FORGOTTEN) - BEFORE);
      return [`${from > 0 ? '…' : ''}${oneLine(line.slice(from), LONGEST_LINE)}`];
    });
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((item) => linesHolding(item, forgetting));
}
