import type { Keyed } from './corpus.ts';

/** Lower case, one blank between words, without quotes and emphasis. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll('&lt;', '<')
    .toLowerCase()
    .replace(/["'`*“”„‟‘’‚«»‹›]/g, '')
    .replace(/\s+/g, ' ');
}

/** Thread codes join words by hyphens. */
const spaced = (text: string) => text.replace(/[-\s]+/g, ' ');

/** Whether a text holds one of the keys whole. A key that an ellipsis cuts does not count. */
export function holds(text: string, { key }: Keyed): boolean {
  const whole = plain(text);
  const words = spaced(whole);
  return key.some((one) => whole.includes(plain(one)) || words.includes(spaced(plain(one))));
}

export interface Line {
  /** The heading it stands under, without its colon and what follows; empty before the first. */
  readonly section: string;
  readonly text: string;
}

const HEADING = /^(\p{Lu}[\p{Lu} ]+\p{Lu})(?::| \(|$)/u;

/** The lines of a preamble or an answer, each with its section. */
export function linesOf(text: string): Line[] {
  let section = '';
  return text.split('\n').map((line) => {
    section = HEADING.exec(line)?.[1] ?? section;
    return { section, text: line };
  });
}

/** Sections in which every line is something to do. */
const OPEN_SECTIONS = new Set(['PENDING TASKS', 'NEXT', 'OPEN', 'BLOCKERS', 'OPEN QUESTIONS']);
/** How a line of another section, or a thread code, says that something is open. */
const OPEN_LINE =
  /^\s*(?:- )?(?:next|to do|todo|question|failing|blocker|blocked|block|open)\b|\(not (?:answered|finished)[^()]*\)(?: \[.*\])?\s*$/i;

/** What a text presents as open: to do, failing, in the way, asked and not answered. */
export function openPart(text: string): string {
  return linesOf(text)
    .filter((line) => OPEN_SECTIONS.has(line.section) || OPEN_LINE.test(line.text))
    .map((line) => line.text)
    .join('\n');
}
