import { asRecord, has, readPlace, text } from '../../domain/base/text/json.ts';
import type { Injection } from '../../domain/facts/sender.ts';
import type { Host } from '../../ports/base/host.ts';
import { answeringIn, type HostForm, makeParser } from '../base/form.ts';
import { hookLine, placeInScope, serverEntry, settingsEdit, TIMEOUT } from '../base/install.ts';
import { printed, type ToolEnding, toolReaders } from '../base/tools.ts';

const TOOLS = toolReaders({
  names: {
    shell: 'terminal',
    write: 'write_file',
    edit: 'file_editor edit planning_file_editor',
    patch: 'apply_patch',
    read: 'read_file list_directory glob grep',
    todos: 'task_tracker',
    quiet: 'think finish task delegate',
  },
  answer,
  input: (name, input) => (name === 'task_tracker' ? planIn(input) : givenIn(input)),
});

// Only the answer to a prompt reaches the model, as a part of the message.
const INJECTION: Injection = { at: ['prompt'], keeps: true };

/**
 * By the source of its SDK (August 2026) and of its CLI 1.16: six events, with fields of its own. Nothing has an id but the
 * conversation. The last words of a turn are the input of a tool called finish.
 */
const FORM: HostForm = {
  name: (sent) => {
    const name = text(sent['event_type']);
    const isLook =
      readPlace(sent, 'tool_input.command') === 'view' && sent['tool_name'] === 'file_editor';
    if (name === 'PostToolUse' && sent['tool_name'] === 'finish') return 'finish';
    return name === 'PostToolUse' && isLook ? 'view' : name;
  },
  session: 'session_id',
  cwd: 'working_dir',
  prompt: 'message',
  tool: 'tool_name',
  input: 'tool_input',
  response: 'tool_response',
  failed: 'tool_response.is_error',
  tools: TOOLS,
  events: {
    SessionStart: { is: 'session-start' },
    UserPromptSubmit: { is: 'prompt' },
    PostToolUse: { is: 'tool-use' },
    finish: { is: 'reply', reply: 'tool_input.message' },
    Stop: { is: 'turn-end' },
    SessionEnd: { is: 'session-end' },
  },
};

export const openhands: Host = {
  name: 'openhands',
  title: 'OpenHands CLI',
  notRun: 'it is a Python program and not on npm',
  experimental: true,
  injection: INJECTION,
  loads: { project: ['AGENTS.md'], user: { base: 'home', paths: [] } },
  tools: TOOLS.roles,
  marks: { proves: (sent) => has(sent, 'event_type', 'working_dir') },
  parse: makeParser(FORM),
  render: answeringIn('additionalContext', INJECTION),
  reopens: (id) => ['openhands', '--resume', id],
  install: {
    signs: { folders: ['.openhands'], commands: ['openhands'] },
    edits: (runtime, scope) => {
      const place = (file: string) =>
        placeInScope(scope, { path: `.openhands/${file}` }, `.openhands/${file}`);
      const hooks = EVENTS.map((event) => ({
        at: [event],
        append: {
          matcher: '*',
          hooks: [
            {
              type: 'command',
              command: hookLine(runtime, 'openhands', nameOf(event)),
              timeout: TIMEOUT,
            },
          ],
        },
      }));
      const servers = settingsEdit(place('mcp.json'), [serverEntry(runtime)]);
      return [settingsEdit(place('hooks.json'), hooks), ...(scope === 'user' ? [servers] : [])];
    },
    afterwards: [],
    goodToKnow: [
      'OpenHands reads one file of hooks: where a project has .openhands/hooks.json, yours in ~/.openhands is left out, and so is Cortex. cortex setup openhands --project --experimental puts it there too.',
      'Where your hooks.json keeps its events below a key called hooks, OpenHands does not see those of Cortex beside it: move yours to the top.',
    ],
  },
};

/** As its own settings name them. */
const EVENTS = [
  'session_start',
  'user_prompt_submit',
  'post_tool_use',
  'stop',
  'session_end',
] as const;

/** As its events name themselves: `PostToolUse`. */
function nameOf(event: string): string {
  return event.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** To look at the list is not to change it. */
function planIn(input: unknown): unknown {
  return readPlace(input, 'command') === 'plan' ? { todos: readPlace(input, 'task_list') } : {};
}

/** An input has all fields of its tool; those that were not given are null. */
function givenIn(input: unknown): unknown {
  const given = Object.entries(asRecord(input) ?? {}).filter(([, value]) => value !== null);
  return Object.fromEntries(given);
}

function answer(response: unknown): ToolEnding {
  const code = readPlace(response, 'exit_code');
  const output = printed(response);
  // A command that still runs after its time has this code.
  if (code === -1) return { output, unfinished: true };
  return { output, failed: typeof code === 'number' && code !== 0 };
}
