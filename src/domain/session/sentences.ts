import { boundaries } from '../text/sentence-ends.ts';

const LIST_MARK = /^(?:[\s\u00a0]|[-*•+]\s|\[ \]\s|\d{1,2}[.)]\s)+/;

/** Sentences of a text in order, without list marks but ticks: those say that it is done. A line's end is a sentence's end. */
export function sentencesIn(text: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const end of boundaries(text)) {
    const sentence = text.slice(start, end).replace(LIST_MARK, '').trim();
    start = end;
    if (!/[^\s.!?;:,-]/.test(sentence)) continue;
    const before = sentences.at(-1);
    // "Let's do 1. Rename it": the number is no end.
    if (before !== undefined && /\s\d{1,2}\.$/.test(before))
      sentences[sentences.length - 1] = `${before} ${sentence}`;
    else sentences.push(sentence);
  }
  return sentences;
}
