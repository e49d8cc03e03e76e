/**
 * The payload of a hook of the Antigravity CLI (`agy`), by its documents of 2026 and reports of 1.0.5 to 1.2.2. No field names the
 * event: `toolCall` is there before and after a tool, `invocationNum` before and after each call of the model, `executionNum` when a
 * turn is over. None holds the person's words; those stand in the transcript.
 */
export interface AgyPayload {
  conversationId: string;
  workspacePaths: string[];
  transcriptPath: string;
  /** PostToolUse. Null for some failures. */
  toolCall: { name: string; args: ToolArgs };
  stepIdx: number;
  error: string;
  /** PreInvocation, counted from 0 in each turn. */
  invocationNum: number;
  /** Stop. `fullyIdle` is false while something still runs in the background. */
  executionNum: number;
  terminationReason: string;
  fullyIdle: boolean;
}

/** Arguments of tools, by the names that they have in several of them. */
export interface ToolArgs {
  CommandLine: string;
  Cwd: string;
  TargetFile: string;
  CodeContent: string;
  TargetContent: string;
  ReplacementContent: string;
  ReplacementChunks: ToolArgs[];
  AbsolutePath: string;
  DirectoryPath: string;
}

/** A line of the transcript. */
export interface TranscriptLine {
  /** USER_INPUT, PLANNER_RESPONSE and others. */
  type: string;
  created_at: string;
  content: string;
}
