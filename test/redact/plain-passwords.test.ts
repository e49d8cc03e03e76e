import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Agent, cortex, told } from '../agent.ts';
import { IS_LONG } from '../effort.ts';
import { mcpStage } from '../mcp.ts';
import { filesBelow } from '../scratch.ts';

const stage = mcpStage();

/** Words as people choose them, that stand nowhere else in a home. */
const WORDS = [
  'dragonfly',
  'sunshine',
  'butterfly',
  'marigold',
  'thunderbird',
  'raspberry',
  'lighthouse',
  'avalanche',
  'pomegranate',
  'nightingale',
  'caterpillar',
  'hurricane',
  'tangerine',
  'porcupine',
  'chocolate',
  'cinnamon',
  'labyrinth',
  'wolverine',
  'blackbird',
  'mandolin',
];

/** The ways in which people write them down. */
const FORMS: readonly ((word: string) => string)[] = [
  (word) => `password: ${word}`,
  (word) => `password=${word}`,
  (word) => `staging password: ${word}`,
  (word) => `passwd = ${word}`,
  (word) => `secret: ${word}`,
  (word) => `api_key: ${word}42lion`,
  (word) => `token=lion99${word}`,
  (word) => `private_key: ${word}`,
  (word) => `bearer=${word}`,
  (word) => `auth: Basic ${btoa(`deploy:${word}`)}`,
  (word) => `db_password="${word}"`,
  (word) => `the password is ${word}`,
];

/** Each form with a word of its own, and with every word in the long run. */
const SAID = FORMS.flatMap((form, i) => (IS_LONG ? WORDS : [WORDS[i]!]).map(form));
const NEEDLES = WORDS.flatMap((word) => [word, btoa(`deploy:${word}`)]);

/** Where one of the words stands, byte for byte. */
function leaks(...places: readonly string[]): string[] {
  return places.flatMap(filesBelow).flatMap((path) => {
    const bytes = readFileSync(path);
    return NEEDLES.filter((needle) => bytes.includes(needle)).map(
      (needle) => `${needle} in ${path}`,
    );
  });
}

describe('a password that is a plain word', () => {
  it('is in no file of the home, by whichever door it comes', async () => {
    const { home, radio: cwd } = stage.here;
    const env = { CORTEX_SESSION_DEBUG: '1' };
    mkdirSync(join(cwd, 'pipeline'));
    const tasks = SAID.map((text, i) => ({
      task_id: `t-${i}`,
      title: `rotate: ${text}`,
      current_stage: 'build',
    }));
    writeFileSync(join(cwd, 'pipeline', 'state.json'), JSON.stringify({ active_tasks: tasks }));
    const a = new Agent({ home, cwd, now: '2026-11-13T10:00:00.000Z', env });
    await a.start();
    for (const text of SAID) {
      await a.prompt(text);
      await a.prompt(`please use ${text} for this`);
      await a.prompt(`from now on, always log in with ${text}.`);
      await a.prompt(`Decision: ${text}\nNext: ${text}\nRemember: ${text}`);
      await a.tool('Bash', { command: `deploy ${text}`, description: text }, { stdout: text });
      await a.tool('TodoWrite', {
        todos: [{ content: `set ${text}`, status: 'pending', activeForm: text }],
      });
      await a.hook('PostToolUseFailure', {
        tool_name: 'Bash',
        tool_input: { command: `false ${text}` },
        error: text,
        tool_use_id: text.length.toString(),
      });
      await a.stop(`I noted it: ${text}`);
      await a.run('pin', text, '--label', text.slice(0, 40));
      await a.run('rule', `log in with ${text}`);
      await a.run('memory', 'add', `learnt that ${text} works`);
      for (const kind of ['next', 'done', 'decision', 'blocker', 'phase', 'resolved', 'dropped'])
        await a.run(
          'note',
          kind,
          `${kind} ${text}`,
          ...(kind === 'decision' ? ['--reason', text] : []),
        );
      await a.run('search', text);
      await a.run('unpin', '--all');
    }
    await a.end();
    a.quit();

    const client = await stage.connect({ cwd, env });
    for (const text of SAID) {
      await client.call('session_note', { kind: 'next', text });
      await client.call('cortex_add', { content: text, category: text });
      await client.call('memory_context', { query: text });
      await client.call('session_search', { query: text });
    }
    await client.close();

    const b = new Agent({ home, cwd, now: '2026-11-15T10:00:00.000Z', env });
    const context = told(await b.start()) ?? '';
    expect(NEEDLES.filter((needle) => context.includes(needle))).toEqual([]);
    expect(context).toContain('[REDACTED]');
    await b.end(SAID.join('\n'));
    b.quit();
    await cortex({ home, cwd, now: '2026-12-25T10:00:00.000Z', env }, 'maintain');
    expect(leaks(home)).toEqual([]);
  });
});
