// Somebody names an older matter in the middle of a session.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { estimateTokens } from '../../src/domain/base/text/tokens.ts';
import { handle } from '../../src/engine/engine.ts';
import { openHome } from '../../src/program/compose-home.ts';
import { type Agent, type Result, told } from '../agent.ts';
import { at, DAY, LATER, MINUTE, MONDAY, playing } from '../days.ts';
import { speaking } from '../speech.ts';
import { type Stage, useStage } from '../stage.ts';

let stage: Stage;
const agent = useStage('shop', at(MONDAY), (set) => {
  stage = set;
});
const session = playing(agent, () => stage.repo);

/** Matters of some days; the newest is about something else. */
async function matters(): Promise<void> {
  await session(
    MONDAY,
    [
      'put the stripe webhooks behind a flag, polling stays',
      'Shadow mode is behind `STRIPE_SHADOW`. Differences go to a table.',
      'src/webhooks/shadow.ts',
    ],
    [
      'and the filter of #482?',
      'The webhooks filter has to be >= instead of >, evt_3 is exactly 5 minutes old.',
    ],
  );
  await session(MONDAY + DAY, [
    'rank the search by sales',
    'Ranking counts sales of 30 days.',
    'src/rank.ts',
  ]);
  await session(MONDAY + 2 * DAY, [
    'translate the mails to Polish',
    'All eleven mails are Polish.',
    'mails/pl.json',
  ]);
  await session(MONDAY + 3 * DAY, [
    'invoices as PDF please',
    'PDF invoices are in, the logo is missing.',
    'src/pdf.ts',
  ]);
  await session(MONDAY + 4 * DAY, [
    'why is the build slow',
    'The cache key holds the date.',
    'ci.yml',
  ]);
  await session(MONDAY + 5 * DAY, [
    'the login form is blank on Safari',
    'A polyfill was missing.',
    'src/login.ts',
  ]);
}

/** A session in its second turn or later. */
async function underWay(): Promise<Agent> {
  const one = agent({ now: at(LATER) });
  await one.start();
  await turn(one, 'rename the button on the start page to Buy', 'Renamed.');
  return one;
}

let minutes = 0;
async function turn(one: Agent, words: string, reply = 'Done.'): Promise<Result> {
  minutes += 1;
  const answer = await one.at(at(LATER + minutes * MINUTE)).prompt(words);
  await one.stop(reply);
  return answer;
}

/** The answer to a prompt in a process that lives on. */
async function toldByServer(one: Agent, text: string): Promise<string | null> {
  const { deps, close } = openHome({
    CORTEX_HOME: stage.home,
    CORTEX_NOW: at(LATER + 60 * MINUTE),
  }).open();
  try {
    const source = {
      host: 'claude-code',
      via: 'test',
      injection: { at: ['prompt'], keeps: true },
    } as const;
    const event = { kind: 'prompt', text, hostSessionId: one.sessionId, cwd: stage.repo } as const;
    return (await handle(deps, source, { ...event, key: null, subagent: null })).context;
  } finally {
    close();
  }
}

/** What later prompts were told, as it is stored. */
function restoresOf({ sessionId }: Agent): { preamble: string | null; explanation: string }[] {
  const database = new DatabaseSync(join(stage.home, 'brain.db'), { readOnly: true });
  try {
    return database
      .prepare(
        `SELECT preamble, explanation FROM session_restores JOIN session_states ON id = session_id
         WHERE host_session_id = ? AND phase LIKE 'prompt:%'`,
      )
      .all(sessionId) as { preamble: string | null; explanation: string }[];
  } finally {
    database.close();
  }
}

function noticeIn({ stdout }: Result): string | undefined {
  return stdout === ''
    ? undefined
    : (JSON.parse(stdout) as { systemMessage?: string }).systemMessage;
}

