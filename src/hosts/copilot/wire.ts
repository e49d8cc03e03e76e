/**
 * The payload of GitHub Copilot CLI for hooks whose events are named as in Claude Code, as seen in 1.0.102. Names in camel
 * case get other payloads, without the event's name in them. There are no ids of prompts and tool calls.
 */
export interface CopilotPayload {
  hook_event_name: string;
  session_id: string;
  /** ISO, stamped once for all hooks of an event. */
  timestamp: string;
  cwd: string;
  /** Stop, SubagentStop and PreCompact only. */
  transcript_path: string;

  /** SessionStart: new, startup, resume. */
  source: string;
  initial_prompt: string;

  /** UserPromptSubmit */
  prompt: string;

  /** PostToolUse: the names of Claude Code, the fields of Copilot. Patches are called Edit. */
  tool_name: string;
  tool_input: unknown;
  tool_result: CopilotToolResult;
  /** PostToolUseFailure */
  error: string;

  /** Stop */
  stop_reason: string;
  stop_hook_active: boolean;

  /** SubagentStop */
  agent_id: string;
  agent_type: string;
  last_assistant_message: string;

  /** PreCompact: manual or auto. Nothing tells when it is done. */
  trigger: string;
  custom_instructions: string;

  /** SessionEnd: complete, error, abort, timeout, user_exit. */
  reason: string;
}

export interface CopilotToolResult {
  /** Success, also of a command that failed. */
  result_type: string;
  /** A shell ends it with `<shellId: 0 completed with exit code 1>`. */
  text_result_for_llm: string;
}
