import type { HostEvent } from '../../domain/event.ts';
import { withSafeIds } from '../../domain/redact/ids.ts';
import type { Store } from '../../store.ts';
import { isHeard, type Source } from '../reply.ts';
import { isToldAll } from './prompt.ts';
import { type RecordDeps, record } from './record.ts';
import { watchesReads } from './tool-use.ts';

export type RecordOnlyDeps = RecordDeps & { readonly store: Pick<Store, 'restoresMade'> };

/**
 * Records an event that has no answer, in a session that is open: most events of all, and a process of its own loads no more than
 * this for it. False where there is more to do, and nothing was stored.
 */
export async function recordOnly(deps: RecordOnlyDeps, source: Source, sent: HostEvent): Promise<boolean> {
  const { config } = deps;
  if (!config['session_persistence.enabled']) return false;
  const event = withSafeIds(sent, { strict: config['redaction.strict'] });
  const isSilent =
    event.kind === 'tool-use'
      ? !watchesReads(config, event) && (!isHeard(source, event) || source.hearing?.at.includes('prompt'))
      : event.kind === 'prompt' && (!isHeard(source, event) || (await wasToldAll(deps, source, event)));
  return isSilent === true && (await record(deps, source, event)) !== 'unopened';
}

async function wasToldAll({ store }: RecordOnlyDeps, { host }: Source, event: HostEvent): Promise<boolean> {
  const head = await store.sessionOfHost(host, event.hostSessionId);
  return head !== null && isToldAll(head, await store.restoresMade(head.id));
}
