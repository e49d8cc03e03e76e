import { join } from 'node:path';
import { engineDeps, openStore, type World } from '../compose.ts';
import type { HostEvent } from '../domain/event.ts';
import type { Host } from '../host.ts';
import { COMPILE_CACHE } from '../platform/compile-cache.ts';
import { ensureDir } from '../platform/files.ts';
import { makeMissed, missedIn } from '../platform/missed.ts';
import type { Input } from '../platform/stdin.ts';
import { answer, type Said } from '../surfaces/hook/hook.ts';
import { hookWith } from './hook-door.ts';
import type { Started } from './started.ts';

/** The hook with the whole engine behind it. */
export function hook(args: readonly string[], input: Input, started: Started): Promise<void> {
  return hookWith(args, input, started, whole);
}

export async function whole(world: World, host: Host, via: string, event: HostEvent): Promise<Said> {
  for (const warning of world.warnings) world.log.warn('configuration', { warning });
  const store = openStore(world);
  // The home is there and private now; from the next hook on Node keeps compiled code in it.
  if (event.kind === 'session-start') {
    ensureDir(join(world.home, COMPILE_CACHE));
    makeMissed(missedIn(world.home));
  }
  const said = await answer(engineDeps(world, store), host, via, event);
  // Closing copies the log into the database: now and then, not at every event (see `leave` in bin.ts).
  if (event.kind === 'turn-end' || event.kind === 'session-end') store.close();
  return said;
}
