import { has, idText, parseJson, pathText, readPlace, text } from '../../domain/base/text/json.ts';
import type { Injection } from '../../domain/facts/sender.ts';
import type { Host } from '../../ports/base/host.ts';
import { answeringIn, contentMark, type HostForm, makeParser } from '../base/form.ts';
import { directHookLine, serverEntry, settingsEdit, TIMEOUT } from '../base/install.ts';
import { printed, type ToolEnding, toolReaders } from '../base/tools.ts';

const TOOLS = toolReaders({
  names: {
    shell: 'Shell',
    write: 'Write',
    edit: 'Edit StrReplace MultiEdit EditNotebook',
    patch: 'ApplyPatch',
    delete: 'Delete',
    read: 'Read Grep Glob LS List',
    todos: 'TodoWrite',
    quiet: 'ReadLints WebFetch WebSearch Fetch WriteShellStdin',
  },
  answer,
  hidesFailure: true,
});

/**
 * By its documents, by what others saw of its CLI (2026.07), and as the executor of hooks in its SDK (1.0.32) sends it. Every payload
 * names the user's mail address, which is never read. There is no telling a new conversation from one that is opened again, and
 * nothing tells when a compaction is done.
 */
const FORM: HostForm = {
  name: 'hook_event_name',
  session: ['conversation_id', 'session_id'],
  // Tools only, and often empty.
  cwd: (sent) => pathText(sent['cwd']) ?? rootOf(readPlace(sent, 'workspace_roots.0')),
  prompt: 'prompt',
  tool: 'tool_name',
  input: 'tool_input',
  response: 'tool_output',
  error: 'error_message',
  reason: 'reason',
  tools: TOOLS,
  events: {
    sessionStart: { is: 'session-start' },
    beforeSubmitPrompt: { is: 'prompt', ids: ['generation_id', contentMark('prompt')] },
    postToolUse: { is: 'tool-use', ids: ['tool_use_id', 'generation_id'] },
    postToolUseFailure: { is: 'tool-use', fails: true, ids: ['tool_use_id', 'generation_id'] },
    afterAgentResponse: { is: 'reply', reply: 'text', ids: ['generation_id', contentMark('text')] },
    stop: { is: 'turn-end', ids: ['generation_id', 'loop_count'] },
    subagentStop: {
      is: 'subagent-end',
      session: ['parent_conversation_id', 'conversation_id', 'session_id'],
      subagent: ({ subagent_type, subagent_id }) => idText(subagent_type) ?? idText(subagent_id),
      reply: 'summary',
      ids: ['subagent_id', 'generation_id'],
    },
    preCompact: { is: 'compacted' },
    sessionEnd: { is: 'session-end' },
  },
};

// Its executor takes an answer to a prompt and to a failure too (SDK 1.0.32), but its SDK drops the first and older programs both.
const INJECTION: Injection = {
  at: ['session-start', 'tool-use'],
  notAfterFailure: true,
  keeps: true,
};

export const cursor: Host = {
  name: 'cursor',
  title: 'Cursor',
  injection: INJECTION,
  loads: { project: ['AGENTS.md', '.cursorrules'], user: { base: 'home', paths: [] } },
  tools: TOOLS.roles,
  marks: { proves: (sent) => has(sent, 'cursor_version') },
  parse: makeParser(FORM),
  render: answeringIn('additional_context', INJECTION),
  begins: (words) => ['cursor-agent', words],
  reopens: 'Open the folder in Cursor and take the conversation from the history of its chat.',
  install: {
    signs: { folders: ['.cursor'], commands: ['cursor', 'cursor-agent'] },
    edits: (runtime, scope) => {
      const base = scope === 'user' ? 'home' : 'project';
      const entryAt = (event: string) => ({
        command: directHookLine(runtime, 'cursor', event),
        timeout: TIMEOUT,
      });
      return [
        settingsEdit({ base, path: '.cursor/hooks.json' }, [
          { at: ['version'], ensure: 1 },
          ...Object.keys(FORM.events).map((event) => ({
            at: ['hooks', event],
            append: entryAt(event),
          })),
        ]),
        settingsEdit({ base, path: '.cursor/mcp.json' }, [serverEntry(runtime)]),
      ];
    },
    afterwards: ['Restart Cursor, and see under Settings, Hooks that those of cortex are listed.'],
  },
};

/** A root as a path. On Windows it comes as the path of an address: `/c:/work`. */
function rootOf(value: unknown): string | null {
  const root = pathText(value);
  return root !== null && /^\/[A-Za-z]:/.test(root) ? root.slice(1) : root;
}

/** Read only as long as any tool's answer is. */
const MAX_PACKED = 4 * 1024 * 1024;

/** The answer of a tool is JSON in a string. */
function answer(response: unknown): ToolEnding {
  const packed = text(response);
  const isPacked = packed !== null && packed.length <= MAX_PACKED && /^\s*[[{"]/.test(packed);
  const held = (isPacked ? parseJson(packed) : undefined) ?? response;
  const output = printed(text(readPlace(held, 'output')) ?? held);
  const code = readPlace(held, 'exitCode');
  // A tool of an MCP server that failed comes as one that ran.
  if (!Number.isSafeInteger(code)) return { output, failed: readPlace(held, 'isError') === true };
  return { output: `${output ?? ''}\nExit code: ${code}`, failed: code !== 0 };
}
