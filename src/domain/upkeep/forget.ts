import type { SessionId } from '../ids.ts';
import { parseJson } from '../text/json.ts';
import { followed, phraseOf, SHORTEST_CUT } from '../text/phrase.ts';
import { FORGOTTEN, oneLine } from '../text/safe-text.ts';

export { FORGOTTEN };

/** Everything that is to be forgotten. */
export interface Subject {
  /** Memories, by their ids. */
  readonly memories?: readonly string[];
  /** As somebody typed them; wherever they stand, as a phrase. */
  readonly words?: readonly string[];
  /** The same for words of pins and notes; short ones stay. */
  readonly quotes?: readonly string[];
  readonly sessions?: readonly SessionId[];
  /** Also the person's rules that were made in these sessions. */
  readonly rules?: boolean;
  /** Sessions whose rows are gone already: only their mirrors, backups and bytes still hold them. */
  readonly withdrawn?: readonly SessionId[];
}

/** Words that are to be forgotten. They may stand in a prompt, a pin, a command, a title. */
export interface Forgetting {
  /** The memory that goes as a whole; null where none does. */
  readonly memoryId: string | null;
  /** Found as a phrase, however it is spelled. Empty: only the memory goes. */
  readonly content: string;
}

/** Shorter words are everybody's: taking `tabs` out of all prompts would damage more than it hides. */
const SHORTEST = 8;
/** A text cut elsewhere is recognised by a beginning of this length. */
const TELLING = 24;

/** Words that nobody typed in order to forget them: those of a memory or a pin. */
export function forgettingWords(content: string, memoryId: string | null = null): Forgetting {
  return { memoryId, content: content.length < SHORTEST ? '' : content };
}

/** Letters or digits that stand in every row with the words, in any case; null where nothing can be said in advance. */
export function traceOf({ content }: Forgetting): string | null {
  return content === '' ? '' : phraseOf(content).ascii;
}

/** Whether a file or a line may hold the words: reading is cheaper than parsing. */
export function mayHold(text: string, { memoryId, content }: Forgetting): boolean {
  return (
    (content !== '' && phraseOf(content).start.test(text)) || (memoryId !== null && text.includes(memoryId))
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
    const { end, count } = followed(rest, index, phrase);
    const last = index + rest.slice(index, end).trimEnd().length;
    // The last is how the id of a task ends where its words were too many.
    const cut = /^(?:\s*(…|\n|$)|-[0-9a-z]{6,8}\b)/.exec(rest.slice(last, last + 12));
    if (!cut || (cut[1] !== '…' && count < TELLING)) continue;
    kept += rest.slice(from, index) + FORGOTTEN;
    from = last + (cut[1] === '…' ? cut[0].length : 0);
  }
  return kept + rest.slice(from);
}

/** Whether nothing is said any more. */
export function isEmptied(text: string): boolean {
  return text.includes(FORGOTTEN) && !/[\p{L}\p{N}]/u.test(text.replaceAll(FORGOTTEN, ''));
}

/**
 * The same for every string of plain data: facts, mirrors, archives. That a memory was made stays on record, without
 * what it was about.
 */
export function forgetDeep<T>(value: T, forgetting: Forgetting): T {
  return deep(value, forgetting) as T;
}

/** A text that a session was told, and why: the explanation as text in a row, as JSON in a file. */
export interface Told {
  readonly preamble?: unknown;
  readonly explanation?: unknown;
}

export function tells({ preamble, explanation }: Told, forgetting: Forgetting): boolean {
  const text = JSON.stringify([preamble, explanation]);
  if (!mayHold(text, forgetting)) return false;
  const isNamed = forgetting.memoryId !== null && text.includes(forgetting.memoryId);
  return isNamed || JSON.stringify(deep([preamble, explanation], forgetting)) !== text;
}

/** How a session was told stays on record, for it is not told again; a text with holes would tell what went. */
export function withoutTold<T extends Told>(told: T): T {
  const isText = typeof told.explanation === 'string';
  const why = Object(isText ? parseJson(String(told.explanation)) : told.explanation) as Record<
    string,
    unknown
  >;
  const { resumption, with_prompt, asked_by } = why;
  const left = {
    ...{ brief: true, forgotten: true },
    ...(resumption !== undefined && { resumption: 'continues a conversation' }),
    ...(with_prompt !== undefined && { with_prompt }),
    ...(asked_by !== undefined && { asked_by }),
  };
  return { ...told, preamble: null, explanation: isText ? JSON.stringify(left) : left };
}

function deep(value: unknown, forgetting: Forgetting): unknown {
  if (typeof value === 'string') return inText(value, forgetting);
  if (Array.isArray(value)) return value.map((item) => deep(item, forgetting));
  if (typeof value !== 'object' || value === null) return value;
  const { memoryId } = value as { memoryId?: unknown };
  if ('preamble' in value) return tells(value, forgetting) ? withoutTold(value) : value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => {
      if (name === 'categories' && memoryId === forgetting.memoryId) return [name, []];
      return [forgetInText(name, forgetting), deep(item, forgetting)];
    }),
  );
}

/** A text may be JSON of its own: a fact's body, an explanation. It stays as it is spelled where nothing goes. */
function inText(text: string, forgetting: Forgetting): string {
  const inner = /^[[{]/.test(text) ? parseJson(text) : undefined;
  if (typeof inner !== 'object' || inner === null) return forgetInText(text, forgetting);
  const without = JSON.stringify(deep(inner, forgetting));
  return without === JSON.stringify(inner) ? text : without;
}

/** Cells of a line before and behind the words. */
const BEFORE = 60;
const LONGEST_LINE = 160;

/** Lines of plain data that hold the words, short enough to be looked over. */
export function linesHolding(value: unknown, forgetting: Forgetting): string[] {
  if (typeof value === 'string') {
    const inner = /^[[{]/.test(value) ? parseJson(value) : undefined;
    if (typeof inner === 'object' && inner !== null) return linesHolding(inner, forgetting);
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
