import type { ToolUse } from '../src/domain/facts/event.ts';

/** The use of a tool that did nothing; tests say what it did. */
export const NOTHING_DONE: Omit<ToolUse, 'name'> = {
  failed: false,
  changes: [],
  reads: [],
  command: null,
  workdir: null,
  output: null,
  todos: null,
};
