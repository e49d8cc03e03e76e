/**
 * The payload of Cline 3.0's file hooks. Our plugin sends the same, because file hooks can say nothing to the model when a
 * session starts; `id` is the plugin's addition, as noted below.
 */
export interface Payload {
  hookName: string;
  /** Id of the conversation; a session may have several. */
  taskId: string;
  sessionContext: { rootSessionId: string };
  workspaceRoots: string[];
  agent_id: string;
  /** Null for the agent that a person speaks to. */
  parent_agent_id: string | null;

  /** prompt_submit; with `id` from our plugin. */
  userPromptSubmit: { prompt: string; id?: string };

  /** tool_result */
  tool_result: ToolResult;
  /** The same for hooks of before 3.0, with parameters as text. */
  postToolUse: { toolName: string; parameters: Record<string, string>; result: string; success: boolean };

  /** agent_end; with `id` from our plugin. */
  turn: { outputText: string; status: string; id?: string };

  /** session_shutdown, agent_abort */
  reason: string;
}

export interface ToolResult {
  id: string;
  name: string;
  input: ToolInput;
  output: unknown;
  /** Only of a call that failed. */
  error: string;
}

/** read_files, run_commands and search_codebase answer with one of these for each thing that was asked. */
export interface ToolAnswer {
  query: string;
  result: string;
  error: string;
  success: boolean;
}

export interface ToolInput {
  /** run_commands: lines, or programs with arguments. */
  commands: (string | { command: string; args?: string[] })[];
  /** execute_command, until 3.0 */
  command: string;
  /** read_files */
  files: { path: string }[];
  /** editor, write_to_file, replace_in_file, read_file, list_files, search_files */
  path: string;
  /** editor: without `old_text` and `insert_line` it makes a file. */
  old_text: string | null;
  new_text: string;
  insert_line: number | null;
  /** write_to_file */
  content: string;
  /** replace_in_file */
  diff: string;
  /** apply_patch */
  input: string;
  /** Any tool until 3.0: a list with boxes, all of it. */
  task_progress: string;
}
