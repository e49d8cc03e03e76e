import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { formats } from '../../src/domain/redact/formats.ts';
import { Agent, cortex, told } from '../agent.ts';
import { sampleOf, seeded, shapeSamples } from '../sample.ts';
import { filesBelow, makeRepository } from '../scratch.ts';
import { useScratch } from '../use-scratch.ts';

const FRIDAY = '2026-11-13T10:00:00.000Z';
const SUNDAY = '2026-11-15T10:00:00.000Z';
const WINTER = '2026-12-25T10:00:00.000Z';

const folder = useScratch();
let home: string;

beforeEach(() => {
  home = join(folder.path, 'home');
});

interface Planted {
  readonly kind: string;
  readonly text: string;
  /** The part that must not be stored anywhere. */
  readonly secret: string;
}

/** One of each known form, and secrets that only their serverWorld give away. */
function plants(): Planted[] {
  const known = formats().map((row, i): Planted => {
    // A seed of its own for each, or all would begin alike.
    const { text, drawn } = sampleOf(row.forms[0]!, seeded(7919 * (i + 1)));
    return {
      kind: row.name,
      text,
      secret: [...drawn].sort((a, b) => b.length - a.length)[0] ?? text,
    };
  });
  const drawn = (length: number, seed: number) => sampleOf(`<a${length}>`, seeded(seed)).text;
  const around: [string, (secret: string) => string][] = [
    ['url password', (secret) => `https://deploy:${secret}@example.org/x`],
    ['database url', (secret) => `postgres://app:${secret}@db.example.org:5432/app`],
    ['authorization header', (secret) => `Authorization: Bearer ${secret}`],
    ['cookie header', (secret) => `Cookie: session=${secret}`],
    ['environment line', (secret) => `DB_PASSWORD=${secret}`],
    ['flag', (secret) => `mysql --password ${secret} -u root`],
    ['assignment', (secret) => `const apiSecret = "${secret}";`],
    ['private block', (secret) => `<private>${secret}</private>`],
  ];
  const shaped = around.map(([kind, wrap], i): Planted => {
    const secret = `${drawn(24, i + 100)}9Zx`;
    return { kind, text: wrap(secret), secret };
  });
  return [...known, ...shaped];
}

/** Shorter ones stand in a database by chance. */
const SHORTEST = 10;

/** One of each form that is known by what stands around it. */
function shapedPlants(): Planted[] {
  return shapeSamples().flatMap(({ name, secret: forms }) =>
    forms.flatMap((form, i) => {
      const { text, drawn } = sampleOf(form, seeded(form.length * 7919 + i));
      const secret = drawn.reduce((a, b) => (b.length > a.length ? b : a));
      return secret.length < SHORTEST ? [] : [{ kind: `${name} ${i}`, text, secret }];
    }),
  );
}

/** Which of the secrets stand in any file below a folder, byte for byte. */
function leaks(place: string, planted: readonly Planted[]): string[] {
  return filesBelow(place).flatMap((path) => {
    const bytes = readFileSync(path);
    const held = planted.filter(({ secret }) => bytes.includes(secret));
    return held.map(({ kind }) => `${kind} in ${path.slice(place.length)}`);
  });
}

