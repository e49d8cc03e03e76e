import type { HomeRoom } from '../../engine/keeping/duty.ts';
import { shareHome } from '../../share/home.ts';
import { sopsHome } from '../../sops/engine/sops.ts';
import { lineMarksHome } from '../../why/home.ts';
import { answersLine } from '../../why/operations/search.ts';
import { EVENT_ROOMS } from './events.ts';

/** Rooms for commands, servers and programs, which open a home: includes parts that no hook loads. */
export const HOME_ROOMS: readonly HomeRoom[] = [
  ...EVENT_ROOMS,
  shareHome,
  sopsHome,
  { ...lineMarksHome, answersLine },
];
