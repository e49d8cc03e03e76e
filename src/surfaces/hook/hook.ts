import type { HostEvent } from '../../domain/event.ts';
import type { Deps } from '../../engine/deps.ts';
import { handle } from '../../engine/engine.ts';
import type { Host } from '../../host.ts';

/** One event through the whole engine, and the host's answer to it. */
export async function answer(deps: Deps, host: Host, via: string, event: HostEvent): Promise<string> {
  return host.render(event, await handle(deps, { host: host.name, via, hearing: host.hearing }, event));
}
