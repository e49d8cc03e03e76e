/**
 * The payload of our plugin for opencode: the names and arguments of opencode's hooks (`input`, `output`) and of the
 * events of its bus (`properties`), as 1.18 has them, with the session that a subagent works for.
 */
export interface Payload {
  event: string;
  sessionID: string;
  /** The session that a person leads, where this is a subagent's. */
  parentID: string | null;
  directory: string;
  input: ToolInput & ChatInput;
  output: ToolOutput & ChatOutput;
  properties: { info: { directory: string }; part: ErrorPart };
  /** session.idle: what was said last, gathered from the bus. */
  reply: { messageID: string; text: string };
}

/** chat.message */
export interface ChatInput {
  messageID: string;
}

export interface ChatOutput {
  /** `synthetic`: put there by a plugin or by opencode itself. */
  parts: { id: string; type: string; text: string; synthetic: boolean }[];
}

/** tool.execute.after */
export interface ToolInput {
  tool: string;
  callID: string;
  args: ToolArgs;
}

export interface ToolOutput {
  title: string;
  output: string;
  /** bash: null where it was broken off. */
  metadata: { exit: number | null };
  /** Tools of MCP servers, which have no `output`. */
  content: { type: string; text: string }[];
}

/** message.part.updated with a tool that failed: then there is no tool.execute.after. */
export interface ErrorPart {
  tool: string;
  callID: string;
  state: { input: ToolArgs; error: string };
}

export interface ToolArgs {
  /** bash */
  command: string;
  workdir: string;
  /** read, write, edit, multiedit */
  filePath: string;
  content: string;
  oldString: string;
  newString: string;
  edits: { oldString: string; newString: string }[];
  /** apply_patch, and patch before it */
  patchText: string;
  /** glob, grep, list */
  path: string;
  /** todowrite */
  todos: { id?: string; content: string; status: string; priority: string }[];
}
