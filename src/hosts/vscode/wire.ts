import type { Payload } from '../shape/wire.ts';

/**
 * The payload of VS Code's agent hooks (preview), by its documents of 2026-07-29; not seen by ourselves. The form is that of
 * Claude Code. There is no end of a session.
 */
export interface VsCodePayload extends Payload {
  /** ISO, stamped once for all hooks of an event. */
  timestamp: string;
  /** The older spelling of `session_id` and `hook_event_name`. */
  sessionId: string;
  hookEventName: string;
  /** SessionStart: always `new`. */
  source: string;
  /** PostToolUse: what the model is told, a string. */
  tool_response: string;
}
