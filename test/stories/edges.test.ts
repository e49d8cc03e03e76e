import { execSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SessionState } from '../../src/domain/sessions/session.ts';
import { type Agent, cortex, told } from '../agent.ts';
import { useStage } from '../stage.ts';

const FRIDAY = '2026-11-13T10:00:00.000Z';
const SUNDAY = '2026-11-15T10:00:00.000Z';

let home: string;
let repo: string;
const agent = useStage('radio', FRIDAY, (stage) => {
  ({ home, repo } = stage);
});

async function pins(one: Agent): Promise<{ label?: string; content: string }[]> {
  return JSON.parse((await one.run('pins', '--json')).stdout) as {
    label?: string;
    content: string;
  }[];
}

async function history(now = SUNDAY): Promise<SessionState[]> {
  return JSON.parse(
    (await cortex({ home, cwd: repo, now }, 'history', '--json', '--all')).stdout,
  ) as SessionState[];
}

/** A Friday with one pin and one open to-do. */
async function friday(): Promise<Agent> {
  const a = agent();
  await a.start();
  await a.prompt('wire the ft991a');
  await a.run('pin', 'use /dev/ttyUSB0', '--label', 'port');
  await a.tool('TodoWrite', {
    todos: [{ content: 'Test the cable', status: 'pending', activeForm: 'x' }],
  });
  await a.stop();
  return a;
}

describe('nothing secret gets around redaction', () => {
  it('by way of the words that a prompt is compared with', async () => {
    await (await friday()).end();
    const b = agent({ now: SUNDAY });
    await b.start();
    await b.prompt(
      '<private>codename bluebird-hatching</private> the password: hunter2Zebra99 opens the radio',
    );
    await b.stop();
    await b.end('secret=hunter2Zebra99');
    const found = execSync("grep -rlE 'bluebird|hunter2Zebra99|hunter2zebra99' . || true", {
      cwd: home,
      encoding: 'utf8',
    });
    expect(found).toBe('');
  });
});

describe('a session that did nothing', () => {
  it('does not push aside those that did', async () => {
    await (await friday()).end();
    for (const hour of ['11', '12', '13']) {
      const idle = agent({ now: `2026-11-13T${hour}:00:00.000Z` });
      expect(told(await idle.start())).toContain('port');
      await idle.end();
    }
    const context = told(await agent({ now: SUNDAY }).start())!;
    expect(context).toContain('inherited from 1 prior session(s)');
    expect(context).toContain('test-the-cable');
  });
});

describe('a start that never arrived', () => {
  it('is made up for at the first prompt, with what a killed session left', async () => {
    const a = await friday();
    await a.run('pin', 'never transmit', '--label', 'safety', '--critical');
    await a.kill();
    expect(told(await agent({ now: SUNDAY }).prompt('go on with the radio'))).toContain(
      'never transmit',
    );
  });
});

describe('the same conversation', () => {
  it('forked before its turn ended has all pins', async () => {
    await (await friday()).end();
    const b = agent({ now: SUNDAY });
    await b.start();
    const fork = agent({ now: SUNDAY });
    expect(told(await fork.start('fork'))).toBeNull();
    expect((await pins(fork)).map((pin) => pin.content)).toEqual(['use /dev/ttyUSB0']);
  });

  it('that goes on after its end without a start is told nothing', async () => {
    const a = await friday();
    await a.end();
    expect(
      told(await agent({ now: SUNDAY, sessionId: a.sessionId }).prompt('one more thing')),
    ).toBeNull();
  });

  it('cleared under the same id is told everything', async () => {
    const a = await friday();
    await a.end('clear');
    const cleared = agent({ now: SUNDAY, sessionId: a.sessionId });
    expect(told(await cleared.start('clear'))).toContain('port: use /dev/ttyUSB0');
  });

  it('is told after compaction what it was told before, though that has become too old', async () => {
    await (await friday()).end();
    const b = agent({ now: '2026-11-18T20:00:00.000Z' });
    expect(told(await b.start())).toContain('test-the-cable');
    expect(told(await b.at('2026-11-20T20:00:00.000Z').start('compact'))).toContain(
      'test-the-cable',
    );
  });

  it('ends two turns although both have one prompt', async () => {
    const a = agent();
    await a.start();
    await a.prompt('work');
    await a.stop('first answer');
    await a.edit('x.ts');
    await a.stop('second answer');
    expect((await history())[0]?.turn_count).toBe(2);
  });
});

