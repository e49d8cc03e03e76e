import type { HostEvent } from '../../domain/event.ts';
import { asRecord, text, type Untrusted } from '../../domain/text/json.ts';
import type { Host, Reply } from '../../host.ts';
import { type Dialect, parseClaudeShape } from '../shape/claude-shape.ts';
import { COPILOT_HOME, copilotHooksFile } from '../shape/copilot-hooks.ts';
import { server } from '../shape/install.ts';
import { has } from '../shape/marks.ts';
import { contentOf, momentOf } from '../shape/moment.ts';
import { type Answer, intentReader, type Tools, toolReader } from '../shape/tool-roles.ts';
import { printed } from '../shape/tools.ts';
import type { CopilotPayload, CopilotToolResult } from './wire.ts';

/** By the names of Claude Code, `Edit` also for patches, and by Copilot's own where it has no other for a tool. */
const TOOLS: Tools = {
  roles: {
    Bash: 'shell',
    bash: 'shell',
    PowerShell: 'shell',
    powershell: 'shell',
    Write: 'write',
    create: 'write',
    Edit: 'edit',
    edit: 'edit',
    MultiEdit: 'edit',
    apply_patch: 'patch',
    Read: 'read',
    view: 'read',
    Grep: 'read',
    grep: 'read',
    rg: 'read',
    Glob: 'read',
    glob: 'read',
    LS: 'read',
    TodoWrite: 'todos',
    update_todo: 'todos',
    WebFetch: 'quiet',
    web_fetch: 'quiet',
    WebSearch: 'quiet',
    web_search: 'quiet',
    AskUserQuestion: 'question',
    ask_user: 'question',
    report_intent: 'quiet',
    sql: 'quiet',
  },
  answer,
  tellsFailure: false,
};

const DIALECT: Dialect = {
  ids: (name, sent) => idsOf(name, sent as Untrusted<CopilotPayload>),
  intent: intentReader(TOOLS),
  response: (sent) => {
    const { error, tool_result } = sent as Untrusted<CopilotPayload>;
    return sent.hook_event_name === 'PostToolUseFailure' ? error : tool_result;
  },
  compactsUntold: true,
};

export const copilot: Host = {
  name: 'copilot',
  title: 'GitHub Copilot CLI',
  // A resumed session's history lacks the text given at a start (1.0.102).
  hearing: { at: ['session-start', 'prompt', 'tool-use'], keeps: 'with a prompt' },
  loads: {
    project: ['AGENTS.md', '.github/copilot-instructions.md'],
    user: { base: 'home', paths: ['.copilot/copilot-instructions.md'] },
  },
  tools: TOOLS.roles,
  marks: {
    proves: (sent) => has(sent, 'hook_event_name', 'timestamp') && !has(sent, 'transcript_path'),
    transcript: /[\\/]\.copilot[\\/]session-state[\\/]/,
    // VS Code reads the same file. It names ids of tool calls, and a transcript at every event.
    denies: (sent, env) =>
      has(sent, 'tool_use_id') || (has(sent, 'transcript_path') && env['COPILOT_CLI'] !== '1'),
    suggests: (env) => env['COPILOT_CLI'] === '1',
  },
  parse: (payload) => parseClaudeShape(payload, toolReader(TOOLS), DIALECT),
  render,
  client: { project: 'COPILOT_PROJECT_DIR', session: 'COPILOT_AGENT_SESSION_ID' },
  begins: (words) => ['copilot', '--interactive', words],
  reopens: (id) => ['copilot', `--resume=${id}`],
  install: {
    signs: { folders: ['.copilot'], commands: ['copilot'] },
    edits: (runtime, scope) => [
      copilotHooksFile(runtime, scope),
      {
        kind: 'settings',
        place:
          scope === 'user'
            ? { base: COPILOT_HOME, path: 'mcp-config.json' }
            : { base: 'project', path: '.github/mcp.json' },
        format: 'json',
        additions: [
          { at: ['mcpServers', 'cortex'], set: { type: 'local', ...server(runtime), tools: ['*'] } },
        ],
      },
    ],
    afterwards: [],
  },
};

function idsOf(name: string, sent: Untrusted<CopilotPayload>): readonly unknown[] {
  const moment = momentOf(sent.timestamp);
  if (name === 'UserPromptSubmit') return [moment, contentOf(sent.prompt)];
  return name.includes('Tool') ? [moment, contentOf(sent.tool_name, sent.tool_input)] : [moment];
}

/** Only the key at the top is heard. */
function render(event: HostEvent, reply: Reply): string {
  const isHeard = event.kind === 'session-start' || event.kind === 'prompt' || event.kind === 'tool-use';
  return reply.context && isHeard ? JSON.stringify({ additionalContext: reply.context }) : '';
}

const EXIT = /\n?<(?:shellId: \S{1,20} completed|exited) with exit code (\d{1,3})>\s*$/;

function answer(response: unknown): Answer {
  const result = asRecord<CopilotToolResult>(response);
  if (result === null) return { output: printed(response) };
  const said = text(result.text_result_for_llm) ?? '';
  const kind = text(result.result_type);
  const code = EXIT.exec(said.slice(-200))?.[1];
  // In the words that outcomes are read from.
  const output = code === undefined ? said : `${said.replace(EXIT, '')}\nExit code: ${code}`;
  const failed = (kind !== null && kind !== 'success') || (code !== undefined && Number(code) !== 0);
  return { output: printed(output), failed };
}
