import { has, idText, list, readPlace, text, words } from '../../domain/base/text/json.ts';
import type { Injection } from '../../domain/facts/sender.ts';
import type { Host } from '../../ports/base/host.ts';
import { answeringIn, type HostForm, makeParser } from '../base/form.ts';
import { pluginLoader, serverEntry, settingsEdit } from '../base/install.ts';
import { printed, type ToolEnding, toolReaders } from '../base/tools.ts';

export const CLINE_TOOLS = toolReaders({
  names: {
    shell: 'run_commands execute_command',
    write: 'write_to_file',
    edit: 'editor replace_in_file',
    patch: 'apply_patch',
    read: 'read_files read_file list_files search_files list_code_definition_names',
    question: 'ask_question',
    quiet: 'search_codebase fetch_web_content web_fetch',
  },
  answer,
  input,
});

// Text given at a start is a rule in the system prompt, and gone with the process.
const INJECTION: Injection = { at: ['session-start', 'prompt'], keeps: false };

/**
 * The payload of Cline 3.0's file hooks. Our plugin sends the same, because file hooks can say nothing to the model when a session
 * starts; the ids of prompts and turns are the plugin's addition. `parent_agent_id` is null for the agent that a person speaks to.
 */
const FORM: HostForm = {
  name: 'hookName',
  session: ['sessionContext.rootSessionId', 'taskId'],
  cwd: 'workspaceRoots.0',
  subagent: (sent) => (idText(sent['parent_agent_id']) === null ? null : idText(sent['agent_id'])),
  prompt: (sent) => promptIn(text(readPlace(sent, 'userPromptSubmit.prompt')) ?? ''),
  tool: 'tool_result.name',
  input: 'tool_result.input',
  response: 'tool_result.output',
  error: 'tool_result.error',
  failed: (sent) => (readPlace(sent, 'tool_result.error') ?? null) !== null,
  reply: 'turn.outputText',
  reason: 'reason',
  tools: CLINE_TOOLS,
  events: {
    agent_start: { is: 'session-start', ofChild: null, source: () => 'startup' },
    agent_resume: { is: 'session-start', ofChild: null, source: () => 'resume' },
    prompt_submit: { is: 'prompt', ofChild: null, ids: ['userPromptSubmit.id'] },
    tool_result: { is: 'tool-use', ids: ['tool_result.id'] },
    agent_end: { is: 'turn-end', ofChild: 'subagent-end', ids: ['turn.id'] },
    agent_error: { is: 'turn-end', ofChild: null, fails: true },
    agent_abort: { is: 'turn-end', ofChild: null, reply: () => null },
    pre_compact: { is: 'compacting', ofChild: null },
    session_shutdown: { is: 'session-end', ofChild: null },
  },
};

export const cline: Host = {
  name: 'cline',
  title: 'Cline',
  injection: INJECTION,
  loads: {
    project: ['AGENTS.md', '.clinerules', '.clinerules/'],
    user: { base: 'home', paths: ['Documents/Cline/Rules/'] },
  },
  tools: CLINE_TOOLS.roles,
  marks: { proves: (sent) => has(sent, 'hookName', 'taskId') },
  parse: makeParser(FORM),
  render: answeringIn('contextModification', INJECTION),
  reopens: (id) => ['cline', '--id', id],
  install: {
    module: 'cline',
    signs: { folders: ['.cline'], commands: ['cline'] },
    edits: (runtime, scope) => [
      {
        kind: 'file',
        place: { base: scope === 'user' ? 'home' : 'project', path: '.cline/plugins/cortex.js' },
        content: pluginLoader(runtime, 'cline', [
          "let plugin = { name: 'cortex', manifest: { capabilities: ['rules'] }, setup() {} };",
          'try {',
          '  plugin = (await load()).cortex(options);',
          '} catch {',
          '  // Cortex is not there.',
          '}',
          'export default plugin;',
        ]),
      },
      // Cline knows the user's servers alone. One daemon serves all projects: in a folder of none the server joins the session that
      // the daemon runs.
      ...(scope === 'user'
        ? [
            settingsEdit({ base: 'home', path: '.cline/data/settings/cline_mcp_settings.json' }, [
              serverEntry(runtime, { cwd: '/', disabled: false }),
            ]),
          ]
        : []),
    ],
    afterwards: [],
  },
};

const OPENING = /^\s*<user_input\b[^>]*>/;
const CLOSING = '</user_input>';

/** Cline may put a person's words into an element of its own, with the mode that it is in. */
export function promptIn(message: string): string {
  const opening = OPENING.exec(message)?.[0];
  const end = message.lastIndexOf(CLOSING);
  return (opening && end > 0 ? message.slice(opening.length, end) : message).trim();
}

function input(name: string, asked: unknown): unknown {
  if (name === 'run_commands') return { command: commandIn(asked) };
  if (name !== 'editor') return asked;
  const [path, old, fresh] = ['path', 'old_text', 'new_text'].map((field) =>
    readPlace(asked, field),
  );
  // Without anything to replace or a line to insert at, it makes a file.
  const isNew = text(old) === null && typeof readPlace(asked, 'insert_line') !== 'number';
  return isNew
    ? { path, content: fresh }
    : { path, old_string: text(old) ?? '', new_string: fresh };
}

/** Lines, or programs with arguments: several are one script. */
function commandIn(asked: unknown): string | null {
  const lines = [readPlace(asked, 'commands') ?? readPlace(asked, 'command')]
    .flat()
    .flatMap((one) => {
      const line = words(one) ?? words(readPlace(one, 'command'));
      return line === null
        ? []
        : [[line, ...list(readPlace(one, 'args')).filter((arg) => words(arg))].join(' ')];
    });
  return lines.length > 0 ? lines.join('\n') : null;
}

/** Each thing that was asked is answered on its own, with whether it went well. */
function answer(output: unknown): ToolEnding {
  const answers = [output].flat().filter((one) => typeof readPlace(one, 'success') === 'boolean');
  if (answers.length === 0) return { output: printed(output) };
  const said = answers
    .map((one) => text(readPlace(one, 'result')) || text(readPlace(one, 'error')) || '')
    .join('\n');
  return {
    output: printed(said),
    failed: answers.some((one) => readPlace(one, 'success') === false),
  };
}
