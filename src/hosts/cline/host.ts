import type { HostEvent } from '../../domain/event.ts';
import { asRecord, idText, list, text, type Untrusted, words } from '../../domain/text/json.ts';
import { type Host, Malformed, type Reply } from '../../host.ts';
import { server } from '../shape/install.ts';
import { has } from '../shape/marks.ts';
import { personsWords } from '../shape/persons-words.ts';
import { commonOf, keyOf, loader, reasonOf, sentBy } from '../shape/plugin-shape.ts';
import { readClineTool, TOOLS } from './tools.ts';
import type { Payload, ToolResult } from './wire.ts';

export const cline: Host = {
  name: 'cline',
  title: 'Cline',
  // Text given at a start is a rule in the system prompt, and gone with the process.
  hearing: { at: ['session-start', 'prompt'], keeps: false },
  loads: {
    project: ['AGENTS.md', '.clinerules', '.clinerules/'],
    user: { base: 'home', paths: ['Documents/Cline/Rules/'] },
  },
  tools: TOOLS.roles,
  marks: { proves: (sent) => has(sent, 'hookName', 'taskId') },
  parse,
  render,
  reopens: (id) => ['cline', '--id', id],
  install: {
    module: 'cline',
    signs: { folders: ['.cline'], commands: ['cline'] },
    edits: (runtime, scope) => {
      const plugin = {
        kind: 'file',
        place: { base: scope === 'user' ? 'home' : 'project', path: '.cline/plugins/cortex.js' },
        content: loader(runtime, 'cline', [
          "let plugin = { name: 'cortex', manifest: { capabilities: ['rules'] }, setup() {} };",
          'try {',
          '  plugin = (await load()).cortex(options);',
          '} catch {',
          '  // Cortex is not there.',
          '}',
          'export default plugin;',
        ]),
      } as const;
      // Cline knows the user's servers alone.
      if (scope === 'project') return [plugin];
      return [
        plugin,
        {
          kind: 'settings',
          place: { base: 'home', path: '.cline/data/settings/cline_mcp_settings.json' },
          format: 'json',
          // One daemon serves all projects: in a folder of none the server joins the session that the daemon runs.
          additions: [
            { at: ['mcpServers', 'cortex'], set: { ...server(runtime), cwd: '/', disabled: false } },
          ],
        },
      ];
    },
    afterwards: [],
  },
};

function render(event: HostEvent, { context }: Reply): string {
  const isHeard = event.kind === 'session-start' || event.kind === 'prompt';
  return context && isHeard ? JSON.stringify({ contextModification: context }) : '';
}

function parse(payload: unknown): HostEvent | null {
  const sent = sentBy<Payload>(payload);
  const name = words(sent.hookName) ?? 'An event';
  const common = () => commonFor(name, sent);
  switch (name) {
    case 'agent_start':
      return ofLeader({ kind: 'session-start', ...common(), source: 'startup' });
    case 'agent_resume':
      return ofLeader({ kind: 'session-start', ...common(), source: 'resume' });
    case 'prompt_submit': {
      const said = asRecord<Payload['userPromptSubmit']>(sent.userPromptSubmit);
      const prompt = personsWords(promptIn(text(said?.prompt) ?? ''));
      if (prompt === null) return null;
      return ofLeader({ kind: 'prompt', ...common(), key: keyOf(name, said?.id), text: prompt });
    }
    case 'tool_result':
      return toolUse(common(), sent);
    case 'agent_end': {
      const turn = asRecord<Payload['turn']>(sent.turn);
      const base = common();
      const kind = base.subagent === null ? 'turn-end' : 'subagent-end';
      return { kind, ...base, key: keyOf(name, turn?.id), reply: words(turn?.outputText) };
    }
    case 'agent_error':
      return ofLeader({ kind: 'turn-end', ...common(), reply: null, failed: true });
    case 'agent_abort':
      return ofLeader({ kind: 'turn-end', ...common(), reply: null });
    case 'pre_compact':
      return ofLeader({ kind: 'compacting', ...common() });
    case 'session_shutdown':
      return ofLeader({ kind: 'session-end', ...common(), reason: reasonOf(sent.reason) });
    default:
      return null;
  }
}

function toolUse(common: ReturnType<typeof commonOf>, sent: Untrusted<Payload>): HostEvent {
  const result = asRecord<ToolResult>(sent.tool_result);
  const older = asRecord<Payload['postToolUse']>(sent.postToolUse);
  const tool = words(result?.name) ?? words(older?.toolName);
  if (tool === null) throw new Malformed('tool_result came without the name of a tool.');
  const failed = result ? result.error !== undefined && result.error !== null : older?.success === false;
  const use = result
    ? readClineTool(tool, result.input, failed ? result.error : result.output, failed)
    : readClineTool(tool, older?.parameters, older?.result, failed);
  return { kind: 'tool-use', ...common, key: keyOf('tool_result', result?.id), use };
}

function ofLeader(event: HostEvent): HostEvent | null {
  return event.subagent === null ? event : null;
}

function commonFor(name: string, sent: Untrusted<Payload>) {
  const { rootSessionId } = asRecord<Payload['sessionContext']>(sent.sessionContext) ?? {};
  const session = idText(rootSessionId) ?? sent.taskId;
  const isSubagent = idText(sent.parent_agent_id) !== null;
  return commonOf(name, session, list(sent.workspaceRoots)[0], isSubagent ? idText(sent.agent_id) : null);
}

const OPENING = /^\s*<user_input\b[^>]*>/;
const CLOSING = '</user_input>';

/** Cline may put a person's words into an element of its own, with the mode that it is in. */
export function promptIn(message: string): string {
  const opening = OPENING.exec(message)?.[0];
  const end = message.lastIndexOf(CLOSING);
  return (opening && end > 0 ? message.slice(opening.length, end) : message).trim();
}
