import { has, readPlace, text, words } from '../../domain/base/text/json.ts';
import type { HostEdit, InstallScope, Payload, Runtime } from '../../ports/base/host.ts';
import { contentMark, type HostForm, MOMENT } from './form.ts';
import {
  type HookEvents,
  hookEntries,
  hookLine,
  placeInScope,
  serverEntry,
  settingsEdit,
} from './install.ts';
import { messageText, printed, type ToolEnding, toolReaders } from './tools.ts';

export const GEMINI_TOOLS = toolReaders({
  names: {
    shell: 'run_shell_command',
    write: 'write_file',
    edit: 'replace edit',
    read: 'read_file read_many_files list_directory glob grep_search search_file_content',
    todos: 'write_todos',
    question: 'ask_user',
    quiet:
      'web_fetch google_web_search save_memory enter_plan_mode exit_plan_mode activate_skill get_internal_docs',
  },
  answer: geminiAnswer,
});

/**
 * As seen in 0.61.0. There are no ids of prompts and tool calls, and no subagents that hooks are told of. The transcript moves to
 * another file on resume while `session_id` stays. PreCompress comes before every call of the model, compressed or not.
 */
export const GEMINI_FORM: HostForm = {
  name: 'hook_event_name',
  session: 'session_id',
  cwd: 'cwd',
  source: 'source',
  // With what hooks said at the start before it, in `<hook_context>`.
  prompt: 'prompt',
  tool: 'tool_name',
  input: 'tool_input',
  response: 'tool_response',
  reply: 'prompt_response',
  reason: 'reason',
  tools: GEMINI_TOOLS,
  events: {
    SessionStart: { is: 'session-start' },
    BeforeAgent: { is: 'prompt', ids: [MOMENT, contentMark('prompt')] },
    AfterTool: { is: 'tool-use', ids: [MOMENT, contentMark('tool_name', 'tool_input')] },
    AfterAgent: { is: 'turn-end', ids: [MOMENT, contentMark('prompt_response')] },
    SessionEnd: { is: 'session-end' },
  },
};

/** Hooks and server in one file, as Gemini CLI has them, and programs that came of it; its times are milliseconds. */
export function geminiSettings(
  runtime: Runtime,
  scope: InstallScope,
  { host, folder }: { readonly host: string; readonly folder: string },
  events: HookEvents,
): readonly HostEdit[] {
  const path = `${folder}/settings.json`;
  const lineAt = (event: string) => hookLine(runtime, host, event);
  const hooks = hookEntries(events, lineAt, () => ({ name: 'cortex', timeout: 10_000 }));
  return [settingsEdit(placeInScope(scope, { path }, path), [...hooks, serverEntry(runtime)])];
}

/**
 * A tool's answer there: `llmContent` for the model, `returnDisplay` for the person, `error`; a failure comes as the text alone.
 * A shell's text is a report: `Output: …`, then `Exit Code: 1` and the like, some versions only if it is not 0.
 */
export function geminiAnswer(response: unknown): ToolEnding {
  const said = unwrapped(text(response) ?? messageText(readPlace(response, 'llmContent')) ?? '');
  const error = words(readPlace(response, 'error.message'));
  if (error !== null) return { output: printed(said.trim() === '' ? error : said), failed: true };
  if (CUT_SHORT.test(said)) return { output: printed(said), failed: true, unfinished: true };
  const report = reportIn(said);
  return {
    output: printed(report.output),
    failed: report.exitCode !== null && report.exitCode !== 0,
  };
}

/** Gemini marks what programs and servers said as not to be trusted. */
function unwrapped(said: string): string {
  const inner = /^\s*<untrusted_context>\n?/.exec(said)?.[0];
  return inner === undefined
    ? said
    : said.slice(inner.length).replace(/\n?<\/untrusted_context>\s*$/, '');
}

const CUT_SHORT =
  /^Command (?:was (?:automatically )?(?:cancelled|canceled|aborted|moved to background)|timed out)/;
const TRAILER =
  /^(?:Error|Exit Code|Signal|Background PIDs|Process Group PGID|Background process): ?(.*)$/;
const FIRST_LINES = /^(?:Command|Directory): /;

/** Reads the report from its end: what a program printed may look like a part of it. */
function reportIn(said: string): { readonly output: string; readonly exitCode: number | null } {
  const lines = said.split('\n');
  let end = lines.length;
  let exitCode: number | null = null;
  for (; end > 0 && TRAILER.test(lines[end - 1]!); end--) {
    const code = /^Exit Code: (\d{1,3})$/.exec(lines[end - 1]!);
    if (code) exitCode = Number(code[1]);
  }
  const start = lines.findIndex((line) => !FIRST_LINES.test(line));
  const first = lines[start] ?? '';
  // Not a report: the answer of some other tool.
  if (end === lines.length && !/^(?:Output|Stdout): /.test(first))
    return { output: said, exitCode: null };
  const body = [first.replace(/^(?:Output|Stdout): /, ''), ...lines.slice(start + 1, end)].join(
    '\n',
  );
  return { output: body.replace(/^\(empty\)$/, ''), exitCode };
}

/** A variable that names the session of the hook itself; the id of another session was inherited. */
export function namesSession(id: string | undefined, sent: Payload): boolean {
  return !!id && (!has(sent, 'session_id') || id === sent['session_id']);
}
