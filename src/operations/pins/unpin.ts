import * as z from 'zod/v4';
import { pinLine } from '../../domain/answer/lines.ts';
import { type Pin, pinIdentity, pinsMeant, toWorkingMemory } from '../../domain/pins/pin.ts';
import { unpin as letGo } from '../../engine/pins/pins.ts';
import { Failure, UsageError } from '../errors.ts';
import { operation } from '../operation.ts';
import type { Asker } from '../view.ts';
import { listedPins, paintedPin, pinsJson, pinsLeft, pinsShown } from './pin.ts';

export const unpin = operation({
  name: { command: 'unpin', tool: null },
  summary: 'Unpin statements, here and for later sessions; nothing is erased.',
  about:
    'A pin that was unpinned is not inherited again until it is pinned again. While no session runs, pins that the ' +
    'next session would inherit can be unpinned too.',
  effect: 'changes',
  on: 'sessions',
  input: z.strictObject({
    pins: z.array(z.string().max(20_000)).max(100).optional(),
    all: z.boolean().optional(),
  }),
  words: ['pins…'],
  fields: {
    pins: {
      value: 'label|number',
      help: 'The label of a pin, or its number in cortex pin.',
    },
    all: { help: 'All pins that cortex pin lists.' },
  },
  examples: [
    { line: 'cortex unpin deploy', says: 'by its label' },
    { line: 'cortex unpin 2 3', says: 'by their numbers' },
  ],
  run: async (call, { pins: words = [], all = false }) => {
    const { deps, scope, by } = call;
    if (words.length === 0 && !all)
      throw new UsageError('Say which: cortex unpin <label|number>…, or --all.');
    if (words.length > 0 && all) throw new UsageError('--all unpins everything; leave out the others.');
    const { pins: listed } = await listedPins(call);
    const identities = all ? listed.map(pinIdentity) : pickedPins(listed, words, by);
    const gone = listed.filter((pin) => identities.includes(pinIdentity(pin)));
    if (gone.length > 0) await letGo(deps, scope, identities, await call.sessions());
    return { gone, listed: await listedPins(call) };
  },
  lines: ({ gone, listed }, view) => [
    ...(gone.length === 0 ? ['There are no pins here.'] : []),
    ...gone.map((pin) => `Unpinned: ${paintedPin(pin, view.style)}`),
    ...(gone.length > 0 && view.by === 'person'
      ? [view.style.dim('The numbers have moved: cortex pin lists them. To take it back: cortex pin "…"')]
      : []),
    ...pinsLeft(listed, view),
  ],
  json: ({ gone, listed }) => ({ let_go: gone.map(toWorkingMemory), ...pinsJson(listed) }),
  told: ({ listed }) => pinsShown(listed),
});

/** The pins that words and numbers stand for, each by its identity. */
export function pickedPins(pins: readonly Pin[], words: readonly string[], by: Asker): string[] {
  return words.map((word) => pinIdentity(picked(pins, word, by)));
}

function picked(pins: readonly Pin[], word: string, by: Asker): Pin {
  const [found, ...others] = pinsMeant(pins, word.trim());
  if (found && others.length === 0) return found;
  if (pins.length === 0 && by === 'agent' && word.trim() !== '') throw new Failure('There are no pins here.');
  const advice =
    by === 'person'
      ? 'cortex pin lists them with their numbers.'
      : ['Pins:', ...pins.map((pin, i) => `${i + 1}. ${pinLine(pin)}`)].join('\n');
  if (found) throw new UsageError(`${word} is the number of one pin and the label of another.`, advice);
  if (word.trim() === '') throw new UsageError('label is missing.', `Say which pin. ${advice}`);
  throw new Failure(
    pins.length === 0 ? 'There are no pins here.' : `No pin here has the label or number "${word}".`,
    advice,
  );
}
