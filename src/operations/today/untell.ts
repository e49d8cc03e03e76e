import * as z from 'zod/v4';
import type { TextInLine } from '../../domain/restore/untold.ts';
import { tellAgain, untell as untellIn } from '../../engine/restore/untell.ts';
import { Failure, UsageError } from '../errors.ts';
import { operation } from '../operation.ts';
import { lookAt } from './today.ts';
import { type ToldLine, type ToldSection, textsBehind } from './told.ts';

export const untell = operation({
  name: { command: 'untell', tool: null },
  summary: 'Keep a line about last time or a decision from being told to later sessions here.',
  about:
    'For what cortex today shows as last time or as decided. The words stay where they were recorded and can be found; cortex forget takes ' +
    'them away for good. --again tells everything again that was kept so. Pins have unpin, tasks drop, rules and memories forget.',
  effect: 'changes',
  on: 'project',
  input: z.strictObject({
    line: z.array(z.string().max(8000)).max(200).optional(),
    again: z.boolean().optional(),
  }),
  words: ['line…'],
  fields: {
    line: { value: 'words', help: 'Words of the line, as cortex today shows it.' },
    again: { help: 'Tell everything again that was not to be told here.' },
  },
  examples: [
    { line: 'cortex untell shadow mode', says: 'the one line that holds these words' },
    { line: 'cortex untell --again', says: 'all of them come back' },
  ],
  run: async (call, { line = [], again = false }) => {
    const { deps, scope } = call;
    const words = line.join(' ').trim();
    if (again === (words !== '')) throw new UsageError('Say which line: cortex untell <words>, or --again.');
    if (again) return { told: await tellAgain(deps, scope), untold: null };
    const { sections, untellable } = await lookAt(call);
    const meant = lineMeant(sections, words);
    const behind = textsBehind(meant.heading, meant.text, untellable);
    const texts = textsMeant(behind, meant.text, words);
    await untellIn(
      deps,
      scope,
      texts.map(({ text }) => text),
    );
    return { told: null, untold: texts.map(({ shown }) => shown) };
  },
  lines: ({ told, untold }) => untold?.map((text) => `Not told any more: ${text}`) ?? [`Told again: ${told}`],
  json: ({ told, untold }) => ({ told_again: told, untold }),
});

/** The one line that holds these words. */
function lineMeant(sections: readonly ToldSection[], words: string) {
  const lines = sections.flatMap(({ heading, lines: own }) =>
    own.filter(isUntellable).map(({ text }) => ({ heading, text })),
  );
  const whole = lines.filter(({ text }) => text === words);
  const near = lines.filter(({ text }) => holds(text, words));
  const [found, ...others] = whole.length > 0 ? whole : near;
  if (!found)
    throw new Failure(
      lines.length === 0
        ? 'No line here can be kept from being told.'
        : `No such line is told here: ${words}`,
      lines.length === 0
        ? 'cortex today shows what would be told.'
        : `These are:\n${listed(lines.map(({ text }) => text))}`,
    );
  if (others.length > 0) throw several([found, ...others].map(({ text }) => text));
  return found;
}

/** Of a line's texts the one that holds these words; all, where they are the line or its own words. */
function textsMeant(texts: readonly TextInLine[], line: string, words: string): readonly TextInLine[] {
  if (line === words) return texts;
  const near = texts.filter(({ shown }) => holds(shown, words));
  const whole = near.filter(({ shown }) => shown === words);
  const found = whole.length > 0 ? whole : near;
  const shown = [...new Set(found.map((one) => one.shown))];
  if (shown.length > 1) throw several(shown);
  return found.length > 0 ? found : texts;
}

function holds(text: string, words: string): boolean {
  return text.toLowerCase().includes(words.toLowerCase());
}

function several(texts: readonly string[]): Failure {
  return new Failure(`Several lines hold these words:\n${listed(texts)}`, 'Give more of them.');
}

function listed(texts: readonly string[]): string {
  return texts.map((text) => `  ${text.slice(0, 100)}`).join('\n');
}

function isUntellable({ controls }: ToldLine): boolean {
  return controls.some(({ does }) => does === 'untell');
}
