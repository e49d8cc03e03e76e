import { has } from '../../domain/base/text/json.ts';
import type { Host } from '../../ports/base/host.ts';
import { CLAUDE_FORM, claudeAnswer } from '../base/claude.ts';
import { copilotHooksFile } from '../base/copilot.ts';
import { contentMark, MOMENT, makeParser } from '../base/form.ts';
import { serverEntry, settingsEdit } from '../base/install.ts';
import { toolReaders } from '../base/tools.ts';

const TOOLS = toolReaders({
  names: {
    shell: 'run_in_terminal runInTerminal runTerminalCommand',
    write: 'create_file createFile',
    edit: 'replace_string_in_file multi_replace_string_in_file insert_edit_into_file edit_notebook_file editFiles',
    patch: 'apply_patch',
    read: 'read_file readFile list_dir file_search grep_search semantic_search',
    todos: 'manage_todo_list',
    quiet: 'fetch_webpage github_repo',
  },
  hidesFailure: true,
});

/**
 * Agent hooks (preview), by its documents of 2026-07-29; not seen by ourselves. The form is that of Claude Code, in an older spelling
 * `sessionId` and `hookEventName`. There is no end of a session, and nothing tells when a compaction is done.
 */
export const vscode: Host = {
  name: 'vscode',
  title: 'VS Code',
  notRun: 'it is not on npm',
  injection: { at: ['session-start', 'tool-use'], keeps: true },
  loads: {
    project: ['AGENTS.md', '.github/copilot-instructions.md'],
    user: { base: 'home', paths: [] },
  },
  tools: TOOLS.roles,
  marks: {
    proves: (sent) => has(sent, 'hookEventName') && !has(sent, 'hook_event_name'),
    suggests: (_, sent) => has(sent, 'timestamp'),
  },
  parse: makeParser({
    ...CLAUDE_FORM,
    name: ['hook_event_name', 'hookEventName'],
    session: ['session_id', 'sessionId'],
    tools: TOOLS,
    events: { ...CLAUDE_FORM.events, PreCompact: { is: 'compacted' } },
    idsOf: (event) => {
      if (event.includes('Tool')) return ['tool_use_id'];
      if (event === 'SubagentStop') return ['agent_id', MOMENT];
      return event === 'UserPromptSubmit' ? [MOMENT, contentMark('prompt')] : [MOMENT];
    },
  }),
  render: claudeAnswer({
    names: {
      'session-start': 'SessionStart',
      'tool-use': 'PostToolUse',
      'tool-intent': 'PreToolUse',
    },
  }),
  client: { name: 'visual-studio-code' },
  reopens: 'Open the folder in VS Code and take the conversation from the history of its chat.',
  install: {
    signs: { folders: ['.vscode'], commands: ['code', 'code-insiders'] },
    edits: (runtime, scope) => {
      const server = { ...serverEntry(runtime, { type: 'stdio' }), at: ['servers', 'cortex'] };
      const servers = settingsEdit({ base: 'project', path: '.vscode/mcp.json' }, [server]);
      return [copilotHooksFile(runtime, scope), ...(scope === 'project' ? [servers] : [])];
    },
    afterwards: [
      'Agent hooks are a preview of VS Code: with /hooks in the chat you see whether those of cortex are listed.',
    ],
    goodToKnow: [
      'VS Code and Copilot CLI read the same file of hooks: set up for one, it serves both, and it stays until both are taken back.',
      'For the tools of cortex in every project, add a server with the command MCP: Add Server; in one project, cortex setup vscode --project does it.',
    ],
  },
};
