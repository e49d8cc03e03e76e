/** The used part of Cline's interface for plugins, as of 3.0. */

export interface ClineApi {
  registerRule?(rule: { id: string; content: () => Promise<string> }): void;
}

export interface SetupContext {
  readonly session?: { readonly sessionId?: string };
  readonly workspaceInfo?: { readonly rootPath?: string };
}

export interface Snapshot {
  readonly agentId?: string;
  readonly parentAgentId?: string | null;
  readonly conversationId?: string;
  readonly runId?: string;
  readonly messages?: readonly Message[];
}

export interface Message {
  readonly id?: string;
  readonly role?: string;
  readonly content?: unknown;
}

export interface RunContext {
  readonly snapshot: Snapshot;
}

export interface RunResult {
  readonly status?: string;
  readonly outputText?: string;
}

export interface ToolContext extends RunContext {
  readonly tool?: { readonly name?: string };
  readonly toolCall?: { readonly toolCallId?: string; readonly toolName?: string };
  readonly input?: unknown;
  readonly result?: { readonly output?: unknown; readonly isError?: boolean };
}
