import { LOOKING_TOOLS, READING_TOOLS } from '../../domain/observe/read-only.ts';
import type { Runtime } from '../../host.ts';
import { allBut, type HookEvents } from './install.ts';

/** No process is started for a tool that only looks, unless somebody wants to know when a file is read again. */
export const claudeEvents = ({
  watchesReads,
  instructs,
}: Pick<Runtime, 'watchesReads' | 'instructs'>): HookEvents => ({
  SessionStart: null,
  UserPromptSubmit: null,
  ...(instructs && { PreToolUse: allBut(READING_TOOLS) }),
  PostToolUse: watchesReads ? '*' : allBut(LOOKING_TOOLS),
  PostToolUseFailure: null,
  Stop: null,
  StopFailure: null,
  SubagentStart: null,
  SubagentStop: null,
  // Before a compaction nothing is asked: Claude Code would show the command line, and the start afterwards says it.
  PostCompact: null,
  SessionEnd: null,
});
