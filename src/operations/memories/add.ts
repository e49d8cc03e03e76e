import * as z from 'zod/v4';
import { MEMORY_SOURCES, tidyCategories } from '../../domain/memories/memory.ts';
import { proposed } from '../../domain/memories/rule.ts';
import { wholeMemory } from '../../engine/ledger/ledger-items.ts';
import { addMemory, memoryRecord } from '../../engine/memories/memories.ts';
import { UsageError } from '../errors.ts';
import { CATEGORY_ALIAS } from '../fields.ts';
import { operation } from '../operation.ts';
import { speakerOf } from '../speaker.ts';
import { redactionNote } from '../words.ts';
import { wholeLine } from './lines.ts';
import { TRAIT_FIELDS, tooLong, traits, traitsOf } from './traits.ts';

export const memoryAdd = operation({
  name: { command: 'memory add', tool: 'cortex_add' },
  summary: 'Keep a piece of knowledge for later sessions.',
  about:
    'A memory that is known already counts as confirmed. A rule that an agent adds is a proposal: cortex review lists ' +
    'it until you accept it.',
  tool: {
    title: 'Add a memory',
    description:
      'Keeps a piece of knowledge for later sessions: how something works, why it is so, what the user prefers. One fact each, understandable by itself. Not for progress (session_note) or passing reminders (working_memory).',
    output: z.looseObject({ id: z.string(), known: z.boolean() }),
    aliases: CATEGORY_ALIAS,
    isIdempotent: true,
  },
  effect: 'adds',
  on: 'sessions',
  input: z.strictObject({
    content: z.string().max(100_000),
    ...traits,
    source: z.enum(MEMORY_SOURCES).optional(),
  }),
  words: ['content…'],
  fields: {
    content: { value: 'text', help: 'What to keep.' },
    ...TRAIT_FIELDS,
    source: { value: 'who', help: 'Who said it: person, agent, tool or import.', only: 'command' },
  },
  examples: [{ line: 'cortex memory add "the CI cache is keyed by lockfile" -c ci', says: 'keep something' }],
  run: async (call, { content, source, ...said }) => {
    const { deps, scope } = call;
    const sessions = await call.saidIn();
    const speaker = await speakerOf(call);
    const traits = traitsOf(said, deps.now());
    const isAgents = speaker === 'agent';
    const request = {
      content,
      ...traits,
      // Nobody speaks for the person.
      source: isAgents && source === 'person' ? speaker : (source ?? speaker),
      ...(isAgents && traits.categories && { categories: proposed(tidyCategories(traits.categories)) }),
    };
    const result = await addMemory(deps, scope, request, sessions);
    if (result.kind === 'empty') throw new UsageError('The memory is empty.', 'Give the text to keep.');
    if (result.kind === 'too long') throw tooLong(result.max);
    const { memory } = result;
    return {
      memory,
      now: deps.now(),
      known: result.kind === 'known',
      notes: redactionNote(content, memory.content),
    };
  },
  lines: ({ memory, known, notes }, { style, by, now }) => {
    const done = known ? 'Known already; confirmed' : 'Kept';
    const line = by === 'agent' ? wholeLine(memory, now) : `${style.cyan(memory.id)} ${memory.content}`;
    return [`${done}: ${line}`, ...notes.map((remark) => ({ remark }))];
  },
  json: ({ memory, now, known }) => ({ ...memoryRecord(memory, now), known }),
  told: ({ memory, now }) => ({
    shown: [wholeMemory(memory, wholeLine(memory, now))],
  }),
});
