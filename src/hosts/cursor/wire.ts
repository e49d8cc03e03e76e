/**
 * The payload of Cursor: by its documents, by what others saw of its CLI (2026.07), and as the executor of hooks in its SDK
 * (1.0.32) sends it. Every payload names the user's mail address, which is never read.
 */
export interface CursorPayload {
  hook_event_name: string;
  /** The conversation, the same over restarts; `session_id` is the same, and only in some events of older versions. */
  conversation_id: string;
  session_id: string;
  /** One for each prompt. */
  generation_id: string;
  cursor_version: string;
  model: string;
  workspace_roots: string[];
  user_email: string;
  transcript_path: string | null;
  /** Tools only, and often empty. */
  cwd: string;

  /** sessionStart: there is no telling a new conversation from one that is opened again. */
  composer_mode: string;
  is_background_agent: boolean;

  /** beforeSubmitPrompt */
  prompt: string;
  attachments: { type: string; file_path: string }[];

  /** postToolUse, postToolUseFailure: Shell, Read, Write, Grep, Delete, Task, MCP:… */
  tool_name: string;
  tool_input: unknown;
  tool_use_id: string;
  duration: number;
  /** postToolUse: JSON in a string. */
  tool_output: string;
  /** postToolUseFailure */
  error_message: string;
  /** error, timeout, permission_denied. */
  failure_type: string;
  is_interrupt: boolean;

  /** afterAgentResponse */
  text: string;

  /** stop: completed, aborted, error. */
  status: string;
  loop_count: number;

  /** subagentStop */
  subagent_id: string;
  subagent_type: string;
  parent_conversation_id: string;
  summary: string;

  /** preCompact: auto or manual. Nothing tells when it is done. */
  trigger: string;

  /** sessionEnd: completed, aborted, error, window_close, user_close. */
  reason: string;
}

/** The content of `tool_output` for a shell or an MCP server's tool. */
export interface CursorShellOutput {
  output: string;
  stdout: string;
  stderr: string;
  exitCode: number;
  /** An MCP server's tool that failed comes as one that ran. */
  isError: boolean;
}
