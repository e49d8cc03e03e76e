// An agent stops at its usage limit: the next one goes on, and the first hears of it when it comes back.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Agent, Result } from '../agent.ts';
import { runHere } from '../program.ts';
import { speaking } from '../speech.ts';
import { type Stage, useStage } from '../stage.ts';

let stage: Stage;
const agent = useStage(
  'shop',
  '2026-11-13T10:00:00.000Z',
  (set) => {
    stage = set;
  },
  { env: { TZ: 'UTC' } },
);

interface Answer {
  readonly systemMessage?: string;
  readonly hookSpecificOutput?: { readonly additionalContext?: string };
}
const answer = ({ stdout }: Result): Answer =>
  stdout === '' ? {} : (JSON.parse(stdout) as Answer);
const toldBy = (result: Result) => answer(result).hookSpecificOutput?.additionalContext ?? null;

/** As Claude Code 2.1.325 sends it. */
const halt = (a: Agent, words = "You've hit your session limit · resets 2pm (UTC)") =>
  a.hook('StopFailure', { error: 'rate_limit', last_assistant_message: words });

const failing = (a: Agent, command: string) =>
  a.hook('PostToolUseFailure', {
    tool_name: 'Bash',
    tool_input: { command },
    is_interrupt: false,
    tool_use_id: `failed-${command}`,
    error: 'Exit code 1\nFAIL src/price.test.ts > adds VAT\nAssertionError: expected 119 to be 120',
  });

const codexAt = (now: string) => {
  const made = agent({ now, host: 'codex' });
  const speech = speaking(made, 'codex', stage.repo, now);
  const send = (...said: Parameters<typeof speech.payload>) =>
    made.send(speech.payload(...said), 'codex');
  return { made, send };
};

const statusLineOf = ({ sessionId }: Agent, now: string) =>
  runHere(['statusline'], {
    cwd: stage.repo,
    env: { ...process.env, CORTEX_HOME: stage.home, CORTEX_NOW: now },
    input: JSON.stringify({ session_id: sessionId, cwd: stage.repo }),
    host: process.pid,
  }).stdout;

let first: Agent;
beforeEach(async () => {
  first = agent();
  await first.start();
  await first.prompt('the invoice must add VAT, half up or bankers?');
  await first.stop('Rounding needs your word: a) half up, b) bankers.');
  await first.at('2026-11-13T10:10:00.000Z').prompt('b, and put the rate into config/vat.json');
  await first.edit(join(stage.repo, 'src/price.ts'));
  await failing(first, 'npx vitest run src/price.test.ts');
});

describe('a session at its usage limit', () => {
  it('is told to the next agent: its turns, the open request, why it stopped and until when', async () => {
    await halt(first);
    const second = codexAt('2026-11-13T10:12:00.000Z');
    const start = await second.send('start', 'startup');
    const text = toldBy(start)!;
    expect(text).toContain('LAST TIME (Fri 13 Nov, 2m ago, branch main');
    expect(text).toContain('at its usage limit until 2026-11-13 14:00 UTC');
    expect(text).toContain('user: "b, and put the rate into config/vat.json"');
    expect(text).toContain('(not finished: usage limit until 2026-11-13 14:00 UTC)');
    expect(text).toMatch(/changed price\.ts; .*vitest.* red: /);
    expect(text).toContain('Rounding needs your word: a) half up, b) bankers.');
    expect(text).not.toContain('at work here now');
    expect(answer(start).systemMessage).toContain(
      'cortex: claude-code is at its limit until 14:00; told where it stopped',
    );
  });

  it('hears what the next one did when it goes on, once; so does its person', async () => {
    await halt(first);
    const second = codexAt('2026-11-13T10:12:00.000Z');
    await second.send('start', 'startup');
    await second.send('prompt', 'go on; bankers it is, and the rate is 19');
    await second.send('write', join(stage.repo, 'config/vat.json'), '{"rate": 19}');
    await second.send(
      'stop',
      'config/vat.json holds the rate now, price.ts reads it. The tests were not run.',
    );
    expect(statusLineOf(first, '2026-11-13T10:20:00.000Z')).toBe('1 red · codex went on 8m ago\n');
    const back = await first.at('2026-11-13T14:01:00.000Z').prompt('what is the state?');
    const text = toldBy(back)!;
    expect(text).toContain('AFTER THAT (');
    expect(text).toContain('user: "go on; bankers it is, and the rate is 19"');
    expect(text).toContain('config/vat.json holds the rate now');
    expect(text).not.toContain('Rounding needs your word');
    expect(answer(back).systemMessage).toBe('cortex: codex went on here 3h ago; told what it did');
    await first.stop('Both are done.');
    expect(toldBy(await first.prompt('and now the README'))).toBeNull();
  });

  it('is told nothing when nobody went on', async () => {
    await halt(first);
    expect(toldBy(await first.at('2026-11-13T14:01:00.000Z').prompt('go on'))).toBeNull();
  });

  it('counts as at work again once its person has spoken', async () => {
    await halt(first, 'API Error: Rate limit reached');
    await first.at('2026-11-13T10:11:00.000Z').prompt('go on with the rate');
    const text = toldBy(await codexAt('2026-11-13T10:12:00.000Z').send('start', 'startup'))!;
    expect(text).toContain('at work here now');
    expect(text).not.toContain('usage limit');
  });
});

describe('a conversation that its own process has left for a new one', () => {
  const anew = () => first.hook('SessionStart', { source: 'startup', session_id: randomUUID() });

  it('is LAST TIME at once, as after /new in Codex', async () => {
    await first.stop('The rate is in config/vat.json.');
    const text = toldBy(await anew())!;
    expect(text).toContain('LAST TIME (');
    expect(text).toContain('user: "b, and put the rate into config/vat.json"');
    expect(text).not.toContain('at work here now');
  });

  it('is at work while its turn is under way', async () => {
    expect(toldBy(await anew())).toContain('at work here now');
  });

  it('is named as open to another process for half an hour', async () => {
    await first.stop('The rate is in config/vat.json.');
    const text = toldBy(await codexAt('2026-11-13T10:12:00.000Z').send('start', 'startup'))!;
    expect(text).toContain('open here, waiting for its person');
  });
});

it('shows the person what a resume costs whose cache has expired, and what a fresh start is told', async () => {
  await halt(first);
  await first.end();
  const again = agent({ now: '2026-11-14T10:00:00.000Z', sessionId: first.sessionId });
  // As Claude Code 2.1.325 sends it.
  const cost = {
    context_tokens: 182_400,
    prompt_cache_likely_expired: true,
    estimated_cache_write_usd: 1.14,
  };
  const resumed = await again.hook('SessionStart', { source: 'resume', ...cost });
  expect(answer(resumed).systemMessage).toMatch(
    /^cortex: resuming sends 182k tokens anew \(about \$1\.14\); a fresh start is told \d+$/,
  );
  const warm = agent({ now: '2026-11-14T10:01:00.000Z', sessionId: first.sessionId });
  await again.end();
  const fresh = { ...cost, prompt_cache_likely_expired: false };
  expect(
    answer(await warm.hook('SessionStart', { source: 'resume', ...fresh })).systemMessage,
  ).toBeUndefined();
});
