import type { GeminiToolResponse } from '../shape/gemini-answer.ts';
import type { Payload } from '../shape/wire.ts';

/**
 * The payload of Qwen Code, as seen in 0.24.4: the events of Claude Code with the tools of Gemini CLI. SessionEnd does not
 * come without a terminal.
 */
export interface QwenPayload extends Omit<Payload, 'tool_response'> {
  timestamp: string;
  /** A number that is given again where the first run left nothing behind: `<session>########3`. */
  prompt_id: string;
  /** UserPromptSubmit: empty, and without `submitted_prompt`, whenever the model goes on after a tool. */
  prompt: string;
  submitted_prompt: string;
  /** The model's own id of the call, beside `tool_use_id`. */
  tool_call_id: string;
  tool_response: GeminiToolResponse;
  /** PostToolUseFailure: of a command the whole report that the model is shown. */
  error: string;
  /** Stop */
  context_usage: number;
  context_limit: number;
  input_tokens: number;
  /** PostCompact */
  compact_summary: string;
}
