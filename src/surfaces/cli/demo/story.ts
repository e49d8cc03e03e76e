/** The story of the demonstration: a session that is killed in the middle of its second turn. */

/** One thing that the host does; each runs as a process of its own. */
export interface Step {
  /** The line for the person who watches. */
  readonly says: string;
  /** Files that the agent's tool writes before it reports. */
  readonly writes?: Readonly<Record<string, string>>;
  /** An event for `cortex hook`, without what every event has. */
  readonly event?: Readonly<Record<string, unknown>>;
  /** Arguments for `cortex`, run by the agent. */
  readonly runs?: readonly string[];
}

export const PROJECT = 'lbf-ham-radio';
export const TASK = 'task-004-usb-reconnect';

export const PINS = {
  baud: 'The ft991a speaks CAT at 38400 baud, 8N2; anything else answers with garbage',
  wait: 'After a reconnect wait 800 ms before the first command, or the radio ignores it',
  ptt: 'Never key the transmitter in a test: PTT stays off unless a dummy load is connected',
} as const;

const PIPELINE = {
  active_tasks: [
    {
      task_id: TASK,
      title: 'Reconnect after the USB cable was pulled',
      current_stage: 'build',
      status: 'active',
    },
  ],
  completed_tasks: [],
};

export function files(): Readonly<Record<string, string>> {
  return { 'pipeline/state.json': `${JSON.stringify(PIPELINE, null, 2)}\n`, 'README.md': `# ${PROJECT}\n` };
}

export function steps(root: string): readonly Step[] {
  return [
    { says: 'the agent starts', event: { hook_event_name: 'SessionStart', source: 'startup' } },
    prompt('The ft991a is lost when its USB cable is pulled. Make it reconnect by itself.'),
    write(root, 'src/ft991a.ts', 'export async function reconnect(port: Port): Promise<void> {}\n'),
    edit(root, 'src/serial.ts', 'const BAUD = 9600;', 'const BAUD = 38_400;'),
    pin(['--label', 'baud rate', PINS.baud]),
    pin(['--label', 'reconnect', PINS.wait]),
    pin(['--critical', '--label', 'transmitter', PINS.ptt]),
    todo(['completed', 'Detect the lost port'], ['in_progress', 'Test the reconnect with a pulled cable']),
    {
      says: 'the turn ends',
      event: { hook_event_name: 'Stop', last_assistant_message: 'It reconnects. The test is still missing.' },
    },
    prompt('Good. Now the test.'),
    write(root, 'test/reconnect.test.ts', "test('comes back after the cable was pulled', async () => {});\n"),
  ];
}

function prompt(text: string): Step {
  return { says: `person: ${text}`, event: { hook_event_name: 'UserPromptSubmit', prompt: text } };
}

function write(root: string, path: string, content: string): Step {
  return tool(`Write ${path}`, 'Write', { file_path: `${root}/${path}`, content }, { [path]: content });
}

function edit(root: string, path: string, before: string, after: string): Step {
  const input = { file_path: `${root}/${path}`, old_string: before, new_string: after };
  return tool(`Edit ${path}`, 'Edit', input, { [path]: `${after}\n` });
}

function todo(...items: readonly (readonly [status: string, content: string])[]): Step {
  const todos = items.map(([status, content]) => ({ content, status, activeForm: content }));
  return tool('TodoWrite: 1 done, 1 in progress', 'TodoWrite', { todos });
}

function tool(
  says: string,
  name: string,
  input: unknown,
  writes: Readonly<Record<string, string>> = {},
): Step {
  return {
    says,
    writes,
    event: { hook_event_name: 'PostToolUse', tool_name: name, tool_input: input, tool_response: {} },
  };
}

function pin(args: readonly string[]): Step {
  const shown = args.map((arg) => (/[\s:]/.test(arg) ? `"${arg}"` : arg)).join(' ');
  return { says: `cortex pin ${shown}`, runs: ['pin', ...args] };
}
