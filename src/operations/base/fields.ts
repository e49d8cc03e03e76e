import * as z from 'zod/v4';

/** A question; the beginning of a long one says what it is about. */
export const question = z
  .string()
  .max(100_000)
  .transform((text) => text.trim().slice(0, 4000));
/** An operation that is asked for by its name alone. */
export const NOTHING_MORE = { input: z.strictObject({}), words: [], fields: {} } as const;
export const id = z.string().trim().min(1).max(100);
/** A limit; `standard` where the caller gives none. */
export const limit = (standard: number, most: number) => z.int().min(1).max(most).default(standard);
/** How many a person may ask for. */
export const many = z.int().min(1).max(999_999).optional();
export const all = z.boolean().optional().describe('All projects');
/** A moment as a person would say it; it is checked where it is read. */
export const since = z.string().max(40).optional().describe('90m, 36h, 2w, 3mo or ISO date');
export const categories = z.array(z.string().max(200)).max(10).optional();
/** Sends again what the conversation was sent before. Only `memory_context` also takes its context for lost. */
export const refresh = z.boolean().optional().describe('Also what was sent');

/** Objects whose fields are those of the stored records: named, not described again. */
export const records = z.array(z.looseObject({}));
/** Items that the model has already and was spared. */
export const withheld = z.looseObject({});

/** Names that older versions of Cortex have for these fields. */
export const SCOPE_ALIAS = { scope: { name: 'project' } } as const;
export const CATEGORY_ALIAS = {
  category: {
    name: 'categories',
    value: (given: unknown) => (typeof given === 'string' ? [given] : given),
  },
} as const;

/** The help of a session's id, for people. */
export const SESSION_FIELD = {
  value: 'id',
  help: 'The id of a session here or in its agent, or its beginning.',
  choices: 'sessions',
} as const;
