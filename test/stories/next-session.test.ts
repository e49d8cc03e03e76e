// What the next session is told: one story for each thing that a person would miss.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Agent, cortex, told } from '../agent.ts';
import { runs } from '../effort.ts';
import { git, gitRepository } from '../git.ts';
import { answered, clientFor, serve, serverHere } from '../mcp.ts';
import { speaking } from '../speech.ts';
import { type Stage, useStage } from '../stage.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const FRIDAY = Date.parse('2026-11-13T10:00:00.000Z');
const SUNDAY = FRIDAY + 2 * DAY;
/** Sessions of a busy week. */
const WEEK = runs(14, 60);

let stage: Stage;
const agent = useStage('ledger-import', at(FRIDAY), (set) => {
  stage = set;
});

function at(millis: number): string {
  return new Date(millis).toISOString();
}

const file = (name: string) => join(stage.repo, name);
const todo = (content: string, status = 'pending') => ({ content, status, activeForm: content });

/** A command whose output the agent read; a check that failed comes as a failure. */
async function shell(a: Agent, command: string, output: string, ok = true): Promise<void> {
  if (ok) await a.tool('Bash', { command }, { stdout: output, stderr: '', interrupted: false });
  else
    await a.hook('PostToolUseFailure', {
      tool_name: 'Bash',
      tool_input: { command },
      error: `Exit code 1\n${output}`,
      tool_use_id: `failed-${command}-${a.sessionId}`,
      is_interrupt: false,
    });
}

interface Turn {
  readonly prompt: string;
  readonly edits?: readonly string[];
  readonly reply?: string;
}

/** A whole session of its own, ended. */
async function session(
  now: number,
  turns: readonly Turn[],
  pins: readonly string[] = [],
): Promise<Agent> {
  const a = agent({ now: at(now) });
  await a.start();
  for (const [i, { prompt, edits = [], reply = 'Done.' }] of turns.entries()) {
    await a.at(at(now + (i + 1) * MINUTE)).prompt(prompt);
    for (const name of edits) await a.edit(file(name));
    await a.stop(reply);
  }
  for (const pin of pins) await a.run('pin', pin);
  await a.end();
  return a;
}

async function startAt(now: number): Promise<string> {
  return told(await agent({ now: at(now) }).start()) ?? '';
}

/** What a session says in passing, by the name of its kind. */
const PLANTED = {
  'a fact that the person told': 'Sparkasse sends windows-1252 at 06:30',
  'a correction': "don't key on the line number",
  'a standing rule': 'never write account numbers into a log',
  'a decision of the person': 'nightly runs instead of hourly ones',
  'a decision of the agent': 'streaming parser over loading the whole file',
  'a root cause': 'repeats booking references across accounts',
  'a dead end': 'unique index on the reference alone',
  'a quirk': 'only works with doubled quotes',
  'a commit': 'import bank statements by booking reference',
  'a failing test': 'keeps umlauts of windows-1252',
  'a to-do in progress': 'Reject lines with an unknown currency',
  'a pin': 'staging is shared with the auditors',
  'a file that is not committed': 'reject.ts',
} as const;

/** Planted at the end of the last turn, which is either answered or not. */
const ANSWERED = {
  'the summary': 'The import reads all three formats',
  'the next step': 'retry for files that arrive broken',
  'the open question': 'go to a table or to a file',
} as const;
const UNANSWERED = { 'the unanswered request': 'report of the rejected lines for Marta' } as const;

async function plant(a: Agent, isAnswered: boolean): Promise<void> {
  let turns = 0;
  const prompt = (text: string) => a.at(at(FRIDAY + ++turns * MINUTE)).prompt(text);
  await a.start();
  await prompt(
    'Write the import of bank statements in src/import.ts. Sparkasse sends windows-1252 at 06:30, Postbank UTF-8.',
  );
  await a.edit(file('src/import.ts'));
  await a.stop(
    'The import stands. I chose a streaming parser over loading the whole file because some reach 400 MB.',
  );
  await prompt(
    "No, don't key on the line number, take the booking reference. From now on never write account numbers into a log.",
  );
  await a.edit(file('src/import.ts'));
  await a.stop(
    'Done. The root cause of the double rows was that the bank repeats booking references across accounts. ' +
      'I tried a unique index on the reference alone, that did not help, so I reverted it. ' +
      'It turns out that the CSV reader only works with doubled quotes.',
  );
  await prompt("Let's go with nightly runs instead of hourly ones, and commit.");
  await shell(
    a,
    'git commit -am "import bank statements by booking reference"',
    '[main 1a2b3c4] import bank statements by booking reference\n 2 files changed, 40 insertions(+)',
  );
  await a.run('pin', 'staging is shared with the auditors', '--label', 'staging');
  await a.stop('Committed; the import runs nightly.');
  await prompt('Now reject the lines that no account fits.');
  await a.tool('TodoWrite', {
    todos: [
      todo('Read the currency', 'completed'),
      todo('Reject lines with an unknown currency', 'in_progress'),
    ],
  });
  await a.edit(file('src/reject.ts'));
  await shell(
    a,
    'npm test',
    ' FAIL  src/import.test.ts > keeps umlauts of windows-1252\n Tests  1 failed | 7 passed (8)',
    false,
  );
  await a.stop(
    'The import reads all three formats; one test is red.\n\nNext steps:\n- retry for files that arrive broken\n\n' +
      'Should rejected lines go to a table or to a file?',
  );
  if (!isAnswered) await prompt('To a file. And write the report of the rejected lines for Marta.');
}

