/**
 * The payload of Claude Code, by its documents of 2026-08-22 (2.1.240) and as seen in 2.1.325. Which event has which
 * fields is said here; the reader checks whether a field is really there, and of that type.
 */
export interface Payload {
  hook_event_name: string;
  /** The same after a resume and a compaction; a new one after /clear and a fork. */
  session_id: string;
  transcript_path: string;
  /** The session's directory when the hook runs: after a tool call that moved, the new one. */
  cwd: string;
  permission_mode: string;
  effort: { level: string };
  /** Since 2.1.196; absent before the first prompt. */
  prompt_id: string;
  /** Only inside a subagent. */
  agent_id: string;
  /** Inside a subagent, and in a session that was started with `--agent`. Empty where a compaction stops. */
  agent_type: string;

  /** SessionStart: startup, resume, clear, compact, fork. */
  source: string;
  model: string;
  /** SessionStart of a resume or a fork. */
  context_tokens: number;
  prompt_cache_likely_expired: boolean;
  estimated_cache_write_usd: number;

  /** UserPromptSubmit */
  prompt: string;

  /** PreToolUse, PostToolUse, PostToolUseFailure */
  tool_name: string;
  tool_input: unknown;
  tool_use_id: string;
  duration_ms: number;
  /** PostToolUse */
  tool_response: unknown;
  /**
   * PostToolUseFailure: for a command `Exit code 1`, then what it printed. StopFailure: rate_limit, billing_error, overloaded and
   * others.
   */
  error: string;
  is_interrupt: boolean;

  /** Stop, SubagentStop: true if a hook refused the last stop and the agent went on. */
  stop_hook_active: boolean;
  /** Stop, SubagentStop; of StopFailure the host's words about it: `API Error: 400 …`, `You've hit your session limit · resets 3pm (UTC)`. */
  last_assistant_message: string;
  /** StopFailure */
  error_details: string;
  agent_transcript_path: string;

  /** PreCompact and PostCompact: manual or auto. */
  trigger: string;
  custom_instructions: string;
  /** PostCompact, which comes after the SessionStart that a compaction causes. */
  compact_summary: string;

  /** SessionEnd: clear, resume, logout, prompt_input_exit, other. */
  reason: string;
}

/** Bash and PowerShell. */
export interface ShellInput {
  command: string;
  description: string;
  timeout: number;
  run_in_background: boolean;
}

/** Without an exit code: a command that failed comes as PostToolUseFailure. */
export interface ShellResponse {
  stdout: string;
  stderr: string;
  interrupted: boolean;
  isImage: boolean;
  noOutputExpected: boolean;
  backgroundTaskId: string;
}

/** Read's answer for a text. */
export interface ReadFile {
  filePath: string;
  content: string;
  numLines: number;
  startLine: number;
  totalLines: number;
}

export interface FileInput {
  /** Read, Write, Edit, MultiEdit. */
  file_path: string;
  /** Write */
  content: string;
  /** Edit */
  old_string: string;
  new_string: string;
  replace_all: boolean;
  /** MultiEdit */
  edits: { old_string: string; new_string: string }[];
  /** NotebookEdit, NotebookRead. */
  notebook_path: string;
  new_source: string;
  /** NotebookEdit: replace, insert, delete. */
  edit_mode: string;
  /** Grep, Glob, LS. */
  path: string;
  pattern: string;
}

export interface FileResponse {
  filePath: string;
  /** Write: what is in the file now, also where the user changed it before agreeing. */
  content: string;
  /** Edit */
  oldString: string;
  newString: string;
  structuredPatch: { lines: string[] }[];
  originalFile: string | null;
  userModified: boolean;
  /** NotebookEdit: empty if all went well. */
  error: string;
}

/** TodoWrite, until 2.1.142 the only list. */
export interface TodoInput {
  todos: { id?: string; content: string; status: string; activeForm: string }[];
}

/** TaskCreate and TaskUpdate. */
export interface TaskInput {
  subject: string;
  description: string;
  activeForm: string;
  taskId: string;
  /** pending, in_progress, completed, deleted. */
  status: string;
}

export interface TaskResponse {
  /** TaskCreate */
  task: { id: string; subject: string };
  /** TaskUpdate */
  success: boolean;
  taskId: string;
}

/** ExitPlanMode; newer versions keep the plan in a file and put it here besides. */
export interface PlanInput {
  plan: string;
}

export interface PlanResponse {
  /** As it was accepted: a person may have changed it. */
  plan: string;
  /** A subagent's. */
  isAgent: boolean;
  awaitingLeaderApproval: boolean;
  filePath: string;
}
