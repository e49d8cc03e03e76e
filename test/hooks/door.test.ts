import type { ChildProcess } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { DoorStage, ended, until } from '../door-stage.ts';
import { IS_LONG, runs } from '../effort.ts';
import { CORTEX } from '../program.ts';
import { useScratch } from '../use-scratch.ts';

const scratch = useScratch();
let stage: DoorStage;
afterEach(() => stage.dispose());

const bash = (command: string, id: string) => ({
  tool_name: 'Bash',
  tool_input: { command },
  tool_response: { stdout: '', stderr: '', interrupted: false },
  tool_use_id: id,
});

const CLIENT = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'x', version: '1' },
};

/** The agent as a client of its server of tools. */
function clientOf({ stdin, stdout }: ChildProcess) {
  let text = '';
  stdout!.on('data', (more) => (text += more));
  return {
    ask: (message: object) => stdin!.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`),
    // biome-ignore lint/suspicious/noExplicitAny: what the protocol says is what is tested.
    said: (): any[] =>
      text
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line)),
  };
}

/** The built program in a folder of its own, which a test may change. */
function copyOfProgram(): { readonly folder: string; readonly script: string } {
  const folder = join(scratch.path, 'program');
  cpSync(dirname(CORTEX), folder, { recursive: true });
  return { folder, script: join(folder, basename(CORTEX)) };
}

const commands = () => stage.facts('tool').map(({ command }) => command);

describe.each(['sh', 'bash'])('the warm door under %s', (shell) => {
  /** A second shell takes whole turns; all else under it is left to the long form. */
  const first = it.runIf(IS_LONG || shell === 'sh');

  it('takes a whole turn without starting a process of Node', async () => {
    stage = new DoorStage(shell);
    await stage.hook('SessionStart', { source: 'startup' });
    const before = stage.cold;
    const server = await stage.serve();
    const said = [
      await stage.hook('UserPromptSubmit', {
        prompt: 'put the webhook behind a flag',
        prompt_id: 'p1',
      }),
      await stage.hook('PostToolUse', bash('npm test', 't1')),
      await stage.hook('PostToolUse', bash('git log --oneline', 't2')),
      await stage.hook('Stop', {
        last_assistant_message: 'The webhook is behind STRIPE_SHADOW now.',
      }),
    ];
    await stage.taken(server);
    expect(said.map(({ status, stderr }) => [status, stderr])).toEqual(said.map(() => [0, '']));
    expect(stage.cold).toBe(before);
    expect(commands()).toEqual(['npm test', 'git log --oneline']);
    expect(stage.facts('reply')).toMatchObject([
      { text: 'The webhook is behind STRIPE_SHADOW now.' },
    ]);
  });

  first('tells the next session through the answer to a prompt', async () => {
    stage = new DoorStage(shell);
    await stage.hook('UserPromptSubmit', {
      prompt: 'rounding has to be half up in the ledger',
      prompt_id: 'p1',
    });
    await stage.hook('Stop', {
      last_assistant_message: 'Half up it is, in ledger.ts and its test.',
    });
    await stage.hook('SessionEnd', { reason: 'exit' });
    const before = stage.cold;
    await stage.serve();
    const prompt = { session_id: 's2', prompt: 'go on', prompt_id: 'p2' };
    const { stdout, status } = await stage.hook('UserPromptSubmit', prompt);
    expect(status).toBe(0);
    const told = JSON.parse(stdout).hookSpecificOutput.additionalContext;
    expect(told).toContain('rounding has to be half up');
    expect(stage.cold).toBe(before);
  });

  first('hands events at once over in any number, each counted once', async () => {
    stage = new DoorStage(shell);
    await stage.hook('SessionStart', { source: 'startup' });
    const server = await stage.serve();
    const before = stage.cold;
    const all = Array.from({ length: 20 }, (_, i) =>
      stage.hook('PostToolUse', bash(`echo ${i}`, `t${i}`)),
    );
    for (const { status } of await Promise.all(all)) expect(status).toBe(0);
    await stage.taken(server);
    expect(stage.cold).toBe(before);
    expect(new Set(commands()).size).toBe(20);
    expect(commands()).toHaveLength(20);
  });

  first.each<[string, (door: string) => void]>([
    ['no sign', (door) => rmSync(join(door, 'sign'))],
    ['no folder', (door) => rmSync(door, { recursive: true })],
    ['no folder of events', (door) => rmSync(join(door, 'in'), { recursive: true })],
    [
      'a file in its place',
      (door) => {
        rmSync(join(door, 'in'), { recursive: true });
        writeFileSync(join(door, 'in'), '');
      },
    ],
    ['no folder of answers', (door) => rmSync(join(door, 'out'), { recursive: true })],
    ['a sign of another process', (door) => writeFileSync(join(door, 'sign'), '1\n|||\n')],
    ['an empty sign', (door) => writeFileSync(join(door, 'sign'), '')],
  ])('goes the cold way where there is %s', async (_, spoil) => {
    stage = new DoorStage(shell);
    const server = await stage.serve();
    spoil(stage.door(server));
    const said = [
      await stage.hook('UserPromptSubmit', { prompt: 'first', prompt_id: 'p1' }),
      await stage.hook('PostToolUse', bash('ls', 't1')),
      await stage.hook('Stop', { last_assistant_message: 'There are two files.' }),
    ];
    await stage.taken(server);
    expect(said.map(({ status, stdout, stderr }) => [status, stdout, stderr])).toEqual(
      said.map(() => [0, '', '']),
    );
    expect(stage.facts('prompt')).toHaveLength(1);
    expect(commands()).toEqual(['ls']);
    expect(stage.facts('reply')).toHaveLength(1);
  });

  it.runIf(process.platform === 'linux' && (IS_LONG || shell === 'sh'))(
    'goes the cold way where the server was stopped, killed, or is of another world',
    async () => {
      stage = new DoorStage(shell);
      const server = await stage.serve();
      server.kill('SIGSTOP');
      await until(() => readFileSync(`/proc/${server.pid}/stat`, 'utf8').includes(') T '));
      await stage.hook('PostToolUse', bash('echo stopped', 't1'));
      expect(stage.cold).toBe(1);
      server.kill('SIGCONT');
      await stage.hook('PostToolUse', bash('echo other', 't2'), {
        CORTEX_NOW: '2026-11-18T09:00:00Z',
      });
      expect(stage.cold).toBe(2);
      await ended(server, 'SIGKILL');
      await stage.hook('PostToolUse', bash('echo killed', 't3'));
      expect(stage.cold).toBe(3);
      expect(commands().sort()).toEqual(['echo killed', 'echo other', 'echo stopped']);
    },
  );

  first('takes a very large event, and the beginning of one that is larger than any', async () => {
    stage = new DoorStage(shell);
    const server = await stage.serve();
    for (const [size, id] of [
      [5_000_000, 't1'],
      [12_000_000, 't2'],
    ] as const) {
      const big = {
        ...bash(`cat ${id}`, id),
        tool_response: { stdout: 'x'.repeat(size), stderr: '' },
      };
      expect((await stage.hook('PostToolUse', big)).status).toBe(0);
      await stage.taken(server);
    }
    expect([stage.cold, commands()]).toEqual([0, ['cat t1', 'cat t2']]);
  });

  first('takes what a line of an older version sends, however it spells the name', async () => {
    stage = new DoorStage(shell, undefined, {}, false);
    const server = await stage.serve();
    const sent = { session_id: 's1', cwd: stage.repo, ...bash('ls', 't1') };
    for (const [i, text] of [
      JSON.stringify({ hook_event_name: 'PostToolUse', ...sent }),
      JSON.stringify({ hook_event_name: 'PostToolUse', ...sent, tool_use_id: 't2' }, null, 2),
      // The pipe of an event that nobody waits for is never made.
      JSON.stringify({ ...sent, tool_use_id: 't3', hook_event_name: 'PostToolUse' }).replaceAll(
        ':',
        ' : ',
      ),
    ].entries()) {
      const { child, done } = stage.call(['claude-code', 'PostToolUse']);
      child.stdin.end(text);
      expect(await done).toEqual({ status: 0, stdout: '', stderr: '' });
      await stage.taken(server);
      expect(stage.facts('tool')).toHaveLength(i + 1);
    }
    expect(stage.cold).toBe(0);
  });

  it.runIf(process.platform === 'linux' && (IS_LONG || shell === 'sh'))(
    'lets a hook go whose host does not close its pipe, and keeps what was sent',
    async () => {
      stage = new DoorStage(shell);
      const server = await stage.serve();
      await stage.hook('SessionStart', { source: 'startup' });
      const send = async (event: string, text: string) => {
        const { child, done } = stage.call(['claude-code', event]);
        child.stdin.write(text);
        expect(await done).toMatchObject({ status: 0, stderr: '' });
        await stage.taken(server);
      };
      const from = (more: object) => JSON.stringify({ session_id: 's1', cwd: stage.repo, ...more });
      const used = { hook_event_name: 'PostToolUse', ...bash('make all', 't1') };
      const { tool_use_id: _, ...open } = {
        ...used,
        tool_response: { stdout: '', stderr: 'cut here' },
      };
      await Promise.all([
        send('PostToolUse', from(used)),
        send('PostToolUse', from({ tool_use_id: 't2', ...open }).slice(0, -6)),
        send(
          'UserPromptSubmit',
          from({ prompt: 'build it', prompt_id: 'p1' }).replace('"s1"', '"s2"'),
        ),
        send('Stop', ''),
      ]);
      expect(stage.cold).toBe(0);
      expect(commands()).toEqual(['make all', 'make all']);
      // Nothing came of the last one.
      expect(stage.missed()).toMatchObject({ count: 1 });
    },
  );
});

describe('a server that takes events', () => {
  it('ends the session when its agent says that it goes, and leaves nothing behind', async () => {
    stage = new DoorStage();
    const server = await stage.serve();
    await stage.hook('UserPromptSubmit', { prompt: 'look at the parser', prompt_id: 'p1' });
    await stage.hook('PostToolUse', bash('echo last', 't1'));
    await ended(server, 'SIGINT');
    expect(commands()).toEqual(['echo last']);
    expect(stage.sessions()).toMatchObject([{ crash_recovered: 0, end_time: expect.any(String) }]);
    // Hosts tell the end of the session when the server is gone.
    await stage.hook('SessionEnd', { reason: 'exit' });
    expect(stage.cold).toBe(0);
    await stage.hook('SessionEnd', { session_id: 'another', reason: 'exit' });
    expect(stage.cold).toBe(1);
    expect(readdirSync(stage.run)).toEqual([]);
  });

  it('takes a client that is gone without a word for killed', async () => {
    stage = new DoorStage();
    const server = await stage.serve();
    await stage.hook('UserPromptSubmit', { prompt: 'look at the parser', prompt_id: 'p1' });
    server.stdin!.end();
    await until(() => server.exitCode !== null);
    expect(stage.sessions()).toMatchObject([{ end_time: null }]);
    expect(readdirSync(stage.run)).toEqual([]);
  });

  it('leaves what it did not take to the next process, which counts it once', async () => {
    stage = new DoorStage();
    const server = await stage.serve();
    await stage.hook('SessionStart', { source: 'startup' });
    await stage.taken(server);
    await ended(server, 'SIGKILL');
    const payload = {
      session_id: 's1',
      cwd: stage.repo,
      hook_event_name: 'PostToolUse',
      ...bash('echo left', 't1'),
    };
    const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
    const whole = JSON.stringify({ ...payload, tool_response: { stdout: secret, stderr: '' } });
    const other = whole.replace('"t1"', '"t2"').replace('echo left', 'echo older');
    const handed = join(stage.door(server), 'in');
    // A server of an older version has another name, and its launcher another end.
    const older = join(stage.run, `${process.pid}-${server.pid}`, 'in');
    for (const folder of [handed, older]) mkdirSync(folder, { recursive: true });
    // The launcher was killed before it said that this is all, and before it was all.
    writeFileSync(join(handed, '1999999991'), `2\nclaude-code\nPostToolUse\n\n${whole}`);
    writeFileSync(
      join(handed, '1999999992'),
      `2\nclaude-code\nPostToolUse\n\n${whole.slice(0, -40)}`,
    );
    writeFileSync(join(older, '1999999993'), `1\nclaude-code\n\n${other}\n.\n`);
    await stage.hook('UserPromptSubmit', { prompt: 'go on', prompt_id: 'p1' });
    expect(commands().sort()).toEqual(['echo left', 'echo older']);
    expect(stage.missed()).toMatchObject({ count: 1 });
    expect(readdirSync(stage.run)).toEqual([]);
    expect(stage.cold).toBe(1);
  });

  it('counts a prompt once where it dies between commit and answer', async () => {
    stage = new DoorStage();
    const preload = `--require "${join(import.meta.dirname, '..', 'kill-answer.cjs')}"`;
    const moments = ['committed', 'asked', 'half'];
    const rounds = Array.from({ length: runs(3, 60) }, (_, i) => `round ${i}`);
    for (const [i, round] of rounds.entries()) {
      const server = await stage.serve({ NODE_OPTIONS: preload, KILL_WHEN: moments[i % 3] });
      // The host sends no id of the prompt.
      const { status, stderr } = await stage.hook('UserPromptSubmit', {
        session_id: round,
        prompt: `look at ${round}`,
      });
      expect([status, stderr]).toEqual([0, '']);
      await until(() => server.signalCode === 'SIGKILL');
    }
    const prompts = stage.facts('prompt').map(({ text }) => text);
    expect(prompts).toEqual(rounds.map((round) => `look at ${round}`));
  });

  it.each(['committed', 'asked', 'half'])(
    'tells once what a later prompt opens where it dies between commit and answer (%s)',
    async (moment) => {
      stage = new DoorStage();
      const prompt = (session_id: string, words: string) =>
        stage.hook('UserPromptSubmit', { session_id, prompt: words });
      const said = (session_id: string, words: string) =>
        stage.hook('Stop', { session_id, last_assistant_message: words });
      await prompt('old', 'put the webhooks behind a flag');
      await said('old', 'The flag of the webhooks is `STRIPE_SHADOW`.');
      await stage.hook('SessionEnd', { session_id: 'old', reason: 'exit' });
      for (const name of ['one', 'two', 'three']) {
        await prompt(name, `look at the ${name} thing`);
        await said(name, `The ${name} thing is fine, and so is the rest of it.`);
        await stage.hook('SessionEnd', { session_id: name, reason: 'exit' });
      }
      await stage.hook('SessionStart', { source: 'startup' });
      await prompt('s1', 'rename the button');
      await said('s1', 'Renamed.');
      const preload = `--require "${join(import.meta.dirname, '..', 'kill-answer.cjs')}"`;
      const server = await stage.serve({ NODE_OPTIONS: preload, KILL_WHEN: moment });
      const answer = await prompt('s1', 'back to the webhooks');
      await until(() => server.signalCode === 'SIGKILL');
      expect(answer.stdout).toContain('STRIPE_SHADOW');
      expect((await prompt('s1', 'back to the webhooks')).stdout).toBe('');
      expect(
        stage.facts('prompt').filter(({ text }) => text === 'back to the webhooks'),
      ).toHaveLength(2);
    },
  );

  it('goes on under a second server of the same agent', async () => {
    stage = new DoorStage();
    const first = await stage.serve();
    const second = await stage.serve();
    await stage.hook('PostToolUse', bash('echo one', 't1'));
    await ended(first, 'SIGTERM');
    await stage.hook('PostToolUse', bash('echo two', 't2'));
    await stage.taken(second);
    expect(stage.cold).toBe(0);
    expect(commands()).toEqual(['echo one', 'echo two']);
  });

  it('notices that its database was replaced', async () => {
    stage = new DoorStage();
    const server = await stage.serve();
    await stage.hook('PostToolUse', bash('echo one', 't1'));
    await stage.taken(server);
    for (const end of ['', '-wal', '-shm'])
      try {
        renameSync(join(stage.home, `brain.db${end}`), `${stage.home}-old.db${end}`);
      } catch {}
    await stage.hook('PostToolUse', bash('echo two', 't2'));
    await stage.taken(server);
    expect(commands()).toEqual(['echo two']);
  });

  it('goes on beside commands that repair, forget and maintain', async () => {
    stage = new DoorStage();
    const server = await stage.serve();
    await stage.hook('UserPromptSubmit', { prompt: 'look at the word quagga', prompt_id: 'p1' });
    for (const [i, words] of [
      ['forget', '--words', 'quagga', '--yes'],
      ['repair', '--yes'],
      ['maintain'],
    ].entries()) {
      expect(await stage.cortex(...words)).toMatchObject({ status: 0 });
      await stage.hook('PostToolUse', bash(`echo ${i}`, `t${i}`));
      await stage.taken(server);
    }
    expect(commands()).toEqual(['echo 0', 'echo 1', 'echo 2']);
    expect(stage.cold).toBe(0);
    expect(JSON.stringify(stage.facts('prompt'))).not.toContain('quagga');
  });

  it('answers with an error while its program is gone, and goes on when it is back', async () => {
    const program = copyOfProgram();
    stage = new DoorStage('sh', program.script);
    const server = await stage.serve();
    const { ask, said } = clientOf(server);
    ask({ id: 1, method: 'initialize', params: CLIENT });
    ask({ method: 'notifications/initialized' });
    await until(() => said().length === 1);
    const history = { method: 'tools/call', params: { name: 'session_history', arguments: {} } };
    renameSync(program.folder, `${program.folder}-away`);
    ask({ id: 2, ...history });
    await until(() => said().length === 2);
    renameSync(`${program.folder}-away`, program.folder);
    await stage.hook('PostToolUse', bash('echo here', 't1'));
    ask({ id: 3, ...history });
    await until(() => said().length === 3);
    expect(said()[1]).toMatchObject({ id: 2, error: { code: -32603 } });
    expect(said()[2]).toMatchObject({ id: 3, result: { content: expect.any(Array) } });
    await stage.taken(server);
    expect(commands()).toEqual(['echo here']);
    expect(server.exitCode).toBeNull();
  });

  it('is named by doctor where an update came since it began', async () => {
    const program = copyOfProgram();
    stage = new DoorStage('sh', program.script);
    mkdirSync(join(stage.home, 'bin'), { recursive: true });
    cpSync(join(stage.bin, 'cortex-hook'), join(stage.home, 'bin', 'cortex-hook'));
    mkdirSync(join(dirname(stage.home), '.claude'));
    const server = await stage.serve();
    const older = `process ${server.pid}, the Cortex server of agent ${process.pid}, is of the version before`;
    expect((await stage.cortex('doctor')).stdout).not.toContain('the Cortex server of agent');
    const fresh = `${program.script}.fresh`;
    cpSync(program.script, fresh);
    renameSync(fresh, program.script);
    expect((await stage.cortex('doctor')).stdout).toContain(older);
    rmSync(program.script);
    expect((await stage.cortex('doctor')).stdout).not.toContain('the Cortex server of agent');
  });

  it('answers a client before it loads the tools, and goes on with them', async () => {
    stage = new DoorStage();
    const { ask, said } = clientOf(await stage.serve());
    ask({ id: 1, method: 'initialize', params: CLIENT });
    ask({ method: 'notifications/initialized' });
    ask({ id: 2, method: 'tools/list' });
    ask({ id: 3, method: 'tools/call', params: { name: 'session_history', arguments: {} } });
    ask({ id: 4, method: 'ping' });
    await until(() => said().length === 4);
    const answers = said().toSorted((a, b) => a.id - b.id);
    expect(answers.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
    expect(answers[0].result).toMatchObject({
      protocolVersion: '2025-06-18',
      serverInfo: { name: 'cortex' },
    });
    expect(answers[1].result.tools.map(({ name }: { name: string }) => name)).toContain(
      'memory_context',
    );
    expect(answers[2].result.content[0].text).toEqual(expect.any(String));
  });
});
