import { TOPICS } from '../answer/contributors.ts';
import { withoutMemoryLine, withoutPointerWords } from '../answer/lines.ts';
import type { SessionId } from '../ids.ts';
import { pinIdentity } from '../pins/pin.ts';
import { TAKEN } from '../restore/contribute.ts';
import { FORGOTTEN } from '../text/forgotten.ts';
import { parseJson } from '../text/json.ts';
import { followed, phraseOf, SHORTEST_CUT } from '../text/phrase.ts';
import { oneLine } from '../text/safe-text.ts';

export { FORGOTTEN };

/** The subject to forget. */
export type Subject =
  | { readonly kind: 'memories'; readonly ids: readonly string[] }
  /** Wherever they stand, as a phrase. */
  | { readonly kind: 'words'; readonly words: string }
  /** Memories, the words of pins and notes, and whole sessions of one source. */
  | {
      readonly kind: 'source';
      readonly memories: readonly string[];
      readonly texts: readonly string[];
      readonly sessions: readonly SessionId[];
    }
  /** Rows that are gone already: only mirrors of these sessions, backups and bytes still hold them. */
  | { readonly kind: 'withdrawn'; readonly sessions: readonly SessionId[] }
  /** `rules`: also the person's rules that were made in it. */
  | { readonly kind: 'session'; readonly id: SessionId; readonly rules: boolean };

/** A memory that is to be forgotten, or words. They may stand in a prompt, a pin, a command, a title. */
export interface Forgetting {
  /** Null where no memory goes as a whole. */
  readonly memoryId: string | null;
  readonly content: string;
  /** A person typed the words: they are found however they are spelled. A memory's words are found as it holds them. */
  readonly isTyped?: true;
}

/** Shorter words are everybody's: taking `tabs` out of all prompts would damage more than it hides. */
const SHORTEST = 8;
/** A text cut elsewhere is recognised by a beginning of this length. */
const TELLING = 24;

/** By what a store finds rows that may hold the words; none where every row may, or only the memory itself goes. */
export interface Traces {
  /** Parts of a row, as they are. */
  readonly exact: readonly string[];
  /** Letters or digits in any case. */
  readonly anyCase: string | null;
  /** Nothing can be said in advance: every row is to be looked at. */
  readonly isAnywhere: boolean;
}

export function tracesOf({ content, isTyped }: Forgetting): Traces {
  if (!isTyped) {
    const exact = [...new Set(formsOf(content).map(beginning))];
    return { exact, anyCase: null, isAnywhere: false };
  }
  const { ascii } = phraseOf(content);
  return { exact: [], anyCase: ascii, isAnywhere: ascii === null };
}

/** Whether a file or a line may hold the words: reading is cheaper than parsing. */
export function mayHold(text: string, forgetting: Forgetting): boolean {
  if (forgetting.isTyped) return phraseOf(forgetting.content).start.test(text);
  const inJson = (trace: string) => JSON.stringify(trace).slice(1, -1);
  return (
    (forgetting.memoryId !== null && text.includes(forgetting.memoryId)) ||
    tracesOf(forgetting)
      // In a file within a file the words are escaped twice.
      .exact.flatMap((trace) => [trace, inJson(trace), inJson(inJson(trace))])
      .some((trace) => text.includes(trace))
  );
}

/** The text without the words, whole or cut off at its end. */
export function forgetInText(text: string, { content, isTyped }: Forgetting): string {
  if (isTyped) return withoutPhrase(text, content);
  return formsOf(content).reduce((rest, form) => withoutCut(rest.replaceAll(form, FORGOTTEN), form), text);
}

