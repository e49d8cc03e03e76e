import * as z from 'zod/v4';
import type { MemoriesAsked } from '../../engine/found.ts';
import { memoriesOnce } from '../../engine/found.ts';
import { momentMeant } from '../../operations/meant.ts';
import { type Answer, type Call, categories, project, refresh, since } from './tool.ts';

/** What both lists of memories take besides the question. */
export const MEMORY_FILTERS = {
  categories,
  since,
  limit: z.int().min(1).max(100).optional(),
  all: z.boolean().optional().describe('All projects'),
  refresh,
  project,
};

interface Asked {
  readonly categories?: readonly string[] | undefined;
  readonly since?: string | undefined;
  readonly limit?: number | undefined;
  readonly all?: boolean | undefined;
  readonly refresh?: boolean | undefined;
}

/** Memories that answer a question or, without one, the recent ones. */
export async function memoriesFound(
  { deps, session, scope, reach }: Call,
  question: string | null,
  input: Asked,
): Promise<Answer> {
  if (input.all) reach.needAll();
  const from = momentMeant(input.since, deps.now(), 'past', 'since');
  const asked: MemoriesAsked = {
    question,
    scope: input.all ? null : scope,
    ...(input.categories && { categories: input.categories }),
    ...(from !== undefined && { since: from }),
    ...(input.limit !== undefined && { limit: input.limit }),
  };
  const { text, receipt, ...data } = await memoriesOnce(deps, session?.id ?? null, asked, {
    refresh: input.refresh ?? false,
  });
  return { text, data, isHarmless: true, receipt };
}
