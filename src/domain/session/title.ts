import { oneLine } from '../safe-text.ts';
import { tokens } from '../words.ts';
import { isNod } from './nod.ts';
import { asks, withoutLead } from './requests.ts';
import { hasWords, isQuestion, sentencesIn } from './sentences.ts';

const LONGEST = 100;
/** A request further down is about a detail. */
const LOOKED_AT = 3;

/** A session's title out of a person's words: the first sentence that asks for something; null where none says enough. */
export function titleIn(words: string): string | null {
  if (isNod(words)) return null;
  const sentences = sentencesIn(words.slice(0, 4_000)).filter((one) => hasWords(one) && !isNod(one));
  const first = sentences.findIndex(tellsSomething);
  if (first < 0) return sentences.length === 0 ? null : titleFrom(sentences, 0);
  const near = sentences.slice(first, first + LOOKED_AT);
  const order = near.findIndex((one, i) => asks(one) && tellsSomething(one) && (i === 0 || !isQuestion(one)));
  if (order <= 0) return titleFrom(sentences, first);
  // "Explain each part of it": what it is stands in the sentence before.
  const from = POINTING.test(near[order]!.toLowerCase()) ? first + order - 1 : first + order;
  return titleFrom(sentences, from);
}

const POINTING =
  /\b(?:this|that|it|its|them|those|these|the same|here|das|dies\w{0,2}|ça|cela|esto|eso|isso|isto)\b|这|那|它/;

/** A path that would fill the title: its last part names the thing. */
const LONG_PATH = /(?<![^\s`"'(@])[~/.][^\s`"']{39,}\/([^\s`"'/]{1,40})/g;
/** Warning signs and the like at the start. */
const SIGN = /^[^\w\s"'`(@./~#…¿¡\u00c0-\u1fff\u3041-\ud7a3-]+\s*/;

/** A title from a sentence on: one that is short, points back or announces something takes the next with it. */
function titleFrom(sentences: readonly string[], at: number): string | null {
  let title = withoutLead(sentences[at]!);
  const next = sentences[at + 1];
  if (next !== undefined && (/[:：]$/.test(title) || title.length < 25 || !asks(title))) title += ` ${next}`;
  return (
    oneLine(title.replace(LONG_PATH, '…/$1').replace(SIGN, ''), LONGEST).replace(/[\s.。:：,;]+$/, '') || null
  );
}

/** "Can you fix this?" names nothing; two telling words do, or one that is a name. */
function tellsSomething(sentence: string): boolean {
  const found = tokens(sentence);
  return found.length > 1 || found.some((one) => one.parts.length > 0);
}
