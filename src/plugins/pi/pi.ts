/** The used part of pi's interface for extensions, as of 0.87. */

export interface PiApi {
  on(event: string, handler: (event: PiEvent, context: PiContext) => unknown): void;
}

export interface PiContext {
  readonly cwd: string;
  readonly sessionManager: { getSessionId(): string };
}

/** The fields of all events together; which event has which is pi's to say. */
export interface PiEvent {
  /** session_start: startup, reload, new, resume, fork. session_shutdown: quit, reload, new, resume, fork. */
  readonly reason?: string;
  /** before_agent_start */
  readonly prompt?: string;
  /** input */
  readonly text?: string;
  readonly source?: string;
  /** Set where the agent is at work already. */
  readonly streamingBehavior?: string;
  /** tool_result */
  readonly toolName?: string;
  readonly toolCallId?: string;
  readonly input?: unknown;
  readonly content?: unknown;
  readonly isError?: boolean;
  /** agent_end */
  readonly messages?: readonly AgentMessage[];
}

export interface AgentMessage {
  readonly role?: string;
}
