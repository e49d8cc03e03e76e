import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cortex, type Result, told } from '../agent.ts';
import { runs } from '../effort.ts';
import { CORTEX, runHere } from '../program.ts';
import { makeRepository } from '../scratch.ts';
import { type Stage, useStage } from '../stage.ts';

const FRIDAY = '2026-11-13T10:00:00.000Z';
const SATURDAY = '2026-11-14T10:00:00.000Z';

let folder: Stage['folder'];
let home: string;
let repo: string;
const agent = useStage('radio', FRIDAY, (stage) => {
  ({ folder, home, repo } = stage);
});

function environment(env: Readonly<Record<string, string>>) {
  const own = { HOME: folder.path, CORTEX_HOME: home, CORTEX_NOW: FRIDAY };
  // A busy machine keeps sixteen processes waiting for each other.
  return { PATH: process.env['PATH'], CORTEX_HOOK_DATABASE_WAIT_MS: '10000', ...own, ...env };
}

/** A person at a terminal. */
async function person(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Result> {
  const host = process.pid;
  const { status, ...said } = runHere(args, { cwd: repo, env: environment(env), input: '', host });
  return { code: status, ...said };
}

/** A command in a process of its own, so that many can run at once. */
function started(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Result> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [CORTEX, ...args], {
      cwd: repo,
      env: environment(env),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const text = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (chunk: string) => {
        text[name] += chunk;
      });
    }
    child.once('error', fail);
    child.once('close', (code) => done({ code, ...text }));
  });
}

interface ShownPin {
  readonly number: number;
  readonly content: string;
  readonly label?: string;
  readonly critical?: true;
  readonly waiting?: true;
}

async function pins(
  env: Readonly<Record<string, string>> = {},
  ...more: string[]
): Promise<ShownPin[]> {
  const { stdout, stderr } = await person(['pins', '--json', ...more], env);
  expect(stderr).toBe('');
  return JSON.parse(stdout) as ShownPin[];
}

const contents = (list: readonly { content: string }[]) => list.map(({ content }) => content);

describe('ten pins are the most', () => {
  it('for processes that pin at once: what is not taken is told, and nothing is lost', async () => {
    await agent().start();
    // Half of those that pin at once find room.
    const atOnce = runs(4, 16);
    const before = Array.from({ length: 10 - atOnce / 2 }, (_, i) => `before ${i}`);
    for (const content of before) await person(['pin', content]);
    const results = await Promise.all(
      Array.from({ length: atOnce }, (_, i) =>
        started(['pin', `number ${i}`]).then((result) => ({ ...result, i })),
      ),
    );
    const won = results.filter(({ code }) => code === 0).map(({ i }) => `number ${i}`);
    const taken = [...before, ...won];
    const refused = results.filter(({ code }) => code !== 0);
    expect(won).toHaveLength(atOnce / 2);
    expect(refused).toHaveLength(atOnce / 2);
    expect(contents(await pins()).sort()).toEqual(taken.sort());
    for (const { stderr } of refused) {
      expect(stderr).toContain('holds 10 pins already:');
      expect(stderr).toContain('Unpin one first: cortex unpin <number>');
      for (const content of taken) expect(stderr).toContain(`  ${content}\n`);
    }
  });

  it('for inheritance: seven own pins leave room for three', async () => {
    const a = agent();
    await a.start();
    for (let i = 0; i < 5; i++) await a.run('pin', `old ${i}`);
    await a.stop();
    await a.end();
    for (let i = 0; i < 7; i++) await person(['pin', `new ${i}`]);
    const context = told(await agent({ now: SATURDAY }).start())!;
    expect(context).toContain('WORKING MEMORY RESTORED: 3 pins inherited');
    const held = await pins({ CORTEX_NOW: SATURDAY });
    expect(held).toHaveLength(10);
    expect(held.filter(({ content }) => content.startsWith('new'))).toHaveLength(7);
  });
});

const OLDER = {
  items: [
    { content: 'the api is frozen', pinnedAt: '2026-11-01T10:00:00Z', label: 'api' },
    { content: 'CRITICAL: never transmit in tests', pinnedAt: '2026-10-01T10:00:00Z' },
    { content: 'order the cable', pinnedAt: '2026-11-10T10:00:00Z' },
  ],
};