type Facts = Readonly<Record<string, string>>;

/** The kinds whose words are not told. */
function missing(text: string, facts: Facts): string[] {
  const plain = text.toLowerCase();
  return Object.keys(facts).filter((kind) => !plain.includes(facts[kind]!.toLowerCase()));
}

describe('what was said and done in passing is there again', () => {
  const QUESTION = 'How do rejected bank statements of the import get on?';

  it('after a clean end, two days later', async () => {
    const a = agent();
    await plant(a, true);
    await a.end();
    const b = agent({ now: at(SUNDAY) });
    const text = `${told(await b.start())}\n${told(await b.prompt(QUESTION)) ?? ''}`;
    expect(missing(text, { ...PLANTED, ...ANSWERED })).toEqual([]);
  });

  it('after the host was killed in the middle of a turn', async () => {
    const a = agent();
    await plant(a, false);
    await a.kill();
    const b = agent({ now: at(SUNDAY) });
    const text = `${told(await b.start())}\n${told(await b.prompt(QUESTION)) ?? ''}`;
    expect(missing(text, { ...PLANTED, ...UNANSWERED })).toEqual([]);
    expect(text).toMatch(/for Marta\." \(not (?:answered|finished): killed\)/);
  });

  it('after compaction, in the same session', async () => {
    const a = agent();
    await plant(a, true);
    await a.hook('PreCompact', { trigger: 'auto' });
    const text = told(await a.start('compact')) ?? '';
    expect(missing(text, { ...PLANTED, ...ANSWERED })).toEqual([]);
  });

  it('in another host', async () => {
    const a = agent();
    await plant(a, true);
    await a.end();
    const codex = speaking(
      agent({ now: at(SUNDAY), host: 'codex' }),
      'codex',
      stage.repo,
      at(SUNDAY),
    );
    const text = [await codex.say('start', 'startup'), await codex.say('prompt', QUESTION)].join(
      '\n',
    );
    expect(missing(text, { ...PLANTED, ...ANSWERED })).toEqual([]);
  });
});

describe('what is finished is not told as open', () => {
  it('to-dos of an older list, work closed by command, a green check, a blocker that is gone', async () => {
    const monday = FRIDAY - 4 * DAY;
    const a = agent({ now: at(monday) });
    await a.start();
    await a.at(at(monday + MINUTE)).prompt('Plan the import of bank statements.');
    await a.tool('TodoWrite', {
      todos: [todo('Sketch the old table'), todo('Ask for a sample file')],
    });
    await a.run('note', 'next', 'Order the certificate');
    await a.run('note', 'blocker', 'access to the bank: waiting for Marta');
    await a.edit(file('src/import.ts'));
    await shell(
      a,
      'npm test',
      ' FAIL  src/import.test.ts > reads a line\n Tests  1 failed | 2 passed (3)',
      false,
    );
    await a.stop('The plan stands; reading a line is red.');
    await a.end();

    const before = await startAt(monday + HOUR);
    for (const open of [
      'Sketch the old table',
      'Order the certificate',
      'access to the bank',
      'reads a line',
    ])
      expect(before).toContain(open);

    const b = agent({ now: at(monday + DAY) });
    await b.start();
    await b
      .at(at(monday + DAY + HOUR))
      .prompt('Go on with the import.\nUnblocked: access to the bank: waiting for Marta');
    await b.tool('TodoWrite', {
      todos: [todo('Write the parser', 'completed'), todo('Read the amounts')],
    });
    await b.edit(file('src/import.ts'));
    await shell(b, 'npm test', ' Tests  3 passed (3)');
    await b.stop('Green.');
    await b.end();
    await cortex(
      { ...stage, cwd: stage.repo, now: at(monday + 2 * DAY) },
      'done',
      'Order the certificate',
    );

    const after = await startAt(monday + 3 * DAY);
    expect(after).toContain('Read the amounts');
    for (const over of [
      'Sketch the old table',
      'Ask for a sample file',
      'Order the certificate',
      'Write the parser',
      '- blocked:',
      '- failing:',
    ])
      expect(after).not.toContain(over);
  });
});

describe('a session in which nobody works', () => {
  const LEFT = [
    'add rate limiting to the login',
    'write the migration of the sessions table',
    '[changed login.ts]',
  ];

  async function work(): Promise<void> {
    const reply =
      'The login stands.\n\nNext steps:\n1. add rate limiting to the login\n2. write the migration of the sessions table';
    await session(FRIDAY, [{ prompt: 'Write the login.', edits: ['src/login.ts'], reply }]);
  }

  it('does not erase where the work stopped', async () => {
    gitRepository(stage.repo);
    mkdirSync(file('src'));
    writeFileSync(file('src/login.ts'), 'login\n');
    await work();
    for (const hours of [1, 2])
      await session(FRIDAY + hours * HOUR, [
        { prompt: `Which port does server ${hours} use?`, reply: `It is port 808${hours}.` },
      ]);
    const text = await startAt(SUNDAY);
    expect(text).toMatch(/^LAST TIME .*\n- user: "Which port does server 2 use\?"/m);
    expect(text).toMatch(/^BEFORE THAT \(Fri 13 Nov, 1d ago/m);
    for (const left of LEFT) expect(text).toContain(left);
    expect(text.match(/Write the login/g)).toHaveLength(1);
    await session(FRIDAY + 3 * HOUR, [
      { prompt: 'Which port does server 3 use?', reply: 'It is port 8083.' },
    ]);
    expect(await startAt(SUNDAY)).toMatch(
      /^OPEN ELSEWHERE:\n- [0-9a-f]{8} Write the login \(1d ago\): src\/login\.ts not committed$/m,
    );
  });

  it('is the last one all the same, whatever it did', async () => {
    await work();
    await session(FRIDAY + HOUR, [{ prompt: 'Which port?', reply: '8080.' }]);
    const text = await startAt(SUNDAY);
    expect(text).toMatch(/^BEFORE THAT .*\n- user: "Write the login/m);
    expect(text).toMatch(/^LAST TIME .*\n- user: "Which port/m);
  });

  it('is told of the work again after compaction', async () => {
    await work();
    const b = agent({ now: at(SUNDAY) });
    await b.start();
    await b.prompt('Which port does the server use?');
    await b.stop('It is port 8080.');
    const text = told(await b.start('compact')) ?? '';
    expect(text).toMatch(/^THIS SESSION SO FAR .*\n- user: "Which port does the server use\?"/m);
    for (const left of LEFT) expect(text).toContain(left);
  });

  it('what an open session was asked stays until somebody works', async () => {
    const a = agent({ now: at(FRIDAY) });
    await a.start();
    await a.at(at(FRIDAY + MINUTE)).prompt('Make the invoice use the rounded total.');
    // Nobody ends it.
    await session(FRIDAY + DAY, [{ prompt: 'go on', reply: 'So.' }]);
    const text = await startAt(SUNDAY);
    expect(text).toMatch(
      /^BEFORE THAT .*still open\).*:\n- user: "Make the invoice use the rounded total\." \(not (?:answered|finished)/m,
    );
    expect(text).not.toContain('without a title');
  });
});

describe('on the eighth day', () => {
  async function work(): Promise<void> {
    const a = agent();
    await a.start();
    await a.prompt(
      'Wire the import of bank statements. From now on never write account numbers into a log.',
    );
    await a.edit(file('src/import.ts'));
    await a.run('pin', 'staging is shared with the auditors', '--label', 'staging', '--critical');
    await a.stop('The parser reads the first format.\n\nNext steps:\n- read the second format');
    await a.end();
  }

  it('the short form names the work, where it stopped, CRITICAL pins, rules, and how to take it up', async () => {
    await work();
    const text = await startAt(FRIDAY + 8 * DAY);
    expect(text).toContain('[SESSION CONTINUITY — nothing inherited; last work 8d ago]');
    expect(text).toContain('Wire the import of bank statements');
    expect(text).toContain('The parser reads the first format');
    expect(text).toContain('read the second format');
    expect(text).toContain('CRITICAL pins then: staging');
    expect(text).toContain('never write account numbers into a log');
    expect(text).toMatch(/cortex continue [0-9a-f]{8}/);
  });

  it('noted work is told, listed, handed over, taken up and closed', async () => {
    const a = agent();
    await a.start();
    await a.prompt('Build the importer for the Datev files.');
    await a.edit(file('src/import.ts'));
    await a.run('note', 'next', 'split account 8400 by tax rate');
    await a.run('note', 'next', 'ask for the old samples');
    await a.run('note', 'blocker', 'no sample with reverse charge');
    await a.stop('The importer reads all samples.');
    await a.end();
    const later = at(FRIDAY + 8 * DAY);
    const ask = async (...args: string[]) =>
      (await cortex({ ...stage, cwd: stage.repo, now: later }, ...args)).stdout;
    expect(await ask('drop', 'ask for the old samples')).toContain('ask for the old samples');
    const b = agent({ now: later });
    const start = told(await b.start()) ?? '';
    expect(start).toContain('open then: split account 8400 by tax rate\n');
    expect(await ask('tasks')).toContain('1 older (cortex tasks --old)');
    expect(await ask('tasks', '--old')).toMatch(/^1 .*split account 8400 by tax rate/m);
    expect(await ask('thread')).toMatch(
      /No work is under way[\s\S]*no sample with reverse charge[\s\S]*account 8400/,
    );
    expect(await ask('handoff')).toMatch(/no sample with reverse charge[\s\S]*account 8400/);

    await b.prompt('Go on with the importer');
    const [id] = /(?<=cortex continue )[0-9a-f]{8}/.exec(start)!;
    const { stdout: out } = await b.run('continue', id);
    expect(out).toMatch(/1 pending task surfaced\n.*split account 8400/);
    expect(out).toMatch(/1 blocker open\n.*no sample with reverse charge/);
    expect(out).toContain('agent: "The importer reads all samples."');
    await b.stop('Noted.');
    await b.end();
    const next = await startAt(FRIDAY + 8 * DAY + HOUR);
    expect(next).toMatch(/^- \[todo:split-account-8400-by-tax-rate\]/m);
    expect(next).toContain('blocked: no sample with reverse charge');
    expect(await ask('thread')).not.toContain('old samples');
  });

  it('noted work stays open when other work begins', async () => {
    const a = agent();
    await a.start();
    await a.prompt('Build the importer for the Datev files.');
    await a.run('note', 'next', 'split account 8400 by tax rate');
    await a.stop('The importer reads all samples.');
    await a.end();
    for (const days of [8, 16])
      await session(FRIDAY + days * DAY, [
        { prompt: `Mend the export ${days}`, edits: ['src/export.ts'] },
      ]);
    const person = { ...stage, cwd: stage.repo, now: at(FRIDAY + 17 * DAY) };
    expect((await cortex(person, 'tasks', '--old')).stdout).toContain(
      'split account 8400 by tax rate',
    );
  });

  it.each([8, 25, 40])('nor on day %i does memory_context know nothing', async (days) => {
    await work();
    const client = clientFor('2025-11-25', 'story');
    const env = { ...(process.env as Record<string, string>), CORTEX_HOME: stage.home };
    const now = { CORTEX_NOW: at(FRIDAY + days * DAY), CORTEX_MAINTENANCE_AUTO: 'false' };
    const { leave } = await serve(client, serverHere({ ...env, ...now }, stage.repo));
    try {
      const { text } = await answered(client, 'memory_context');
      expect(text).not.toMatch(/nothing is known/i);
      expect(text).toContain('Wire the import of bank statements');
      expect(text).toContain('never write account numbers into a log');
    } finally {
      await client.close();
      await leave();
    }
  });
});

describe('the newest session comes first', () => {
  it(`of ${WEEK} in one week, in a text that stays short`, async () => {
    const LAST = 100 + WEEK;
    const first = FRIDAY - 6 * DAY;
    const step = (6 * DAY) / WEEK;
    const lengths: number[] = [];
    for (let i = 1; i <= WEEK; i++) {
      const a = agent({ now: at(first + i * step) });
      lengths.push((told(await a.start()) ?? '').length);
      await a
        .at(at(first + i * step + MINUTE))
        .prompt(`Handle statement format ${100 + i} of the import`);
      await a.tool('TodoWrite', { todos: [todo(`Check format ${100 + i}`)] });
      await a.edit(file(`src/format${100 + i}.ts`));
      if (i === 1) await a.run('pin', 'staging is shared with the auditors', '--critical');
      else await a.run('pin', `format ${100 + i} has ${i} columns`);
      await a.stop(`Format ${100 + i} is read.`);
      await a.end();
    }
    const text = await startAt(FRIDAY + HOUR);
    expect(text).toContain(`- user: "Handle statement format ${LAST} of the import"`);
    expect(text).toContain('CRITICAL staging is shared with the auditors');
    const pins = [...text.matchAll(/format (\d+) has/g)].map(([, number]) => Number(number));
    expect(pins).toEqual([LAST, LAST - 1, LAST - 2, LAST - 3]);
    // Each list overtook the one before.
    expect(text).toContain(`Check format ${LAST}`);
    expect(text).not.toContain(`Check format ${LAST - 1}`);
    expect(text.length).toBeLessThan(3_000);
    // It does not grow with the number of sessions.
    expect(Math.max(...lengths.slice(10))).toBeLessThan(Math.max(...lengths.slice(0, 10)) * 1.25);
  });
});

it('a file that is not committed is named until it is, whatever later sessions do', async () => {
  gitRepository(stage.repo);
  writeFileSync(file('mail.ts'), 'x\n');
  await session(FRIDAY, [{ prompt: 'Write the mail of the report.', edits: ['mail.ts'] }]);
  const b = agent({ now: at(FRIDAY + HOUR) });
  await b.start();
  await b.prompt('Run the tests of the whole ledger once more.');
  await shell(b, 'node --test', '# pass 4');
  await b.stop(
    'All four tests pass, none is skipped, and the mail is covered by the second of them.',
  );
  await b.end();
  const handed = await cortex({ ...stage, cwd: stage.repo, now: at(SUNDAY) }, 'handoff');
  expect(handed.stdout).toContain('not committed: mail.ts (new)');
  expect(await startAt(SUNDAY)).toContain('not committed: mail.ts (new)');
  const c = agent({ now: at(SUNDAY + HOUR) });
  await c.start();
  await c.prompt('Commit the mail of the report.');
  git(stage.repo, 'add', 'mail.ts');
  git(stage.repo, 'commit', '-qm', 'mail');
  await shell(c, 'git commit -am "mail"', '[main 1a2b3c4] mail\n 1 file changed, 4 insertions(+)');
  await c.stop('Committed.');
  await c.end();
  expect(await startAt(SUNDAY + 2 * HOUR)).not.toContain('not committed');
  // In another terminal it is changed again, and taken back.
  writeFileSync(file('mail.ts'), 'y\n');
  expect(await startAt(SUNDAY + 3 * HOUR)).toContain('not committed: mail.ts\n');
  git(stage.repo, 'checkout', '-q', '--', 'mail.ts');
  expect(await startAt(SUNDAY + 4 * HOUR)).not.toContain('not committed');
});

it('an answer stands behind its question, also in the next session', async () => {
  const reply = 'It reads them. Should the old files be moved as well?';
  await session(FRIDAY, [
    { prompt: 'Write the import of statements', edits: ['src/import.ts'], reply },
  ]);
  expect(await startAt(FRIDAY + HOUR)).toContain('Should the old files be moved as well?');
  await session(FRIDAY + 2 * HOUR, [
    { prompt: 'n', reply: 'Fine, the old files stay where they are.' },
  ]);
  const text = await startAt(FRIDAY + 3 * HOUR);
  expect(text).toMatch(
    /should the old files be moved as well\?[\s\S]*"n" → agent: "Fine, the old files stay/i,
  );
});

it('is decided without the prompt: a first prompt that carries the preamble tells what a start tells', async () => {
  await session(
    FRIDAY - 5 * DAY,
    [{ prompt: 'round the fees half up', edits: ['src/fees.ts'] }],
    ['fees: half up'],
  );
  await session(FRIDAY, [
    { prompt: 'write the changelog of the release', edits: ['CHANGELOG.md'] },
  ]);
  const started = told(await agent({ now: at(SUNDAY) }).start())!;
  const late = agent({ now: at(SUNDAY) });
  const carried = told(await late.prompt('which fees did we round half up?'))!;
  const withoutRecall = carried.replace(/\n\nFROM AN EARLIER SESSION [\s\S]*?(?=\n\n|\n<\/)/, '');
  const anyId = (text: string) => text.replace(/\b[0-9a-f]{8}\b/g, 'id');
  expect(anyId(withoutRecall)).toBe(anyId(started));
});