function withoutPhrase(text: string, words: string): string {
  const phrase = phraseOf(words);
  if (!phrase.start.test(text)) return text;
  const rest = text.replace(phrase.whole, FORGOTTEN);
  if (phrase.units.length <= SHORTEST_CUT) return rest;
  let kept = '';
  let from = 0;
  for (const { index } of rest.matchAll(new RegExp(phrase.start, 'giu'))) {
    if (index < from) continue;
    const { end, count } = followed(rest, index, phrase);
    // The last is how the id of a task ends where its words were too many.
    const cut = /^(?:\s*(…|\n|$)|-[0-9a-z]{6,8}\b)/.exec(rest.slice(end, end + 12));
    if (!cut || (cut[1] !== '…' && count < TELLING)) continue;
    kept += rest.slice(from, index) + FORGOTTEN;
    from = end + (cut[1] === '…' ? cut[0].length : 0);
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

/**
 * A mirror or an archive without the words. A session that held them is not folded anew there, so what it was about is
 * left out as far as the words say it too. The same value where nothing goes.
 */
export function forgetInCopy<T>(copy: T, forgetting: Forgetting): T {
  const without = forgetDeep(copy, forgetting);
  if (JSON.stringify(without) === JSON.stringify(copy)) return copy;
  return withoutTopics(without, forgetting) as T;
}

/** Topics that the forgotten words do not hold. */
export function otherTopics(topics: readonly string[], { content }: Forgetting): string[] {
  const words = content.toLowerCase();
  return topics.filter((topic) => !words.includes(topic.toLowerCase()));
}

/** Takes topics with the words out of a preamble: from its list of topics and from its pointers to older sessions. */
export function forgetTold(preamble: string, forgetting: Forgetting): string {
  return preamble
    .split('\n')
    .flatMap((line) => {
      if (!line.startsWith(TOPICS))
        return [withoutPointerWords(line, (words) => otherTopics(words, forgetting))];
      const kept = otherTopics(line.slice(TOPICS.length).split(', '), forgetting);
      return kept.length > 0 ? [TOPICS + kept.join(', ')] : [];
    })
    .join('\n');
}

function withoutTopics(value: unknown, forgetting: Forgetting): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutTopics(item, forgetting));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, item]) => {
    if (LISTS_OF_TOPICS.test(name) && Array.isArray(item))
      return [name, otherTopics(item.map(String), forgetting)];
    if (name === 'preamble' && typeof item === 'string') return [name, forgetTold(item, forgetting)];
    return [name, withoutTopics(name === 'terms' ? otherTerms(item, forgetting) : item, forgetting)];
  });
  return Object.fromEntries(entries);
}

const LISTS_OF_TOPICS = /^(?:hot_topics|keywords)$/;

/** The counts of a digest by their terms, or a list of terms. */
function otherTerms(terms: unknown, forgetting: Forgetting): unknown {
  if (Array.isArray(terms))
    return terms.filter((term) => typeof term !== 'string' || otherTopics([term], forgetting).length > 0);
  if (typeof terms !== 'object' || terms === null) return terms;
  const kept = new Set(otherTopics(Object.keys(terms), forgetting));
  return Object.fromEntries(Object.entries(terms).filter(([term]) => kept.has(term)));
}

export interface StoredRestore {
  readonly preamble: string | null;
  /** Why it was told, as it is stored. */
  readonly explanation: string;
}

/** A stored restore without the memory, also if its words were others at that time. */
export function forgetInRestore(
  { preamble, explanation }: StoredRestore,
  forgetting: Forgetting,
): StoredRestore {
  return forgetDeep({ preamble, explanation }, forgetting);
}

function deep(value: unknown, forgetting: Forgetting): unknown {
  if (typeof value === 'string') return inText(value, forgetting);
  if (Array.isArray(value)) return value.map((item) => deep(item, forgetting));
  if (typeof value !== 'object' || value === null) return value;
  const { memoryId } = value as { memoryId?: unknown };
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => {
      if (name === 'categories' && memoryId === forgetting.memoryId) return [name, []];
      if (name === 'preamble') return [name, deep(untold(item, value, forgetting), forgetting)];
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

/** A preamble without the memory's line; which line that is, the explanation beside it tells. */
function untold(preamble: unknown, record: object, forgetting: Forgetting): unknown {
  if (typeof preamble !== 'string') return preamble;
  const { explanation } = record as { explanation?: unknown };
  const why = typeof explanation === 'string' ? parseJson(explanation) : explanation;
  return forgetting.memoryId === null
    ? preamble
    : withoutMemoryLine(preamble, toldMemories(why), forgetting.memoryId, FORGOTTEN);
}

/** Ids of the memories that were told, in the order of their lines. */
function toldMemories(explanation: unknown): string[] {
  const { memories } = Object(explanation) as { memories?: unknown };
  if (!Array.isArray(memories)) return [];
  return (memories as { memory_id?: unknown; verdict?: unknown }[])
    .filter((memory) => memory?.verdict === TAKEN)
    .map((memory) => String(memory.memory_id));
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

function formsOf(content: string): string[] {
  if (content.length < SHORTEST) return [];
  return [...new Set([content, oneLine(content), pinIdentity({ label: null, content })])];
}

function beginning(form: string): string {
  // Half a character is in no stored text.
  return form.slice(0, TELLING).replace(/[\ud800-\udbff]$/, '');
}

/** A title, a label or a line that was cut within the words: it breaks off where they go on. */
function withoutCut(text: string, form: string): string {
  const start = beginning(form);
  if (form.length <= start.length) return text;
  let rest = text;
  for (let at = rest.indexOf(start); at >= 0; at = rest.indexOf(start, at + 1)) {
    let end = at + start.length;
    while (end < rest.length && rest[end] === form[end - at]) end++;
    const cut = /^\s*(?:…|\n|$)/.exec(rest.slice(end, end + 8));
    if (cut)
      rest = rest.slice(0, at) + FORGOTTEN + rest.slice(end + (cut[0].includes('…') ? cut[0].length : 0));
  }
  return rest;
}
