/** The story of the demonstration: a session that is killed in the middle of its second turn. */

/** One thing that the host does; each runs as a process of its own. */
export interface StoryStep {
  /** The line for the person who watches. */
  readonly says: string;
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

/** The pipeline of the project. */
export const PIPELINE = {
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

export function storySteps(root: string): readonly StoryStep[] {
  const hook = (hook_event_name: string, says: string, more: object): StoryStep => ({
    says,
    event: { hook_event_name, ...more },
  });
  const tool = (says: string, tool_name: string, tool_input: object) =>
    hook('PostToolUse', says, { tool_name, tool_input, tool_response: {} });
  const prompt = (text: string) => hook('UserPromptSubmit', `person: ${text}`, { prompt: text });
  const pin = (label: string, text: string, ...flags: string[]): StoryStep => ({
    says: ['cortex pin', ...flags, `--label "${label}"`, `"${text}"`].join(' '),
    runs: ['pin', ...flags, '--label', label, text],
  });
  return [
    hook('SessionStart', 'the agent starts', { source: 'startup' }),
    prompt('The ft991a is lost when its USB cable is pulled. Make it reconnect by itself.'),
    tool('Write src/ft991a.ts', 'Write', {
      file_path: `${root}/src/ft991a.ts`,
      content: 'export async function reconnect(port: Port): Promise<void> {}\n',
    }),
    tool('Edit src/serial.ts', 'Edit', {
      file_path: `${root}/src/serial.ts`,
      old_string: 'const BAUD = 9600;',
      new_string: 'const BAUD = 38_400;',
    }),
    pin('baud rate', PINS.baud),
    pin('reconnect', PINS.wait),
    pin('transmitter', PINS.ptt, '--critical'),
    tool('TodoWrite: 1 done, 1 in progress', 'TodoWrite', {
      todos: [
        { content: 'Detect the lost port', status: 'completed', activeForm: 'Detecting' },
        {
          content: 'Test the reconnect with a pulled cable',
          status: 'in_progress',
          activeForm: 'Testing',
        },
      ],
    }),
    hook('Stop', 'the turn ends', {
      last_assistant_message: 'It reconnects. The test is still missing.',
    }),
    prompt('Good. Now the test.'),
    tool('Write test/reconnect.test.ts', 'Write', {
      file_path: `${root}/test/reconnect.test.ts`,
      content: "test('comes back after the cable was pulled', async () => {});\n",
    }),
  ];
}

/**
 * A hook that takes too long lets its host go on untold. A demonstration, a test or a benchmark is about what is told, also
 * on a busy machine.
 */
export const PATIENT = {
  CORTEX_HOOK_DEADLINE_MS: '10000',
  CORTEX_HOOK_DATABASE_WAIT_MS: '9000',
  CORTEX_RESTORE_DEADLINE_MS: '10000',
};
