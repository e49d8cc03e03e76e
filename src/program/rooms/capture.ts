import type { Millis } from '../../domain/base/time.ts';
import { isSendDue, isWaitDue } from '../../share/due.ts';

/** Looks at a home that say whether an event that could only be recorded has more to do. Each is one look at the disk. */
export const MORE_TO_DO: readonly ((home: string, now: Millis) => boolean)[] = [isSendDue];

/** Looks that say whether answers may take longer than a launcher listens to a server: then hooks ask processes of their own. */
export const TAKES_LONGER: readonly ((home: string) => boolean)[] = [isWaitDue];

import type { CaptureRoom } from '../../engine/base/deps.ts';
import { lineMarks } from '../../why/capture.ts';

/** Rooms that keep something of what tools do; every hook loads them. */
export const CAPTURE_ROOMS: readonly CaptureRoom[] = [lineMarks];
