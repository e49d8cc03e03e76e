import type { GeminiToolResponse } from '../shape/gemini-answer.ts';

/**
 * The payload of Gemini CLI, as seen in 0.61.0. There are no ids of prompts and tool calls. The transcript moves to
 * another file on resume while `session_id` stays.
 */
export interface GeminiPayload {
  /** SessionStart, BeforeAgent, AfterAgent, BeforeTool, AfterTool, PreCompress, SessionEnd and others. */
  hook_event_name: string;
  session_id: string;
  transcript_path: string;
  cwd: string;
  /** ISO, stamped once for all hooks of an event. */
  timestamp: string;

  /** SessionStart: startup, resume, clear. */
  source: string;

  /** BeforeAgent, AfterAgent: with what hooks said at the start before it, in `<hook_context>`. */
  prompt: string;
  /** AfterAgent */
  prompt_response: string;
  stop_hook_active: boolean;

  /** BeforeTool, AfterTool */
  tool_name: string;
  tool_input: unknown;
  tool_response: GeminiToolResponse;
  mcp_context: { server_name: string; tool_name: string };

  /** PreCompress: comes before every call of the model, whether anything is compressed or not. */
  trigger: string;

  /** SessionEnd: exit, clear, logout, prompt_input_exit, other. Gemini does not wait for the answer. */
  reason: string;
}
