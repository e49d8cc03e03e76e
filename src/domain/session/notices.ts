/**
 * Elements that hosts put where a person's words stand: a background task that finished, the place where the work is, the
 * output of a command, a skill's text. None of it is a person's. Names may be patterns.
 */
export const NOTICE_ELEMENTS: readonly string[] = [
  // Claude Code, and Qwen Code after it.
  'task-notification',
  'local-command-[a-z]+',
  'command-(?:name|message|contents)',
  'bash-(?:input|stdout|stderr)',
  'system[-_]reminder',
  'teammate-message',
  'ide_(?:opened_file|selection|diagnostics)',
  'user-prompt-submit-hook',
  'session-start-hook',
  'persisted-output',
  // Codex CLI.
  'environment_context',
  'user_instructions',
  'permissions instructions',
  'collaboration_mode',
  'model_switch',
  'turn_aborted',
  'user_shell_command',
  'subagent_notification',
  // Gemini CLI and Qwen Code.
  'session_context',
  'state_snapshot',
  'untrusted_context',
  // Cline, Copilot and Cursor.
  'environment_details',
  'current_datetime',
  'system_notification',
  'user_info',
  'attached_files?',
  'open_files',
  'additional_data',
  'project_layout',
  'git_status',
];
