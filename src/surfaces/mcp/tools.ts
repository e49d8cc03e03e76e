import { note } from '../../operations/thread/note.ts';
import { toolOf } from './of-operation.ts';
import type { Tool } from './tool.ts';
import { memoryAdd } from './tools/memory-add.ts';
import { memoryContext } from './tools/memory-context.ts';
import { memoryForget } from './tools/memory-forget.ts';
import { memoryRecent } from './tools/memory-recent.ts';
import { memorySearch } from './tools/memory-search.ts';
import { memoryUpdate } from './tools/memory-update.ts';
import { sessionChain } from './tools/session-chain.ts';
import { sessionContinue } from './tools/session-continue.ts';
import { sessionHistory } from './tools/session-history.ts';

import { sessionResume } from './tools/session-resume.ts';
import { sessionSearch } from './tools/session-search.ts';
import { sessionStats } from './tools/session-stats.ts';
import { workingMemory } from './tools/working-memory.ts';

/** Every tool, in the order in which clients list them: always the same. */
export const TOOLS: readonly Tool[] = [
  memoryContext,
  workingMemory,
  toolOf(note),
  sessionSearch,
  sessionHistory,
  sessionResume,
  sessionContinue,
  sessionChain,
  memoryAdd,
  memorySearch,
  memoryRecent,
  memoryUpdate,
  memoryForget,
  sessionStats,
];
