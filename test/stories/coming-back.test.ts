// Somebody comes back to an older matter by naming it, and is told how it ended.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { memoryContext } from '../../src/engine/answer/doors/context.ts';
import { openHome } from '../../src/program/compose-home.ts';
import { type Agent, told } from '../agent.ts';
import { at, DAY, HOUR, LATER, MINUTE, MONDAY, playing, type Said } from '../days.ts';
import { mcpStage } from '../mcp.ts';
import { type Stage, useStage } from '../stage.ts';
import { countTokens } from '../tokens.ts';

let stage: Stage;
const agent = useStage('shop', at(MONDAY), (set) => {
  stage = set;
});
const session = playing(agent, () => stage.repo);

const { connect } = mcpStage();

/** A client without hooks in the same project. */
const client = (now = LATER) =>
  connect({ cwd: stage.repo, env: { CORTEX_HOME: stage.home, CORTEX_NOW: at(now) } });

/** Five matters on five days; the one about webhooks goes on in a session that never says the word. */
async function fiveMatters(): Promise<void> {
  await session(MONDAY, [
    'put the stripe webhooks behind a flag, polling stays',
    'Shadow mode is behind `STRIPE_SHADOW`. Should differences go to a table or a log?',
    'src/webhooks/shadow.ts',
  ]);
  await session(
    MONDAY + DAY,
    [
      'to a table. ignore what is younger than 5 minutes',
      'The table is `shadow_diff`.',
      'src/webhooks/shadow.ts',
    ],
    [
      'and the filter?',
      'The webhooks filter has to be >= instead of >, evt_3 is exactly 5 minutes old.',
    ],
  );
  await session(MONDAY + 2 * DAY, [
    'rank the search by sales',
    'Ranking counts sales of 30 days.',
    'src/rank.ts',
  ]);
  await session(MONDAY + 3 * DAY, [
    'translate the mails to Polish',
    'All eleven mails are Polish.',
    'mails/pl.json',
  ]);
  await session(MONDAY + 4 * DAY, [
    'invoices as PDF please',
    'PDF invoices are in, the logo is missing.',
    'src/pdf.ts',
  ]);
  await session(MONDAY + 5 * DAY, [
    'why is the build slow',
    'The cache key holds the date.',
    'ci.yml',
  ]);
}

async function firstPrompt(words: string): Promise<string> {
  const one = agent({ now: at(LATER) });
  await one.start();
  return told(await one.at(at(LATER + MINUTE)).prompt(words)) ?? '';
}

