import type { HostEvent } from '../../domain/event.ts';
import { asRecord, idText, list, pathText, text, type Untrusted, words } from '../../domain/text/json.ts';
import { type Host, type InstallScope, Malformed } from '../../host.ts';
import { hookLine, server } from '../shape/install.ts';
import { has } from '../shape/marks.ts';
import { type Tools, toolReader } from '../shape/tool-roles.ts';
import type { AgyPayload, ToolArgs } from './wire.ts';

const TOOLS: Tools = {
  roles: {
    run_command: 'shell',
    write_to_file: 'write',
    replace_file_content: 'edit',
    multi_replace_file_content: 'edit',
    view_file: 'read',
    list_dir: 'read',
    find_by_name: 'read',
    grep_search: 'read',
    codebase_search: 'read',
    ask_question: 'question',
    ask_permission: 'quiet',
    read_url_content: 'quiet',
    search_web: 'quiet',
  },
  // No hook is told what a tool printed.
  answer: (error) => ({ output: words(error) }),
  tellsFailure: true,
};

const read = toolReader(TOOLS);

export const agy: Host = {
  name: 'agy',
  title: 'Antigravity CLI',
  notRun: 'it wants a login at Google first',
  hearing: { at: ['session-start'], keeps: true },
  tools: TOOLS.roles,
  marks: { proves: (sent) => has(sent, 'conversationId', 'transcriptPath') },
  parse,
  // A message of the system would be gone with the next call of the model; one of the user stays.
  render: ({ kind }, { context }) =>
    context && kind === 'session-start' ? JSON.stringify({ injectSteps: [{ userMessage: context }] }) : '',
  reopens: 'Start agy in the folder and take the conversation up with /resume.',
  install: {
    signs: { folders: ['.gemini/antigravity-cli'], commands: ['agy'] },
    edits: (runtime, scope) => {
      const handler = { type: 'command', command: hookLine(runtime, 'agy'), timeout: TIMEOUT };
      return [
        {
          kind: 'settings',
          place: placeOf(scope, 'hooks.json'),
          format: 'json',
          // None before a tool: an answer that is missing there refuses the call.
          additions: [
            { at: ['cortex', 'PreInvocation'], append: handler },
            { at: ['cortex', 'PostToolUse'], append: { matcher: '*', hooks: [handler] } },
            { at: ['cortex', 'Stop'], append: handler },
          ],
        },
        {
          kind: 'settings',
          place: placeOf(scope, 'mcp_config.json'),
          format: 'json',
          additions: [{ at: ['mcpServers', 'cortex'], set: server(runtime) }],
        },
      ];
    },
    afterwards: [],
    goodToKnow: [
      'A hooks.json with a comment or a comma too many is dropped by the Antigravity CLI as a whole, without a word.',
    ],
  },
};

/** In whole seconds: it drops a file with another number. */
const TIMEOUT = 10;

function placeOf(scope: InstallScope, file: string) {
  return scope === 'user'
    ? ({ base: 'home', path: `.gemini/config/${file}` } as const)
    : ({ base: 'project', path: `.agents/${file}` } as const);
}

function parse(payload: unknown): HostEvent | null {
  const sent = asRecord<AgyPayload>(payload);
  const hostSessionId = idText(sent?.conversationId);
  if (!sent || hostSessionId === null) throw new Malformed('A hook of Antigravity needs a conversationId.');
  const cwd = pathText(list(sent.workspacePaths)[0]);
  const at = { hostSessionId, cwd, subagent: null };
  const transcript = pathText(sent.transcriptPath);
  const spoken = transcript === null ? {} : { transcript };
  const call = asRecord<AgyPayload['toolCall']>(sent.toolCall);
  const name = words(call?.name);
  if (name !== null) {
    const use = read(name, respelled(call?.args), sent.error, words(sent.error) !== null);
    return { kind: 'tool-use', ...at, key: keyOf('tool', sent.stepIdx), use };
  }
  if (sent.executionNum !== undefined) {
    if (sent.fullyIdle === false) return null;
    const failed = /error/i.test(text(sent.terminationReason) ?? '') && { failed: true as const };
    return {
      kind: 'turn-end',
      ...at,
      key: keyOf('stop', sent.executionNum),
      reply: null,
      ...failed,
      ...spoken,
    };
  }
  // This hook comes before every call of the model; the first of a turn is enough.
  if (sent.invocationNum !== 0) return null;
  return { kind: 'session-start', ...at, key: null, source: 'unknown', ...spoken };
}

function keyOf(name: string, number: unknown): string | null {
  return typeof number === 'number' ? `${name}:${number}` : null;
}

/** The same words for the same things as other hosts have. */
function respelled(args: unknown): object {
  const sent: Untrusted<ToolArgs> = asRecord<ToolArgs>(args) ?? {};
  const chunks = list(sent.ReplacementChunks).map((chunk) => respelled(chunk));
  return {
    command: sent.CommandLine,
    cwd: sent.Cwd,
    path: sent.TargetFile ?? sent.AbsolutePath ?? sent.DirectoryPath,
    content: sent.CodeContent,
    old_string: sent.TargetContent,
    new_string: sent.ReplacementContent,
    ...(chunks.length > 0 && { edits: chunks }),
  };
}
