import * as z from 'zod/v4';
import type { Importance } from '../../domain/memory.ts';
import type { Millis } from '../../domain/time.ts';
import { Failure } from '../../engine/trouble.ts';
import { momentMeant } from '../../operations/meant.ts';
import { categories } from './tool.ts';

/** What can be said about a memory besides its words. */
export const traits = {
  categories,
  importance: z.int().min(1).max(3).optional().describe('3 most'),
  confidence: z.number().min(0).max(1).optional(),
  expires: z.string().max(40).optional().describe('14d, ISO date or "never"'),
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
    throw new Failure(
      `expires is ${JSON.stringify(expires)}, which is over.`,
      'Give a later moment; cortex_forget takes a memory away.',
    );
  return {
    ...(names !== undefined && { categories: names }),
    ...(importance !== undefined && { importance: importance as Importance }),
    ...(confidence !== undefined && { confidence }),
    ...(expiresAt !== undefined && { expiresAt }),
  };
}

const REDACTED = '[REDACTED]';

/** Tells the model that its words were not kept as it said them. */
export function redactionNote(said: string, kept: string): string {
  const isRedacted = kept.includes(REDACTED) && !said.includes(REDACTED);
  return isRedacted ? '\nWhat looks like a secret in it was not stored.' : '';
}

export function tooLong(max: number): Failure {
  return new Failure(`A memory has ${max} characters at most.`, 'Keep what matters of it, or make several.');
}
