/**
 * Elements that we and hosts put around words that are not the person's. Names may be patterns. Stored text can
 * neither open nor close one in what a session is told; any other `<` is a sign.
 */

export const OWN_ELEMENTS: readonly string[] = ['session-continuity', 'cortex-note'];

/** Elements that hosts put around the words of hooks. */
export const HOOK_ELEMENTS: readonly string[] = [
  'hook_context',
  'system_reminder',
  'system-reminder',
  'qwen:user-prompt-submit-context',
  'qwen:session-start-context',
];

/**
 * Elements that hosts add to prompts: a finished background task, the working directory, the
 * output of a command, a skill's text. None of it is a person's.
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

/** A message that somebody else sent through a channel of the host. */
export const CHANNEL_ELEMENT = 'channel';

/** Elements around the person's own words. */
const PROMPT_ELEMENTS = [
  'command-[a-z]+',
  'user_query',
  'userRequest',
  'user-prompt',
  'user_message',
];

/** How models call tools, get results and change roles. */
const CALL_ELEMENTS = [
  'function_(?:calls?|results?)',
  'tool_(?:calls?|use|results?|response|code)',
  'invoke',
  'parameter',
  'system',
];

const ALL = [
  ...OWN_ELEMENTS,
  ...HOOK_ELEMENTS,
  ...NOTICE_ELEMENTS,
  CHANNEL_ELEMENT,
  ...PROMPT_ELEMENTS,
  ...CALL_ELEMENTS,
];

const TAG = new RegExp(
  `^<\\s*[/\\\\]?\\s*(?:[\\w.-]{1,40}:)?(?:(?:${ALL.join('|')})(?![\\w-])|\\|[a-z_]{1,40}\\|)`,
  'i',
);
/** Longest beginning of a tag: longer than any name with the blanks before it. */
const LONGEST_TAG = 120;

/** `<` and what normalization turns into one. */
const BRACKET = /[<﹤＜≮]/g;

/** The text with `&lt;` for every bracket that begins a tag of ours or of a host, in any width and case. */
export function withoutEnvelopes(text: string): string {
  return text.replace(BRACKET, (sign, at: number) => {
    const written = text.slice(at, at + LONGEST_TAG).normalize('NFKD');
    return [written, written.replace(/\p{M}/gu, '')].some((one) => TAG.test(one)) ? '&lt;' : sign;
  });
}
