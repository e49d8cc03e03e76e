import type { HostEvent } from '../domain/event.ts';
import type { Reply } from '../host.ts';
import type { SessionHead } from '../store.ts';
import type { Deps } from './deps.ts';
import { SILENCE, type Source } from './engine.ts';
import { open } from './open.ts';
import { noteOwner, takesFacts } from './record.ts';
import { recoverDead } from './recover.ts';
import { giveAgain, nothingToRestore, restore } from './restore.ts';

type StartEvent = Extract<HostEvent, { kind: 'session-start' }>;

/** A session starts, or its host says that its context began anew. */
export async function start(deps: Deps, source: Source, event: StartEvent): Promise<Reply> {
  const { scope } = deps.locate(event.cwd);
  await recoverDead(deps, scope);
  const known = await deps.store.sessionOfHost(source.host, event.hostSessionId);

  if (known && forgetful(event) && takesFacts(known)) {
    await noteOwner(deps, known, true);
    const epoch = await deps.store.beginEpoch(known.id, { via: source.via, at: deps.now() });
    return epoch === null ? SILENCE : giveAgain(deps, { ...known, epoch });
  }
  if (known && known.endedAt === null) {
    await noteOwner(deps, known, true);
    // The same session reported twice; its restore may have failed the first time.
    return restore(deps, known);
  }
  const resumed = known ?? (event.source === 'fork' ? await forkedFrom(deps, source, event) : null);
  const { head, opened } = await open(deps, source, event, resumed?.id ?? null);
  if (!opened) return SILENCE;
  if (resumed) {
    await nothingToRestore(deps, head, `continues ${resumed.id}: the model still has its context`);
    return SILENCE;
  }
  return restore(deps, head);
}

function forgetful(event: StartEvent): boolean {
  return event.source === 'compact' || event.source === 'clear';
}

/** A fork names only itself. It was split from the latest session of this host here. */
async function forkedFrom(deps: Deps, source: Source, event: StartEvent): Promise<SessionHead | null> {
  const { scope } = deps.locate(event.cwd);
  const [latest] = await deps.store.history({ scopeKey: scope.key, host: source.host, limit: 1 });
  return latest ? deps.store.head(latest.session_id) : null;
}
