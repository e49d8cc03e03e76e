import type { HostEvent } from '../../domain/event.ts';
import {
  asRecord,
  head,
  idText,
  list,
  parseJson,
  pathText,
  text,
  type Untrusted,
  words,
} from '../../domain/text/json.ts';
import { type Host, Malformed, type Reply } from '../../host.ts';
import { key } from '../shape/claude-shape.ts';
import { directHookLine, server } from '../shape/install.ts';
import { has } from '../shape/marks.ts';
import { contentOf } from '../shape/moment.ts';
import { personsWords } from '../shape/persons-words.ts';
import { type Answer, type Tools, toolReader } from '../shape/tool-roles.ts';
import { printed } from '../shape/tools.ts';
import type { CursorPayload, CursorShellOutput } from './wire.ts';

const TOOLS: Tools = {
  roles: {
    Shell: 'shell',
    Write: 'write',
    Edit: 'edit',
    StrReplace: 'edit',
    MultiEdit: 'edit',
    EditNotebook: 'edit',
    ApplyPatch: 'patch',
    Delete: 'delete',
    Read: 'read',
    Grep: 'read',
    Glob: 'read',
    LS: 'read',
    List: 'read',
    TodoWrite: 'todos',
    ReadLints: 'quiet',
    WebFetch: 'quiet',
    WebSearch: 'quiet',
    Fetch: 'quiet',
    WriteShellStdin: 'quiet',
  },
  answer,
  tellsFailure: false,
};

const read = toolReader(TOOLS);

export const cursor: Host = {
  name: 'cursor',
  title: 'Cursor',
  // Its executor takes an answer to a prompt and to a failure too (SDK 1.0.32), but its SDK drops the first and older programs both.
  hearing: { at: ['session-start', 'tool-use'], notAfterFailure: true, keeps: true },
  loads: { project: ['AGENTS.md', '.cursorrules'], user: { base: 'home', paths: [] } },
  tools: TOOLS.roles,
  marks: { proves: (sent) => has(sent, 'cursor_version') },
  parse,
  render,
  begins: (words) => ['cursor-agent', words],
  reopens: 'Open the folder in Cursor and take the conversation from the history of its chat.',
  install: {
    signs: { folders: ['.cursor'], commands: ['cursor', 'cursor-agent'] },
    edits: (runtime, scope) => {
      const base = scope === 'user' ? 'home' : 'project';
      const entry = { command: directHookLine(runtime, 'cursor'), timeout: TIMEOUT };
      return [
        {
          kind: 'settings',
          place: { base, path: '.cursor/hooks.json' },
          format: 'json',
          additions: [
            { at: ['version'], ensure: 1 },
            ...EVENTS.map((event) => ({ at: ['hooks', event], append: entry })),
          ],
        },
        {
          kind: 'settings',
          place: { base, path: '.cursor/mcp.json' },
          format: 'json',
          additions: [{ at: ['mcpServers', 'cortex'], set: server(runtime) }],
        },
      ];
    },
    afterwards: ['Restart Cursor, and see under Settings, Hooks that those of cortex are listed.'],
  },
};

const EVENTS = [
  'sessionStart',
  'beforeSubmitPrompt',
  'postToolUse',
  'postToolUseFailure',
  'afterAgentResponse',
  'stop',
  'subagentStop',
  'preCompact',
  'sessionEnd',
] as const;

/** In seconds. */
const TIMEOUT = 10;

function parse(payload: unknown): HostEvent | null {
  const sent = asRecord<CursorPayload>(payload);
  if (sent === null) throw new Malformed('A hook payload has to be a JSON object.');
  const name = text(sent.hook_event_name);
  const turn = sent.generation_id;
  switch (name) {
    case 'sessionStart':
      return { kind: 'session-start', ...base(sent, name), key: null, source: 'unknown' };
    case 'beforeSubmitPrompt': {
      const prompt = text(sent.prompt);
      if (prompt === null) throw new Malformed('beforeSubmitPrompt came without a prompt.');
      const event = { kind: 'prompt', ...base(sent, name), key: key(name, turn, contentOf(prompt)) } as const;
      const said = personsWords(prompt);
      return said === null ? null : { ...event, text: said };
    }
    case 'postToolUse':
    case 'postToolUseFailure': {
      const tool = words(sent.tool_name);
      if (tool === null) throw new Malformed(`${name} came without a tool_name.`);
      const failed = name === 'postToolUseFailure';
      const use = read(tool, sent.tool_input, failed ? sent.error_message : sent.tool_output, failed);
      return { kind: 'tool-use', ...base(sent, name), key: key(name, sent.tool_use_id, turn), use };
    }
    case 'afterAgentResponse': {
      const reply = words(sent.text);
      const event = { kind: 'reply', ...base(sent, name), key: key(name, turn, contentOf(reply)) } as const;
      return reply === null ? null : { ...event, reply };
    }
    case 'stop':
      return { kind: 'turn-end', ...base(sent, name), key: key(name, turn, sent.loop_count), reply: null };
    case 'subagentStop': {
      const id = idText(sent.subagent_id);
      const subagent = idText(sent.subagent_type) ?? id;
      const reply = words(sent.summary);
      return { kind: 'subagent-end', ...base(sent, name), key: key(name, id, turn), subagent, reply };
    }
    case 'preCompact':
      return { kind: 'compacted', ...base(sent, name), key: null };
    case 'sessionEnd': {
      const reason = words(sent.reason);
      return { kind: 'session-end', ...base(sent, name), key: null, reason: reason && head(reason, 200) };
    }
    default:
      return null;
  }
}

function base(sent: Untrusted<CursorPayload>, name: string) {
  const parent = name === 'subagentStop' ? idText(sent.parent_conversation_id) : null;
  const hostSessionId = parent ?? idText(sent.conversation_id) ?? idText(sent.session_id);
  if (hostSessionId === null) throw new Malformed(`${name} came without a usable conversation_id.`);
  return { hostSessionId, cwd: pathText(sent.cwd) ?? rootOf(sent.workspace_roots), subagent: null };
}

/** On Windows a root comes as the path of an address: `/c:/work`. */
function rootOf(roots: unknown): string | null {
  const root = pathText(list(roots)[0]);
  return root !== null && /^\/[A-Za-z]:/.test(root) ? root.slice(1) : root;
}

function render(event: HostEvent, reply: Reply): string {
  const isHeard = event.kind === 'session-start' || (event.kind === 'tool-use' && !event.use.failed);
  return reply.context && isHeard ? JSON.stringify({ additional_context: reply.context }) : '';
}

function answer(response: unknown): Answer {
  const held = unpacked(response);
  const shell = asRecord<CursorShellOutput>(held);
  const output = printed(text(shell?.output) ?? held);
  const code = shell?.exitCode;
  if (!Number.isSafeInteger(code)) return { output, failed: shell?.isError === true };
  return { output: `${output ?? ''}\nExit code: ${code}`, failed: code !== 0 };
}

/** Read only as long as any tool's answer is. */
const MAX_PACKED = 4 * 1024 * 1024;

function unpacked(response: unknown): unknown {
  const packed = text(response);
  if (packed === null || packed.length > MAX_PACKED || !/^\s*[[{"]/.test(packed)) return response;
  const value = parseJson(packed);
  return value === undefined ? response : value;
}