describe('who comes back to an older matter', () => {
  it.each([
    ['its words', 'back to the webhooks, carry on'],
    ['its file', 'src/webhooks/shadow.ts: what is missing there?'],
    ['another language around its name', 'zurück zu den webhooks bitte'],
  ])('is told how it ended when the prompt holds %s', async (_kind, words) => {
    await fiveMatters();
    const text = await firstPrompt(words);
    expect(text).toContain('evt_3 is exactly 5 minutes old');
    expect(text).not.toContain('Ranking counts sales');
  });

  it.each(['continue', 'weiter bitte', '继续'])(
    'is told nothing more where "%s" means the last matter',
    async (words) => {
      await fiveMatters();
      expect(await firstPrompt(words)).toBe('');
    },
  );

  it('is told nothing about something new', async () => {
    await fiveMatters();
    expect(await firstPrompt('add a dark mode to the settings screen of the admin area')).toBe('');
  });

  it('is told nothing twice: a prompt leaves out the turns that the start told', async () => {
    await session(MONDAY, [
      'put the webhooks behind a flag',
      'The webhooks are behind `SHADOW`.',
      'a.ts',
    ]);
    expect(await firstPrompt('back to the webhooks')).toBe('');
  });

  it('is told the session that went on without its words, by the file that only they touched', async () => {
    await session(MONDAY, [
      'lay out the kitchen tickets',
      'The tickets are 80 mm wide.',
      'src/ticket.ts',
    ]);
    await session(MONDAY + DAY, [
      'ok, now the second one too',
      'Done, but the logo is cut off.',
      'src/ticket.ts',
    ]);
    for (const [i, name] of ['mails', 'search', 'fees', 'build'].entries())
      await session(MONDAY + (2 + i) * DAY, [
        `look at the ${name}`,
        `The ${name} are fine.`,
        `${name}.ts`,
      ]);
    expect(await firstPrompt('back to the kitchen tickets')).toContain('the logo is cut off');
  });

  it('is told how a conversation ended that was resumed without its words', async () => {
    const one = agent({ now: at(MONDAY) });
    await one.start();
    await one.prompt('rank the kitchen tickets by sales');
    await one.stop('Ranking counts 30 days. Should returns be subtracted?');
    await one.end();
    for (const [i, [asked, reply]] of [
      ['yes, subtract them', 'Returns are subtracted.'],
      ['and at night?', 'The index is rebuilt at three.'],
    ].entries()) {
      await one.at(at(MONDAY + (i + 1) * HOUR)).start('resume');
      await one.prompt(asked!);
      await one.stop(reply!);
      await one.end();
    }
    for (const [i, name] of ['mails', 'fees', 'build', 'logo'].entries())
      await session(MONDAY + (2 + i) * DAY, [
        `look at the ${name}`,
        `The ${name} are fine.`,
        `${name}.ts`,
      ]);
    const text = await firstPrompt('back to the kitchen tickets');
    const told = ['Should returns be subtracted?', 'Returns are subtracted.', 'rebuilt at three'];
    const places = told.map((words) => text.indexOf(words));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it('is told what overruled it later in words of its own, though no file shows it', async () => {
    await session(MONDAY, [
      'the contact list keeps growing duplicates, the same email in another case',
      'Settled: duplicates are keyed on the lowercased email and the calendar day; on a collision the latest timestamp wins.',
    ]);
    await fiveMatters();
    await session(MONDAY + 7 * DAY, [
      'one change to the merge rule: latest timestamp wipes phone numbers. lowercased email and calendar day stay',
      'Amended: on a collision the record with more filled fields wins, no longer the latest timestamp.',
    ]);
    await session(MONDAY + 8 * DAY, ['bump the linter', 'Bumped.']);
    for (const other of ['sort the menu', 'name the jobs', 'lock the doors', 'wrap the logs'])
      await session(MONDAY + 8 * DAY + HOUR, [other, 'That is done.']);
    const text = await firstPrompt('duplicates in the contact list again, please have a look');
    expect(text).toContain('keyed on the lowercased email');
    expect(text).toContain('more filled fields wins');
  });

  it('is told nothing of a session that somebody works in now', async () => {
    await fiveMatters();
    const busy = agent({ now: at(LATER - 5 * MINUTE) });
    await busy.start();
    await busy.prompt('the webhooks filter: use >= and rerun the webhooks test of evt_3 now');
    const text = await firstPrompt('back to the webhooks filter');
    expect(text).toContain('shadow_diff');
    expect(text).not.toContain('rerun the webhooks test');
  });

  it('hears the same from memory_context, once in a conversation', async () => {
    await fiveMatters();
    const one = agent({ now: at(LATER) });
    await one.start();
    const { deps, close } = openHome({ CORTEX_HOME: stage.home, CORTEX_NOW: at(LATER) }).open();
    try {
      const conversation = (await deps.store.sessionOfHost('claude-code', one.sessionId))!.id;
      const location = deps.locate(stage.repo);
      const ask = () =>
        memoryContext(deps, {
          conversation,
          location,
          query: 'the webhooks filter',
          refresh: false,
        });
      expect((await ask()).text).toContain('evt_3 is exactly 5 minutes old');
      expect((await ask()).text).not.toContain('evt_3 is exactly 5 minutes old');
    } finally {
      close();
    }
  });
});

describe('a turn that was told shortened', () => {
  it('is not told once more in the same room', async () => {
    const steps = Array.from(
      { length: 120 },
      (_, i) => `Step ${i} moved the webhooks of shop ${i * 7} over.`,
    );
    await session(MONDAY, ['move the webhooks over', steps.join(' '), 'a.ts']);
    for (const [i, name] of ['mails', 'search', 'fees', 'build', 'logo'].entries())
      await session(MONDAY + (1 + i) * DAY, [
        `look at the ${name}`,
        `The ${name} are fine.`,
        `${name}.ts`,
      ]);
    const one = agent({ now: at(LATER) });
    await one.start();
    const { deps, close } = openHome({ CORTEX_HOME: stage.home, CORTEX_NOW: at(LATER) }).open();
    try {
      const conversation = (await deps.store.sessionOfHost('claude-code', one.sessionId))!.id;
      const location = deps.locate(stage.repo);
      const ask = async () =>
        (
          await memoryContext(deps, {
            conversation,
            location,
            query: 'webhooks of the shops',
            refresh: false,
          })
        ).text;
      expect(await ask()).toMatch(/Step \d+ moved/);
      expect(await ask()).not.toMatch(/Step \d+ moved/);
    } finally {
      close();
    }
  });
});

describe('a client without hooks that asks memory_context', () => {
  it('gets the matter that its question means within 800 tokens, and nothing of the others', async () => {
    await fiveMatters();
    const { call } = await client();
    const { text } = await call('memory_context', { query: 'the webhooks filter' });
    expect(text).toContain('evt_3 is exactly 5 minutes old');
    for (const other of ['LAST TIME', 'STATE', 'THREAD', 'cache key', 'Ranking counts'])
      expect(text).not.toContain(other);
    expect(countTokens(text)).toBeLessThanOrEqual(800);
  });

  it('gets more with tokens, and never more than that', async () => {
    const sentence = (i: number) =>
      `The webhook handler number ${i} waits ${i * 7} seconds for its answer.`;
    const told = Array.from({ length: 8 }, (_, turn): Said => {
      const reply = Array.from({ length: 16 }, (_, i) => sentence(turn * 16 + i)).join(' ');
      return [`how long do the webhook handlers of group ${turn} wait`, reply];
    });
    await session(MONDAY, ...told);
    await session(MONDAY + DAY, [
      'rank the search by sales',
      'Ranking counts sales of 30 days.',
      'src/rank.ts',
    ]);
    const { call } = await client();
    const ask = async (tokens?: number) =>
      countTokens(
        (await call('memory_context', { query: 'webhook handlers', refresh: true, tokens })).text,
      );
    const usual = await ask();
    expect(usual).toBeLessThanOrEqual(1200);
    expect(await ask(2000)).toBeGreaterThan(usual);
    expect(await ask(300)).toBeLessThanOrEqual(300);
  });

  it('is told once what holds whatever it asks: rules, a pin of the person, tasks', async () => {
    await fiveMatters();
    const worker = agent({ now: at(MONDAY + 6 * DAY) });
    await worker.run('pin', 'PTT stays off');
    await worker.run('rule', 'never write to production');
    const { call } = await client();
    await call('session_note', { kind: 'next', text: 'print the invoices' });
    const first = (await call('memory_context', { query: 'the webhooks filter' })).text;
    const second = (await call('memory_context', { query: 'rank the search' })).text;
    for (const lasting of ['PTT stays off', 'never write to production', 'print the invoices']) {
      expect(first).toContain(lasting);
      expect(second).not.toContain(lasting);
    }
    expect(second).toContain('Ranking counts sales');
    const again = (await call('memory_context', { query: 'rank the search' })).text;
    expect(again).toMatch(/was told before or needs more tokens: session_read of \w+/);
    expect(again).not.toContain('Ranking counts sales');
  });

  it('is told what to do where nothing fits', async () => {
    await fiveMatters();
    const { call } = await client();
    const { text } = await call('memory_context', { query: 'kubernetes ingress certificates' });
    expect(text).toMatch(/No earlier work fits these words: .*session_search/);
  });

  it('is told where the last work stopped when it asks to continue', async () => {
    await fiveMatters();
    const { call } = await client();
    expect((await call('memory_context', { query: 'ok, continue please' })).text).toContain(
      'LAST TIME',
    );
  });
});

describe('a hit of a search', () => {
  const overruled = () =>
    session(
      MONDAY,
      ['how often should the importer retry', 'I propose exponential backoff with five retries.'],
      [
        'no, the bank blocks us after three',
        'The importer tries three times, a minute apart.',
        'src/import.ts',
      ],
    );

  it('tells how its session ended: a proposal never stands without what overruled it', async () => {
    await overruled();
    const { call } = await client();
    const { text, data } = await call('session_search', { query: 'exponential backoff' });
    const end = 'agent: "The importer tries three times, a minute apart." [changed import.ts]';
    expect(text).toMatch(
      /exponential backoff.*\n {2}ended: user: "no, the bank blocks us after three"/,
    );
    expect(text).toContain(end);
    expect(data['results']).toMatchObject([
      {
        turn: 1,
        ended_with: expect.stringContaining('The importer tries three times, a minute apart.'),
      },
    ]);
    const worker = agent({ now: at(LATER) });
    expect((await worker.run('search', 'exponential', 'backoff')).stdout).toMatch(
      /ended: .*\s.*three/,
    );
    const { stdout } = await worker.run('search', 'exponential', 'backoff', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      results: [{ ended_with: expect.stringContaining(end) }],
    });
  });

  it('of cortex_search is quoted with what overruled it, too, and with no end twice', async () => {
    await overruled();
    const { call } = await client();
    const { text } = await call('cortex_search', {
      query: 'how does the importer retry with exponential backoff',
    });
    expect(text).toContain('exponential backoff');
    expect(text.match(/tries three times, a minute apart/g)).toHaveLength(1);
  });

  it('tells no end where it is the end', async () => {
    await overruled();
    const { call } = await client();
    const { text, data } = await call('session_search', { query: 'a minute apart' });
    expect(text).not.toContain('ended:');
    expect(data['results']).toMatchObject([{ turn: 2, ended_with: null }]);
  });
});

describe('who goes on with a matter by its words', () => {
  const running = async () => {
    const one = agent({ now: at(LATER) });
    await one.start();
    return one;
  };

  it('is given the newest session of it, by command and by tool, and told which', async () => {
    await fiveMatters();
    const one = await running();
    const { stdout } = await one.run('continue', 'the', 'webhooks', 'filter');
    expect(stdout).toMatch(/^Taken: [0-9a-f]{8} \(.*\) to a table/m);
    expect(stdout).toContain('evt_3 is exactly 5 minutes old');
    const { call } = await client();
    await call('session_note', { kind: 'next', text: 'go on' });
    const { text } = await call('cortex_session_continue', { session_id: 'the webhooks filter' });
    expect(text).toMatch(/^Taken: [0-9a-f]{8}/m);
  });

  it('names the next best where they are near', async () => {
    await session(MONDAY, ['retry the webhook queue', 'The webhook queue retries.', 'a.ts']);
    await session(MONDAY + DAY, ['test the webhook queue', 'The webhook queue is tested.', 'b.ts']);
    const one = await running();
    expect((await one.run('continue', 'webhook', 'queue')).stdout).toMatch(
      /^Near: [0-9a-f]{8}.*retry the/m,
    );
  });

  it('is told where nothing fits', async () => {
    await fiveMatters();
    const one = await running();
    const { code, stderr } = await one.run('continue', 'kubernetes');
    expect(code).not.toBe(0);
    expect(stderr).toContain('No session has an id that begins with kubernetes');
  });
});

it('what a prompt opened wrongly is muted by a word of it, and told to no later prompt', async () => {
  await fiveMatters();
  const one = agent({ now: at(LATER) });
  await one.start();
  expect(told(await one.at(at(LATER + MINUTE)).prompt('back to the webhooks'))).toContain('evt_3');
  expect((await one.run('mute', 'evt_3 is exactly 5 minutes')).stdout).toMatch(/^Muted: .*evt_3/);
  await one.end();
  expect(await firstPrompt('back to the webhooks')).not.toContain('evt_3');
  const worker = agent({ now: at(LATER) });
  expect((await worker.run('search', 'webhooks filter')).stdout).toContain(
    'ignore what is younger',
  );
});

describe('a matter that somebody calls finished', () => {
  const WORDS = /LAST TIME[\s\S]*/;

  /** Three matters; the oldest left a killed turn, a to-do and a blocker. */
  async function openMatter(): Promise<Agent> {
    const one = agent({ now: at(MONDAY) });
    await one.start();
    await one.prompt('rank the search by sales');
    await one.edit(join(stage.repo, 'src/rank.ts'));
    await one.tool('TodoWrite', {
      todos: [{ content: 'weigh the newest sales', status: 'pending', activeForm: 'weighing' }],
    });
    await one.run('note', 'blocker', 'the sales table is locked');
    await one.kill();
    await session(MONDAY + DAY, ['translate the mails', 'All mails are Polish.', 'mails/pl.json']);
    await session(MONDAY + 2 * DAY, ['invoices as PDF', 'PDF invoices are in.', 'src/pdf.ts']);
    await session(MONDAY + 3 * DAY, [
      'why is the build slow',
      'The cache key holds the date.',
      'ci.yml',
    ]);
    return agent({ now: at(MONDAY + 4 * DAY) });
  }

  const idIn = (text: string) => /- ([0-9a-f]{8}) rank the search by sales/.exec(text)?.[1] ?? '';

  const nextStart = async (now: number) => {
    const next = agent({ now: at(now) });
    const text = told(await next.start()) ?? '';
    await next.end();
    return WORDS.exec(text)?.[0] ?? '';
  };

  it('is listed with its id, closed with its open work, and told no more as open', async () => {
    const person = await openMatter();
    const { stdout: listed } = await person.run('close');
    expect(listed).toMatch(/rank the search by sales .*killed/);
    expect(JSON.parse((await person.run('close', '--json')).stdout)).toMatchObject({
      open: [{ title: 'rank the search by sales', open: expect.arrayContaining(['killed']) }],
    });
    const before = await nextStart(MONDAY + 4 * DAY);
    expect(before).toMatch(/OPEN ELSEWHERE[\s\S]*rank the search by sales/);
    expect(before).toContain('weigh the newest sales');
    expect(before).toContain('the sales table is locked');

    const { stdout } = await person.run('close', idIn(listed));
    expect(stdout).toMatch(/^Closed: [0-9a-f]{8} rank the search by sales/);
    expect(stdout).toContain('weigh the newest sales');
    expect(stdout).toContain('the sales table is locked');
    const after = await nextStart(MONDAY + 4 * DAY + HOUR);
    expect(after).not.toMatch(/rank the search|weigh the newest|table is locked/);
    expect((await person.run('close')).stdout).toContain('No other matter left anything open');
  });

  it('is found by search, and told as closed to who names it', async () => {
    const person = await openMatter();
    await person.run('close', idIn((await person.run('close')).stdout));
    expect((await person.run('search', 'rank the search')).stdout).toContain('by sales');
    const text = await firstPrompt('back to the search ranking by sales');
    expect(text).toMatch(/FROM AN EARLIER SESSION \(.*, closed\)/);
  });

  it('is open again after --undo', async () => {
    const person = await openMatter();
    const id = idIn((await person.run('close')).stdout);
    await person.run('close', id);
    expect((await person.run('close', '--undo', id)).stdout).toMatch(/^Open again: /);
    expect((await person.run('close', '--undo', id)).stdout).toMatch(/^It was not closed: /);
    expect(await nextStart(MONDAY + 5 * DAY)).toMatch(
      /OPEN ELSEWHERE[\s\S]*rank the search by sales/,
    );
  });

  it('closes what an idle thread holds, too', async () => {
    const person = (await openMatter()).at(at(LATER + 8 * DAY));
    expect(await nextStart(LATER + 8 * DAY)).toMatch(/OPEN ELSEWHERE/);
    await person.run('close', idIn((await person.run('close')).stdout));
    expect(await nextStart(LATER + 8 * DAY + HOUR)).not.toMatch(
      /rank the search|weigh|1 older blocker/,
    );
  });

  it('is open again with its next request', async () => {
    const one = agent({ now: at(MONDAY) });
    await one.start();
    await one.prompt('rank the search by sales');
    await one.edit(join(stage.repo, 'src/rank.ts'));
    await one.stop('Ranked.');
    const closing = await one.run('close', one.sessionId);
    expect(closing.stdout).toMatch(/^Closed: /);
    await one.at(at(MONDAY + MINUTE)).prompt('and by margin');
    await one.edit(join(stage.repo, 'src/rank.ts'));
    await one.kill();
    await session(MONDAY + DAY, ['translate the mails', 'All mails are Polish.', 'mails/pl.json']);
    await session(MONDAY + 2 * DAY, ['invoices as PDF', 'PDF invoices are in.', 'src/pdf.ts']);
    await session(MONDAY + 3 * DAY, [
      'why is the build slow',
      'The cache key holds the date.',
      'ci.yml',
    ]);
    expect(await nextStart(MONDAY + 4 * DAY)).toMatch(
      /OPEN ELSEWHERE[\s\S]*rank the search by sales/,
    );
  });
});

describe('a matter that somebody continues by its id', () => {
  const DECIDED = 'keep polling for a month';

  /** Two sessions of one matter, the first with a decision, then so many others that a start tells neither. */
  async function oldMatter(): Promise<{ readonly first: Agent; readonly second: Agent }> {
    const first = agent({ now: at(MONDAY) });
    await first.start();
    await first.prompt('put the stripe webhooks behind a flag');
    await first.edit(join(stage.repo, 'src/webhooks/shadow.ts'));
    await first.run('note', 'decision', DECIDED);
    await first.stop('Shadow mode is behind `STRIPE_SHADOW`.');
    await first.end();
    const second = await session(MONDAY + DAY, [
      'ignore what is younger than 5 minutes',
      'The filter has to be >= instead of >.',
      'src/webhooks/shadow.ts',
    ]);
    for (const [i, what] of ['sales', 'mails', 'invoices', 'builds'].entries())
      await session(MONDAY + (i + 2) * DAY, [
        `look at the ${what}`,
        `The ${what} are fine.`,
        `src/${what}.ts`,
      ]);
    return { first, second };
  }

  const start = async (now: number) => {
    const one = agent({ now: at(now) });
    return { one, text: told(await one.start()) ?? '' };
  };

  const continuedPart = (text: string) =>
    /(?:BEFORE THAT|LAST TIME) \([^\n]*continued\)[^\n]*\n.*/.exec(text)?.[0];

  it('is quoted whole, with its decisions, within the budget', async () => {
    const { first, second } = await oldMatter();
    const { one, text } = await start(LATER);
    expect(text).not.toContain('STRIPE_SHADOW');
    const { stdout } = await one.run('continue', first.sessionId);
    for (const words of ['STRIPE_SHADOW', 'The filter has to be >=', DECIDED])
      expect(stdout).toContain(words);
    expect(stdout).not.toContain('look at the');
    await one.end();
    const of = await start(LATER + HOUR);
    const { stdout: json } = await of.one.run('continue', second.sessionId, '--json');
    const [{ matter, text: preamble }] = JSON.parse(json);
    expect(matter).toMatchObject([{ title: expect.stringContaining('stripe') }, {}]);
    expect(preamble).toContain('STRIPE_SHADOW');
    expect(preamble).toContain(DECIDED);
    expect(preamble).not.toContain('look at the');
    expect(countTokens(preamble)).toBeLessThanOrEqual(2_000);
  });

  it('is told first after a compaction', async () => {
    const { first } = await oldMatter();
    const { one } = await start(LATER);
    await one.prompt('test the dead letters');
    await one.run('continue', first.sessionId);
    await one.stop('I read it.');
    await one.hook('PreCompact', { trigger: 'auto' });
    const text = told(await one.at(at(LATER + HOUR)).start('compact')) ?? '';
    expect(continuedPart(text)).toContain('STRIPE_SHADOW');
    expect(text).toContain('The filter has to be >=');
    expect(text.indexOf('STRIPE_SHADOW')).toBeLessThan(text.indexOf('test the dead letters'));
    expect(text).toContain(DECIDED);
  });

  it.each([
    ['by command', 'command'],
    ['by tool', 'tool'],
  ])('is told in the next session, once, continued %s', async (_, how) => {
    const { first } = await oldMatter();
    if (how === 'command') {
      const { one } = await start(LATER);
      await one.prompt('test the webhooks');
      await one.run('continue', first.sessionId);
      await one.edit(join(stage.repo, 'test/webhooks.ts'));
      await one.stop('Tested.');
      await one.end();
    } else {
      const { call, close } = await client();
      await call('session_note', { kind: 'decision', text: 'webhooks are tested by hand' });
      await call('cortex_session_continue', { session_id: first.sessionId });
      await close();
    }
    const next = await start(LATER + DAY);
    expect(continuedPart(next.text)).toContain('STRIPE_SHADOW');
    await next.one.prompt('look at the logs');
    await next.one.edit(join(stage.repo, 'src/logs.ts'));
    await next.one.stop('The logs are fine.');
    await next.one.end();
    expect(continuedPart((await start(LATER + 2 * DAY)).text)).toBeUndefined();
  });

  it('is told in the next session also where nothing else was done', async () => {
    const { first } = await oldMatter();
    const { one } = await start(LATER);
    await one.run('continue', first.sessionId);
    await one.end();
    expect(continuedPart((await start(LATER + DAY)).text)).toContain('STRIPE_SHADOW');
  });
});
