import { has, readPlace, text } from '../../domain/base/text/json.ts';
import type { Injection } from '../../domain/facts/sender.ts';
import type { Host } from '../../ports/base/host.ts';
import { CLAUDE_FORM } from '../base/claude.ts';
import { COPILOT_HOME, copilotHooksFile } from '../base/copilot.ts';
import { answeringIn, contentMark, MOMENT, makeParser } from '../base/form.ts';
import { placeInScope, serverEntry, settingsEdit } from '../base/install.ts';
import { printed, type ToolEnding, toolReaders } from '../base/tools.ts';

/** The tools by the names of Claude Code, `Edit` also for patches, and by Copilot's own where it has no other. */
export const COPILOT_TOOLS = toolReaders({
  names: {
    shell: 'Bash bash PowerShell powershell',
    write: 'Write create',
    edit: 'Edit edit MultiEdit',
    patch: 'apply_patch',
    read: 'Read view Grep grep rg Glob glob LS',
    todos: 'TodoWrite update_todo',
    question: 'AskUserQuestion ask_user',
    quiet: 'WebFetch web_fetch WebSearch web_search report_intent sql',
  },
  answer,
  hidesFailure: true,
});

// A resumed session's history lacks the text given at a start (1.0.102).
const INJECTION: Injection = {
  at: ['session-start', 'prompt', 'tool-use'],
  keeps: 'with a prompt',
};

/**
 * As seen in 1.0.102, for hooks whose events are named as in Claude Code: names in camel case get other payloads. There are no ids of
 * prompts and tool calls, and nothing tells when a compaction is done.
 */
export const copilot: Host = {
  name: 'copilot',
  title: 'GitHub Copilot CLI',
  injection: INJECTION,
  loads: {
    project: ['AGENTS.md', '.github/copilot-instructions.md'],
    user: { base: 'home', paths: ['.copilot/copilot-instructions.md'] },
  },
  tools: COPILOT_TOOLS.roles,
  marks: {
    proves: (sent) => has(sent, 'hook_event_name', 'timestamp') && !has(sent, 'transcript_path'),
    transcript: /[\\/]\.copilot[\\/]session-state[\\/]/,
    // VS Code reads the same file. It names ids of tool calls, and a transcript at every event.
    denies: (sent, env) =>
      has(sent, 'tool_use_id') || (has(sent, 'transcript_path') && env['COPILOT_CLI'] !== '1'),
    suggests: (env) => env['COPILOT_CLI'] === '1',
  },
  parse: makeParser({
    ...CLAUDE_FORM,
    tools: COPILOT_TOOLS,
    response: 'tool_result',
    events: { ...CLAUDE_FORM.events, PreCompact: { is: 'compacted' } },
    idsOf: (event) => {
      if (event === 'UserPromptSubmit') return [MOMENT, contentMark('prompt')];
      return event.includes('Tool') ? [MOMENT, contentMark('tool_name', 'tool_input')] : [MOMENT];
    },
  }),
  // Only the key at the top is heard.
  render: answeringIn('additionalContext', INJECTION),
  client: { project: 'COPILOT_PROJECT_DIR', session: 'COPILOT_AGENT_SESSION_ID' },
  begins: (words) => ['copilot', '--interactive', words],
  reopens: (id) => ['copilot', `--resume=${id}`],
  install: {
    signs: { folders: ['.copilot'], commands: ['copilot'] },
    edits: (runtime, scope) => [
      copilotHooksFile(runtime, scope),
      settingsEdit(
        placeInScope(scope, { base: COPILOT_HOME, path: 'mcp-config.json' }, '.github/mcp.json'),
        [serverEntry(runtime, { type: 'local', tools: ['*'] })],
      ),
    ],
    afterwards: [],
  },
};

/** A shell ends its text so. */
const EXIT = /\n?<(?:shellId: \S{1,20} completed|exited) with exit code (\d{1,3})>\s*$/;

function answer(response: unknown): ToolEnding {
  const said = text(readPlace(response, 'text_result_for_llm'));
  if (said === null && typeof response !== 'object') return { output: printed(response) };
  // Success, also of a command that failed.
  const kind = text(readPlace(response, 'result_type'));
  const code = EXIT.exec((said ?? '').slice(-200))?.[1];
  // In the words that outcomes are read from.
  const output =
    code === undefined ? said : `${(said ?? '').replace(EXIT, '')}\nExit code: ${code}`;
  const failed =
    (kind !== null && kind !== 'success') || (code !== undefined && Number(code) !== 0);
  return { output: printed(output), failed };
}
