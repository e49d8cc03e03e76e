/** The payload of our extension for pi: names and fields of pi's own events, as of 0.87, with the session. */
export interface Payload {
  event: string;
  /** The same after `-c`, which nevertheless reports "startup". */
  sessionId: string;
  cwd: string;
  /** session_start: startup, reload, new, resume, fork. session_shutdown: quit, reload, new, resume, fork. */
  reason: string;
  /** before_agent_start */
  prompt: string;
  /** input, while the agent is at work */
  text: string;
  /** tool_result */
  toolName: string;
  toolCallId: string;
  input: ToolInput;
  content: { type: string; text: string }[];
  isError: boolean;
  /** agent_end: the last message of the assistant. */
  message: { content: { type: string; text: string }[]; timestamp: number };
}

export interface ToolInput {
  /** bash, powershell */
  command: string;
  /** read, write, edit, grep, find, ls */
  path: string;
  content: string;
  edits: { oldText: string; newText: string }[];
  /** edit, before it took several */
  oldText: string;
  newText: string;
}
