import { oneLine } from '../text/safe-text.ts';
import { type Token, tokens } from '../text/words.ts';
import { isNod } from './nod.ts';
import { asks, withoutLead } from './requests.ts';
import { hasWords, isQuestion, sentencesIn } from './sentences.ts';

const LONGEST = 100;
/** A request further down is about a detail. */
const LOOKED_AT = 3;

/** A session's title. One that is vague gives way to what a later prompt asks for. */
export interface Title {
  readonly text: string;
  readonly isVague: boolean;
}

/** A title out of a person's words: the first sentence that asks for something; null where there is none at all. */
export function titleIn(words: string): Title | null {
  if (isNod(words)) return null;
  const sentences = sentencesIn(words.slice(0, 4_000)).filter((one) => hasWords(one) && !isNod(one));
  const text = sentences.length === 0 ? null : chosen(sentences);
  return text === null ? null : { text, isVague: isVague(text) };
}

function chosen(sentences: readonly string[]): string | null {
  const first = sentences.findIndex(tellsSomething);
  if (first < 0) return titleFrom(sentences, 0);
  const near = sentences.slice(first, first + LOOKED_AT);
  const order = near.findIndex((one, i) => asks(one) && tellsSomething(one) && (i === 0 || !isQuestion(one)));
  if (order <= 0) return titleFrom(sentences, first);
  // "Explain each part of it": what it is stands in the sentence before.
  const from = POINTING.test(near[order]!.toLowerCase()) ? first + order - 1 : first + order;
  return titleFrom(sentences, from);
}

const POINTING =
  /\b(?:this|that|it|its|them|those|these|the same|here|das|dies\w{0,2}|ça|cela|esto|eso|isso|isto)\b|这|那|它/;

/** Whether a prompt says little without the request before it: "next part please", "the same for the mobile view". */
export function pointsBack(words: string): boolean {
  if (words.length > LONGEST_POINTING) return false;
  // Behind a comma a pronoun is likely to mean what the request itself names.
  const [clause] = words.toLowerCase().split(/[,;:.]\s/);
  return titleIn(words)?.isVague !== false || POINTING.test(clause!);
}

const LONGEST_POINTING = 80;

/** A path that would fill the title: its last part names the thing. */
const LONG_PATH = /(?<![^\s`"'(@])[~/.][^\s`"']{39,}\/([^\s`"'/]{1,40})/g;
/** Warning signs and the like at the start. */
const SIGN = /^[^\w\s"'`(@./~#…¿¡\u00c0-\u1fff\u3041-\ud7a3-]+\s*/;

/** A title from a sentence on: one that is short, points back, announces something or only names a place takes the next with it. */
function titleFrom(sentences: readonly string[], at: number): string | null {
  let title = withoutLead(sentences[at]!);
  const next = sentences[at + 1];
  const isOpen = /[:：]$/.test(title) || title.length < 25 || !asks(title) || namesOnlyAPlace(title);
  if (next !== undefined && isOpen) title += ` ${next}`;
  return (
    oneLine(title.replace(LONG_PATH, '…/$1').replace(SIGN, ''), LONGEST).replace(/[\s.。:：,;]+$/, '') || null
  );
}

/** "Take a look at src/app.log" says where, and not yet what for. */
function namesOnlyAPlace(sentence: string): boolean {
  return PLACE.test(sentence) && telling(sentence.replace(PLACE, ' ')).length < 2;
}

/** A path or an address at the end. */
const PLACE = /(?<![^\s`"'(])(?:https?:\/\/|[@~./]*[\w.-]+\/)[^\s`"']*[`"'.]*$/;

/** "This isn't good", "Address 3 and 8", "the tests are done already": a short sentence that names nothing, or asks for nothing. */
function isVague(title: string): boolean {
  const found = telling(title);
  if (found.some(({ parts }) => parts.length > 0)) return false;
  return found.length < 2 || (!asks(title) && title.length < SHORT);
}

const SHORT = 50;

/** "Can you fix this?" names nothing; two telling words do, or one that is a name. */
function tellsSomething(sentence: string): boolean {
  const found = telling(sentence);
  return found.length > 1 || found.some((one) => one.parts.length > 0);
}

/** Numbers alone stand for something that was said elsewhere. */
function telling(sentence: string): Token[] {
  return tokens(sentence).filter(({ term }) => !/^[\d.,/-]+$/.test(term));
}
