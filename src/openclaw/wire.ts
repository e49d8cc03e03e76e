/**
 * The arguments of a plugin's hooks in OpenClaw, by its types and a gateway of 2026.9.6. Nearly every field is optional
 * there; the reader checks whether one is really here, and of that type.
 */
export interface Hooked {
  /** The hook's name. */
  readonly hook: string;
  readonly event: unknown;
  readonly ctx: unknown;
}

/** The context of agent hooks; those of tools and sessions have some of it. */
export interface GatewayContext {
  runId: string;
  agentId: string;
  /** `agent:<agent>:<rest>`; the conversation, whatever its id is at the moment. */
  sessionKey: string;
  /** The same before and after a reset: never an identity. */
  sessionId: string;
  workspaceDir: string;
  /** user, heartbeat, cron, memory … */
  trigger: string;
  inputProvenance: { kind: string };
}

export interface PromptEvent {
  /** With history and what other plugins put around it, on some ways. */
  prompt: string;
  /** The person's words alone; empty for an image, absent in older versions. */
  currentUserMessage: string;
  /** The same for every attempt at one message. */
  currentUserMessageId: string;
  messages: unknown[];
}

export interface ToolEvent {
  toolName: string;
  params: unknown;
  runId: string;
  toolCallId: string;
  /** `{ content: [{ type: 'text', text }], details }`. */
  result: unknown;
  error: string;
}

export interface ExecDetails {
  /** completed, failed, running, blocked … */
  status: string;
  exitCode: number | null;
}

/** Input of `edit`: one replacement, or several in `edits`. */
export interface Edit {
  oldText: string;
  newText: string;
}

export interface AgentEndEvent {
  runId: string;
  /** The whole conversation; the last assistant message is this turn's. */
  messages: unknown[];
  success: boolean;
}

export interface Message {
  role: string;
  /** Text, or parts `{ type: 'text', text }` among others. */
  content: unknown;
}

export interface SessionEndEvent {
  sessionKey: string;
  /** new, reset, idle, daily, compaction, deleted, shutdown, restart, unknown. */
  reason: string;
}
