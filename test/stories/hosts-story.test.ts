import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SessionState } from '../../src/domain/sessions/session.ts';
import { cortex } from '../agent.ts';
import { IS_LONG } from '../effort.ts';
import { gitRepository } from '../git.ts';
import { SPEECHES, type SpokenHost, speaking, told } from '../speech.ts';
import { type Stage, useStage } from '../stage.ts';

const FRIDAY = '2026-11-13T10:00:00.000Z';
const SATURDAY = '2026-11-14T09:00:00.000Z';
const PIN = 'the ft991a answers on /dev/ttyUSB0';
const HOSTS = Object.keys(SPEECHES) as SpokenHost[];

let home: string;
let repo: string;
const agent = useStage('lbf-ham-radio', FRIDAY, (stage: Stage) => {
  ({ home, repo } = stage);
});

function hosted(host: SpokenHost, now: string, processes = false) {
  const made = agent({ host, now, processes });
  return speaking(made, host, repo, now);
}

type Hosted = ReturnType<typeof hosted>;

async function sessions(now = SATURDAY): Promise<SessionState[]> {
  const result = await cortex({ home, cwd: repo, now }, 'history', '--json', '--all');
  return JSON.parse(result.stdout) as SessionState[];
}

/** The host writes it, and says so. */
function write(host: Hosted, name: string, content: string): Promise<string | null> {
  const path = join(repo, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return host.say('write', path, content);
}

/** A pin, a file and a turn, and the host is gone without a word. */
async function workAndDie(host: Hosted): Promise<void> {
  expect(await host.say('start', 'startup')).toBeNull();
  expect(await host.say('prompt', 'Wire the CAT driver of the ft991a')).toBeNull();
  expect(await host.agent.run('pin', PIN, '--label', 'port')).toMatchObject({ code: 0 });
  expect(await write(host, 'src/ft991a.ts', 'export const baud = 38400;\n')).toBeNull();
  expect(await host.say('stop', 'The driver reads the frequency.')).toBeNull();
  await host.agent.kill();
}

describe.each(HOSTS)('%s', (host) => {
  it('hears the next day what was pinned, once, in its own shape', async () => {
    await workAndDie(hosted(host, FRIDAY));
    // One of them through processes of the built program, as hosts start them, and in the long form each.
    const next = hosted(host, SATURDAY, IS_LONG || host === HOSTS[0]);
    const atStart = await next.say('start', 'startup');
    const atPrompt = await next.say('prompt', 'Where were we?');
    const heard = host === 'gemini' ? atPrompt : atStart;
    expect(heard).toContain(PIN);
    expect(heard).toContain('ft991a.ts');
    // The first prompt may add what is new, never the same again.
    expect(host === 'gemini' ? atStart : atPrompt).not.toEqual(expect.stringContaining(PIN));
    expect(await write(next, 'b.ts', 'x\n')).toBeNull();
    expect(await next.say('stop', 'Done.')).toBeNull();
    expect(await next.say('end')).toBeNull();
    const [latest, earlier] = await sessions();
    expect(latest).toMatchObject({ host, previous_session_id: earlier!.session_id });
    expect(earlier).toMatchObject({ host, crash_recovered: true });
  });

  it('hears it again after the model has forgotten, where the host tells that it compacted', async () => {
    await workAndDie(hosted(host, FRIDAY));
    const next = hosted(host, SATURDAY);
    await next.say('start', 'startup');
    await next.say('prompt', 'Where were we?');
    expect(await next.say('compacting')).toBeNull();
    const said = [
      await next.say('compacted'),
      await write(next, 'b.ts', 'x\n'),
      await next.say('prompt', 'And now?'),
      await write(next, 'c.ts', 'x\n'),
    ];
    const when = { codex: 0, qwen: 0, copilot: 2, vscode: 1, cursor: 1, gemini: null }[host];
    expect(said.map((words) => words?.includes(PIN) ?? false)).toEqual(
      [0, 1, 2, 3].map((at) => at === when),
    );
  });
});

it.each([
  ['gemini', false],
  ['codex', false],
  ['qwen', true],
  ['copilot', true],
] as const)('a resumed session of %s is told again: %s', async (host, isAgain) => {
  await workAndDie(hosted('cursor', FRIDAY));
  const first = hosted(host, SATURDAY);
  const heard = [await first.say('start', 'startup'), await first.say('prompt', 'Where were we?')];
  expect(heard.join('')).toContain(PIN);
  await first.say('stop', 'At the driver.');
  await first.say('end');
  const again = speaking(agent({ host, sessionId: first.agent.sessionId }), host, repo, SATURDAY);
  const resumed = [await again.say('start', 'resume'), await again.say('prompt', 'Go on')];
  expect(resumed.some((words) => words?.includes(PIN))).toBe(isAgain);
});

it('what Copilot was told with a prompt it keeps, however often it is resumed', async () => {
  await workAndDie(hosted('cursor', FRIDAY));
  const first = hosted('copilot', SATURDAY);
  // Its two first hooks run at once; here the prompt was first.
  expect(await first.say('prompt', 'Where were we?')).toContain(PIN);
  await first.say('stop', 'At the driver.');
  await first.say('end');
  for (const _ of [1, 2]) {
    const again = speaking(
      agent({ host: 'copilot', sessionId: first.agent.sessionId }),
      'copilot',
      repo,
      SATURDAY,
    );
    const resumed = [await again.say('start', 'resume'), await again.say('prompt', 'Go on')];
    expect(resumed.join('')).not.toContain(PIN);
    await again.say('end');
  }
});

it.each(['gemini', 'cursor'] as const)(
  '%s hears after a resume what changed, as soon as it can',
  async (host) => {
    const first = hosted(host, FRIDAY);
    await first.say('start', 'startup');
    await first.say('prompt', 'Make the CAT tests pass');
    await write(first, 'src/cat.ts', 'x\n');
    await first.say('stop', 'One test still fails.');
    await first.say('end');
    const other = hosted('codex', SATURDAY);
    await other.say('start', 'startup');
    await other.say('prompt', 'Look for the port of the radio');
    await other.agent.run('pin', PIN, '--label', 'port');
    await other.say('stop', 'Found it.');
    await other.say('end');
    const sunday = '2026-11-15T09:00:00.000Z';
    const again = speaking(
      agent({ host, now: sunday, sessionId: first.agent.sessionId }),
      host,
      repo,
      sunday,
    );
    const heard = [
      await again.say('start', 'resume'),
      await again.say('prompt', 'Go on'),
      await write(again, 'src/cat.ts', 'y\n'),
      await write(again, 'src/cat.ts', 'z\n'),
    ];
    expect(heard.filter((words) => words?.includes(PIN))).toHaveLength(1);
  },
);

it('what was due when a session ended is said when it is resumed', async () => {
  await workAndDie(hosted('codex', FRIDAY));
  const first = hosted('gemini', SATURDAY);
  await first.say('start', 'startup');
  expect(await first.say('prompt', 'Where were we?')).toContain(PIN);
  expect(await first.say('start', 'clear')).toBeNull();
  await first.say('end');
  const options = { host: 'gemini', sessionId: first.agent.sessionId } as const;
  const again = speaking(agent(options), 'gemini', repo, SATURDAY);
  expect(await again.say('start', 'resume')).toBeNull();
  expect((await again.say('prompt', 'Go on'))?.split(PIN)).toHaveLength(2);
});

it('Cursor passes on nothing after a failure: what is due waits for a tool that succeeds', async () => {
  await workAndDie(hosted('cursor', FRIDAY));
  const cursor = hosted('cursor', SATURDAY);
  await cursor.say('start', '');
  await cursor.say('prompt', 'Where were we?');
  await cursor.say('compacting');
  const failure = {
    ...cursor.payload('shell', 'make', '')!,
    hook_event_name: 'postToolUseFailure',
  };
  const answer = await cursor.agent.send({ ...failure, error_message: 'timed out' }, 'cursor');
  expect(told('cursor', failure, answer)).toBeNull();
  expect(await cursor.say('shell', 'ls', 'a')).toContain(PIN);
});

it('the shared plugin calls without a name, and is answered in the right shape', async () => {
  await workAndDie(hosted('codex', FRIDAY));
  for (const host of HOSTS) {
    const made = agent({ now: SATURDAY, env: envOf(host) });
    const next = speaking(made, host, repo, SATURDAY);
    for (const said of [
      next.payload('start', 'startup')!,
      next.payload('prompt', 'Where were we?')!,
    ])
      told(host, said, await made.send(said, 'auto'));
    await made.kill();
  }
  const hosts = (await sessions()).map((state) => state.host);
  expect(new Set(hosts)).toEqual(new Set(HOSTS));
});

function envOf(host: SpokenHost): Readonly<Record<string, string>> {
  return host === 'copilot' ? { COPILOT_CLI: '1' } : {};
}

describe('hooks of Claude Code that another program copied', () => {
  /** The model hears what any of its hooks answers. */
  const everyWay = (host: SpokenHost, ways: readonly string[], now: string) => {
    const { payload, agent: one } = speaking(agent({ host, now }), host, repo, now);
    return {
      one,
      async say(...said: Parameters<typeof payload>): Promise<string[]> {
        const sent = payload(...said)!;
        const heard = [];
        for (const way of ways) heard.push(told(host, sent, await one.send(sent, way)));
        return heard.filter((words) => words !== null);
      },
    };
  };

  it.each([
    ['codex', ['claude-code']],
    ['codex', ['claude-code', 'codex']],
    ['codex', ['codex', 'claude-code']],
    ['qwen', ['claude-code', 'qwen']],
    ['copilot', ['copilot', 'claude-code']],
  ] as const)('into %s: %s make one session that is told once', async (host, ways) => {
    await workAndDie(hosted('cursor', FRIDAY));
    const copied = everyWay(host, ways, SATURDAY);
    const heard = [
      ...(await copied.say('start', 'startup')),
      ...(await copied.say('prompt', 'Where were we?')),
      ...(await copied.say('shell', 'npm test', ' Tests  4 passed (4)')),
      ...(await copied.say('stop', 'At the driver.')),
    ];
    expect(heard.filter((words) => words.includes(PIN))).toHaveLength(1);
    const [latest, ...earlier] = await sessions();
    expect(latest).toMatchObject({ host, turns: [{ asked: 'Where were we?' }] });
    expect(earlier.map((one) => one.host)).toEqual(['cursor']);
    await copied.say('compacting');
    const again = [...(await copied.say('compacted')), ...(await copied.say('prompt', 'And now?'))];
    expect(again.filter((words) => words.includes(PIN))).toHaveLength(1);
  });
});

describe('the hand-over of an agent at its limit', () => {
  const LIMIT = "You've hit your session limit · resets 3pm (Europe/Berlin)";
  const typed = (...args: string[]) =>
    cortex({ home, cwd: repo, now: SATURDAY }, 'handoff', ...args);

  async function reachTheLimit(): Promise<void> {
    const claude = agent({ now: SATURDAY });
    await claude.start();
    await claude.prompt('Read the frequency of the ft991a');
    gitRepository(repo);
    writeFileSync(join(repo, 'cat.ts'), 'export const baud = 4800;\n');
    await claude.edit(join(repo, 'cat.ts'));
    await claude.hook('PostToolUseFailure', {
      tool_name: 'Bash',
      tool_input: { command: 'npm test' },
      tool_use_id: 'toolu_red',
      error: 'Exit code 1\n FAIL  cat.test.ts > frequency\n Tests  1 failed | 3 passed (4)\n',
    });
    await claude.stop('One test is red. Shall I round to 10 Hz or keep 1 Hz?');
    await claude.prompt('keep 1 Hz, then the README');
    await claude.hook('StopFailure', { error: 'rate_limit', last_assistant_message: LIMIT });
  }

  it('has the open request, the cause, the files, the red check and the answers, and starts the next agent', async () => {
    await reachTheLimit();
    const { stdout } = await typed('--to', 'codex');
    expect(stdout).toMatch(/^<cortex-note kind="handoff"/);
    expect(stdout).toContain('Shall I round to 10 Hz or keep 1 Hz?');
    expect(stdout).toMatch(/user: "keep 1 Hz, then the README" .*usage limit/);
    expect(stdout).toMatch(/frequency/);
    expect(stdout).toMatch(/not committed[^\n]*cat\.ts/);
    // Without a terminal the command is printed. Codex is not told by Cortex here, so the facts are in it.
    const begun = await typed('--to', 'codex', '--start');
    expect(begun.stdout).toMatch(
      /^codex "Go on with this, which was left open: keep 1 Hz, then the README\n\n<cortex-note kind=/,
    );
    expect(await typed('--to', 'vscode', '--start')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('cortex handoff --to vscode prints') as string,
    });
    expect(await typed('--start')).toMatchObject({ code: 2 });
  });
});

