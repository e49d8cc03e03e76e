import { join } from 'node:path';
import { drawnCall, drawnUuid } from './installed.ts';

export type Fields = Readonly<Record<string, unknown>>;
export type Event = (session: string) => Fields;

const used = (name: string, input: Fields, response: Fields): Event => {
  return (session) => ({
    hook_event_name: 'PostToolUse',
    tool_name: name,
    tool_input: input,
    tool_response: response,
    tool_use_id: drawnCall(`${session} ${name} ${JSON.stringify(input).length}`),
  });
};
const FUNCTION =
  'export function tune(frequency: number): string | null {\n  return String(frequency);\n}\n';

const lines = (name: string, count: number) =>
  Array.from({ length: count }, (_, i) => `  const ${name}${i} = await read(${i}, options);`).join(
    '\n',
  );

/** A session, in order. */
export function eventsIn(repo: string): Readonly<Record<string, Event>> {
  const edited = { filePath: join(repo, 'src/a.ts') };
  const edit = (text: string) =>
    used('Edit', { file_path: join(repo, 'src/a.ts'), old_string: 'a', new_string: text }, edited);
  return {
    SessionStart: () => ({ hook_event_name: 'SessionStart', source: 'startup' }),
    'first prompt': (session) => ({
      hook_event_name: 'UserPromptSubmit',
      prompt: 'Tune the radio driver and retry when the socket is closed.',
      prompt_id: drawnUuid(`${session}-1`),
    }),
    'later prompt': (session) => ({
      hook_event_name: 'UserPromptSubmit',
      prompt: "Let's use SQLite because there is no server to run. Then write the tests.",
      prompt_id: drawnUuid(`${session}-2`),
    }),
    Edit: edit(FUNCTION.repeat(40)),
    'Edit without function': edit('const x = 1;\n'.repeat(270)),
    'Edit, 600 + 600 lines': used(
      'Edit',
      {
        file_path: join(repo, 'src/b.ts'),
        old_string: lines('old', 600),
        new_string: lines('new', 600),
      },
      edited,
    ),
    'Bash(npm test)': used(
      'Bash',
      { command: 'npm test' },
      { stdout: 'ok\n'.repeat(200), stderr: '' },
    ),
    'Bash(npm test) fails': (session) => ({
      hook_event_name: 'PostToolUseFailure',
      tool_name: 'Bash',
      tool_input: { command: 'npm test' },
      tool_use_id: drawnCall(`${session} failed`),
      error: `Exit code 1\n${'ok\n'.repeat(200)} FAIL  src/a.test.ts > tunes the radio\n`,
    }),
    'Bash(git status)': used(
      'Bash',
      { command: 'git status --short' },
      { stdout: ' M src/a.ts\n', stderr: '' },
    ),
    Read: used(
      'Read',
      { file_path: join(repo, 'src/a.ts') },
      { type: 'text', file: { content: FUNCTION.repeat(40) } },
    ),
    Stop: (session) => ({
      hook_event_name: 'Stop',
      stop_hook_active: false,
      last_assistant_message: 'The driver retries now; what is left is the cache of the parser.',
      prompt_id: drawnUuid(`${session}-2`),
    }),
    SessionEnd: () => ({ hook_event_name: 'SessionEnd', reason: 'other' }),
  };
}
