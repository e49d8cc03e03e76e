import type { Operation } from '../../operations/operation.ts';
import { sopList, sopShow, sopTest } from './look.ts';
import { sopAdd, sopRemove } from './own.ts';
import { sopTrust, sopUntrust } from './trust.ts';

export const SOP_OPERATIONS: readonly Operation[] = [
  ...[sopList, sopTest, sopShow, sopAdd, sopRemove, sopTrust, sopUntrust],
];
