// Where was I: one screen for a person who comes back.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { widthOf } from '../../src/surfaces/cli/base/width.ts';
import { person } from '../person.ts';
import { terminal } from '../terminal.ts';

const { here, hook, cortex, json } = terminal();
const atHome = person();

interface Matter {
  readonly session_id: string;
  readonly title: string;
  readonly ending: string;
  readonly open: readonly string[];
  readonly sessions: readonly string[];
  readonly continue: string;
}

interface Standing {
  readonly last: (Matter & { readonly result: string | null }) | null;
  readonly red: readonly { readonly command: string; readonly failing: string | null }[];
  readonly checked: { readonly green: boolean } | null;
  readonly not_committed: readonly { readonly path: string; readonly how: string }[];
  readonly agent_asks: string | null;
  readonly you_asked: string | null;
  readonly next: readonly string[];
  readonly others: readonly Matter[];
}

interface Session {
  readonly file?: string;
  readonly reply?: string;
  /** Output of a failing `npm test`. */
  readonly fails?: string;
  readonly passes?: boolean;
  readonly commits?: string;
  /** The session goes on. */
  readonly isOpen?: boolean;
}

async function work(
  hour: number,
  id: string,
  prompt: string,
  { file, reply, fails, passes, commits, isOpen }: Session,
) {
  await hook(hour, id, 'SessionStart', { source: 'startup' });
  await hook(hour, id, 'UserPromptSubmit', { prompt, prompt_id: `${id}-p` });
  if (file) {
    const path = join(here.radio, file);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, `${prompt}\n`);
    await hook(hour, id, 'PostToolUse', {
      tool_name: 'Write',
      tool_input: { file_path: path, content: 'x' },
      tool_response: {},
      tool_use_id: `${id}-w`,
    });
  }
  const check = { tool_name: 'Bash', tool_input: { command: 'npm test' }, tool_use_id: `${id}-t` };
  if (fails) await hook(hour, id, 'PostToolUseFailure', { ...check, error: fails });
  if (passes)
    await hook(hour, id, 'PostToolUse', {
      ...check,
      tool_response: { stdout: ' Tests  3 passed (3)', stderr: '' },
    });
  if (commits)
    await hook(hour, id, 'PostToolUse', {
      tool_name: 'Bash',
      tool_input: { command: `git commit -am "${commits}"` },
      tool_response: { stdout: `[main 1a2b3c4] ${commits}\n 1 file changed`, stderr: '' },
      tool_use_id: `${id}-c`,
    });
  if (reply) await hook(hour, id, 'Stop', { last_assistant_message: reply, prompt_id: `${id}-p` });
  if (!isOpen) await hook(hour + 0.1, id, 'SessionEnd', { reason: 'other' });
}

const FAILS = 'FAIL src/rank.test.ts > keeps the order\n Tests  1 failed | 2 passed (3)';

