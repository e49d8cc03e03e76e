import type { CaptureRoom } from '../engine/deps.ts';
import { lineMarks } from '../why/capture.ts';

/** Rooms that keep something of what tools do; every hook loads them. */
export const CAPTURE_ROOMS: readonly CaptureRoom[] = [lineMarks];
