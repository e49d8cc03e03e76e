import * as z from 'zod/v4';
import type { Quote } from '../../domain/answer/section.ts';
import { quotesIn } from '../../domain/restore/muted.ts';
import { mute as muteIn, unmute } from '../../engine/restore/told.ts';
import { threadHere } from '../../engine/thread/threads.ts';
import { Failure, UsageError } from '../errors.ts';
import { type Call, operation } from '../operation.ts';
import { lineText, type ToldLine } from './told.ts';
import { nextSession } from './why.ts';

export const mute = operation({
  name: { command: 'mute', tool: null },
  older: { untell: {} },
  summary: 'Stop telling a line to later sessions here; nothing is erased.',
  about:
    'For lines of last time and for decisions, blockers and finished work. Neither a start nor memory_context tells a muted line. ' +
    'Its words stay on record and can be found; cortex forget erases. --again unmutes everything here. A pin is let go by ' +
    'cortex unpin, a task by cortex done --drop, a rule by cortex rule --end.',
  effect: 'changes',
  on: 'project',
  input: z.strictObject({
    line: z.array(z.string().max(8000)).max(200).optional(),
    again: z.boolean().optional(),
  }),
  words: ['line…'],
  fields: {
    line: { value: 'words', help: 'Words of the line, as cortex shows it.' },
    again: { help: 'Unmute every line here.' },
  },
  examples: [
    { line: 'cortex mute shadow mode', says: 'the one line that holds these words' },
    { line: 'cortex mute --again', says: 'all of them come back' },
  ],
  run: async (call, { line = [], again = false }) => {
    const { deps, scope } = call;
    const words = line.join(' ').trim();
    if (again === (words !== '')) throw new UsageError('Say which line: cortex mute <words>, or --again.');
    if (again) return { told: await unmute(deps, scope), untold: null, still: [] };
    const texts = await meant(call, words);
    await muteIn(
      deps,
      scope,
      texts.map(({ text }) => text),
    );
    return { told: null, untold: texts.map(({ shown }) => shown), still: await stillTold(call, words) };
  },
  lines: ({ told, untold, still }) => [
    ...(untold?.map((text) => `Muted: ${text}`) ?? [`Unmuted: ${told}`]),
    ...still.map((line) => `Still told as a ${line.kind}: ${line.text} ${insteadOf(line)}`),
  ],
  json: ({ told, untold, still }) => ({
    told_again: told,
    untold,
    still_told: still.map(({ kind, text, memory_id }) => ({ kind, text, memory_id })),
  }),
});

/** The texts of the one line that holds these words: of those that a start tells, else of the thread. */
async function meant(call: Call, words: string): Promise<readonly Quote[]> {
  const { deps, scope } = call;
  const { seen, sections } = await nextSession(call);
  const told = seen.sections.flatMap(({ items }) => items.filter((item) => item.quotes !== undefined));
  const atStart = oneOf(told, words, lineText);
  if (atStart) return quotesMeant(atStart.quotes!, words);
  const thread = (await threadHere(deps, scope))?.thread;
  const inThread = thread ? quotesIn(thread) : [];
  const found = oneOf(inThread, words, ({ shown }) => shown, isCodeOf);
  if (found) return [found];
  const lines = sections.flatMap((section) => section.lines);
  const other = lines.find((line) => insteadOf(line) && holds(line.text, words));
  if (other) throw new Failure(`That is a ${other.kind}: ${other.text}`, insteadOf(other));
  const all = [...told.map(lineText), ...inThread.map(({ shown }) => shown)];
  throw new Failure(
    all.length === 0 ? 'No line here can be muted.' : `No line here holds these words: ${words}`,
    all.length === 0
      ? 'cortex why shows what would be told.'
      : `Lines that can be muted:\n${listed([...new Set(all)].slice(0, MOST_LISTED))}`,
  );
}

const MOST_LISTED = 20;

/** The command that ends a line of another kind; null for what has none. */
function insteadOf({ kind, memory_id: id }: ToldLine): string | null {
  switch (kind) {
    case 'pin':
      return 'cortex unpin removes it.';
    case 'task':
      return 'cortex done closes it, with --drop as given up.';
    case 'rule':
    case 'memory':
      return id === null ? 'cortex forget --words "…" erases its words.' : `cortex forget ${id} erases it.`;
    default:
      return null;
  }
}

/** Lines of another kind that hold the words all the same: the same may have been kept twice. */
async function stillTold(call: Call, words: string): Promise<readonly ToldLine[]> {
  const { sections } = await nextSession(call);
  return sections.flatMap(({ lines }) => lines.filter((line) => insteadOf(line) && holds(line.text, words)));
}

/** The one that is these words, else that holds them; several that read alike are one, and null where there is none. */
function oneOf<T>(
  all: readonly T[],
  words: string,
  textOf: (one: T) => string,
  isMeant: (text: string, words: string) => boolean = holds,
): T | null {
  const whole = all.filter((one) => textOf(one) === words);
  const found = whole.length > 0 ? whole : all.filter((one) => isMeant(textOf(one), words));
  const texts = [...new Set(found.map(textOf))];
  if (texts.length > 1)
    throw new Failure(`Several lines hold these words:\n${listed(texts)}`, 'Give more of them.');
  return found[0] ?? null;
}

/** Words may be those of the whole line, or of its label: then all its texts are meant, else the one that holds them. */
function quotesMeant(quotes: readonly Quote[], words: string): readonly Quote[] {
  const found = oneOf(quotes, words, ({ shown }) => shown);
  return found ? [found] : quotes;
}

/** Whether the words are of the text, or a code that tells it: `dec:relay=measure-before-switching`. */
function isCodeOf(text: string, words: string): boolean {
  const plain = (some: string) => some.replace(/[-_:=\s]+/g, ' ').trim();
  return holds(plain(text), plain(words)) || holds(plain(words), plain(text));
}

function holds(text: string, words: string): boolean {
  return text.toLowerCase().includes(words.toLowerCase());
}

function listed(texts: readonly string[]): string {
  return texts.map((text) => `  ${text.slice(0, 100)}`).join('\n');
}
