import type { Untrusted } from '../../domain/text/json.ts';
import type { Host, Runtime, ToolRole } from '../../host.ts';
import { type Dialect, parseClaudeShape, renderClaudeShape } from '../shape/claude-shape.ts';
import { geminiAnswer } from '../shape/gemini-answer.ts';
import { allBut, geminiSettings, type HookEvents } from '../shape/install.ts';
import { has, namesSession } from '../shape/marks.ts';
import { contentOf } from '../shape/moment.ts';
import { intentReader, type Tools, toolReader } from '../shape/tool-roles.ts';
import type { QwenPayload } from './wire.ts';

const TOOLS: Tools = {
  roles: {
    run_shell_command: 'shell',
    write_file: 'write',
    edit: 'edit',
    replace: 'edit',
    notebook_edit: 'edit',
    read_file: 'read',
    read_many_files: 'read',
    list_directory: 'read',
    glob: 'read',
    grep_search: 'read',
    search_file_content: 'read',
    todo_write: 'todos',
    web_fetch: 'quiet',
    web_search: 'quiet',
    save_memory: 'quiet',
    ask_user_question: 'question',
    exit_plan_mode: 'quiet',
    skill: 'quiet',
  },
  answer: geminiAnswer,
  tellsFailure: true,
};

const DIALECT: Dialect = {
  ids: (name, sent) => idsOf(name, sent as Untrusted<QwenPayload>),
  intent: intentReader(TOOLS),
};

export const qwen: Host = {
  name: 'qwen',
  title: 'Qwen Code',
  // Text given at a start stands in the instructions of that one process (0.24.4), not in the history.
  hearing: { at: ['session-start', 'prompt', 'tool-use'], keeps: false },
  loads: {
    project: ['QWEN.md', 'AGENTS.md'],
    user: { base: 'home', paths: ['.qwen/QWEN.md'] },
    imports: true,
  },
  tools: TOOLS.roles,
  marks: {
    proves: (sent) => has(sent, 'tool_call_id', 'tool_use_id'),
    transcript: /[\\/]\.qwen[\\/]/,
    suggests: (env, sent) => namesSession(env['QWEN_CODE_SESSION_ID'], sent),
  },
  parse: (payload) => parseClaudeShape(payload, toolReader(TOOLS), DIALECT),
  render: renderClaudeShape,
  client: { project: 'QWEN_CODE_PROJECT_DIR', session: 'QWEN_CODE_SESSION_ID' },
  begins: (words) => ['qwen', '--prompt-interactive', words],
  reopens: (id) => ['qwen', '--resume', id],
  install: {
    signs: { folders: ['.qwen'], commands: ['qwen'] },
    edits: (runtime, scope) => [geminiSettings(runtime, scope, { host: 'qwen', events: eventsFor(runtime) })],
    afterwards: [],
  },
};

/** Tools that only look need no hook, unless somebody wants to know when a file is read again. */
function eventsFor({ watchesReads, instructs }: Runtime): HookEvents {
  const without = (...roles: readonly ToolRole[]) => {
    const named = Object.entries(TOOLS.roles).filter(([, role]) => roles.includes(role));
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

function idsOf(name: string, sent: Untrusted<QwenPayload>): readonly unknown[] {
  switch (name) {
    case 'PreToolUse':
    case 'PostToolUse':
    case 'PostToolUseFailure':
      return [sent.tool_use_id ?? sent.tool_call_id];
    case 'UserPromptSubmit':
      return [sent.prompt_id, contentOf(sent.prompt)];
    case 'SubagentStop':
      return [sent.agent_id, sent.prompt_id];
    default:
      return [sent.prompt_id];
  }
}
