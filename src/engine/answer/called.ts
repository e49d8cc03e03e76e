import type { QuotedTurns } from '../../domain/answer/last-time.ts';
import type { Learning } from '../../domain/memories/decay.ts';
import type { Deps } from '../base/deps.ts';
import { memoriesForPrompt } from '../search/kept.ts';
import { findMatter } from './matter-turns.ts';
import { type CheckedClaims, checkClaims } from './read/claims.ts';
import { asSaid, isToldUnasked } from './read/memories.ts';
import type { Recipient } from './read/sessions.ts';

/** The matter and the memories that the words of a prompt call for. */
export interface Called {
  readonly startedAt: number;
  /** Sessions of the matter, in reading order. */
  readonly recalled: readonly QuotedTurns[];
  readonly learnings: readonly Learning[];
  readonly claims: CheckedClaims;
}

const MOST_MEMORIES = 4;

export async function chooseCalled(
  deps: Deps,
  recipient: Recipient,
  prompt: string,
): Promise<Called> {
  const startedAt = deps.ticks();
  const { id, scope } = recipient;
  const isOn = deps.config['restore.prompts'] !== 'off';
  const recalled =
    isOn && deps.config['relevance.text_match']
      ? await findMatter(deps, prompt, { scope, besides: id })
      : [];
  const fitting = isOn ? await memoriesForPrompt(deps, scope, prompt, MOST_MEMORIES) : [];
  const learnings = fitting.filter(isToldUnasked).map(asSaid);
  const { sessions, thread } = await deps.store.snapshot(scope.key, scope.root, deps.now());
  const claims = checkClaims(deps, recipient, sessions, thread?.thread ?? null, { learnings });
  return { startedAt, recalled, learnings: claims.grounded(learnings), claims };
}
