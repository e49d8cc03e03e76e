import { headAndTail, idText, list, readPlace, text } from '../../domain/base/text/json.ts';
import type { Injection } from '../../domain/facts/sender.ts';
import type { Host, InstallScope, Payload } from '../../ports/base/host.ts';
import { answeringIn, type HostForm, makeParser } from './form.ts';
import { pluginLoader, serverWords, settingsEdit } from './install.ts';
import { MAX_OUTPUT, messageText, printed, type ToolEnding, toolReaders } from './tools.ts';

/** The own values of opencode or a fork of it. */
export interface OpencodeProgram {
  readonly name: string;
  readonly title: string;
  /** Its folder below the user's settings and in a project, and the file with its settings. */
  readonly places: Readonly<
    Record<InstallScope, { readonly folder: string; readonly file: string }>
  >;
}

const PLUGIN = 'opencode';

export const OPENCODE_TOOLS = toolReaders({
  names: {
    shell: 'bash',
    write: 'write',
    edit: 'edit multiedit',
    patch: 'apply_patch patch',
    read: 'read glob grep list',
    todos: 'todowrite',
    quiet: 'todoread webfetch websearch codesearch skill',
  },
  answer,
});

/**
 * The payload of our plugin: the names and arguments of opencode's hooks (`input`, `output`) and of the events of its bus
 * (`properties`), as 1.18 has them, with the session that a subagent works for (`parentID`). A subagent's session is its own: what it
 * forgets, and its end, are not its parent's, and it is spoken to by its parent, not by a person.
 */
const FORM: HostForm = {
  name: 'event',
  session: ['parentID', 'sessionID'],
  cwd: 'directory',
  subagent: ({ parentID, sessionID }) => {
    const [parent, own] = [idText(parentID), idText(sessionID)];
    return parent !== null && parent !== own ? own : null;
  },
  prompt: promptIn,
  reply: 'reply.text',
  tools: OPENCODE_TOOLS,
  events: {
    'session.created': {
      is: 'session-start',
      ofChild: null,
      source: () => 'startup',
      cwd: ['properties.info.directory', 'directory'],
    },
    'chat.message': { is: 'prompt', ofChild: null, ids: ['input.messageID'] },
    'tool.execute.after': {
      is: 'tool-use',
      tool: 'input.tool',
      input: 'input.args',
      response: 'output',
      ids: [callIn('input')],
      keyName: 'tool',
    },
    // A tool that failed: then there is no tool.execute.after.
    'message.part.updated': {
      is: 'tool-use',
      fails: true,
      tool: 'properties.part.tool',
      input: 'properties.part.state.input',
      response: 'properties.part.state.error',
      ids: [callIn('properties.part')],
      keyName: 'tool',
    },
    'session.idle': { is: 'turn-end', ofChild: 'subagent-end', ids: ['reply.messageID'] },
    'experimental.session.compacting': { is: 'compacting', ofChild: null },
    'session.compacted': { is: 'compacted', ofChild: null },
    'session.deleted': { is: 'session-end', ofChild: null, reason: () => 'deleted' },
    dispose: { is: 'session-end', ofChild: null, reason: () => 'exit' },
  },
};

// A start is only an event on a bus. What is added to a prompt is part of that message, and stays.
const INJECTION: Injection = { at: ['prompt'], keeps: true };

/** opencode, or a program that came of it: they load one and the same plugin of ours. */
export function opencodeHost({ name, title, places }: OpencodeProgram): Host {
  const { folder } = places.user;
  return {
    name,
    title,
    injection: INJECTION,
    loads: {
      project: ['AGENTS.md'],
      user: { base: 'home', paths: [`.config/${folder}/AGENTS.md`] },
    },
    tools: OPENCODE_TOOLS.roles,
    parse: makeParser(FORM),
    render: answeringIn('context', INJECTION),
    begins: (words) => [name, '--prompt', words],
    reopens: (id) => [name, '--session', id],
    install: {
      module: PLUGIN,
      signs: { folders: [`.config/${folder}`], commands: [name] },
      edits: (runtime, scope) => {
        // Below the home, but for those who moved all settings elsewhere.
        const config = { env: 'XDG_CONFIG_HOME', otherwiseInHome: '.config' };
        const base = scope === 'user' ? config : 'project';
        const options = name === PLUGIN ? 'options' : `{ ...options, host: '${name}' }`;
        const content = pluginLoader(runtime, PLUGIN, [
          'export const Cortex = async (input) => {',
          '  try {',
          `    return await (await load()).cortex(input, ${options});`,
          '  } catch {',
          '    return {};',
          '  }',
          '};',
        ]);
        const server = { type: 'local', command: serverWords(runtime), enabled: true };
        return [
          {
            kind: 'file',
            place: { base, path: `${places[scope].folder}/plugins/cortex.js` },
            content,
          },
          settingsEdit({ base, path: places[scope].file }, [
            { at: ['mcp', 'cortex'], set: server },
          ]),
        ];
      },
      afterwards: [`Start ${title} anew: it loads plugins when it starts.`],
    },
  };
}

/** The person's words, without additions of plugins and opencode. */
function promptIn(sent: Payload): string {
  const parts = list(readPlace(sent, 'output.parts'));
  const own = parts.filter(
    (part) => readPlace(part, 'type') === 'text' && readPlace(part, 'synthetic') !== true,
  );
  return messageText(own)?.trim() ?? '';
}

/** The id of a call with its session: some providers number the calls of each conversation anew. */
function callIn(place: string) {
  return (sent: Payload) => {
    const id = idText(readPlace(sent, `${place}.callID`));
    return id === null ? null : `${idText(sent['sessionID'])}:${id}`;
  };
}

function answer(response: unknown): ToolEnding {
  const said = text(readPlace(response, 'output'));
  // Tools of MCP servers have no `output`.
  const output = said === null ? printed(response) : headAndTail(said, MAX_OUTPUT) || null;
  // Null where a command was broken off.
  const exit = readPlace(response, 'metadata.exit');
  if (exit === null) return { output, failed: true, unfinished: true };
  return { output, failed: typeof exit === 'number' && exit !== 0 };
}
