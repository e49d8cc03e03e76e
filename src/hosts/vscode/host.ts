import { asRecord, type Untrusted } from '../../domain/text/json.ts';
import type { Host } from '../../host.ts';
import { type Dialect, parseClaudeShape, renderClaudeShape } from '../shape/claude-shape.ts';
import { copilotHooksFile } from '../shape/copilot-hooks.ts';
import { server } from '../shape/install.ts';
import { has } from '../shape/marks.ts';
import { contentOf, momentOf } from '../shape/moment.ts';
import { intentReader, type Tools, toolReader } from '../shape/tool-roles.ts';
import { printed } from '../shape/tools.ts';
import type { VsCodePayload } from './wire.ts';

const TOOLS: Tools = {
  roles: {
    run_in_terminal: 'shell',
    runInTerminal: 'shell',
    runTerminalCommand: 'shell',
    create_file: 'write',
    createFile: 'write',
    replace_string_in_file: 'edit',
    multi_replace_string_in_file: 'edit',
    insert_edit_into_file: 'edit',
    edit_notebook_file: 'edit',
    editFiles: 'edit',
    apply_patch: 'patch',
    read_file: 'read',
    readFile: 'read',
    list_dir: 'read',
    file_search: 'read',
    grep_search: 'read',
    semantic_search: 'read',
    manage_todo_list: 'todos',
    fetch_webpage: 'quiet',
    github_repo: 'quiet',
  },
  answer: (response) => ({ output: printed(response) }),
  tellsFailure: false,
};

const DIALECT: Dialect = {
  ids: (name, sent) => idsOf(name, sent as Untrusted<VsCodePayload>),
  intent: intentReader(TOOLS),
  compactsUntold: true,
};

export const vscode: Host = {
  name: 'vscode',
  title: 'VS Code',
  notRun: 'it is not on npm',
  hearing: { at: ['session-start', 'tool-use'], keeps: true },
  loads: { project: ['AGENTS.md', '.github/copilot-instructions.md'], user: { base: 'home', paths: [] } },
  tools: TOOLS.roles,
  marks: {
    proves: (sent) => has(sent, 'hookEventName'),
    suggests: (_, sent) => has(sent, 'timestamp'),
  },
  parse: (payload) => parseClaudeShape(respelled(payload), toolReader(TOOLS), DIALECT),
  render: (event, reply) => (event.kind === 'prompt' ? '' : renderClaudeShape(event, reply)),
  client: { name: 'visual-studio-code' },
  reopens: 'Open the folder in VS Code and take the conversation from the history of its chat.',
  install: {
    signs: { folders: ['.vscode'], commands: ['code', 'code-insiders'] },
    edits: (runtime, scope) => [
      copilotHooksFile(runtime, scope),
      ...(scope === 'project'
        ? [
            {
              kind: 'settings',
              place: { base: 'project', path: '.vscode/mcp.json' },
              format: 'json',
              additions: [{ at: ['servers', 'cortex'], set: { type: 'stdio', ...server(runtime) } }],
            } as const,
          ]
        : []),
    ],
    afterwards: [
      'Agent hooks are a preview of VS Code: with /hooks in the chat you see whether those of cortex are listed.',
    ],
    goodToKnow: [
      'VS Code and Copilot CLI read the same file of hooks: set up for one, it serves both, and it stays until both are taken back.',
      'For the tools of cortex in every project, add a server with the command MCP: Add Server; in one project, cortex setup vscode --project does it.',
    ],
  },
};

function idsOf(name: string, sent: Untrusted<VsCodePayload>): readonly unknown[] {
  const moment = momentOf(sent.timestamp);
  if (name.includes('Tool')) return [sent.tool_use_id];
  if (name === 'SubagentStop') return [sent.agent_id, moment];
  return name === 'UserPromptSubmit' ? [moment, contentOf(sent.prompt)] : [moment];
}

function respelled(payload: unknown): unknown {
  const sent = asRecord<VsCodePayload>(payload);
  if (sent === null) return payload;
  const { sessionId, hookEventName } = sent;
  return { session_id: sessionId, hook_event_name: hookEventName, ...sent };
}
