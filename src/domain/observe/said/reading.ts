import { FENCED } from '../announced/fences.ts';
import { lowerCase, ownWords } from '../announced/prose.ts';

export interface Line {
  /** As written, on one line. */
  readonly text: string;
  /** For matching: lower case, no accents, straight apostrophes, one blank, quotes and code as `_`. */
  readonly plain: string;
  readonly question: boolean;
  readonly start: number;
  readonly end: number;
}

const MOST_CHARACTERS = 20_000;
const LONGEST = 300;
/** Ten thousand full stops are no message; each sentence costs a look at every form. */
const MOST_LINES = 500;

/** A message longer than this holds material: a plan, a template, a summary. Its lists are not the person's words. */
const MOST_OWN_LINES = 12;

/** The sentences of a person's message, without what was pasted into it or put there by a host. */
export function promptLines(message: string): Line[] {
  const text = message.slice(0, MOST_CHARACTERS);
  if (HOST_NOTICE.test(text)) return [];
  return linesOf(text, withoutLists(ownWords(text)), /\n|[.!?;]+[)"'”]?(?=[\s\u00a0]|$)|[。！？；]/g).slice(
    0,
    MOST_LINES,
  );
}

/** The sentences of an agent's reply, without code blocks, tables, headings and quotations. */
export function replyLines(reply: string): Line[] {
  const text = reply.slice(-MOST_CHARACTERS);
  const own = text
    .replace(FENCED, blank)
    .replace(/^[ \t]*(?:>|\||#{1,6} |\/\/|[$%] ).*$/gm, blank)
    .replace(/^(?: {6,}|\t{2,})\S.*$/gm, blank)
    .replace(/`[^`\n]{1,200}`/g, blank);
  return linesOf(text, own, /\n|[.!?]+(?:\*\*|[)"'”])?(?=[\s\u00a0]|$)|[。！？]/g).slice(-MOST_LINES);
}

const blank = (piece: string) => piece.replace(/[^\n]/g, '\u00a0');

/** Notices, continued conversations and handed-over plans: their words are a host's or an agent's. */
const HOST_NOTICE =
  /^\s*(?:<(?:task-notification|command-\w+|local-command|bash-\w+|teammate-message|user_instructions|INSTRUCTIONS|turn_aborted|subagent_notification)\b|this session is being continued from|caveat: the messages below|base directory for this skill|stop hook feedback|\[system|\[request interrupted|implement the following plan|# agents\.md)/i;

/** A list in a long message comes from a document; a short list may be a person's own rules. */
function withoutLists(own: string): string {
  const lines = own.split('\n');
  if (lines.filter((line) => line.trim() !== '').length <= MOST_OWN_LINES) return own;
  return lines.map((line) => (/^\s*(?:[-*+•]|\d{1,3}[.)])\s/.test(line) ? blank(line) : line)).join('\n');
}

function linesOf(text: string, own: string, marks: RegExp): Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const end of ends(own, marks)) {
    const piece = own.slice(start, end);
    const from = start + leadOf(piece, text.slice(start, end));
    const said = own.slice(from, end);
    const written = text.slice(from, end).trim();
    if (/[^\s.,:;!?。！？；，]/.test(written) && said.trim() !== '' && written.length <= LONGEST) {
      lines.push({
        text: written.replace(/\s+/g, ' '),
        plain: plain(said),
        question: /[?？][)"'”]?\s*$/.test(said),
        start: from,
        end,
      });
    }
    start = end;
  }
  return lines;
}

/** Blanks, list marks and elements of a host stand before a sentence; quoted words and code belong to it. */
function leadOf(own: string, text: string): number {
  const marks = /^(?:[ \t\n]|[-*+•][ \t]|\d{1,2}[.)][ \t]|\(?[a-h][.)][ \t])*/.exec(own)![0].length;
  const blanked = /^\u00a0+[ \t]*/.exec(own.slice(marks));
  return blanked && text[marks] === '<' ? marks + blanked[0].length : marks;
}

function plain(own: string): string {
  const words = lowerCase(own)
    .replace(/[’‘ʼ]/g, "'")
    .replace(/\u00a0+/g, ' _ ')
    .replace(/\*\*|__/g, '');
  const ascii = /^[ -~]*$/.test(words)
    ? words
    : words
        .normalize('NFD')
        .replace(/[\u0300-\u036f]/g, '')
        .normalize('NFC')
        .replace(/ß/g, 'ss')
        .replace(/œ/g, 'oe');
  return ascii
    .replace(/ _ (?=[,.:;!?)])/g, ' _')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Ends of sentences: line ends, and marks that a blank or the end follows. */
function ends(own: string, marks: RegExp): number[] {
  const found: number[] = [];
  for (const mark of own.matchAll(marks)) {
    const before = own.slice(Math.max(0, mark.index - 12), mark.index);
    if (mark[0] === '.' && ABBREVIATION.test(before)) continue;
    if (mark[0] === '\n' && isWrapped(own, mark.index)) continue;
    found.push(mark.index + mark[0].length);
  }
  if (found.at(-1) !== own.length) found.push(own.length);
  return found;
}

const ABBREVIATION =
  /(?:\b(?:e\.g|i\.e|etc|vs|cf|z\.b|d\.h|bzw|ca|p\.ex|p\.ej|approx|no)|(?:^|\n)\s{0,6}\d{1,2})$/i;

/** A hard-wrapped line: full, without a mark at its end, and the next one goes on in lower case. */
function isWrapped(own: string, at: number): boolean {
  const line = own.slice(Math.max(0, own.lastIndexOf('\n', at - 1) + 1, at - 120), at);
  return (
    line.length >= 60 &&
    /[a-z,\u00e0-\u00ff]$/.test(line) &&
    /^\n[a-z\u00e0-\u00ff]/.test(own.slice(at, at + 2))
  );
}