describe('a later prompt', () => {
  it.each([
    ['words of returning and a word', 'back to the webhooks, carry on'],
    ['a file', 'what is missing in src/webhooks/shadow.ts?'],
    ['an id with its sign', 'and what about #482?'],
  ])('that names an older matter by %s is told how it ended', async (_kind, words) => {
    await matters();
    const text = told(await turn(await underWay(), words)) ?? '';
    expect(text).toContain('evt_3 is exactly 5 minutes old');
    expect(text).not.toContain('Ranking counts sales');
    expect(estimateTokens(text)).toBeLessThanOrEqual(400);
  });

  it.each([
    ['two rare words', 'does the stripe filter still drop evt_3?'],
    [
      'an error',
      `the log says\nStripeError: webhooks filter dropped evt_3\n${'  at work\n'.repeat(40)}`,
    ],
  ])(
    'that names it by %s is told so by the server alone: a process that starts for it does not look',
    async (_kind, words) => {
      await matters();
      const one = await underWay();
      expect(told(await one.prompt(words))).toBeNull();
      expect(await toldByServer(one, `${words} `)).toContain('evt_3 is exactly 5 minutes old');
    },
  );

  it.each([
    'continue',
    'weiter bitte',
    '继续',
    'ok, run the tests again',
    'add a dark mode to the settings screen of the admin area',
    'carry on with the button',
  ])('of nothing older is told nothing: %s', async (words) => {
    await matters();
    expect(told(await turn(await underWay(), words))).toBeNull();
  });

  it('that names what is under way is told nothing', async () => {
    await matters();
    const one = await underWay();
    await turn(
      one,
      'the stripe dashboard shows a filter, hide it there',
      'Hidden: the stripe filter is gone.',
    );
    expect(told(await turn(one, 'is the stripe filter hidden for guests, too?'))).toBeNull();
  });

  it('is told the same matter once, and again after a long time its newest turn', async () => {
    await matters();
    const one = await underWay();
    expect(told(await turn(one, 'back to the webhooks'))).toContain('evt_3 is exactly');
    expect(told(await turn(one, 'back to the webhooks'))).toBeNull();
    for (let i = 0; i < 20; i++) await turn(one, 'yes');
    const again = told(await turn(one, 'back to the webhooks')) ?? '';
    expect(again).toContain('evt_3 is exactly');
    expect(again).not.toContain('STRIPE_SHADOW');
    expect(told(await turn(one, 'back to the webhooks'))).toBeNull();
  });

  it('opens three matters, then names the next in a line, once', async () => {
    await matters();
    const one = await underWay();
    for (const words of ['back to the webhooks', 'back to the ranking', 'back to the invoices'])
      expect(told(await turn(one, words))).toContain('agent');
    const line = told(await turn(one, 'back to the Polish mails')) ?? '';
    expect(line).toMatch(/earlier work, .*"translate the mails to Polish" \(cortex show \w{8}\)/);
    expect(line).not.toContain('eleven');
    expect(told(await turn(one, 'back to the Polish mails'))).toBeNull();
  });

  it('in a resumed conversation is told as before, under the same ceiling', async () => {
    await matters();
    const one = await underWay();
    const resumed = async (words: string) => {
      await one.end();
      minutes += 1;
      await one.at(at(LATER + minutes * MINUTE)).start('resume');
      return told(await turn(one, words)) ?? '';
    };
    for (const [words, known] of [
      ['back to the webhooks', 'evt_3 is exactly'],
      ['back to the ranking', 'Ranking counts sales'],
      ['back to the Polish mails', 'All eleven mails'],
    ] as const)
      expect(await resumed(words)).toContain(known);
    expect(await resumed('back to the webhooks')).toBe('');
    const opened = restoresOf(one).map(
      ({ explanation }) => JSON.parse(explanation).sums.matters.length,
    );
    expect(opened).toEqual([1, 2, 3, 3]);
  });

  it('shows the person which work was opened', async () => {
    await matters();
    const one = await underWay();
    expect(noticeIn(await turn(one, 'back to the webhooks'))).toBe(
      'cortex: opened "put the stripe webhooks behind a flag, polling stays" of 2 Nov',
    );
    const first = agent({ now: at(LATER) });
    await first.start();
    expect(noticeIn(await first.prompt('back to the ranking'))).toBe(
      'cortex: opened "rank the search by sales" of 3 Nov',
    );
  });

  it.each([
    ['first', 'evt_3', null],
    ['off', null, null],
  ])('restore.prompts=%s', async (value, atFirst, atLater) => {
    await matters();
    const one = agent({ now: at(LATER), env: { CORTEX_RESTORE_PROMPTS: value } });
    await one.start();
    const first = told(await turn(one, 'back to the webhooks'));
    if (atFirst === null) expect(first).toBeNull();
    else expect(first).toContain(atFirst);
    expect(told(await turn(one, 'back to the ranking'))).toBe(atLater);
  });

  it('after a compaction is told the matter again, which the compaction named in a line', async () => {
    await matters();
    const one = await underWay();
    await turn(one, 'back to the webhooks');
    await one.hook('PreCompact', { trigger: 'auto' });
    const after = told(await one.start('compact')) ?? '';
    expect(after).toMatch(/earlier work, .*"put the stripe webhooks.*\(cortex show/);
    expect(told(await turn(one, 'back to the webhooks'))).toContain('evt_3 is exactly');
  });

  it('is explained, and why it was told nothing', async () => {
    await matters();
    const one = await underWay();
    await turn(one, 'back to the webhooks');
    const why = async () => (await one.run('why', '--last')).stdout;
    expect(await why()).toMatch(/With a later prompt, .*: told \d+ characters/);
    expect(await why()).toMatch(/fits the prompt/);
    await turn(one, 'back to the webhooks');
    expect(await why()).toContain('told nothing: all that fits it was told before');
    await turn(one, 'yes');
    expect(await why()).toContain(
      'The newest prompt was told nothing: it names no file, no id and no earlier work.',
    );
  });

  it('keeps the reasons of five prompts, each within 600 bytes, and the text until the turn ends', async () => {
    await matters();
    const one = await underWay();
    const names = [
      'webhooks',
      'ranking',
      'invoices',
      'Polish mails',
      'cache key',
      'polyfill',
      'webhooks',
    ];
    for (const name of names) await turn(one, `back to the ${name}`);
    await one.at(at(LATER + DAY)).prompt('and #482?');
    const rows = restoresOf(one);
    expect(rows.length).toBeLessThanOrEqual(6);
    for (const { explanation } of rows) expect(explanation.length).toBeLessThanOrEqual(600);
    await one.stop();
    expect(restoresOf(one).map(({ preamble }) => preamble)).toEqual(rows.map(() => null));
  });

  it('is not kept by words that were forgotten', async () => {
    await matters();
    const one = await underWay();
    await one.at(at(LATER + 200 * MINUTE)).prompt('back to the webhooks');
    await one.run('forget', '--words', 'evt_3', '--yes');
    expect((await one.run('why', '--last', '--preamble')).stdout).not.toContain('evt_3');
  });
});

describe('a host that hears no answer to a prompt', () => {
  it.each(['cursor', 'vscode'] as const)('is told with the next tool, once: %s', async (host) => {
    await matters();
    const { say } = speaking(agent({ now: at(LATER), host }), host, stage.repo, at(LATER));
    await say('start', 'startup');
    expect(await say('prompt', 'back to the ranking')).toBeNull();
    expect(await say('shell', 'ls', 'a')).toContain('Ranking counts sales');
    expect(await say('shell', 'ls', 'a')).toBeNull();
    await say('stop', 'Done.');
    expect(await say('prompt', 'back to the webhooks')).toBeNull();
    expect(await say('shell', 'ls', 'a')).toContain('evt_3 is exactly');
    expect(await say('shell', 'ls', 'a')).toBeNull();
    await say('prompt', 'continue');
    expect(await say('shell', 'ls', 'a')).toBeNull();
  });
});
