import { OPERATIONS } from '../../operations/all.ts';
import { toolOf } from './of-operation.ts';
import type { Tool } from './tool.ts';
import { workingMemory } from './working-memory.ts';

/** The order in which clients list the tools: always the same. */
const ORDER: readonly string[] = [
  'memory_context',
  'working_memory',
  'session_note',
  'session_search',
  'session_history',
  'session_resume',
  'cortex_session_continue',
  'cortex_session_chain',
  'cortex_add',
  'cortex_search',
  'cortex_stm',
  'cortex_update',
  'cortex_forget',
  'session_stats',
];

/** Every tool. */
export const TOOLS: readonly Tool[] = [
  workingMemory,
  ...OPERATIONS.filter(({ name }) => name.tool !== null).map(toolOf),
].sort((a, b) => ORDER.indexOf(a.name) - ORDER.indexOf(b.name));
