import { findNouns, type NamedSecret } from './nouns.ts';
import type { Stretch } from './span.ts';
import { ARTICLES } from './words.ts';

/** A sentence that contains a noun for a secret. */
export interface Sentence extends Stretch {
  readonly text: string;
  /** The text in lower case. */
  readonly said: string;
  readonly nouns: readonly NamedSecret[];
  /** In another language than English. */
  readonly foreign: boolean;
}

/** Longest sentence that is read. */
const REACH = 240;
const SENTENCE_END =
  /\r?\n|[.!?]["')]?[ \t]{1,3}(?=[A-Z\u00C0-\u00DE\u0410-\u042F])|[。！？\uFFFF]/g;

/** The sentences that contain a noun for a secret, in one pass. */
export function* sentencesOf(text: string): Generator<Sentence> {
  const nouns = findNouns(text);
  let [from, next] = [0, 0];
  for (let i = 0; i < nouns.length; ) {
    const first = nouns[i]!;
    while (next <= first.start) {
      from = next;
      SENTENCE_END.lastIndex = next;
      const end = SENTENCE_END.exec(text);
      next = end ? end.index + end[0].length : text.length + 1;
    }
    const end = Math.min(next, text.length, first.end + REACH);
    let j = i + 1;
    while (j < nouns.length && nouns[j]!.end <= end) j++;
    const start = Math.max(from, first.start - REACH);
    const said = text.slice(start, end).toLowerCase();
    const own = nouns.slice(i, j);
    let foreign: boolean | undefined;
    yield {
      text,
      start,
      end,
      said,
      nouns: own,
      get foreign() {
        return (foreign ??= own.some(({ english }) => !english) || isForeign(said));
      },
    };
    i = j;
  }
}

const isForeign = (said: string) =>
  /[\u00C0-\u1FFF\u3040-\uD7FF]/.test(said) ||
  lowerCaseWords(said).some((word) => ARTICLES.has(word));

/** The words of a text in lower case. */
export const lowerCaseWords = (said: string): readonly string[] =>
  said
    .toLowerCase()
    .split(/[^a-z\u00C0-\u1FFF]+/)
    .filter(Boolean);

/** A possible value: delimited by blanks, signs or letters that do not occur in values, or quoted. */
export interface SentenceWord extends Stretch {
  readonly text: string;
  readonly quoted: boolean;
}

const WORD = /[^\s"'`“”‘’„«»‹›()<>[\]{}|,;\u0E00-\u0E7F\u2190-\u21FF\u2026\u2E80-\uFFFF]+/g;
const QUOTED =
  /(["'`“„«‘「『] ?)([^"'`“”„«»‘’「」『』\n\uFFFF]{3,64}?)(?= ?["'`”“»’」』](?![A-Za-z]))/g;
const GROUP = /^\d{3,4}(?:[ -]\d{3,4})?$/;

/** The words of a range. A quotation counts as one word, and so do digits in groups. */
export function candidateWords(text: string, from: number, to: number): SentenceWord[] {
  const part = text.slice(from, to);
  const quotes = Array.from(
    part.matchAll(QUOTED),
    ({ index, 1: open = '', 2: value = '' }): SentenceWord => {
      const start = from + index + open.length;
      return { start, end: start + value.length, text: value, quoted: true };
    },
  );
  const words: SentenceWord[] = [...quotes];
  for (const { index, 0: run } of part.matchAll(WORD)) {
    const lead = /^[:=→]*/.exec(run)![0].length;
    const value = run.slice(lead).replace(/[.:?…-]+$/, '');
    const start = from + index + lead;
    if (value === '' || quotes.some((each) => start >= each.start && start < each.end)) continue;
    const last = words.at(-1);
    const end = start + value.length;
    if (last?.end === start - 1 && GROUP.test(last.text) && /^\d{3,4}$/.test(value))
      words[words.length - 1] = { ...last, end, text: `${last.text} ${value}` };
    else words.push({ start, end, text: value, quoted: false });
  }
  return words.sort((a, b) => a.start - b.start);
}
