import type { Payload } from '../shape/wire.ts';

/**
 * The payload of Kimi Code, as seen in 2.1.0: the events of Claude Code, with fields of its own. SubagentStop and compaction
 * follow its source. SessionEnd does not come without a terminal, and no event names a turn or what was answered.
 */
export interface KimiPayload extends Omit<Payload, 'prompt' | 'error'> {
  /** `kimi_code_cli` */
  client_type: string;
  session_title: string;
  /** UserPromptSubmit: parts of a message. */
  prompt: string | { type: string; text: string }[];
  /** The prompt was typed while the agent was at work. */
  is_steer: boolean;
  tool_call_id: string;
  /** PostToolUse: the first 2,000 characters of what the model is shown. */
  tool_output: string;
  /** PostToolUseFailure: of a command what it printed, then `Command failed with exit code: 3.` */
  error: { code: string; message: string; retryable: boolean };
  /** SubagentStart, SubagentStop */
  agent_name: string;
  /** SubagentStop */
  response: string;
}
