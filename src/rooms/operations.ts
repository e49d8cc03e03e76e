import { OPERATIONS } from '../operations/all.ts';
import type { Operation } from '../operations/operation.ts';
import { sopAdd, sopRemove, sopTrust, sopUntrust } from '../sops/operations/change.ts';
import { sopList, sopShow, sopTest } from '../sops/operations/look.ts';

/** Every operation, with those that rooms bring. */
export const ALL_OPERATIONS: readonly Operation[] = [
  ...OPERATIONS,
  ...[sopList, sopTest, sopShow, sopAdd, sopRemove, sopTrust, sopUntrust],
];
