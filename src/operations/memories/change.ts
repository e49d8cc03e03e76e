import * as z from 'zod/v4';
import { type Millis, MOMENTS } from '../../domain/base/time.ts';
import {
  type Importance,
  isRule,
  MEMORY_SOURCES,
  RULE,
  tidyCategories,
  withoutRule,
} from '../../domain/memories/memory.ts';
import { wholeMemory } from '../../engine/ledger/ledger-items.ts';
import { addMemory, memoryRecord, updateMemory } from '../../engine/memories/memories.ts';
import { Failure, UsageError } from '../base/errors.ts';
import { CATEGORY_ALIAS, categories, id } from '../base/fields.ts';
import { resolveMemory, resolveMoment } from '../base/meant.ts';
import { declareOperation } from '../base/operation.ts';
import { findSpeaker } from '../base/speaker.ts';
import { redactionNote } from '../base/words.ts';
import { CATEGORY_FIELD, MEMORY_FIELD, memoryLines, wholeLine } from './look.ts';

/** Fields of a memory besides its words. */
const traits = {
  categories,
  importance: z.int().min(1).max(3).optional().describe('1 to 3, the most'),
  confidence: z.number().min(0).max(1).optional(),
  expires: z.string().max(40).optional().describe('14d, ISO date or "never"'),
} as const;

const TRAIT_FIELDS = {
  categories: CATEGORY_FIELD,
  importance: { value: '1-3', help: 'How much it matters (1).' },
  confidence: { value: '0-1', help: 'How sure it is (1).' },
  expires: { value: 'when', help: `Until when it holds: ${MOMENTS}, or never.` },
} as const;

export const memoryAdd = declareOperation({
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
  examples: [
    { line: 'cortex memory add "the CI cache is keyed by lockfile" -c ci', says: 'keep something' },
  ],
  run: async (call, { content, source, ...said }) => {
    const { deps, scope } = call;
    const sessions = await call.saidIn();
    const speaker = await findSpeaker(call);
    const more = traitsOf(said, deps.now());
    const isAgents = speaker === 'agent';
    const request = {
      content,
      ...more,
      // Nobody speaks for the person.
      source: isAgents && source === 'person' ? speaker : (source ?? speaker),
      ...(isAgents &&
        more.categories && { categories: withoutRule(tidyCategories(more.categories)) }),
    };
    const result = await addMemory(deps, scope, request, sessions);
    if (result.kind === 'empty')
      throw new UsageError('The memory is empty.', 'Give the text to keep.');
    if (result.kind === 'too long') throw tooLong(result.max);
    const { memory } = result;
    const notes = redactionNote(content, memory.content);
    return { memory, now: deps.now(), known: result.kind === 'known', notes };
  },
  lines: ({ memory, known, notes }, { style, by, now }) => {
    const done = known ? 'Known already; confirmed' : 'Kept';
    const line =
      by === 'agent' ? wholeLine(memory, now) : `${style.cyan(memory.id)} ${memory.content}`;
    return [`${done}: ${line}`, ...notes.map((remark) => ({ remark }))];
  },
  json: ({ memory, now, known }) => ({ ...memoryRecord(memory, now), known }),
  told: ({ memory, now }) => ({ shown: [wholeMemory(memory, wholeLine(memory, now))] }),
});