function older(content: unknown = OLDER): string {
  const path = join(folder.path, '.openclaw', 'workspace', 'memory', 'working_memory.json');
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

describe('working_memory.json of an older Cortex', () => {
  it('is taken over on request, and only once', async () => {
    const path = older();
    await agent().start();
    const first = await person(['pins', '--import', path]);
    expect(first.stdout).toContain('3 pins taken over.');
    expect(await pins()).toMatchObject([
      {
        content: 'CRITICAL: never transmit in tests',
        critical: true,
        pinnedAt: '2026-10-01T10:00:00.000Z',
      },
      { content: 'the api is frozen', label: 'api' },
      { content: 'order the cable' },
    ]);
    const second = await person(['pins', '--import', path]);
    expect(second.stdout).toContain('0 pins taken over; 3 were here already.');
    expect(await pins()).toHaveLength(3);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(OLDER);
  });

  it('goes to the next session where none is running', async () => {
    await person(['pins', '--import', older()]);
    expect(told(await agent().start())).toContain('- CRITICAL never transmit in tests');
  });

  it('takes the CRITICAL and the newest where there is not room for all, and names the others', async () => {
    await agent().start();
    for (let i = 0; i < 8; i++) await person(['pin', `number ${i}`]);
    const { stdout, stderr } = await person(['pins', '--import', older()]);
    expect(stdout).toContain('2 pins taken over.');
    expect(stderr).toContain('No room for 1 pin:\n  api: the api is frozen\n');
    const held = contents(await pins());
    expect(held).toHaveLength(10);
    expect(held).toEqual(
      expect.arrayContaining(['CRITICAL: never transmit in tests', 'order the cable']),
    );
  });

  it('keeps what is pinned under the same name, and stores no secret of it', async () => {
    const secret = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_');
    const items = [
      { content: 'older words', pinnedAt: '2026-11-01T10:00:00Z', label: 'api' },
      { content: `push with ${secret}`, pinnedAt: '2026-11-01T10:00:00Z' },
    ];
    await agent().start();
    await person(['pin', 'newer words', '--label', 'api']);
    await person(['pins', '--import', older({ items })]);
    expect(contents(await pins())).toEqual(['newer words', 'push with [REDACTED]']);
  });

  it.each([
    ['is not there', null, 'There is no file'],
    ['is something else', '["a"]', 'is no working_memory.json'],
    ['is cut off', '{"items": [{"content": "x"', 'is no working_memory.json'],
  ])('that %s is an error in words', async (_, content, message) => {
    const path = content === null ? join(folder.path, 'nowhere.json') : older(content);
    const { code, stderr, stdout } = await person(['pins', '--import', path]);
    expect(code).toBe(1);
    expect(stderr).toContain(message);
    expect(stdout).toBe('');
    expect((await person(['pins'])).code).toBe(0);
  });
});

describe('a mirror in working_memory.json', () => {
  const file = () => join(home, 'working_memory.json');
  const on = { CORTEX_WORKING_MEMORY_MIRROR: 'true' };
  const items = (path = file()) =>
    (JSON.parse(readFileSync(path, 'utf8')) as { items: { content: string; label?: string }[] })
      .items;

  it('is there only when it is asked for', async () => {
    await agent().start();
    await person(['pin', 'a']);
    expect(existsSync(file())).toBe(false);
  });

  it('follows every change of the pins: pinned, unpinned, inherited', async () => {
    const a = agent({ env: on });
    await a.start();
    await a.run('pin', 'use /dev/ttyUSB0', '--label', 'port');
    await a.run('pin', 'logging wants Hz', '--critical');
    expect(items()).toEqual([
      { content: 'use /dev/ttyUSB0', pinnedAt: FRIDAY, label: 'port' },
      { content: 'logging wants Hz', pinnedAt: FRIDAY, critical: true },
    ]);
    await a.run('unpin', 'port');
    expect(contents(items())).toEqual(['logging wants Hz']);
    await a.stop();
    await a.end();
    await agent({ env: on, now: SATURDAY }).start();
    expect(items()[0]).toMatchObject({
      content: 'logging wants Hz',
      label: expect.stringContaining('[inherited from '),
    });
  });

  it('is never taken for the words of somebody else: no pin of another project comes from it', async () => {
    const a = agent({ env: on });
    await a.start();
    await a.run('pin', 'only for the radio', '--label', 'radio');
    const other = makeRepository(join(folder.path, 'shop'));
    const b = agent({ env: on, cwd: other });
    expect(told(await b.start())).toBeNull();
    expect(JSON.parse((await b.run('pins', '--json')).stdout)).toEqual([]);
    expect(JSON.parse((await a.run('pins', '--json')).stdout)).toHaveLength(1);
  });

  it('takes in what somebody else put there, at the next start and once, and keeps his other fields', async () => {
    const path = older({ ...OLDER, version: 3 });
    const env = { ...on, CORTEX_WORKING_MEMORY_FILE: path };
    const a = agent({ env });
    expect(told(await a.start())).toContain('- api: the api is frozen');
    await a.run('pin', 'mine');
    await a.run('unpin', 'api');
    const content = JSON.parse(readFileSync(path, 'utf8')) as { version: number; items: object[] };
    expect(content.version).toBe(3);
    expect(contents(items(path)).sort()).toEqual([
      'CRITICAL: never transmit in tests',
      'mine',
      'order the cable',
    ]);

    // He pins while we run: we leave it there, and the next session has it.
    content.items.push({ content: 'his own', pinnedAt: SATURDAY, colour: 'red' });
    writeFileSync(path, JSON.stringify(content));
    await a.run('pin', 'mine too');
    expect(items(path)).toContainEqual({ content: 'his own', pinnedAt: SATURDAY, colour: 'red' });
    expect(contents(JSON.parse((await a.run('pins', '--json')).stdout))).not.toContain('his own');
    await a.stop();
    await a.end();
    const b = agent({ env, now: SATURDAY });
    await b.start();
    const held = JSON.parse((await b.run('pins', '--json')).stdout) as ShownPin[];
    expect(contents(held)).toContain('his own');
    expect(held.map(({ label }) => label)).not.toContain('api');
    expect(items(path)).toContainEqual({ colour: 'red', content: 'his own', pinnedAt: SATURDAY });
  });

  it('keeps what finds no room where it is', async () => {
    const many = Array.from({ length: 14 }, (_, i) => ({ content: `his ${i}`, pinnedAt: FRIDAY }));
    const path = older({ items: many });
    const a = agent({ env: { ...on, CORTEX_WORKING_MEMORY_FILE: path } });
    await a.start();
    expect(JSON.parse((await a.run('pins', '--json')).stdout)).toHaveLength(10);
    expect(contents(items(path)).sort()).toEqual(contents(many).sort());
  });

  it('leaves a file alone that is something else, and the session starts; it is said', async () => {
    const path = older('my notes');
    const a = agent({ env: { ...on, CORTEX_WORKING_MEMORY_FILE: path } });
    expect(await a.start()).toMatchObject({ code: 0, stderr: '' });
    expect(await a.run('pin', 'still works')).toMatchObject({ code: 0 });
    expect(readFileSync(path, 'utf8')).toBe('my notes');
    expect((await a.run('status')).stdout).toContain('working memory not mirrored');
  });

  it('is whole at every moment and says in the end what is true, whoever changed the pins last', async () => {
    await agent({ env: on }).start();
    await person(['pin', 'first'], on);
    let done = false;
    let looks = 0;
    const reader = (async () => {
      while (!done) {
        for (const { content } of items()) expect(content).toMatch(/^(?:first|number \d+)$/);
        looks++;
        await new Promise((next) => setTimeout(next, 2));
      }
    })();
    const atOnce = runs(2, 8);
    const numbers = Array.from({ length: atOnce }, (_, i) => i);
    for (const round of [0, 1]) {
      await Promise.all(
        numbers.map((i) =>
          started(round === 1 && i % 2 ? ['unpin', `number ${i}`] : ['pin', `number ${i}`], on),
        ),
      );
    }
    done = true;
    await reader;
    expect(looks).toBeGreaterThan(5);
    expect(contents(items())).toEqual(contents(await pins()));
    const even = numbers.filter((i) => i % 2 === 0).map((i) => `number ${i}`);
    expect(contents(items()).sort()).toEqual(['first', ...even]);
  });
});

it('a command that is given no session and no scope pins for the session whose host runs it', async () => {
  const [a, b] = [agent(), agent()];
  await a.start();
  await b.start();
  await a.run('pin', 'only in a');
  expect(JSON.parse((await b.run('pins', '--json')).stdout)).toEqual([]);
  expect(contents(JSON.parse((await a.run('pins', '--json')).stdout))).toEqual(['only in a']);
  expect((await cortex({ home, cwd: repo, now: FRIDAY }, 'pins')).stdout).toContain('only in a');
});
