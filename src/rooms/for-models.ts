import type { Operation } from '../operations/operation.ts';
import { why } from '../why/operations/why.ts';

/** Operations of rooms that models are offered; a server loads them. */
export const ROOM_MODEL_OPERATIONS: readonly Operation[] = [why];
