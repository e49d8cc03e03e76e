import { FENCED_LINES } from '../observe/announced/fences.ts';
import { lowerCase } from '../observe/announced/prose.ts';
import { oneLine } from '../text/safe-text.ts';
import { type Closing, closingOf } from './closing.ts';
import { isLeftOver } from './left-open.ts';
import { isQuestion, sentencesIn } from './sentences.ts';
import { tellingIn } from './telling.ts';

/** What is kept of an agent's reply. */
export interface Reply {
  readonly said: string;
  /** The line of what it tells; empty where it tells nothing, such as a good-bye. */
  readonly line: string;
  readonly question: string | null;
  readonly next: readonly string[];
  /** What comes next is what the agent left, and not what it proposes. */
  readonly isLeft?: true;
}

const LONGEST = 600;
const LONGEST_CLOSING = 300;
const LONGEST_LINE = 160;
const LONGEST_QUESTION = 300;
/** Head and tail of what a reply may be at most. */
const READ = 8_000;

/** Null for what a host put in a reply's place. */
export function replyOf(text: string): Reply | null {
  if (/^\s*(?:\[Request interrupted by user|API Error\b|No response requested\.?\s*$)/.test(text))
    return null;
  const prose = proseOf(text);
  const closing = closingOf(prose);
  const said = excerpt(prose, closing);
  if (said === '') return null;
  return {
    said,
    line: oneLine(joined(tellingOf(prose)), LONGEST_LINE),
    question: questionIn(prose),
    next: closing?.items ?? [],
    ...(closing && isLeftOver(closing.text) && { isLeft: true }),
  };
}

/** A reply none of whose sentences carries more is a courtesy: "Enjoy your evening!" */
const MORE_THAN_COURTESY = 1.3;

function tellingOf(prose: string): string[] {
  const telling = tellingIn(prose);
  const isCourtesy = telling.every(({ weight }) => weight < MORE_THAN_COURTESY);
  return isCourtesy ? [] : telling.map(({ text }) => text);
}

/** What a reply says without its code; of one that is nothing but a block, such as a commit message, the block. */
export function proseOf(text: string): string {
  const short = text.length > 2 * READ ? `${text.slice(0, READ)}\n\n${text.slice(-READ)}` : text;
  const rest = withoutCode(short);
  return rest.trim() === '' ? short.replace(/^[ \t]*(?:```|~~~).*$/gm, '') : rest;
}

function withoutCode(text: string): string {
  return text.replace(FENCED_LINES, '').replace(/\n{3,}/g, '\n\n');
}

/** The closing list first, then the head and the tail of the rest. */
function excerpt(prose: string, closing: Closing | null): string {
  const whole = flat(prose);
  if (whole.length <= LONGEST && (closing === null || whole.length <= LONGEST_CLOSING)) return whole;
  if (closing === null) return headAndTail(prose, LONGEST);
  const first = oneLine(flat(closing.text), LONGEST_CLOSING);
  const rest = prose.replace(closing.text, '').trim();
  if (flat(rest) === '') return first;
  return `${first} … ${headAndTail(rest, LONGEST - first.length - 3)}`;
}

/** Whole sentences from the beginning and from the end; the end is where a reply says how things stand. */
function headAndTail(prose: string, most: number): string {
  const whole = flat(prose);
  if (whole.length <= most) return whole;
  const sentences = sentencesOf(prose);
  const head = whileFits(sentences, Math.floor(most * 0.5));
  const tail = whileFits(sentences.slice(head.length).reverse(), most - joined(head).length - 3).reverse();
  if (head.length === 0) return oneLine(whole, most);
  return [joined(head), joined(tail)].filter((part) => part !== '').join(' … ');
}

function whileFits(sentences: readonly string[], most: number): string[] {
  const kept: string[] = [];
  let length = 0;
  for (const sentence of sentences) {
    length += sentence.length + 2;
    if (length > most) break;
    kept.push(sentence);
  }
  return kept;
}

/** Markdown as plain sentences: a line of a list ends with a semicolon, and keeps the number that an answer may name. */
function sentencesOf(prose: string): string[] {
  const out: string[] = [];
  for (const raw of prose.split('\n')) {
    const line = plainLine(raw);
    const mark = OPTION.exec(line)?.[0] ?? '';
    const rest = line.slice(mark.length);
    if (rest === '') continue;
    const [first = '', ...others] = /\s\S+\s/.test(rest) ? sentencesIn(rest) : [rest];
    out.push(mark + first, ...others);
  }
  return out;
}

/** `2.`, `B)` or `Option B:` before an item. */
const OPTION = /^(?:\d{1,2}[.)]|[A-Ea-e][.)]|(?:Option|Variante?|Opción|Opção) [A-E\d][.):]) /;

function flat(prose: string): string {
  return joined(sentencesOf(prose));
}

function joined(sentences: readonly string[]): string {
  let text = '';
  for (const sentence of sentences) {
    if (text !== '') text += /[.!?;:,…。！？；：，]$/.test(text) ? ' ' : '; ';
    text += sentence;
  }
  return oneLine(text);
}

function plainLine(raw: string): string {
  if (/^\s*\|?[\s:|-]{3,}\|?\s*$/.test(raw)) return '';
  const line = /^\s*\|.*\|\s*$/.test(raw)
    ? raw
        .trim()
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim())
        .filter((cell) => cell !== '')
        .join(', ')
    : raw;
  return oneLine(
    line.replace(/^\s*(?:#{1,6}\s+|>\s?|[-*•+]\s+)+/, '').replace(/\*\*|__(?=\S)|(?<=\S)__/g, ''),
  );
}

/** Offers at the end of an answer that ask nothing. */
const COURTESY =
  /^(?:(?:please )?let me know if (?:you (?:have|need|want|would like|'d like|run into|see|hit)|there(?:'s| is) anything|anything)|(?:is there )?anything else|does (?:that|this) (?:help|make sense)|feel free|happy to help|(?:need|want) anything else|how (?:else )?can i help|what would you like (?:me )?to (?:work on|do) next)|^(?:sag|melde?) .{0,20}(?:bescheid|dich), (?:wenn|falls)|^n'hésite/;

/** Orders that are questions to the person. */
const ASKING =
  /^(?:(?:please )?(?:let me know|tell me|confirm|advise|choose|pick|decide|specify) (?:whether|which|what|how|when|where|who|if you (?:want|prefer|'d (?:like|prefer)|would (?:like|prefer)) .{0,80}\bor\b|one of|between)|please (?:confirm|choose|advise|clarify|provide|specify)|which (?:one|option|approach|do|would)\b|your (?:call|choice)\b|(?:bitte )?sag(?:e|en sie)? (?:mir|bescheid),? (?:ob|welche)|dis-moi (?:si|quel)|dime (?:si|cuál)|diga(?:-me)? (?:se|qual)|请(?:确认|告诉我|选择))/;

const LAST_SENTENCES = 8;

/** What a reply asks the person at its end, with the sentence before it where that is a question too. */
function questionIn(prose: string): string | null {
  const all = sentencesOf(prose.slice(-3_000));
  const last = all.slice(-LAST_SENTENCES);
  const at = last.findLastIndex(isAsked);
  if (at < 0) return null;
  const options = optionsBefore(prose, last[at]!);
  if (options !== null) return options;
  // A question far from the end is only one to the person where what follows are its options or conditions.
  const behind = last.slice(at + 1);
  if (behind.length > 2 && !isQuestionBefore(prose, last[at]!)) return null;
  const before = at > 0 && isAsked(last[at - 1]!) ? [last[at - 1]!] : [];
  const asked = [...before, last[at]!, ...(isOptions(prose, last[at]!) ? behind : [])];
  return oneLine(joined(asked), LONGEST_QUESTION);
}

/** What sets a choice apart from a question below a list: "Which one?", "I'd go for 2." */
const CHOOSING =
  /\b(?:which|choose|pick|prefer|option|your (?:call|choice)|go (?:for|with)|what do you (?:think|say)|welche[rsn]?|lieber|bevorzug\w*|quel(?:le)?|lequel|laquelle|préf\w+|cuál|prefier\w*|qual|prefere\w*)\b|哪|选|どれ|どちら/;

/** A question about numbered options that stand above it, with all of them; null where there are none. */
function optionsBefore(prose: string, question: string): string | null {
  const lines = prose.split('\n').filter((line) => line.trim() !== '');
  const asked = lines.findLastIndex((line) => line.includes(question.slice(-20)));
  const isOption = (line: string) => OPTION.test(plainLine(line));
  const last = lines.slice(0, asked).findLastIndex(isOption);
  if (last < 0 || asked - last > FARTHEST) return null;
  let first = last;
  while (first > 0 && (isOption(lines[first - 1]!) || /^\s{2,}/.test(lines[first - 1]!))) first--;
  const options = lines.slice(first, last + 1).filter(isOption);
  const below = lines.slice(last + 1);
  const behind = flat(below.join('\n'));
  if (options.length < 2 || !CHOOSING.test(lowerCase(behind))) return null;
  const whole = flat(lines.slice(first).join('\n'));
  if (whole.length <= LONGEST_QUESTION) return whole;
  // Every option is worth more than all of one.
  const end = oneLine(question, LONGEST_QUESTION / 2);
  const each = Math.floor((LONGEST_QUESTION - end.length) / options.length) - 2;
  return joined([...options.map((line) => oneLine(plainLine(line), each)), end]);
}

/** Lines between the last option and the question. */
const FARTHEST = 4;

function isAsked(sentence: string): boolean {
  const plain = lowerCase(sentence).replace(/’/g, "'");
  if (COURTESY.test(plain)) return false;
  return isQuestion(plain) || ASKING.test(plain);
}

/** The question is followed by a list: its options. */
function isOptions(prose: string, question: string): boolean {
  const at = prose.lastIndexOf(question.slice(-20));
  return at >= 0 && /^[^\n]*\n+\s*(?:[-*•]|\d{1,2}[.)]|[A-Da-d][.)])\s/.test(prose.slice(at));
}

function isQuestionBefore(prose: string, question: string): boolean {
  return isOptions(prose, question) || prose.lastIndexOf(question.slice(-20)) > prose.length - 400;
}
