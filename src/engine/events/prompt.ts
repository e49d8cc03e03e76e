import type { HostEvent } from '../../domain/event.ts';
import { isGiven, marksDue } from '../../domain/restore/due.ts';
import type { Reply } from '../../host.ts';
import type { RestoreMade, SessionHead } from '../../store.ts';
import type { Deps } from '../deps.ts';
import { isHeard, SILENCE, type Source } from '../reply.ts';
import { failOpen, restoreForPrompt } from '../restore/restore.ts';
import { capture } from './capture.ts';
import type { Captured } from './record.ts';

type PromptEvent = Extract<HostEvent, { kind: 'prompt' }>;

/** A person speaks, and no session is open for it. */
export async function prompt(deps: Deps, source: Source, event: PromptEvent): Promise<Reply> {
  return answerPrompt(deps, source, event, await capture(deps, source, event));
}

/** Answers a recorded prompt. With the first words it is known what the session is about, and sessions are weighed again. */
export async function answerPrompt(
  deps: Deps,
  source: Source,
  event: PromptEvent,
  captured: Captured | null,
): Promise<Reply> {
  if (!captured) return SILENCE;
  const words = captured.facts.find((fact) => fact.kind === 'prompt');
  if (!isHeard(source, event)) return SILENCE;
  const { id } = captured.head;
  if (isToldAll(captured.head, await deps.store.restoresMade(id))) return SILENCE;
  const head = await deps.store.head(id);
  // The words as they are stored: without secrets, and without what Cortex said itself.
  return head && words ? failOpen(deps, head, () => restoreForPrompt(deps, head, words.text)) : SILENCE;
}

/**
 * Whether a prompt has nothing to hear any more: the start and the first prompt were answered, and the model has forgotten
 * nothing since. True of most prompts, which load none of what a restore needs.
 */
export function isToldAll({ epoch }: SessionHead, made: readonly RestoreMade[]): boolean {
  if (marksDue(made).length > 0) return false;
  const given = made.filter(isGiven);
  const isStarted = given.length > 1 && given.some(({ phase }) => phase === 'start');
  return isStarted && (epoch === 0 || given.some((one) => one.epoch === epoch));
}
