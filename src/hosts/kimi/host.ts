import { asRecord, list, text, type Untrusted, words } from '../../domain/text/json.ts';
import type { Host } from '../../host.ts';
import { type Dialect, parseClaudeShape } from '../shape/claude-shape.ts';
import { allBut, hookLine, server } from '../shape/install.ts';
import { textIn } from '../shape/plugin-shape.ts';
import { type Tools, toolReader } from '../shape/tool-roles.ts';
import { printed } from '../shape/tools.ts';
import type { KimiPayload } from './wire.ts';

const TOOLS: Tools = {
  roles: {
    Bash: 'shell',
    Write: 'write',
    Edit: 'edit',
    Read: 'read',
    ReadMediaFile: 'read',
    Glob: 'read',
    Grep: 'read',
    TodoList: 'todos',
    AskUserQuestion: 'question',
    EnterPlanMode: 'quiet',
    ExitPlanMode: 'quiet',
    FetchURL: 'quiet',
    Skill: 'quiet',
    TaskList: 'quiet',
    TaskOutput: 'quiet',
    WaitFor: 'quiet',
    WebSearch: 'quiet',
  },
  answer: (response) => ({ output: printed(response) }),
  tellsFailure: true,
};

const DIALECT: Dialect = {
  // Only calls of tools have an id.
  ids: (name, sent) => [name.includes('ToolUse') ? sent.tool_use_id : null],
  compactsUntold: true,
};

export const kimi: Host = {
  name: 'kimi',
  title: 'Kimi Code',
  // Only the answer to a prompt reaches the model. That answer becomes a message of the conversation, and stays.
  hearing: { at: ['prompt'], keeps: true },
  loads: { project: ['AGENTS.md'], user: { base: 'home', paths: [] } },
  tools: TOOLS.roles,
  marks: { proves: (sent) => text(sent['client_type'])?.startsWith('kimi') ?? false },
  parse: (payload) => parseClaudeShape(respelled(payload), toolReader(TOOLS), DIALECT),
  render: (event, { context }) =>
    context && event.kind === 'prompt' ? JSON.stringify({ message: context }) : '',
  reopens: (id) => ['kimi', '--session', id],
  install: {
    signs: { folders: ['.kimi-code'], commands: ['kimi'] },
    edits: (runtime, scope) => {
      // Its hooks are the user's alone, and a server without them would be half of it.
      if (scope === 'project') return [];
      const command = hookLine(runtime, 'kimi');
      const looking = Object.keys(TOOLS.roles).filter((name) => /^(?:read|quiet)$/.test(TOOLS.roles[name]!));
      const matchers = runtime.watchesReads ? {} : { PostToolUse: allBut(looking.join('|')) };
      return [
        {
          kind: 'settings',
          place: { base: HOME, path: 'config.toml' },
          format: 'toml',
          additions: EVENTS.map((event) => ({
            at: ['hooks'],
            append: {
              event,
              ...(event in matchers && { matcher: matchers.PostToolUse }),
              command,
              timeout: TIMEOUT,
            },
          })),
        },
        {
          kind: 'settings',
          place: { base: HOME, path: 'mcp.json' },
          format: 'json',
          additions: [{ at: ['mcpServers', 'cortex'], set: server(runtime) }],
        },
      ];
    },
    afterwards: [],
  },
};

const HOME = { env: 'KIMI_CODE_HOME', otherwiseInHome: '.kimi-code' } as const;

/** None before a tool: an answer there can only refuse the call. */
const EVENTS = [
  'SessionStart',
  'UserPromptSubmit',
  'PostToolUse',
  'PostToolUseFailure',
  'Stop',
  'StopFailure',
  'SubagentStop',
  'PreCompact',
  'SessionEnd',
] as const;

/** In seconds. */
const TIMEOUT = 10;

/** The same words for the same things as Claude Code has. */
function respelled(payload: unknown): unknown {
  const sent = asRecord<KimiPayload>(payload);
  if (sent === null) return payload;
  return {
    ...sent,
    prompt: Array.isArray(sent.prompt) ? textIn(list(sent.prompt)) : sent.prompt,
    tool_use_id: sent.tool_call_id,
    tool_response: sent.tool_output,
    error: errorIn(sent),
    agent_type: sent.agent_name,
    last_assistant_message: sent.response,
  };
}

function errorIn({ error }: Untrusted<KimiPayload>): unknown {
  return words(asRecord<KimiPayload['error']>(error)?.message) ?? error;
}
