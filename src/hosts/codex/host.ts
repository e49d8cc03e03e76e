import { asRecord, text, type Untrusted } from '../../domain/text/json.ts';
import type { Host, Runtime } from '../../host.ts';
import { type Dialect, parseClaudeShape, renderClaudeShape } from '../shape/claude-shape.ts';
import { type HookEvents, hookEntries, hookLine, server } from '../shape/install.ts';
import { has } from '../shape/marks.ts';
import { contentOf } from '../shape/moment.ts';
import { type Answer, intentReader, type Tools, toolReader } from '../shape/tool-roles.ts';
import { printed } from '../shape/tools.ts';
import type { CodexPayload } from './wire.ts';

const TOOLS: Tools = {
  roles: {
    Bash: 'shell',
    shell: 'shell',
    exec_command: 'shell',
    apply_patch: 'patch',
    update_plan: 'todos',
    view_image: 'read',
    web_search: 'quiet',
  },
  answer,
  tellsFailure: false,
};

const DIALECT: Dialect = {
  ids: (name, sent) => idsOf(name, sent as Untrusted<CodexPayload>),
  intent: intentReader(TOOLS),
};

export const codex: Host = {
  name: 'codex',
  title: 'Codex CLI',
  hearing: { at: ['session-start', 'prompt', 'tool-use'], keeps: true },
  loads: {
    project: ['AGENTS.md', 'AGENTS.override.md'],
    user: { base: { env: 'CODEX_HOME', otherwiseInHome: '.codex' }, paths: ['AGENTS.md'] },
  },
  tools: TOOLS.roles,
  marks: {
    // Without a transcript the field is null, which no other host of this form sends.
    proves: (sent) =>
      (has(sent, 'turn_id') && !has(sent, 'client_type')) ||
      (sent['transcript_path'] === null && !has(sent, 'timestamp') && !has(sent, 'cursor_version')),
    transcript: /[\\/]sessions[\\/]\d{4}[\\/]\d\d[\\/]\d\d[\\/]rollout-[^\\/]*$/,
    suggests: (env, sent) => !!env['PLUGIN_ROOT'] && !has(sent, 'timestamp'),
  },
  parse: (payload) => parseClaudeShape(payload, toolReader(TOOLS), DIALECT),
  // Nothing beside `hookSpecificOutput`: an answer with a key that Codex does not know is dropped whole.
  // A `systemMessage` is shown to the person as a warning.
  render: (event, reply) => renderClaudeShape(event, reply, true),
  begins: (words) => ['codex', words],
  reopens: (id) => ['codex', 'resume', id],
  install: {
    signs: { folders: ['.codex'], commands: ['codex'] },
    edits: (runtime, scope) => {
      const base = scope === 'user' ? ({ env: 'CODEX_HOME', otherwiseInHome: '.codex' } as const) : 'project';
      const folder = scope === 'user' ? '' : '.codex/';
      const command = hookLine(runtime, 'codex');
      return [
        {
          kind: 'settings',
          place: { base, path: `${folder}hooks.json` },
          format: 'json',
          additions: hookEntries(eventsFor(runtime), (event) => ({
            type: 'command',
            command,
            timeout: timeout(event),
          })),
        },
        {
          kind: 'settings',
          place: { base, path: `${folder}config.toml` },
          format: 'toml',
          additions: [{ at: ['mcp_servers', 'cortex'], set: server(runtime) }],
        },
      ];
    },
    approvals: {
      place: { base: { env: 'CODEX_HOME', otherwiseInHome: '.codex' }, path: 'config.toml' },
      format: 'toml',
      at: ['hooks', 'state'],
      hash: 'trusted_hash',
      key: (file, event, entry, handler) => `${file}:${snakeCase(event)}:${entry}:${handler}`,
    },
    afterwards: [
      'Codex runs a new or changed hook only after you have trusted it: start codex, type /hooks and trust those of cortex.',
    ],
    goodToKnow: ['In a project that Codex does not trust, its .codex folder is not read.'],
  },
};

/** The patterns are of a kind without lookahead: where only those that act are meant, they are named. */
const eventsFor = ({ instructs }: Runtime): HookEvents => ({
  SessionStart: null,
  UserPromptSubmit: null,
  ...(instructs && { PreToolUse: '^(Bash|apply_patch|mcp__.*)$' }),
  PostToolUse: null,
  Stop: null,
  SubagentStop: null,
  SessionEnd: null,
});

function snakeCase(name: string): string {
  return name.replace(/(?<=.)[A-Z]/g, '_$&').toLowerCase();
}

/** In seconds. At the end of a session Codex gives 1 unless told otherwise, and 3 at most. */
function timeout(event: string): number {
  return event === 'SessionEnd' ? 3 : 10;
}

function idsOf(name: string, sent: Untrusted<CodexPayload>): readonly unknown[] {
  switch (name) {
    case 'PreToolUse':
    case 'PostToolUse':
      return [sent.tool_use_id, sent.turn_id];
    case 'UserPromptSubmit':
      return [sent.turn_id, contentOf(sent.prompt)];
    case 'SubagentStop':
      return [sent.agent_id, sent.turn_id];
    default:
      return [sent.turn_id];
  }
}

function answer(response: unknown): Answer {
  const output = printed(response);
  if (asRecord<{ isError: unknown }>(response)?.isError === true) return { output, failed: true };
  // A patch that does not fit is answered with the reason, as if it were its output.
  const isRefused = /^(?:apply_patch verification failed|Invalid patch|Failed to find)/.test(
    text(response) ?? '',
  );
  return isRefused ? { output, failed: true } : { output };
}
