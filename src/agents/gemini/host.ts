import { text } from '../../domain/base/text/json.ts';
import type { Host } from '../../ports/base/host.ts';
import { claudeAnswer } from '../base/claude.ts';
import { contentMark, type HostForm, MOMENT, makeParser } from '../base/form.ts';
import { geminiAnswer, geminiSettings, namesSession } from '../base/gemini.ts';
import { toolReaders } from '../base/tools.ts';

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
const FORM: HostForm = {
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

export const gemini: Host = {
  name: 'gemini',
  title: 'Gemini CLI',
  // Text given at a start makes Gemini lose the first prompt on resume (0.61.0), so it waits for the prompt.
  injection: { at: ['prompt', 'tool-use'], keeps: true },
  loads: {
    project: ['GEMINI.md'],
    user: { base: 'home', paths: ['.gemini/GEMINI.md'] },
    imports: true,
  },
  tools: GEMINI_TOOLS.roles,
  marks: {
    proves: (sent) =>
      /^(?:Before|After)(?:Agent|Tool|Model)$|^PreCompress$/.test(
        text(sent['hook_event_name']) ?? '',
      ),
    transcript: /[\\/]\.gemini[\\/]tmp[\\/]/,
    suggests: (env, sent) => namesSession(env['GEMINI_SESSION_ID'], sent),
  },
  parse: makeParser(FORM),
  render: claudeAnswer({ names: { prompt: 'BeforeAgent', 'tool-use': 'AfterTool' } }),
  client: { project: 'GEMINI_PROJECT_DIR', session: 'GEMINI_SESSION_ID' },
  begins: (words) => ['gemini', '--prompt-interactive', words],
  reopens: (id) => ['gemini', '--resume', id],
  install: {
    signs: { folders: ['.gemini'], commands: ['gemini'] },
    edits: (runtime, scope) =>
      geminiSettings(runtime, scope, 'gemini', {
        SessionStart: null,
        BeforeAgent: null,
        AfterTool: '.*',
        AfterAgent: null,
        SessionEnd: null,
      }),
    afterwards: [],
    goodToKnow: ['Gemini CLI runs the hooks of a project only in a folder that you trust.'],
  },
};
