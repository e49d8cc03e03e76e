import { type Environment, hookDeps, type World } from '../compose.ts';
import { readHanded } from '../domain/runtime/handed.ts';
import { setBeside } from '../engine/events/spool.ts';
import {
  abandonedDoors,
  type DoorPlace,
  eventsAt,
  type HandedFile,
  handedId,
  isBeingWritten,
  readEvent,
  removeDoor,
  removeEvent,
} from '../platform/hand-over.ts';
import { countMissed, missedIn } from '../platform/missed.ts';
import { eventIn } from './sent.ts';

/**
 * Takes over what was handed to servers that are gone: each event goes, without its secrets, among those that wait for the
 * database. Broken off or done twice it counts once, by its key.
 */
export function adoptAbandoned(world: World, env: Environment): void {
  const run = env['CORTEX_RUN'];
  if (!run) return;
  for (const place of abandonedDoors(run)) {
    for (const file of eventsAt(place)) adopt(world, env, place, file);
    removeDoor(place);
  }
}

function adopt(world: World, env: Environment, place: DoorPlace, file: HandedFile): void {
  const handed = readHanded(readEvent(place, file.name) ?? '');
  try {
    if (handed) {
      const input = { text: handed.payload, truncated: false };
      const { host, event, via } = eventIn({ ...handed, input, id: handedId(place, file) }, env);
      const deps = hookDeps({ ...world, began: () => file.at }, place.agent);
      if (host && event) setBeside(deps, { host: host.name, via, hearing: host.hearing }, event);
    } else if (isBeingWritten(file.name)) return;
    else
      countMissed(
        missedIn(world.home),
        'unknown',
        'the hook was killed while it handed its event over',
        world.now(),
      );
    removeEvent(place, file.name);
  } catch (error) {
    world.log.failure('event of a server that is gone not taken over', error);
  }
}
