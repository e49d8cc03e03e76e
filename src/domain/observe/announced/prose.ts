/** A message as a person's own sentences: pasted, quoted and fenced text is blanked out, every offset stays. */

import { boundaries } from '../../text/sentence-ends.ts';
import { attributedIn, framedIn } from './anothers.ts';
import type { Stretch } from './attributed.ts';
import { FENCED } from './fences.ts';

export interface Sentence {
  /** As written. */
  readonly text: string;
  /** The same length, with what is not the person's own words blanked, apostrophes straight, in lower case. */
  readonly own: string;
  readonly question: boolean;
}

const MOST_CHARACTERS = 20_000;
const LONGEST_SENTENCE = 600;

const blank = (piece: string) => piece.replace(/[^\n]/g, '\u00a0');

export function sentencesOf(message: string): Sentence[] {
  const text = message.slice(0, MOST_CHARACTERS);
  const own = lowerCase(ownWords(text).replace(/[’‘ʼ]/g, "'"));
  const sentences: Sentence[] = [];
  let start = 0;
  for (const end of boundaries(own)) {
    const piece = own.slice(start, end);
    if (piece.trim() !== '' && piece.length <= LONGEST_SENTENCE) {
      const lead = piece.length - piece.replace(/^(?:[\s\u00a0]|[-*•]\s|\d{1,2}[.)]\s)+/, '').length;
      sentences.push({
        text: text.slice(start + lead, end).trimEnd(),
        own: piece.slice(lead).trimEnd(),
        question: /[?？]/.test(piece.slice(-4)),
      });
    }
    start = end;
  }
  return sentences;
}

/** Some letters change their length in lower case; those stay as they are. */
export function lowerCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text.replace(/[A-ZÀ-Þ]/g, (letter) => letter.toLowerCase());
}

const without = (text: string, { from, to }: Stretch) =>
  text.slice(0, from) + blank(text.slice(from, to)) + text.slice(to);

/** One line without a colon neither holds nor announces another's text. */
export function mayQuote(text: string): boolean {
  return /[\n:：]/.test(text);
}

/** What the message has of others is blanked out. */
function withoutOthers(text: string): string {
  if (!mayQuote(text)) return text;
  const frames = framedIn(text);
  const framed = frames.reduce(without, text);
  // An announced text that has a form of its own says itself how far it goes, as a quotation does.
  const marked = frames.reduce((all, { from }) => `${all.slice(0, from)}>${all.slice(from + 1)}`, framed);
  const others = attributedIn(marked);
  return others ? without(framed, others) : framed;
}

export function ownWords(text: string): string {
  let own = withoutElements(withoutOthers(text).replace(FENCED, blank))
    .replace(/`[^`\n]{1,300}`/g, blank)
    .replace(
      /"[^"\n]{1,600}"|“[^”\n]{1,600}”|„[^“”\n]{1,600}[“”]|「[^」\n]{1,600}」|»[^«\n]{1,600}«|«[^»\n]{1,600}»|(?<=^|[\s(])'[^'\n]{2,300}'(?=[\s.,;:)]|$)/gm,
      blank,
    );
  const heading = own.search(/^#{1,4} \S/m);
  if (heading >= 0) own = own.slice(0, heading) + blank(own.slice(heading));
  const handedOver = HANDED_OVER.exec(own);
  if (handedOver) own = own.slice(0, handedOver[0].length) + blank(own.slice(handedOver[0].length));
  const talk = isConversation(own);
  return own
    .split('\n')
    .map((line) => (isPasted(line) || (talk && SPEAKER.test(line)) ? blank(line) : line))
    .join('\n');
}

/** `<log>…</log>` and its like, with or without attributes. An expression with a back reference would be quadratic in unclosed tags. */
function withoutElements(text: string): string {
  let own = '';
  let done = 0;
  const unclosed = new Set<string>();
  for (const tag of text.matchAll(/<([a-z][\w-]{0,40})(?:\s[^<>]{0,200})?>/gi)) {
    const close = `</${tag[1]}>`;
    if (tag.index < done || unclosed.has(close)) continue;
    const end = text.indexOf(close, tag.index);
    if (end < 0) unclosed.add(close);
    else {
      own += text.slice(done, tag.index) + blank(text.slice(tag.index, end + close.length));
      done = end + close.length;
    }
  }
  return own + text.slice(done);
}

/** "Translate: …", "Review this text: …": what follows is material. */
const HANDED_OVER =
  /^\s*(?:please |can you |could you )?(?:review|translate|proofread|summari[sz]e|rewrite|rephrase|reword|shorten|fix the (?:grammar|typos)|implement the following|here(?:'|’)?s what|here is what)\b[^\n:]{0,120}:/i;

const SPEAKER = /^\s*(?:@\w{1,30}|[A-Z][a-z]{0,15}|[A-Z]{1,3}): \S/;
const LABEL =
  /^\s*(?:Decision|Decided|Agreed|Settled|Blocker|Blocked|Reason|Waiting|Pending|Unclear|Conclusion|Problem|Note|Todo|TODO|Status|Entscheidung|Expected|Steps|Actual): /;

function isConversation(text: string): boolean {
  const lines = text.split('\n');
  return lines.filter((line) => SPEAKER.test(line) && !LABEL.test(line)).length >= 2;
}

const PASTED: readonly RegExp[] = [
  /^\s*>/, // quoted
  /^\s*(?:at|in) \S+ ?\(/, // stack frames
  /^\s*at \S+:\d+/,
  /^\s*File ".{1,200}", line \d+/,
  /^\s*\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d/, // logs
  /^\s*\d\d:\d\d:\d\d[ .,]/,
  /^\s*\[?(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL)\]?[: ]/,
  /^\s*(?:npm|yarn|pnpm) (?:ERR!|error|warn|WARN)/,
  /^\s*(?:Error|Warning|Caused by|[A-Z]\w{2,40}(?:Error|Exception)): /,
  /^\s*[$%] \S/, // shell prompts
  /^\S{1,200}:\d+(?::\d+)?:? /, // compilers
  /^\s*[{}[\]|+]/, // data, tables
  /^(?:diff |index |@@|\+\+\+|---)/,
  /[;{}]\s*$/, // code
  /^\s{8,}\S/,
];

/** Whether a line by itself looks like a quotation, a log, a stack frame, data or code. */
export function isPasted(line: string): boolean {
  return PASTED.some((form) => form.test(line));
}