describe('where was I', () => {
  it('is the last matter, newest first, with what is red, asked, and open elsewhere', async () => {
    await work(0, 'search', 'Rank the search results by recency', {
      file: 'src/rank.ts',
      fails: FAILS,
    });
    await work(24, 'hooks', 'Retry the webhooks with growing pauses', {
      file: 'src/hooks.ts',
      reply: 'The retries are in. Shall I also log each of them?',
    });
    const now = await json<Standing>([], { hour: 30 });
    expect(now.last).toMatchObject({
      title: 'Retry the webhooks with growing pauses',
      ending: 'answered',
    });
    expect(now.agent_asks).toBe('Shall I also log each of them?');
    expect(now.red).toMatchObject([
      { command: 'npm test', failing: expect.stringContaining('keeps the order') },
    ]);
    expect(now.others).toHaveLength(1);
    const [search] = now.others;
    expect(search).toMatchObject({
      title: 'Rank the search results by recency',
      ending: 'no reply',
    });
    expect(search!.open).toContain('1 check red');
    expect(search!.continue).toBe(`cortex continue ${search!.session_id.slice(0, 8)}`);

    const { out } = await cortex([], { hour: 30, columns: 80 });
    expect(out).toMatch(
      /^radio on main\n\nLast +Retry the webhooks with growing pauses\n +6 h ago, /,
    );
    expect(out).toMatch(
      /^Red +npm test: .*keeps the order \(failed 30 h ago,\n +not green since\)/m,
    );
    expect(out).toMatch(/^It asks you +Shall I also log each of them\?$/m);
    expect(out).toMatch(/^Next +no task is noted$/m);
    expect(out).toMatch(
      /Other open matters\n +Rank the search results by recency \(30 h ago\): .*1 check red/,
    );
    expect(out).toContain(search!.continue);
    expect(out.trimEnd().split('\n').length).toBeLessThanOrEqual(24);
    for (const line of out.split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(80);
    expect(out).not.toContain('LAST TIME');
  });

  it('says beside a commit what the agent left open', async () => {
    await work(0, 'one', 'Show the discount on the receipt', {
      commits: 'Discount on the receipt',
      reply: 'The receipt shows the discount; it has no test yet.',
    });
    const { out } = await cortex([], { hour: 1 });
    expect(out).toContain('committed "Discount on the receipt"');
    expect(out).toContain('it has no test yet');
  });

  it('is red until it is seen green, and claims no more than is known', async () => {
    await work(0, 'one', 'Rank the search results by recency', {
      file: 'src/rank.ts',
      fails: FAILS,
      reply: 'One is red.',
    });
    expect((await json<Standing>([], { hour: 200 })).red).toHaveLength(1);
    await work(210, 'two', 'Fix the order of the ranks', {
      file: 'src/rank.ts',
      passes: true,
      reply: 'Green.',
    });
    const green = await json<Standing>([], { hour: 211 });
    expect(green.red).toEqual([]);
    expect(green.checked).toMatchObject({ green: true });
    // One matter: both changed the same rare file.
    expect(green.last!.sessions).toHaveLength(2);
    await work(300, 'three', 'Write the letter to the landlord', {
      file: 'letter.txt',
      reply: 'Written.',
    });
    const { out } = await cortex([], { hour: 301 });
    expect(out).toMatch(/^Checks +no check ran since 2026-11-2\d; that one passed$/m);
  });

  it('names files that are not committed, and a request without a reply', () => {
    const { radio } = atHome.here;
    const git = (...args: string[]) =>
      spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: radio });
    if (git('--version').error) return;
    rmSync(join(radio, '.git'), { recursive: true });
    git('init', '-q', '-b', 'main');
    writeFileSync(join(radio, 'README'), 'radio\n');
    git('add', '.');
    git('commit', '-qm', 'first');
    const file_path = join(radio, 'coupler.ts');
    writeFileSync(file_path, 'x\n');
    const event = (hook_event_name: string, more: object) =>
      atHome.hook({ session_id: 'one', hook_event_name, ...more });
    event('SessionStart', { source: 'startup' });
    event('UserPromptSubmit', { prompt: 'Tune the antenna coupler' });
    event('PostToolUse', {
      tool_name: 'Write',
      tool_input: { file_path, content: 'x' },
      tool_response: {},
    });
    event('SessionEnd', { reason: 'other' });
    const now = atHome.json<Standing>([]);
    expect(now.not_committed).toEqual([{ path: 'coupler.ts', how: 'new' }]);
    expect(now.you_asked).toBe('Tune the antenna coupler');
    expect(atHome.cortex([]).stdout).toMatch(/^Not committed +coupler\.ts \(new\)$/m);
  });

  it('has the last request with something behind it as its title, never "continue" or a greeting', async () => {
    await work(0, 'one', 'Tune the antenna coupler', { file: 'src/coupler.ts', reply: 'Tuned.' });
    await work(2, 'two', 'continue', {
      file: 'src/coupler.ts',
      reply: 'The matching is better now.',
    });
    await work(4, 'three', 'hi', { reply: 'Hello!' });
    expect((await json<Standing>([], { hour: 5 })).last!.title).toBe('Tune the antenna coupler');
  });

  it('lists the matters of every project, each with the command that goes on with it', async () => {
    await work(0, 'one', 'Tune the antenna coupler', { file: 'src/coupler.ts', reply: 'Tuned.' });
    const { matters } = await json<{ matters: Matter[] }>(['now', '--all'], { hour: 1 });
    expect(matters.map(({ title }) => title)).toEqual(['Tune the antenna coupler']);
    const { out } = await cortex(['now', '--all'], { hour: 1 });
    expect(out).toContain(`radio: Tune the antenna coupler (1 h ago)`);
    expect(out).toContain(matters[0]!.continue);
  });

  it('is read by programs where there is nothing, too', async () => {
    expect(await json<Standing>([])).toMatchObject({ last: null, others: [] });
  });
});
