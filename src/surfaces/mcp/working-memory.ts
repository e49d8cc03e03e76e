import * as z from 'zod/v4';
import { records } from '../../operations/fields.ts';
import type { Call } from '../../operations/operation.ts';
import { pin } from '../../operations/pins/pin.ts';
import { unpin } from '../../operations/pins/unpin.ts';
import { answerOf } from './of-operation.ts';
import { type Answer, CHANGES, project, tool } from './tool.ts';

/** Three operations under one name: a list of tools is read whole at every start. */
export const workingMemory = tool({
  name: 'working_memory',
  title: 'Working memory',
  description:
    'Keeps up to 10 pins: short statements for this session and the next. pin (same label replaces), view, unpin (by label, content or number), clear. Pin constraints and agreements; knowledge goes to cortex_add, progress to session_note.',
  input: z.strictObject({
    action: z.enum(['pin', 'view', 'unpin', 'clear']),
    content: pin.input.shape.content.describe('pin: the statement'),
    label: pin.input.shape.label.describe('pin: its name; unpin: which'),
    critical: pin.input.shape.critical.describe('pin: must not be forgotten'),
    project,
  }),
  aliases: {
    // An older Cortex counts from 0. The numbers that a list prints begin at 1, and are given as a label.
    index: { name: 'label', value: (given) => (typeof given === 'number' ? String(given + 1) : given) },
  },
  output: z.looseObject({ pins: records, waiting: records }),
  annotations: CHANGES,
  isAtHand: true,
  writes: ({ action }) => action !== 'view',
  run: (call, { action, content, label, critical }): Promise<Answer> => {
    const ask = (operation: Parameters<typeof answerOf>[0], input: object) =>
      answerOf(operation, call as Call, { ...input });
    switch (action) {
      case 'pin':
        return ask(pin, { content: content ?? '', label, critical });
      case 'view':
        return ask(pin, {});
      case 'unpin':
        return ask(unpin, { pins: [label ?? content ?? ''] });
      case 'clear':
        return ask(unpin, { all: true });
    }
  },
});
