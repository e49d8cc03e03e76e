import * as z from 'zod/v4';
import type { Importance } from '../../domain/memories/memory.ts';
import { type Millis, MOMENTS } from '../../domain/time.ts';
import { Failure, UsageError } from '../errors.ts';
import { categories } from '../fields.ts';
import { momentMeant } from '../meant.ts';

/** Fields of a memory besides its words. */
export const traits = {
  categories,
  importance: z.int().min(1).max(3).optional().describe('1 to 3, the most'),
  confidence: z.number().min(0).max(1).optional(),
  expires: z.string().max(40).optional().describe('14d, ISO date or "never"'),
} as const;

export const CATEGORY_FIELD = {
  flag: 'category',
  value: 'names',
  short: 'c',
  help: 'What it is about; several are separated by commas.',
} as const;

export const TRAIT_FIELDS = {
  categories: CATEGORY_FIELD,
  importance: { value: '1-3', help: 'How much it matters (1).' },
  confidence: { value: '0-1', help: 'How sure it is (1).' },
  expires: { value: 'when', help: `Until when it holds: ${MOMENTS}, or never.` },
} as const;

export interface Traits {
  readonly categories?: readonly string[] | undefined;
  readonly importance?: number | undefined;
  readonly confidence?: number | undefined;
  readonly expires?: string | undefined;
}

/** Only what was said. */
export function traitsOf({ categories: names, importance, confidence, expires }: Traits, now: Millis) {
  const expiresAt = expires === 'never' ? null : momentMeant(expires, now, 'future', 'expires');
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
