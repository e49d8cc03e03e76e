import type { QuotedTurn } from '../../domain/answer/lines.ts';
import type { Learning } from '../../domain/memories/learning.ts';
import type { Deps } from '../deps.ts';
import { QUOTED, quotesOf } from '../search/quotes.ts';
import { localZone, recall } from '../search/recall.ts';
import { type CheckedClaims, checkClaims, NO_CLAIMS } from './claims.ts';
import type { Into } from './inputs.ts';
import { memoriesCalled } from './memories.ts';

/** What the words of a prompt call for. */
export interface Called {
  readonly recalled: readonly QuotedTurn[];
  readonly learnings: readonly Learning[];
  readonly claims: CheckedClaims;
  readonly startedAt: number;
}

export async function calledBy(deps: Deps, head: Into, prompt: string): Promise<Called> {
  const startedAt = deps.ticks();
  const { id, scope } = head;
  const where = { scope, kinds: ['session'] as const, besides: id, ...QUOTED };
  const found = deps.config['relevance.text_match']
    ? await recall(deps, prompt, where, { timeZone: localZone })
    : null;
  const learnings = await memoriesCalled(deps, scope, prompt);
  const { sessions, thread } = (await deps.store.standing(scope.key, scope.root, deps.now())).standing;
  const claims = checkClaims(deps, head, sessions, thread?.thread ?? null, { ...NO_CLAIMS, learnings });
  return {
    recalled: found ? quotesOf(found, 'unasked') : [],
    ...{ learnings: claims.learnings, claims, startedAt },
  };
}
