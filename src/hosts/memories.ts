import type { AgentMemories } from '../agent-memories.ts';
import { claudeMemories } from './claude-code/memory.ts';
import { codexMemories } from './codex/memory.ts';

/** Every program whose own memory can be taken over. */
export const ALL_MEMORIES: readonly AgentMemories[] = [claudeMemories, codexMemories];
