import { patternOnFirstUse } from './pattern.ts';

/**
 * The ends of sentences and clauses, in any language. A quotation consists of whole sentences: a part of one may say
 * the opposite. A sentence that is joined to the next by mistake does no harm, so every doubt joins.
 */

/** A longer sentence is quoted by its beginning. */
export const LONGEST_SENTENCE = 320;

/** Stands last where a text goes on. */
export const GOES_ON = '…';

/**
 * An end of a sentence. A full stop behind a digit ends nothing, so that "2. Mahnung" stays whole, unless the number is a
 * year, a version or a measure; French has a blank before "?".
 */
const SENTENCE_END =
  /(?<=[^\d\s.][.!?…]["'”»)*`]*|\s[?!])\s+|(?<=(?:\d{3}|[A-Za-z.]\d{1,3})[.!?])\s+(?=[A-ZÀ-Þ])|(?<=[。！？])(?![”」』）。！？])|(?<=[。！？][”」』）])/g;

/** Words that are written with a full stop; a single letter is one too (`e.g.`, `z. B.`), and the mark of an item (`(b).`). */
const ABBREVIATIONS =
  'vs|etc|approx|incl|excl|resp|fig|eq|vol|dept|inc|ltd|corp|dr|mrs?|ms|prof|sr|jr|bzw|usw|ca|evtl|ggf|inkl|zzgl|bzgl|vgl|nr|abs|mio|mrd|ej|pág|núm|aprox|réf|cf|env|pp';
const abbreviated = patternOnFirstUse(
  () => `(?:^|[^\\p{L}\\d'’])(?:\\p{L}|${ABBREVIATIONS}|\\((?:\\p{L}|\\d{1,3})\\))\\.$`,
  'iu',
);
const LONGEST_ABBREVIATION = 8;

/** The sentences of a line, in order. */
export function splitSentences(line: string): string[] {
  const sentences: string[] = [];
  let from = 0;
  for (const { index, 0: blank } of endsIn(line, SENTENCE_END)) {
    sentences.push(line.slice(from, index));
    from = index + blank.length;
  }
  sentences.push(line.slice(from));
  return sentences.filter((sentence) => sentence.trim() !== '');
}

/** The marks at which sentences end, and line breaks where the pattern has them. */
function endsIn(text: string, pattern: RegExp): RegExpExecArray[] {
  let from = 0;
  return [...text.matchAll(pattern)].filter(({ index, 0: blank }) => {
    const before = text.slice(from, index);
    const isEnd = blank.includes('\n') || !isInMiddle(before, text.slice(index + blank.length));
    if (isEnd) from = index + blank.length;
    return isEnd;
  });
}

/** The mark of an item, which goes with its words: `F3.` */
const itemMark = patternOnFirstUse(() => '^\\s*\\p{L}\\d{1,3}\\.$', 'u');

/** Whether a mark stands within a sentence: short for a word, in brackets, behind the mark of an item, as `verify OUTP? each minute`. */
function isInMiddle(before: string, after: string): boolean {
  if (abbreviated().test(before.slice(-LONGEST_ABBREVIATION))) return true;
  if (itemMark().test(before)) return true;
  if (/[?!]$/.test(before) && /^\p{Ll}/u.test(after)) return true;
  return before.lastIndexOf('(') > before.lastIndexOf(')') && /^[^()]*\)/.test(after);
}

const OPENING = '([{（「『';
const CLOSING = ')]}）」』';
/** Marks on both sides of what they enclose. */
const AROUND = '`"';
/** A shorter beginning says nothing. */
const SHORTEST_CLAUSE = 40;

/** The end of the last clause within `most` characters, before its mark; 0 if there is none. Brackets and code hold no clause. */
function clauseEnd(text: string, most: number): number {
  let depth = 0;
  let around = '';
  let end = 0;
  for (let at = 0; at < most && at < text.length; at++) {
    const sign = text[at]!;
    if (around !== '') {
      if (sign === around) around = '';
    } else if (AROUND.includes(sign)) around = sign;
    else if (OPENING.includes(sign)) depth++;
    else if (CLOSING.includes(sign)) depth = Math.max(0, depth - 1);
    else if (depth === 0 && at >= SHORTEST_CLAUSE && endsClause(text, at)) end = at;
  }
  return end;
}

function endsClause(text: string, at: number): boolean {
  const sign = text[at]!;
  if (/[，；]/.test(sign)) return true;
  if (/[,;]/.test(sign)) return /\s/.test(text[at + 1] ?? '');
  return /[–—]/.test(sign) && /\s/.test(text[at - 1] ?? '') && /\s/.test(text[at + 1] ?? '');
}

/** A sentence as it is quoted: whole, or where it is very long up to a clause; null if no clause ends early enough. */
export function quotablePart(sentence: string): string | null {
  if (sentence.length <= LONGEST_SENTENCE) return sentence;
  const end = clauseEnd(sentence, LONGEST_SENTENCE - 1);
  return end === 0 ? null : sentence.slice(0, end).trimEnd() + GOES_ON;
}

/** The beginning of a line that goes on behind it, without a mark: up to a clause, else to a word, else as it is. */
export function beginningOf(line: string, most: number): string {
  const clause = clauseEnd(line, most);
  if (clause >= most / 2) return line.slice(0, clause).trimEnd();
  const begin = line.slice(0, most);
  if (/\s/.test(line[most] ?? ' ')) return begin.trimEnd();
  const word = begin.search(/\s\S*$/);
  return word >= most / 4 ? begin.slice(0, word).trimEnd() : begin;
}

/** The beginning and the end of a text, each as whole sentences or lines if it has any, with `gap` between them. */
export function keepEnds(text: string, head: number, tail: number, gap: string): string {
  if (text.length <= head + tail) return text;
  const first = text.slice(0, head);
  const last = text.slice(-tail);
  // The text behind the cut is read too, because it decides whether a mark before the cut ends a sentence.
  const ends = boundariesIn(text.slice(0, head + LONGEST_SENTENCE)).filter(
    ({ index }) => index <= head,
  );
  const begin = boundariesIn(last)[0];
  const kept =
    ends.length > 0 ? first.slice(0, ends.at(-1)!.index) : beginningOf(first, head - 1) + GOES_ON;
  const rest = begin === undefined ? last : last.slice(begin.index + begin[0].length);
  return `${kept.trimEnd()}${gap}${rest}`.toWellFormed();
}

const BOUNDARY = new RegExp(`\\n+|${SENTENCE_END.source}`, 'g');

function boundariesIn(text: string): RegExpExecArray[] {
  return endsIn(text, BOUNDARY).filter(({ index }) => index > 0);
}
