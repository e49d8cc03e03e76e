import type { Operation } from '../../operations/base/operation.ts';
import { FOR_MODELS } from '../../operations/for-models.ts';
import { why } from '../../why/operations/why.ts';

const OF_ROOMS: readonly Operation[] = [why];

/** Every operation that models are offered. A server of tools loads no others. */
export const MODEL_OPERATIONS: readonly Operation[] = [...FOR_MODELS, ...OF_ROOMS];
