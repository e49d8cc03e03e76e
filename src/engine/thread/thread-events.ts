import type { HostEvent } from '../../domain/event.ts';
import { observe } from '../../domain/observe/observation.ts';
import { storable } from '../../domain/redact/facts.ts';
import type { Scope } from '../../domain/scope.ts';
import type { Deps } from '../deps.ts';
import { asStored } from '../events/record.ts';
import { threadEntries } from './thread-entries.ts';
import { touchThread } from './threads.ts';

/** Records an event without a session in the threads of work. */
export async function recordInThreads(deps: Deps, scope: Scope, event: HostEvent): Promise<void> {
  const facts = storable(observe(event), { strict: deps.config['redaction.strict'] });
  if (facts.length === 0) return;
  for (const entry of threadEntries(deps, { scope }, asStored(event, facts))) {
    const head = await deps.store.recordThread(entry, deps.now(), null);
    if (head) await touchThread(deps, head.id);
  }
}
