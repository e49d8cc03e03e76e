import type { EventRoom } from '../engine/deps.ts';
import { share } from '../share/events.ts';
import { sops } from '../sops/engine/instruct.ts';

/** Rooms that have a part in events. Hooks load them. */
export const EVENT_ROOMS: readonly EventRoom[] = [share, sops];