export const memoryUpdate = declareOperation({
  name: { command: 'memory update', tool: 'cortex_update' },
  summary: 'Change a memory, or say that it proved true or wrong.',
  about: 'A confirmed memory is trusted more, a contradicted one less.',
  tool: {
    title: 'Correct a memory',
    description:
      'Changes a memory: other words, categories, importance, confidence, expiry; outcome: it proved true or wrong, and is trusted more or less.',
    output: z.looseObject({ id: z.string() }),
    isHere: true,
  },
  effect: 'changes',
  on: 'sessions',
  input: z.strictObject({
    id,
    content: z.string().max(100_000).optional(),
    ...traits,
    outcome: z.enum(['confirmed', 'contradicted']).optional(),
    confirmed: z.boolean().optional(),
    contradicted: z.boolean().optional(),
  }),
  words: ['id', 'content…'],
  fields: {
    id: MEMORY_FIELD,
    content: { value: 'text', help: 'Other words for it.' },
    ...TRAIT_FIELDS,
    outcome: { only: 'tool' },
    confirmed: { help: 'It proved true.', only: 'command' },
    contradicted: { help: 'It proved wrong.', only: 'command' },
  },
  examples: [{ line: 'cortex memory update 1f3a --contradicted', says: 'it proved wrong' }],
  run: async (call, { id: typed, content, outcome, confirmed, contradicted, ...said }) => {
    const { deps } = call;
    if (confirmed && contradicted)
      throw new UsageError('A memory is confirmed or contradicted, not both.');
    const known = await resolveMemory(call, typed);
    if ((isRule(known) || said.categories?.includes(RULE)) && (await findSpeaker(call)) === 'agent')
      throw new Failure(
        'Only the person changes rules.',
        'cortex_add with category rule proposes one.',
      );
    const proved = outcome ?? provedBy({ confirmed, contradicted });
    const patch = {
      ...traitsOf(said, deps.now()),
      ...(content !== undefined && { content }),
      ...(proved && { outcome: proved }),
    };
    if (Object.keys(patch).length === 0)
      throw new UsageError(
        'There is nothing to change.',
        'Give content, categories, importance, confidence or expires, or say that it was confirmed or contradicted.',
      );
    const result = await updateMemory(deps, known.id, patch, await call.saidIn());
    if (result.kind === 'unknown')
      throw new Failure(`Memory ${known.id} was forgotten a moment ago.`);
    if (result.kind === 'too long') throw tooLong(result.max);
    if (result.kind === 'empty')
      throw new UsageError('That would empty the memory.', 'To erase it, forget it.');
    const { memory } = result;
    return { memory, now: deps.now(), notes: redactionNote(content ?? '', memory.content) };
  },
  lines: ({ memory, notes }, view) => [
    ...(view.by === 'agent' ? [`Now: ${wholeLine(memory, view.now)}`] : memoryLines(memory, view)),
    ...notes.map((remark) => ({ remark })),
  ],
  json: ({ memory, now }) => ({ ...memoryRecord(memory, now) }),
  told: ({ memory, now }) => ({ shown: [wholeMemory(memory, wholeLine(memory, now))] }),
});

/** The outcome that a switch of the command stands for. */
function provedBy(switches: {
  readonly confirmed: boolean | undefined;
  readonly contradicted: boolean | undefined;
}): 'confirmed' | 'contradicted' | null {
  if (switches.confirmed) return 'confirmed';
  return switches.contradicted ? 'contradicted' : null;
}

interface Traits {
  readonly categories?: readonly string[] | undefined;
  readonly importance?: number | undefined;
  readonly confidence?: number | undefined;
  readonly expires?: string | undefined;
}

/** The traits that the caller gave, and no others. */
function traitsOf({ categories: names, importance, confidence, expires }: Traits, now: Millis) {
  const expiresAt = expires === 'never' ? null : resolveMoment(expires, now, 'future', 'expires');
  if (typeof expiresAt === 'number' && expiresAt <= now)
    throw new UsageError(
      `expires is ${JSON.stringify(expires)}, which is in the past.`,
      'Give a later moment; to erase a memory, forget it.',
    );
  return {
    ...(names !== undefined && { categories: names }),
    ...(importance !== undefined && { importance: importance as Importance }),
    ...(confidence !== undefined && { confidence }),
    ...(expiresAt !== undefined && { expiresAt }),
  };
}

export function tooLong(max: number): Failure {
  return new Failure(`A memory has ${max} characters at most.`, 'Shorten it, or add several.');
}
