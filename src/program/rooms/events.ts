import type { EventRoom } from '../../engine/base/deps.ts';
import { shareEvents } from '../../share/events.ts';
import { sops } from '../../sops/engine/instruct.ts';

/** Rooms that take part in events; every hook loads them. */
export const EVENT_ROOMS: readonly EventRoom[] = [shareEvents, sops];
