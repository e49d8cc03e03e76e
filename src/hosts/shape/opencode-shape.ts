import type { HostEvent } from '../../domain/event.ts';
import { asRecord, idText, list, type Untrusted, words } from '../../domain/text/json.ts';
import { type Host, type HostEdit, type InstallScope, Malformed, type Runtime } from '../../host.ts';
import { serverWords } from './install.ts';
import { readOpencodeTool, TOOLS } from './opencode-tools.ts';
import type { ChatInput, ChatOutput, ErrorPart, Payload, ToolInput } from './opencode-wire.ts';
import { personsWords } from './persons-words.ts';
import { commonOf, contextAt, keyOf, loader, sentBy, textIn } from './plugin-shape.ts';

/** The own values of opencode or a fork of it. */
export interface OpencodeProgram {
  readonly name: string;
  readonly title: string;
  /** Its folders below the user's settings and in a project, and the files with its settings. */
  readonly user: { readonly folder: string; readonly file: string };
  readonly project: { readonly folder: string; readonly file: string };
}

const PLUGIN = 'opencode';

/** opencode, or a program that came of it: they load one and the same plugin of ours. */
export function opencodeHost({ name, title, user, project }: OpencodeProgram): Host {
  return {
    name,
    title,
    // A start is only an event on a bus. What is added to a prompt is part of that message, and stays.
    hearing: { at: ['prompt'], keeps: true },
    loads: {
      project: ['AGENTS.md'],
      user: { base: 'home', paths: [`.config/${user.folder}/AGENTS.md`] },
    },
    tools: TOOLS.roles,
    parse: parseOpencode,
    render: contextAt('prompt'),
    begins: (words) => [name, '--prompt', words],
    reopens: (id) => [name, '--session', id],
    install: {
      module: PLUGIN,
      signs: { folders: [`.config/${user.folder}`], commands: [name] },
      edits: (runtime, scope) => editsFor(runtime, scope),
      afterwards: [`Start ${title} anew: it loads plugins when it starts.`],
    },
  };

  function editsFor(runtime: Runtime, scope: InstallScope): readonly HostEdit[] {
    // Below the home, but for those who moved all settings elsewhere.
    const config = { env: 'XDG_CONFIG_HOME', otherwiseInHome: '.config' };
    const base = scope === 'user' ? config : 'project';
    const { folder, file } = scope === 'user' ? user : project;
    const options = name === PLUGIN ? 'options' : `{ ...options, host: '${name}' }`;
    return [
      {
        kind: 'file',
        place: { base, path: `${folder}/plugins/cortex.js` },
        content: loader(runtime, PLUGIN, [
          'export const Cortex = async (input) => {',
          '  try {',
          `    return await (await load()).cortex(input, ${options});`,
          '  } catch {',
          '    return {};',
          '  }',
          '};',
        ]),
      },
      {
        kind: 'settings',
        place: { base, path: file },
        format: 'json',
        additions: [
          {
            at: ['mcp', 'cortex'],
            set: { type: 'local', command: serverWords(runtime), enabled: true },
          },
        ],
      },
    ];
  }
}

function parseOpencode(payload: unknown): HostEvent | null {
  const sent = sentBy<Payload>(payload);
  const name = words(sent.event) ?? 'An event';
  const common = () => commonFor(name, sent);
  switch (name) {
    case 'session.created': {
      const base = common();
      if (base.subagent !== null) return null;
      const info = asRecord<Payload['properties']['info']>(
        asRecord<Payload['properties']>(sent.properties)?.info,
      );
      const cwd = words(info?.directory) ?? base.cwd;
      return { kind: 'session-start', ...base, cwd, source: 'startup' };
    }
    case 'chat.message': {
      const base = common();
      const text = personsWords(prompt(sent));
      // A subagent is spoken to by its parent, not by a person.
      if (base.subagent !== null || text === null) return null;
      const { messageID } = asRecord<ChatInput>(sent.input) ?? {};
      return { kind: 'prompt', ...base, key: keyOf(name, messageID), text };
    }
    case 'tool.execute.after': {
      const { tool, callID, args } = asRecord<ToolInput>(sent.input) ?? {};
      const use = readOpencodeTool(toolName(name, tool), args, sent.output, false);
      return { kind: 'tool-use', ...common(), key: callKey(sent, callID), use };
    }
    case 'message.part.updated': {
      const part = asRecord<ErrorPart>(asRecord<Payload['properties']>(sent.properties)?.part);
      const state = asRecord<ErrorPart['state']>(part?.state);
      const use = readOpencodeTool(toolName(name, part?.tool), state?.input, state?.error, true);
      return { kind: 'tool-use', ...common(), key: callKey(sent, part?.callID), use };
    }
    case 'session.idle': {
      const base = common();
      const said = asRecord<Payload['reply']>(sent.reply);
      const kind = base.subagent === null ? 'turn-end' : 'subagent-end';
      return { kind, ...base, key: keyOf(name, said?.messageID), reply: words(said?.text) };
    }
    case 'experimental.session.compacting':
      return ofLeader({ kind: 'compacting', ...common() });
    case 'session.compacted':
      return ofLeader({ kind: 'compacted', ...common() });
    case 'session.deleted':
    case 'dispose':
      return ofLeader({ kind: 'session-end', ...common(), reason: name === 'dispose' ? 'exit' : 'deleted' });
    default:
      return null;
  }
}

/** A subagent's session is its own: what it forgets, and its end, are not its parent's. */
function ofLeader(event: HostEvent): HostEvent | null {
  return event.subagent === null ? event : null;
}

function commonFor(name: string, sent: Untrusted<Payload>) {
  const parent = idText(sent.parentID);
  const own = idText(sent.sessionID);
  const isChild = parent !== null && parent !== own;
  return commonOf(name, isChild ? parent : own, sent.directory, isChild ? own : null);
}

/** The person's words, without additions of plugins and opencode. */
function prompt(sent: Untrusted<Payload>): string {
  const parts = list(asRecord<ChatOutput>(sent.output)?.parts).filter((part) => {
    const { type, synthetic } = asRecord<ChatOutput['parts'][number]>(part) ?? {};
    return type === 'text' && synthetic !== true;
  });
  return textIn(parts).trim();
}

/** Some providers number the calls of each conversation anew, and a subagent has its own. */
function callKey(sent: Untrusted<Payload>, call: unknown): string | null {
  const id = idText(call);
  return id === null ? null : keyOf('tool', `${idText(sent.sessionID)}:${id}`);
}

function toolName(event: string, tool: unknown): string {
  const name = words(tool);
  if (name === null) throw new Malformed(`${event} came without a tool.`);
  return name;
}
