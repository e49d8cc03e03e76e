import type { HostEvent } from '../../domain/event.ts';
import type { Deps, Limit } from '../../engine/deps.ts';
import { handle } from '../../engine/engine.ts';
import { takeIn, takeInQuietly } from '../../engine/events/spool.ts';
import { takeBack } from '../../engine/reply.ts';
import type { Host } from '../../host.ts';

/** The answer to a host. */
export interface Said {
  readonly text: string;
  /** Takes back an answer that never arrived: nothing of it counts as shown. */
  unheard?(): Promise<void>;
}

/** One event through the door, and the host's answer to it. What waits beside the database comes first, where there is time. */
export async function answer(deps: Deps, host: Host, via: string, event: HostEvent): Promise<Said> {
  const { kind } = event;
  const isWaiting = !isOneOfMany(event) && deps.spool && deps.spool.names().length > 0;
  const isAnswered = kind === 'session-start' || kind === 'prompt';
  if (isWaiting) await takeIn(deps, isAnswered ? halfOf(deps) : deps.deadline);
  const reply = await handle(deps, { host: host.name, via, hearing: host.hearing }, event);
  // The end is stored: what is left may take as long as the host lets it, and a kill loses nothing.
  if (isWaiting && kind === 'session-end') await takeInQuietly({ ...deps, deadline: UNLIMITED });
  const { receipt } = reply;
  return {
    text: host.render(event, reply),
    ...(receipt && { unheard: () => takeBack(deps, receipt) }),
  };
}

/** Most events are of tools: what can wait is not done with each of them. */
export function isOneOfMany({ kind }: HostEvent): boolean {
  return kind === 'tool-use' || kind === 'tool-intent';
}

const UNLIMITED: Limit = { passed: () => false };

/** A restore needs time of its own. */
function halfOf({ config, deadline, within }: Deps): Limit {
  const half = within(config['hook.deadline_ms'] / 2);
  return { passed: () => half.passed() || deadline.passed() };
}