describe('secrets of every kind', () => {
  it('planted wherever an agent or a person can put them are stored nowhere', async () => {
    const planted = plants();
    expect(planted.length).toBeGreaterThanOrEqual(26);
    const token = planted.find(({ text }) => /^ghp_/.test(text))!;
    const repo = makeRepository(join(folder.path, 'radio'), `fix-${token.text}`);
    mkdirSync(join(repo, 'pipeline'));
    const active = planted.map(({ text }, i) => ({
      task_id: `task-${i}`,
      title: `rotate ${text}`,
      current_stage: 'build',
    }));
    writeFileSync(join(repo, 'pipeline', 'state.json'), JSON.stringify({ active_tasks: active }));
    const all = planted.map(({ text }) => text).join('\n');
    const env = { CORTEX_SESSION_DEBUG: '1' };

    const a = new Agent({ home, cwd: repo, now: FRIDAY, env });
    await a.start();
    for (const { text } of planted.slice(0, 10)) await a.prompt(`please use ${text} for this`);
    await a.prompt(all);
    await a.tool('Bash', { command: all }, { stdout: all, stderr: all });
    await a.tool('Write', { file_path: join(repo, 'secrets.env'), content: all });
    await a.hook('PostToolUseFailure', {
      tool_name: 'Bash',
      tool_input: { command: 'false' },
      error: all,
      tool_use_id: 'x',
    });
    await a.tool('TodoWrite', {
      todos: planted.map(({ text }) => ({
        content: `revoke ${text}`,
        status: 'pending',
        activeForm: 'x',
      })),
    });
    for (const { text } of planted.slice(0, 9)) await a.run('pin', `remember ${text}`);
    for (const { text } of planted) await a.run('memory', 'add', `learnt that ${text} works`);
    await a.stop(all);
    await a.end(all);
    a.quit();

    const b = new Agent({ home, cwd: repo, now: SUNDAY, env });
    const context = told(await b.start())!;
    expect(planted.filter(({ secret }) => context.includes(secret))).toEqual([]);
    expect(context).toContain('[REDACTED]');
    expect(leaks(home, planted)).toEqual([]);
    await b.prompt(`go on with ${all}`);
    await b.stop();
    await b.end();
    b.quit();

    const person = { home, cwd: repo, now: WINTER, env };
    expect(await cortex(person, 'maintain')).toMatchObject({ code: 0 });
    await cortex(person, 'export', join(folder.path, 'export.jsonl'), '--all');
    expect(readFileSync(join(folder.path, 'export.jsonl'), 'utf8')).toContain('[REDACTED]');
    expect(leaks(home, planted)).toEqual([]);
    expect(
      planted.filter(({ secret }) =>
        readFileSync(join(folder.path, 'export.jsonl')).includes(secret),
      ),
    ).toEqual([]);
    expect(
      execFileSync('find', [join(home, 'sessions', 'archive'), '-name', '*.json'], {
        encoding: 'utf8',
      }),
    ).not.toBe('');
  });

  it('that only their surroundings give away are stored nowhere, wherever in a text they stand', async () => {
    const planted = shapedPlants();
    expect(planted.length).toBeGreaterThan(60);
    const all = planted.map(({ text }) => text).join('\n\n');
    const a = new Agent({
      home,
      cwd: makeRepository(join(folder.path, 'radio'), 'main'),
      now: FRIDAY,
    });
    await a.start();
    await a.prompt(`For the next step you need these:\n\n${all}`);
    for (const { text } of planted)
      await a.tool('Bash', { command: `cd app\n${text}` }, { stdout: 'ok' });
    await a.stop(`I used these:\n\n${all}`);
    await a.end();
    a.quit();
    expect(leaks(home, planted)).toEqual([]);
  });

  it('in the ids and names of a session, a call, a tool and an agent are stored nowhere, and repeats are known', async () => {
    const planted = plants().filter(({ text }) => /^ghp_/.test(text));
    const [{ text: token }] = planted as [Planted];
    const a = new Agent({
      home,
      cwd: makeRepository(join(folder.path, 'radio'), 'main'),
      now: FRIDAY,
    });
    const ids = { session_id: `s-${token}`, agent_id: `a-${token}`, agent_type: `x-${token}` };
    await a.hook('SessionStart', { source: 'startup', session_id: ids.session_id });
    await a.hook('UserPromptSubmit', { prompt: 'Paint the fence', session_id: ids.session_id });
    for (let i = 0; i < 2; i++) {
      await a.hook('PostToolUse', {
        ...ids,
        tool_name: `mcp__${token}`,
        tool_use_id: `t-${token}`,
        tool_input: { command: 'make' },
        tool_response: 'ok',
      });
    }
    a.quit();
    expect(leaks(home, planted)).toEqual([]);
    const shown = await cortex({ home, cwd: folder.path, now: FRIDAY }, 'export', '--all');
    const tools = shown.stdout.match(/mcp__\[REDACTED\]/g) ?? [];
    expect(tools).toHaveLength(1);
    expect(shown.stdout).toMatch(/s-\[REDACTED\]~[0-9a-z]+/);
  });
});
