import type { HostEvent } from '../../domain/event.ts';
import type { Deps } from '../deps.ts';
import type { Source } from '../reply.ts';
import { sessionFor } from '../session/open.ts';
import { arrivalOf } from './record.ts';

/** The model has forgotten. What it is to know again is due, and the next answer that it hears says it. */
export async function compacted(
  deps: Deps,
  source: Source,
  event: Extract<HostEvent, { kind: 'compacted' }>,
): Promise<void> {
  const head = await sessionFor(deps, source, event);
  await deps.store.beginEpoch(head.id, arrivalOf(deps, source), 'compaction');
}
