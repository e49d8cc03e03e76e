import type { HomeRoom } from '../engine/duty.ts';
import { syncDuty } from './engine/duty.ts';
import { withdraw } from './engine/withdraw.ts';

/** Sharing for whoever opens a home: what is forgotten here is withdrawn from others, and servers sync by themselves. */
export const shareHome: HomeRoom = { forgets: withdraw, duty: syncDuty };
