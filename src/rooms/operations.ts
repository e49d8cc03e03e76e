import type { Operation } from '../operations/operation.ts';
import { SOP_OPERATIONS } from '../sops/operations/all.ts';

/** Operations that rooms bring. */
export const ROOM_OPERATIONS: readonly Operation[] = [...SOP_OPERATIONS];
