/** The used part of opencode's plugin interface, as of 1.18. */

export interface PluginInput {
  /** The working directory of this instance; one process may have several. */
  readonly directory: string;
  readonly client?: Client;
}

export interface Client {
  readonly session?: {
    get?(request: { path: { id: string } }): Promise<{ data?: SessionInfo }>;
  };
}

export interface SessionInfo {
  readonly id: string;
  /** A subagent works in a session of its own. */
  readonly parentID?: string;
  readonly directory?: string;
}

export interface BusEvent {
  readonly type: string;
  readonly properties?: {
    readonly sessionID?: string;
    readonly info?: SessionInfo & MessageInfo;
    readonly part?: MessagePart;
  };
}

export interface MessageInfo {
  readonly sessionID?: string;
  readonly role?: string;
  /** A compaction's summary. */
  readonly summary?: unknown;
  readonly mode?: string;
}

export interface MessagePart {
  readonly id: string;
  readonly sessionID: string;
  readonly messageID: string;
  readonly type: string;
  readonly text?: string;
  /** Not the user's own words. */
  readonly synthetic?: boolean;
  readonly tool?: string;
  readonly callID?: string;
  readonly state?: { readonly status?: string; readonly input?: unknown; readonly error?: string };
}

export interface ChatInput {
  readonly sessionID: string;
  readonly messageID?: string;
}

export interface ChatOutput {
  readonly message?: { readonly id: string };
  readonly parts: MessagePart[];
}

export interface ToolInput {
  readonly tool: string;
  readonly sessionID: string;
  readonly callID: string;
  readonly args?: unknown;
}
