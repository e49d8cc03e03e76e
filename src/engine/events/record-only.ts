import type { HostEvent } from '../../domain/event.ts';
import { withSafeIds } from '../../domain/redact/ids.ts';
import type { Store } from '../../store.ts';
import type { Deps } from '../deps.ts';
import { isHeard, type Source } from '../reply.ts';
import { mayBeDue } from '../upkeep/copy.ts';
import { isToldAll } from './prompt.ts';
import { type RecordDeps, record } from './record.ts';
import { watchesReads } from './tool-use.ts';

export type RecordOnlyDeps = RecordDeps &
  Pick<Deps, 'copiedAt'> & { readonly store: Pick<Store, 'restoresMade'> };

/**
 * Records an event that has no answer, in a session that is open: most events of all, and a process of its own loads no more than
 * this for it. False where there is more to do, and nothing was stored.
 */
export async function recordOnly(deps: RecordOnlyDeps, source: Source, sent: HostEvent): Promise<boolean> {
  const { config } = deps;
  if (!config['session_persistence.enabled']) return false;
  const event = withSafeIds(sent, { strict: config['redaction.strict'] });
  return (await isAll(deps, source, event)) && (await record(deps, source, event)) !== 'unopened';
}

/** Whether recording it is all there is to do. */
async function isAll(deps: RecordOnlyDeps, source: Source, event: HostEvent): Promise<boolean> {
  const isUnheard = !isHeard(source, event);
  if (event.kind === 'tool-use')
    return !watchesReads(deps.config, event) && (isUnheard || source.hearing?.at.includes('prompt') === true);
  if (event.kind !== 'prompt' || mayBeDue(deps)) return false;
  return isUnheard || wasToldAll(deps, source, event);
}

async function wasToldAll({ store }: RecordOnlyDeps, { host }: Source, event: HostEvent): Promise<boolean> {
  const head = await store.sessionOfHost(host, event.hostSessionId);
  return head !== null && isToldAll(head, await store.restoresMade(head.id));
}
