import { type Environment, hookDeps, type World } from '../compose.ts';
import { type Handed, readHanded } from '../domain/runtime/handed.ts';
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
export function adoptAbandoned(world: World, env: Environment, run: string | null): void {
  if (!run) return;
  for (const place of abandonedDoors(run))
    try {
      for (const file of eventsAt(place)) adopt(world, env, place, file);
      removeDoor(place);
    } catch (error) {
      world.log.failure('events of a server that is gone not taken over', error);
    }
}

function adopt(world: World, env: Environment, place: DoorPlace, file: HandedFile): void {
  const handed = readHanded(readEvent(place, file.name) ?? '');
  if (!handed && isBeingWritten(file.name)) return;
  const sent = handed && eventOrNone(world, env, handed, handedId(place, file));
  if (sent?.event) {
    const deps = hookDeps({ ...world, began: () => file.at }, place.agent);
    setBeside(deps, { host: sent.host.name, via: sent.via, hearing: sent.host.hearing }, sent.event);
  } else if (!sent) {
    const why = handed ? 'unreadable' : 'the hook was killed while it handed its event over';
    countMissed(missedIn(world.home), 'unknown', why, world.now());
  }
  removeEvent(place, file.name);
}

/** Null for what no host can have sent: it would stay there for ever. */
function eventOrNone(world: World, env: Environment, handed: Handed, id: string) {
  try {
    return eventIn({ ...handed, input: { text: handed.payload, truncated: false }, id }, env);
  } catch (error) {
    world.log.failure('event of a server that is gone not understood', error);
    return null;
  }
}
