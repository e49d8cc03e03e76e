import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { person } from '../person.ts';

const { here, cortex, hook, session } = person();

const line = (sent: unknown) => cortex(['statusline'], { input: JSON.stringify(sent) });
const settings = () => join(here.folder, '.claude', 'settings.json');
const setup = (...args: string[]) =>
  cortex([...args, 'claude-code', '--yes'], {
    env: { PATH: join(here.folder, 'none'), CLAUDE_CONFIG_DIR: '' },
  });

it('counts pins and failing checks, and says when the last session stopped', () => {
  expect(line({ session_id: 'x', cwd: here.radio })).toMatchObject({
    status: 0,
    stdout: '',
    stderr: '',
  });
  expect(existsSync(here.home)).toBe(false);
  session('one', 'Tune the coupler');
  hook({ session_id: 'two', hook_event_name: 'SessionStart', source: 'startup' });
  expect(line({ session_id: 'two', cwd: here.radio }).stdout).toBe('stopped just now\n');
  cortex(['pin', 'Keep the PTT off']);
  cortex(['pin', 'Count the relays']);
  hook({
    session_id: 'two',
    hook_event_name: 'PostToolUseFailure',
    tool_name: 'Bash',
    tool_use_id: 't',
    tool_input: { command: 'npm test' },
    error: 'Exit code 1\nTests  1 failed | 2 passed (3)',
  });
  hook({ session_id: 'two', hook_event_name: 'Stop', last_assistant_message: 'It fails.' });
  expect(line({ session_id: 'two', cwd: here.radio }).stdout).toBe(
    '2 pins · 1 red · stopped just now\n',
  );
});

it('is silent for what is no session, and never fails', () => {
  session('one', 'Tune the coupler');
  for (const input of ['', 'no json', '[]', '{}'])
    expect(cortex(['statusline'], { input, cwd: here.folder })).toMatchObject({
      status: 0,
      stdout: '',
    });
  expect(cortex(['statusline', '--help']).stdout).toContain('status line');
});

it('is put into the settings where it is asked for, and never over another', () => {
  mkdirSync(dirname(settings()));
  writeFileSync(settings(), '{\n  "model": "x"\n}\n');
  expect(setup('setup').status).toBe(0);
  expect(readFileSync(settings(), 'utf8')).not.toContain('statusLine');
  expect(setup('setup', '--statusline').status).toBe(0);
  const launcher = join(here.home, 'bin', 'cortex-statusline');
  const shown = () =>
    (JSON.parse(readFileSync(settings(), 'utf8')) as { statusLine?: unknown }).statusLine;
  expect(shown()).toEqual({ type: 'command', command: `"${launcher}"` });
  // A later run does not ask for it, and leaves it.
  expect(setup('setup').status).toBe(0);
  expect(shown()).toBeDefined();
  expect(setup('unsetup').status).toBe(0);
  expect(readFileSync(settings(), 'utf8')).toBe('{\n  "model": "x"\n}\n');

  const mine = '{\n  "statusLine": { "type": "command", "command": "my-line" }\n}\n';
  writeFileSync(settings(), mine);
  expect(setup('setup', '--statusline').status).toBe(0);
  expect(shown()).toEqual({ type: 'command', command: 'my-line' });
  expect(setup('unsetup').status).toBe(0);
  expect(readFileSync(settings(), 'utf8')).toBe(mine);
});
