import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { CORTEX } from './program.ts';
import { makeRepository } from './scratch.ts';

const PAGE = readFileSync(join(import.meta.dirname, '..', 'ARCHITECTURE.md'), 'utf8');

/** The table of ARCHITECTURE.md: the bundles that an event loads besides `cortex.cjs` and `hook.cjs`. */
const TABLE = Object.fromEntries(
  [
    ...PAGE.slice(PAGE.indexOf('## Why it is fast')).matchAll(/^\| ([^|\n]*\S) +\| (`[^|\n]+`|none) *\|$/gm),
  ].map(([, event, bundles]) => [event!, [...bundles!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!)]),
);

const WRITES = [
  'PostToolUse',
  { tool_name: 'Write', tool_input: { file_path: '/radio/a.ts', content: 'x\n' } },
] as const;
const RUNS = ['PostToolUse', { tool_name: 'Bash', tool_input: { command: 'ls' } }] as const;

/** Two sessions in one home, event by event. */
const STORY = [
  ['a first start', 'SessionStart', { source: 'startup' }],
  ['a first prompt', 'UserPromptSubmit', { prompt: 'Wire the driver of the radio' }],
  ['a later prompt', 'UserPromptSubmit', { prompt: 'Go on' }],
  ['a file is written', ...WRITES],
  ['a command is run', ...RUNS],
  ['a turn ends', 'Stop', { last_assistant_message: 'The driver reads the frequency.' }],
  ['a session ends', 'SessionEnd', { reason: 'exit' }],
  ['a later start', 'SessionStart', { source: 'startup' }],
] as const;

const scratch = mkdtempSync(join(tmpdir(), 'b-'));
const repo = makeRepository(join(scratch, 'radio'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Runs the built program in a process of its own. */
function loadedBy(session: string, event: string, fields: object): string[] {
  const read = join(scratch, 'read');
  const ran = spawnSync(
    process.execPath,
    ['--require', join(import.meta.dirname, 'bundles-read.cjs'), CORTEX, 'hook', 'claude-code'],
    {
      cwd: repo,
      env: {
        ...{ PATH: process.env['PATH'], HOME: scratch, CORTEX_HOME: join(scratch, 'home') },
        // What a busy machine does not tell in time is due with the next prompt.
        ...{ CORTEX_RESTORE_DEADLINE_MS: '10000', CORTEX_HOOK_DEADLINE_MS: '10000' },
        ...{ CORTEX_MAINTENANCE_AUTO: 'false', CORTEX_REPAIR_AUTO: 'false', BUNDLES_READ: read },
      },
      input: JSON.stringify({ session_id: session, cwd: repo, hook_event_name: event, ...fields }),
      encoding: 'utf8',
    },
  );
  expect(ran).toMatchObject({ status: 0, stderr: '' });
  // The rules for secrets are loaded where the path of a scratch folder could be one.
  return readFileSync(read, 'utf8')
    .split(' ')
    .filter((name) => name !== 'redact');
}

it('ARCHITECTURE.md says which bundles an event loads', () => {
  const loaded = Object.fromEntries(
    STORY.map(([name, event, fields]) => [
      name,
      loadedBy(name === 'a later start' ? 'second' : 'first', event, fields),
    ]),
  );
  expect(loaded).toEqual(
    Object.fromEntries(STORY.map(([name]) => [name, ['hook', ...(TABLE[name] ?? ['no row'])]])),
  );
  expect(Object.keys(TABLE)).toEqual(STORY.map(([name]) => name));
});