it('Antigravity is told of what was left, and its transcript has the words that no hook was sent', async () => {
  await workAndDie(hosted('cursor', FRIDAY));
  const transcript = join(repo, '..', 'transcript.jsonl');
  const one = agent({ host: 'agy', now: SATURDAY });
  const send = (fields: object) =>
    one.send({
      conversationId: one.sessionId,
      workspacePaths: [repo],
      transcriptPath: transcript,
      ...fields,
    });
  const told = JSON.parse((await send({ invocationNum: 0, initialNumSteps: 1 })).stdout) as unknown;
  expect(told).toEqual({ injectSteps: [{ userMessage: expect.stringContaining(PIN) as string }] });
  expect((await send({ invocationNum: 1, initialNumSteps: 3 })).stdout).toBe('');
  await send({
    stepIdx: 2,
    toolCall: {
      name: 'write_to_file',
      args: { TargetFile: join(repo, 'cat.ts'), CodeContent: 'x' },
    },
  });
  const line = (type: string, created_at: string, content: string) =>
    JSON.stringify({ type, created_at, content });
  writeFileSync(
    transcript,
    `${line('USER_INPUT', '2026-11-14T08:59:59Z', 'read the frequency')}\n${line('PLANNER_RESPONSE', SATURDAY, 'It reads it now.')}\n`,
  );
  await send({ executionNum: 1, terminationReason: 'model_stop', fullyIdle: true });
  const [latest] = await sessions();
  expect(latest).toMatchObject({
    host: 'agy',
    turns: [{ asked: 'read the frequency', answered: 'It reads it now.', files: ['cat.ts'] }],
  });
  // The next turn of the conversation is told nothing twice.
  expect((await send({ invocationNum: 0, initialNumSteps: 9 })).stdout).toBe('');
});
