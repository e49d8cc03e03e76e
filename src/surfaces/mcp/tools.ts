import { FOR_MODELS } from '../../operations/for-models.ts';
import type { Operation } from '../../operations/operation.ts';
import { toolOf } from './of-operation.ts';
import type { Tool } from './tool.ts';
import { workingMemory } from './working-memory.ts';

/** The tools of operations, in the order in which clients list them: always the same. */
export function toolsOf(operations: readonly Operation[]): readonly Tool[] {
  const [context, ...others] = operations.map(toolOf);
  return [context!, workingMemory, ...others];
}

export const TOOLS: readonly Tool[] = toolsOf(FOR_MODELS);
