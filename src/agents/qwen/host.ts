import { has } from '../../domain/base/text/json.ts';
import type { Host, Runtime, ToolRole } from '../../ports/base/host.ts';
import { CLAUDE_FORM, claudeAnswer } from '../base/claude.ts';
import { contentMark, makeParser } from '../base/form.ts';
import { geminiAnswer, geminiSettings, namesSession } from '../base/gemini.ts';
import { allBut, type HookEvents } from '../base/install.ts';
import { toolReaders } from '../base/tools.ts';

export const QWEN_TOOLS = toolReaders({
  names: {
    shell: 'run_shell_command',
    write: 'write_file',
    edit: 'edit replace notebook_edit',
    read: 'read_file read_many_files list_directory glob grep_search search_file_content',
    todos: 'todo_write',
    question: 'ask_user_question',
    quiet: 'web_fetch web_search save_memory exit_plan_mode skill',
  },
  answer: geminiAnswer,
});

/**
 * As seen in 0.24.4: the events of Claude Code with the tools of Gemini CLI. A prompt is empty whenever the model goes on after a tool,
 * and a `prompt_id` is a number that is given again where the first run left nothing behind. SessionEnd does not come without a terminal.
 */
export const qwen: Host = {
  name: 'qwen',
  title: 'Qwen Code',
  // Text given at a start stands in the instructions of that one process (0.24.4), not in the history.
  injection: { at: ['session-start', 'prompt', 'tool-use'], keeps: false },
  loads: {
    project: ['QWEN.md', 'AGENTS.md'],
    user: { base: 'home', paths: ['.qwen/QWEN.md'] },
    imports: true,
  },
  tools: QWEN_TOOLS.roles,
  marks: {
    proves: (sent) => has(sent, 'tool_call_id', 'tool_use_id'),
    transcript: /[\\/]\.qwen[\\/]/,
    suggests: (env, sent) => namesSession(env['QWEN_CODE_SESSION_ID'], sent),
  },
  parse: makeParser({
    ...CLAUDE_FORM,
    tools: QWEN_TOOLS,
    idsOf: (event) => {
      if (event.includes('ToolUse')) return [['tool_use_id', 'tool_call_id']];
      if (event === 'UserPromptSubmit') return ['prompt_id', contentMark('prompt')];
      return event === 'SubagentStop' ? ['agent_id', 'prompt_id'] : ['prompt_id'];
    },
  }),
  render: claudeAnswer(),
  client: { project: 'QWEN_CODE_PROJECT_DIR', session: 'QWEN_CODE_SESSION_ID' },
  begins: (words) => ['qwen', '--prompt-interactive', words],
  reopens: (id) => ['qwen', '--resume', id],
  install: {
    signs: { folders: ['.qwen'], commands: ['qwen'] },
    edits: (runtime, scope) =>
      geminiSettings(runtime, scope, { host: 'qwen', folder: '.qwen' }, eventsFor(runtime)),
    afterwards: [],
  },
};

/** Tools that only look need no hook, unless somebody wants to know when a file is read again. */
function eventsFor({ watchesReads, instructs }: Runtime): HookEvents {
  const without = (...roles: readonly ToolRole[]) => {
    const named = Object.entries(QWEN_TOOLS.roles).filter(([, role]) => roles.includes(role));
    return allBut(named.map(([name]) => name).join('|'));
  };
  return {
    SessionStart: null,
    UserPromptSubmit: null,
    ...(instructs && { PreToolUse: without('read', 'quiet', 'todos') }),
    PostToolUse: watchesReads ? '*' : without('read', 'quiet'),
    PostToolUseFailure: null,
    Stop: null,
    SubagentStop: null,
    PostCompact: null,
    SessionEnd: null,
  };
}