describe('a very long prompt', () => {
  it('is captured in time, its beginning and its end', async () => {
    const a = agent();
    await a.start();
    const long = `please look at this: ${'password = x\n'.repeat(150_000)} that is all, thanks`;
    expect(await a.prompt(long)).toMatchObject({ code: 0, stdout: '' });
    await a.stop();
    expect((await a.run('status')).stdout).not.toContain('not captured');
    expect((await a.run('show', (await history())[0]!.session_id, '--facts')).stdout).toContain(
      'that is all, thanks',
    );
  });
});

describe('a thread', () => {
  const codes = async (one: Agent) => (await one.run('thread', '--codes')).stdout;

  it('forgets with a memory what was noted in the same words', async () => {
    const a = await friday();
    const { stdout } = await a.run('memory', 'add', 'zebraQuux is the deployment fact', '--json');
    await a.run('note', 'next', 'zebraQuux is the deployment fact');
    await a.run('note', 'decision', 'we know that zebraQuux is the deployment fact');
    const id = (JSON.parse(stdout) as { id: string }).id;
    expect(await a.run('memory', 'forget', id, '--yes')).toMatchObject({ code: 0 });
    expect(await codes(a)).not.toContain('zebraQuux');
    expect(execSync('grep -rla zebraQuux . || true', { cwd: home, encoding: 'utf8' })).toBe('');
  });

  it('takes no names out of what is private', async () => {
    const a = await friday();
    const content =
      '// <private>\nexport function hiddenFn() {}\n// </private>\nexport function shownFn() {}\n';
    mkdirSync(join(repo, 'src'), { recursive: true });
    writeFileSync(join(repo, 'src/a.ts'), content);
    await a.tool('Write', { file_path: join(repo, 'src/a.ts'), content });
    expect(await codes(a)).toContain('impl:shownFn');
    expect(execSync('grep -rla hiddenFn . || true', { cwd: home, encoding: 'utf8' })).toBe('');
  });

  it('keeps a failing test until it passes; a run in the background or broken off says nothing', async () => {
    const a = await friday();
    const command = 'npm test';
    const failure = {
      tool_name: 'Bash',
      tool_input: { command },
      error: 'Exit code 1\nFAIL src/z.test.ts > zz',
      tool_use_id: 'f1',
    };
    await a.hook('PostToolUseFailure', failure);
    expect(await codes(a)).toContain('block:test:');
    await a.tool(
      'Bash',
      { command, run_in_background: true },
      { stdout: '', stderr: '', backgroundTaskId: 'b1' },
    );
    await a.tool('Bash', { command }, { stdout: '', stderr: '', interrupted: true });
    await a.tool(
      'Bash',
      { command: `! ${command}` },
      { stdout: '', stderr: '', interrupted: false },
    );
    expect(await codes(a)).toContain('block:test:');
    await a.tool(
      'Bash',
      { command },
      { stdout: 'Tests  4 passed (4)', stderr: '', interrupted: false },
    );
    expect(await codes(a)).not.toContain('block:test:');
  });

  it('and the tasks agree about what is done', async () => {
    const a = await friday();
    expect((await a.run('tasks')).stdout).toContain('test-the-cable');
    await a.run('note', 'done', 'Test the cable');
    expect((await a.run('tasks')).stdout).not.toContain('test-the-cable');
    await a.stop();
    await a.end();
    const context = told(await agent({ now: SUNDAY }).start())!;
    expect(context).not.toContain('[todo:test-the-cable]');
    expect((await cortex({ home, cwd: repo, now: SUNDAY }, 'thread', '--codes')).stdout).toContain(
      'done:Test-the-cable',
    );
  });
});

describe('cortex hook', () => {
  it('answers a person who asks for help', async () => {
    expect((await cortex({ home, cwd: repo }, 'hook', '--help')).stdout).toContain('cortex hook');
  });
});
