import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { CORTEX } from '../program.ts';
import { makeRepository } from '../scratch.ts';

const WRITES = [
  'PostToolUse',
  { tool_name: 'Write', tool_input: { file_path: 'a.ts', content: 'x\n' } },
] as const;
const RUNS = ['PostToolUse', { tool_name: 'Bash', tool_input: { command: 'ls' } }] as const;

/** Events of some sessions in one home, each with the bundles that it loads. */
const STORY = [
  ['a start', 'one', 'SessionStart', { source: 'startup' }, 'hook'],
  ['a first prompt', 'one', 'UserPromptSubmit', { prompt: 'Wire the driver of the radio' }, 'hook'],
  ['a later prompt', 'one', 'UserPromptSubmit', { prompt: 'Go on' }, 'capture'],
  ['a file is written', 'one', ...WRITES, 'capture'],
  ['a command is run', 'one', ...RUNS, 'capture'],
  [
    'a turn ends',
    'one',
    'Stop',
    { last_assistant_message: 'The driver reads the frequency.' },
    'hook',
  ],
  ['a session ends', 'one', 'SessionEnd', { reason: 'exit' }, 'hook'],
  ['a command of a session that nobody opened', 'two', ...RUNS, 'capture hook'],
  ['the next command', 'two', ...RUNS, 'capture'],
] as const;

const scratch = mkdtempSync(join(tmpdir(), 'b-'));
const repo = makeRepository(join(scratch, 'radio'));
const env = {
  PATH: process.env['PATH'],
  HOME: scratch,
  CORTEX_HOME: join(scratch, 'home'),
  CORTEX_MAINTENANCE_AUTO: 'false',
  CORTEX_REPAIR_AUTO: 'false',
  // What a busy machine does not tell in time is due with the next prompt.
  CORTEX_RESTORE_DEADLINE_MS: '10000',
  CORTEX_HOOK_DEADLINE_MS: '10000',
};
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Runs the built program in a process of its own. */
function loadedBy(session_id: string, hook_event_name: string, fields: object): string {
  const read = join(scratch, 'read');
  const ran = spawnSync(
    process.execPath,
    [
      '--require',
      join(import.meta.dirname, '..', 'bundles-read.cjs'),
      CORTEX,
      'hook',
      'claude-code',
    ],
    {
      cwd: repo,
      env: { ...env, BUNDLES_READ: read },
      input: JSON.stringify({ session_id, cwd: repo, hook_event_name, ...fields }),
      encoding: 'utf8',
    },
  );
  expect(ran).toMatchObject({ status: 0, stderr: '' });
  return readFileSync(read, 'utf8');
}

it('tools and later prompts load a smaller bundle, and the whole hook where that is not enough or is known before', () => {
  const loaded = STORY.map(([name, session, event, fields]) => [
    name,
    loadedBy(session, event, fields),
  ]);
  expect(loaded).toEqual(STORY.map(([name, , , , bundles]) => [name, bundles]));
  const list = spawnSync(process.execPath, [CORTEX, 'history', '--json'], {
    cwd: repo,
    env,
    encoding: 'utf8',
  });
  expect(JSON.parse(list.stdout)).toHaveLength(2);
});

it('the first answers of the server are loaded without the code for events and tools', () => {
  const sizeOf = (name: string) => statSync(join(dirname(CORTEX), name)).size;
  expect(sizeOf('serve.cjs')).toBeLessThan(sizeOf('hook.cjs') / 10);
});
