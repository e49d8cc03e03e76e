import * as z from 'zod/v4';
import { mutableTexts } from '../../domain/answer/muted.ts';
import { oneLine } from '../../domain/base/text/safe-text.ts';
import { mute as muteIn, textsOpened, unmute } from '../../engine/answer/told.ts';
import { meantSessions } from '../../engine/presence/target.ts';
import { threadHere } from '../../engine/threads/threads.ts';
import { Failure, UsageError } from '../base/errors.ts';
import { declareOperation, type OperationCall } from '../base/operation.ts';
import { nextSession } from './session-told.ts';
import { lineText } from './told.ts';

export const muteOperation = declareOperation({
  name: { command: 'mute', tool: null },
  older: { untell: {} },
  summary: 'Stop telling a line to later sessions here; nothing is erased.',
  about: [
    'Mutes quoted turns, decisions, blockers and finished work: neither a start nor ' +
      'memory_context tells a muted line. Give words of earlier work that a prompt was told, ' +
      'and you mute all of it.',
    'The words stay stored and you can find them; cortex forget erases them. --again unmutes ' +
      'everything here. To drop a pin: cortex unpin; a task: cortex done --drop; a rule: ' +
      'cortex rule --end.',
  ].join('\n\n'),
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
    if (again === (words !== ''))
      throw new UsageError('Say which line: cortex mute <words>, or --again.');
    if (again) return { told: await unmute(deps, scope), untold: null, still: [] };
    const { shown, texts, isMatter } = await lineMeant(call, words);
    // A reply such as "Done." stands in many lines: it goes along only where the whole line was meant.
    const meant = isMatter ? undefined : texts.find((text) => holds(text, words));
    await muteIn(deps, scope, meant === undefined ? texts : [meant]);
    const { sections } = await nextSession(call);
    const still = sections.flatMap(({ lines }) => lines.filter(({ text }) => holds(text, words)));
    return { told: null, untold: [shown], still };
  },
  lines: ({ told, untold, still }) => [
    ...(untold?.map((text) => `Muted: ${text}`) ?? [`Unmuted: ${told}`]),
    ...still.map(({ kind, text }) => `Still told as a ${kind}: ${text}`),
  ],
  json: ({ told, untold, still }) => ({
    told_again: told,
    untold,
    still_told: still.map(({ kind, text, memory_id }) => ({ kind, text, memory_id })),
  }),
});

/** A line that can be muted, and the stored texts that it tells. */
interface Mutable {
  readonly shown: string;
  readonly texts: readonly string[];
  /** All that a prompt was told of earlier work. */
  readonly isMatter?: true;
}

/** The one line that holds these words: of those that a start tells, else of the thread, else what a prompt was told. */
async function lineMeant(call: OperationCall, words: string): Promise<Mutable> {
  const { seen } = await nextSession(call);
  const atStart = seen.sections.flatMap(({ items }) =>
    items.flatMap((item) => (item.quotes ? [{ shown: lineText(item), texts: item.quotes }] : [])),
  );
  const thread = (await threadHere(call.deps, call.scope))?.thread;
  const inThread = (thread ? mutableTexts(thread) : []).map((text) => ({
    shown: text,
    texts: [text],
  }));
  const found = oneOf(atStart, words) ?? oneOf(inThread, words) ?? (await matterMeant(call, words));
  if (found) return found;
  throw new Failure(
    `No line here that can be muted holds these words: ${words}`,
    'cortex told shows what would be told. To drop a pin: cortex unpin; a task: cortex done --drop; ' +
      'a rule: cortex rule --end; a memory: cortex forget.',
  );
}

/** The earlier work that a prompt of a running session was told, if it holds these words: it was the wrong one. */
async function matterMeant(call: OperationCall, words: string): Promise<Mutable | null> {
  const { deps, scope } = call;
  const running = (await call.sessions()) ?? (await meantSessions(deps, scope));
  const opened = await textsOpened(
    deps,
    running.map(({ id }) => id),
  );
  for (const texts of opened) {
    const shown = texts.find((text) => holds(text, words));
    if (shown !== undefined)
      return { shown: lineText({ text: oneLine(shown, 200) }), texts, isMatter: true };
  }
  return null;
}

/** The one that is these words, else that holds them; null where there is none. */
function oneOf(all: readonly Mutable[], words: string): Mutable | null {
  const whole = all.filter(({ shown }) => shown === words);
  const found = whole.length > 0 ? whole : all.filter(({ shown }) => holds(shown, words));
  const lines = [...new Set(found.map(({ shown }) => `  ${shown.slice(0, 100)}`))];
  if (lines.length > 1)
    throw new Failure(`Several lines hold these words:\n${lines.join('\n')}`, 'Give more of them.');
  return found[0] ?? null;
}

function holds(text: string, words: string): boolean {
  return text.toLowerCase().includes(words.toLowerCase());
}
