import type { HostEvent } from '../../domain/event.ts';
import type { Deps } from '../../engine/deps.ts';
import { handle } from '../../engine/engine.ts';
import { takeIn } from '../../engine/events/spool.ts';
import { takeBack } from '../../engine/reply.ts';
import type { Host } from '../../host.ts';

/** What a host is answered. */
export interface Said {
  readonly text: string;
  /** It never arrived: nothing of it counts as shown. */
  unheard?(): Promise<void>;
}

/** One event through the door, and the host's answer to it. What waits beside the database comes first, where it matters. */
export async function answer(deps: Deps, host: Host, via: string, event: HostEvent): Promise<Said> {
  const isOneOfMany = event.kind === 'tool-use' || event.kind === 'tool-intent';
  if (!isOneOfMany && deps.spool && deps.spool.names().length > 0) await takeIn(deps);
  const reply = await handle(deps, { host: host.name, via, hearing: host.hearing }, event);
  const { receipt } = reply;
  return {
    text: host.render(event, reply),
    ...(receipt && { unheard: () => takeBack(deps, receipt) }),
  };
}
