import type { HostEvent } from '../../domain/event.ts';
import type { Reply } from '../../host.ts';
import type { Deps } from '../deps.ts';
import { isHeard, SILENCE, type Source } from '../reply.ts';
import { failOpen, restoreForPrompt } from '../restore/restore.ts';
import { capture } from './capture.ts';

/** A person speaks. With the first words it is known what the session is about, and sessions are weighed again. */
export async function prompt(
  deps: Deps,
  source: Source,
  event: Extract<HostEvent, { kind: 'prompt' }>,
): Promise<Reply> {
  const captured = await capture(deps, source, event);
  if (!captured || !isHeard(source, event)) return SILENCE;
  const head = await deps.store.head(captured.head.id);
  // The words as they are stored: without secrets, and without what Cortex said itself.
  const said = captured.facts.find((fact) => fact.kind === 'prompt');
  return head && said ? failOpen(deps, () => restoreForPrompt(deps, head, said.text)) : SILENCE;
}
