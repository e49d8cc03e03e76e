import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { claudeEvents } from '../../src/agents/base/claude.ts';
import {
  type AgentHookEvent,
  type AgentHooks,
  type Cortex,
  cortexHooks,
  openCortex,
} from '../../src/program/index.ts';
import { libraryHomes } from '../library-home.ts';

const DAY = 24 * 3_600_000;

const { clock, folder, home } = libraryHomes();
let repo: string;
let cortex: Cortex;
let hooks: AgentHooks;
beforeEach(() => {
  repo = join(folder(), 'radio');
  cortex = home({ cwd: folder() });
  hooks = cortexHooks(cortex);
});

/** As the SDK calls it. */
const send = (session_id: string, hook_event_name: AgentHookEvent, more: object = {}) =>
  hooks[hook_event_name]![0]!.hooks[0]!({ session_id, hook_event_name, cwd: repo, ...more });
const tool = (session: string, id: string, tool_name: string, tool_input: object) =>
  send(session, 'PostToolUse', { tool_use_id: id, tool_name, tool_input, tool_response: {} });
const told = (answer: Awaited<ReturnType<typeof send>>) =>
  answer.hookSpecificOutput?.additionalContext ?? '';

async function friday() {
  expect(await send('friday', 'SessionStart', { source: 'startup' })).toEqual({});
  await send('friday', 'UserPromptSubmit', { prompt: 'Wire the CAT driver' });
  const todos = [
    { content: 'Wait 800 ms after a reconnect', status: 'pending', activeForm: 'Waiting' },
  ];
  await tool('friday', 't1', 'TodoWrite', { todos });
}

it('asks for every event that Claude Code is asked for, and for all tools', () => {
  expect(Object.keys(hooks)).toEqual(Object.keys(claudeEvents({ instructs: true })));
  const named: Record<AgentHookEvent, true> = {
    SessionStart: true,
    UserPromptSubmit: true,
    PreToolUse: true,
    PostToolUse: true,
    PostToolUseFailure: true,
    Stop: true,
    StopFailure: true,
    SubagentStart: true,
    SubagentStop: true,
    PostCompact: true,
    SessionEnd: true,
  };
  expect(Object.keys(hooks).sort()).toEqual(Object.keys(named).sort());
  expect(hooks['PostToolUse']?.[0]?.matcher).toBe('*');
  expect(hooks['SessionStart']?.[0]).not.toHaveProperty('matcher');
});

it('keeps what an agent does and tells the next one, once', async () => {
  await friday();
  await send('friday', 'Stop', { last_assistant_message: 'Wired.' });
  await send('friday', 'SessionEnd', { reason: 'other' });
  clock.now += DAY;
  const answer = await send('saturday', 'SessionStart', { source: 'startup' });
  expect(answer.hookSpecificOutput?.hookEventName).toBe('SessionStart');
  expect(told(answer)).toContain('Wait 800 ms after a reconnect');
  expect(told(await send('saturday', 'UserPromptSubmit', { prompt: 'Go on' }))).not.toContain(
    '800 ms',
  );
  const { deps } = await cortex.open();
  expect(await deps.store.sessionOfHost('claude-code', 'saturday')).not.toBeNull();
});

it('takes in what comes at once, one after the other', async () => {
  await friday();
  const names = Array.from({ length: 20 }, (_, i) => join(repo, `f${i}.ts`));
  mkdirSync(repo, { recursive: true });
  for (const name of names) writeFileSync(name, 'x\n');
  await Promise.all(
    names.map((file_path, i) => tool('friday', `w${i}`, 'Write', { file_path, content: 'x\n' })),
  );
  await Promise.all([
    send('friday', 'Stop', { last_assistant_message: 'Done.' }),
    send('friday', 'SessionEnd'),
  ]);
  clock.now += DAY;
  const said = told(await send('saturday', 'SessionStart', { source: 'startup' }));
  expect(said).toMatch(/f\d+\.ts/);
});

it('never fails', async () => {
  for (const input of [null, 5, [], {}, { hook_event_name: 'SessionStart' }])
    expect(await hooks['SessionStart']![0]!.hooks[0]!(input)).toEqual({});
  const logger = { error: () => {} };
  const nowhere = cortexHooks(
    openCortex({ home: join(repo, 'readme.md', 'below a file'), logger }),
  );
  writeFileSync(join(repo, 'readme.md'), 'a file\n');
  const sent = { session_id: 's', hook_event_name: 'SessionStart', source: 'startup', cwd: repo };
  expect(await nowhere['SessionStart']![0]!.hooks[0]!(sent)).toEqual({});
});
