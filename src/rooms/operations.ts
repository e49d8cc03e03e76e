import type { Operation } from '../operations/operation.ts';
import { sopAdd, sopRemove, sopTrust, sopUntrust } from '../sops/operations/change.ts';
import { sopList, sopShow, sopTest } from '../sops/operations/look.ts';

/** Operations that rooms bring. */
export const ROOM_OPERATIONS: readonly Operation[] = [
  ...[sopList, sopTest, sopShow, sopAdd, sopRemove, sopTrust, sopUntrust],
];
