import { OPERATIONS } from '../../operations/all.ts';
import type { Operation } from '../../operations/base/operation.ts';
import { sopAdd, sopRemove, sopTrust, sopUntrust } from '../../sops/operations/change.ts';
import { sopList, sopShow, sopTest } from '../../sops/operations/look.ts';
import { why } from '../../why/operations/why.ts';

/** Every operation, with those that rooms bring. */
export const ALL_OPERATIONS: readonly Operation[] = [
  ...OPERATIONS,
  why,
  sopList,
  sopTest,
  sopShow,
  sopAdd,
  sopRemove,
  sopTrust,
  sopUntrust,
];
