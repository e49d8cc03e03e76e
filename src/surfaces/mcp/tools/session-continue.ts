import * as z from 'zod/v4';
import { memoryLine, pinLine, taskLine } from '../../../domain/answer/lines.ts';
import { shortId } from '../../../domain/ids.ts';
import { continuedRecord, continueFrom, hasContinued } from '../../../engine/continue.ts';
import { pinItem, taskItem, wholeMemory } from '../../../engine/ledger-items.ts';
import { statusOf } from '../../../engine/session/liveness.ts';
import { Failure } from '../../../engine/trouble.ts';
import { sessionMeant } from '../../../operations/meant.ts';
import { count, list } from '../lines.ts';
import { ADDS, id, records, tool } from '../tool.ts';

export const sessionContinue = tool({
  name: 'cortex_session_continue',
  title: 'Continue a session',
  description:
    'Takes over everything an earlier session held (pins, open tasks, topics, learnings), whatever its age. Use it when the user wants to go on from a certain session; what is recent comes by itself.',
  input: z.strictObject({ session_id: id.describe('May be shortened') }),
  output: z.looseObject({
    from: z.string(),
    into: z.string(),
    before: z.boolean(),
    pins: records,
    tasks: records,
    topics: z.array(z.string()),
  }),
  annotations: { ...ADDS, idempotentHint: true },
  run: async (call, input) => {
    const { deps, session: into, agent } = call;
    const { state: from } = await statusOf(deps, await sessionMeant(call, input.session_id));
    if (!into)
      throw new Failure(
        'This conversation has no session that could inherit.',
        'Capture is off (session_persistence.enabled) or this client cannot be told from others.',
      );
    if (into.id === from.session_id)
      throw new Failure('That is the session that is running.', 'session_history lists earlier ones.');
    const before = await hasContinued(deps, into, from);
    const continued = await continueFrom(deps, into, from, agent);
    const { pins, refused, tasks, topics, memories } = continued;
    const asTask = (task: (typeof tasks)[number]) => taskLine(task, deps.now());
    const lines = [
      list(
        `${count(pins.length, 'pin')} restored`,
        pins.map((pin) => pinLine(pin)),
      ),
      ...(refused.length > 0
        ? [
            list(
              'Left:',
              refused.map(({ label, why }) => `${label} (${why})`),
            ),
          ]
        : []),
      list(`${count(tasks.length, 'open task')}`, tasks.map(asTask)),
      `Topics: ${topics.join(', ') || 'none'}`,
      list(`${count(memories.length, 'memory', 'memories')}`, memories.map(memoryLine)),
    ];
    const name = shortId(from.session_id);
    return {
      text: before
        ? `This session has inherited from ${name} before; nothing is added.`
        : [`Inherited from session ${name}:`, ...lines].join('\n'),
      data: continuedRecord(into, before, continued),
      shown: before
        ? []
        : [
            ...pins.map((pin) => pinItem(pin, pinLine(pin), deps.tokens)),
            ...tasks.map((task) => taskItem(task, asTask(task), deps.tokens)),
            ...memories.map((memory) => wholeMemory(memory, memoryLine(memory), deps.tokens)),
          ],
    };
  },
});
