import { FOR_MODELS } from '../../operations/for-models.ts';
import { toolOf } from './of-operation.ts';
import type { Tool } from './tool.ts';
import { workingMemory } from './working-memory.ts';

const [context, ...others] = FOR_MODELS.map(toolOf);

/** Every tool, in the order in which clients list them: always the same. */
export const TOOLS: readonly Tool[] = [context!, workingMemory, ...others];
