import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../test/effort.ts';
import type { Fact, Recorded } from '../fact.ts';
import type { SessionId } from '../ids.ts';
import type { Stopped } from './stopped.ts';
import { foldStopping, NOT_STOPPED, type Stopping, stoppedOf } from './stopping.ts';

const ROOT = '/home/ada/shop';
const prompt = (text: string): Fact => ({ kind: 'prompt', text });
const reply = (text: string): Fact => ({ kind: 'reply', text });
const ended: Fact = { kind: 'turn-ended' };
const failed: Fact = { kind: 'turn-ended', failed: true };
const edited = (path: string): Fact => ({
  kind: 'tool',
  tool: 'Edit',
  ok: true,
  touched: [{ path, how: 'edit' }],
});
const ran: Fact = { kind: 'tool', tool: 'Bash', ok: true, touched: [], command: 'npm test' };
const read: Fact = { kind: 'tool', tool: 'Read', ok: true, touched: [{ path: 'a.ts', how: 'read' }] };
const committed = (text: string, ref: string): Fact => ({ kind: 'made', what: 'commit', text, ref });

function recorded(facts: readonly Fact[]): Recorded[] {
  return facts.map((fact, i) => ({ seq: i + 1, at: 1_000 + i, sessionId: 's' as SessionId, fact }));
}
const stopped = (...facts: Fact[]): Stopped | null =>
  stoppedOf(foldStopping(NOT_STOPPED, recorded(facts), ROOT));

describe('asked', () => {
  test.each<[string, Fact[], string | null, boolean | null]>([
    ['an answer', [prompt('fix the parser'), ran, reply('Fixed.'), ended], 'fix the parser', true],
    ['work without words', [prompt('fix the parser'), ran, ended], 'fix the parser', true],
    ['a turn without work or words', [prompt('fix the parser'), ended], 'fix the parser', false],
    ['a crash', [prompt('fix the parser'), ran], 'fix the parser', false],
    [
      'a turn that was broken off',
      [prompt('fix the parser'), ran, reply('Looking.'), failed],
      'fix the parser',
      false,
    ],
    [
      'a nod afterwards',
      [prompt('fix the parser'), reply('Fixed.'), ended, prompt('thanks!')],
      'fix the parser',
      true,
    ],
    [
      'Escape, then a nod',
      [prompt('fix the parser'), prompt('continue'), reply('Fixed.'), ended],
      'fix the parser',
      true,
    ],
    [
      'Escape, then another request',
      [prompt('fix the parser'), prompt('rather fix the printer')],
      'rather fix the printer',
      false,
    ],
    [
      'a nod that was broken off',
      [prompt('fix it now please, the parser'), reply('Done.'), ended, prompt('go on'), ran, failed],
      'fix it now please, the parser',
      true,
    ],
    [
      "a host's notice",
      [prompt('fix the parser'), prompt('<task-notification>\nx\n</task-notification>')],
      'fix the parser',
      false,
    ],
    [
      "a subagent's words",
      [prompt('fix the parser'), { kind: 'reply', text: 'Found it.', subagent: 'x' }],
      'fix the parser',
      false,
    ],
    ['an API error', [prompt('fix the parser'), reply('API Error: 529'), failed], 'fix the parser', false],
    [
      'a good-bye afterwards',
      [prompt('fix the parser'), reply('Fixed.'), ended, prompt('great, bye for now, the kids are waiting')],
      'fix the parser',
      true,
    ],
    ['only nods', [prompt('ok'), reply('Fine.'), ended], null, null],
  ])('%s', (_, facts, text, answered) => {
    const asked = stopped(...facts)?.asked ?? null;
    expect([asked?.text ?? null, asked?.answered ?? null]).toEqual([text, answered]);
  });

  test('a long request keeps its beginning and what it asks', () => {
    const text = `The nightly export to the warehouse fails. ${'It has done so since the move to the new disks. '.repeat(12)}Please write the rows in batches of 500.`;
    const asked = stopped(prompt(text))!.asked!;
    expect(asked.text.length).toBeLessThanOrEqual(300);
    expect(asked.text.startsWith('The nightly export')).toBe(true);
    expect(asked.text.endsWith('Please write the rows in batches of 500.')).toBe(true);
  });

  test.each<[string, Fact[], string]>([
    ['words that ask for nothing and set nothing in motion', [reply('Enjoy.'), ended], 'do x in drain.ts'],
    ['words that set work in motion', [ran, reply('Did so.'), ended], 'the dentist calls'],
    ['words that nobody answered', [], 'the dentist calls'],
    ['words that made the agent ask', [reply('Shall I go on alone?'), ended], 'the dentist calls'],
  ])('after a request that was worked on: %s', (_, after, text) => {
    const one = stopped(
      ...[prompt('do x in drain.ts'), ran, reply('Did x.'), ended, prompt('the dentist calls')],
      ...after,
    );
    expect(one?.asked?.text).toBe(text);
  });

  const FIRST = 'Add dark mode to the settings page and keep the choice in the profile';
  test.each<[string, string | undefined]>([
    ['looks good, next part please', FIRST],
    ['go on with the second half of it', FIRST],
    ['now do the same for the mobile view', FIRST],
    ['Add a column to the register, it holds the year.', undefined],
    ['nope other way', FIRST],
    ['jetzt das Gleiche für mobil', FIRST],
    ['et maintenant la deuxième moitié', FIRST],
    ['Rename `presign` to `signUrl` in src/upload.ts', undefined],
    ['Write the importer for the ledger of the Austrian branch', undefined],
  ])('the request that "%s" points at', (text, about) => {
    const first = [prompt(FIRST), ran, reply('Half done.'), ended];
    expect(stopped(...first, prompt(text), ran, reply('The second part is in.'))!.asked).toMatchObject({
      text,
    });
    expect(stopped(...first, prompt(text))!.asked?.about).toBe(about);
  });

  test('the request that several prompts point at, and none of a shared channel', () => {
    expect(stopped(prompt(FIRST), prompt('the other half'), prompt('that too'))!.asked?.about).toBe(FIRST);
    const shared: Fact = { kind: 'prompt', text: FIRST, group: true };
    expect(stopped(shared, prompt('the other half'))!.asked?.about).toBeUndefined();
    expect(stopped(prompt(FIRST), { ...shared, text: 'that too' })!.asked?.about).toBeUndefined();
  });

  test('of a channel that people share', () => {
    const one = stopped({ kind: 'prompt', text: 'deploy v2 to Frankfurt on Friday', group: true })!;
    expect(one.asked?.group).toBe(true);
    expect(one.told).toEqual([]);
  });
});

describe('the telling sentences of the last request', () => {
  test.each([
    [
      'Tomorrow please write the GDPR delete endpoint. For now only the header.',
      'Tomorrow please write the GDPR delete endpoint.',
    ],
    [
      'Ahora el pie. La importación de DATEV tiene que esperar a la señora Lindner.',
      'La importación de DATEV tiene que esperar a la señora Lindner.',
    ],
    ['明天请写GDPR删除接口。', '明天请写GDPR删除接口。'],
  ])('are kept with it: %s', (text, telling) => {
    const after = stopped(prompt('Add a footer'), edited('a.ts'), reply('Done.'), ended, prompt(text), ended);
    expect(after?.asked?.telling).toContain(telling);
    expect(after?.told).not.toContain(telling);
  });

  test('of somebody else in a group are not', () => {
    const asked = stopped(
      { kind: 'prompt', text: 'Tomorrow please write the GDPR delete endpoint.', group: true },
      ended,
    )?.asked;
    expect(asked).not.toHaveProperty('telling');
  });
});

describe('said', () => {
  const WHY = 'The Frankfurt gateway closes idle connections.';
  test.each<[string, Fact[], string | null, string | null]>([
    [
      'the last reply that worked',
      [prompt('a b'), ran, reply('Did a.'), ended, prompt('c d'), ran, reply('Did c.'), ended],
      'Did c.',
      null,
    ],
    [
      'mere talk does not replace it',
      [prompt('do x'), ran, reply('Did x.'), ended, prompt('why so?'), read, reply(WHY), ended],
      'Did x.',
      WHY,
    ],
    [
      'a good-bye is not even a line',
      [prompt('do x'), ran, reply('Did x.'), ended, prompt('bye'), reply('Enjoy your evening!'), ended],
      'Did x.',
      null,
    ],
    [
      'work replaces talk',
      [prompt('why so?'), reply('Because.'), ended, prompt('do x'), ran, reply('Did x.'), ended],
      'Did x.',
      null,
    ],
    [
      'talk where nothing worked',
      [prompt('why so?'), reply('Because.'), ended, prompt('and then?'), reply('Then this.')],
      'Then this.',
      null,
    ],
    [
      "a subagent's work counts",
      [prompt('do x'), { ...ran, subagent: 'y' } as Fact, reply('Did x.'), ended, prompt('hm?'), reply(WHY)],
      'Did x.',
      WHY,
    ],
    ['nothing', [prompt('do x'), ran], null, null],
  ])('%s', (_, facts, said, afterwards) => {
    const one = stopped(...facts);
    expect([one?.said ?? null, one?.afterwards ?? null]).toEqual([said, afterwards]);
  });
});

describe('question', () => {
  const asking = [prompt('plan it'), reply('Two ways. Should I use a queue?'), ended];
  test.each<[string, Fact[], string | null]>([
    ['open', asking, 'Should I use a queue?'],
    ['answered', [...asking, prompt('no, a cron job')], null],
    ['answered by a nod', [...asking, prompt('yes')], null],
    [
      'a notice is no answer',
      [...asking, prompt('<task-notification>x</task-notification>')],
      'Should I use a queue?',
    ],
    ['overtaken', [...asking, reply('Used the queue.')], null],
  ])('%s', (_, facts, question) => {
    expect(stopped(...facts)!.question).toBe(question);
  });
});

describe('what is left', () => {
  test.each([
    ['Still open:', true],
    ['**Remaining:**', true],
    ['## TODO', true],
    ['Noch offen:', true],
    ['Reste à faire :', true],
    ['Next steps:', undefined],
    ['Suggested next steps:', undefined],
    ['Nächste Schritte:', undefined],
  ])('is told from what is proposed by the name of the list: %s', (name, isLeft) => {
    const list = `The calculation is there.\n\n${name}\n- SOAP client\n- 24 h cache`;
    expect(stopped(prompt('Implement reverse charge'), edited('a.ts'), reply(list), ended)).toMatchObject({
      next: ['SOAP client', '24 h cache'],
      ...(isLeft && { isLeft }),
    });
    const after = stopped(prompt('Implement reverse charge'), edited('a.ts'), reply(list), ended);
    expect(after?.isLeft).toBe(isLeft);
  });
});

describe('next', () => {
  const summary: Fact = { kind: 'summary', text: 'Pending Tasks:\n- move the job\n- tell ops' };
  test.each<[string, Fact[], string[]]>([
    [
      'of the reply',
      [prompt('do it'), ran, reply('Done.\n\nNext: wire the handler'), ended],
      ['wire the handler'],
    ],
    ['of a summary', [prompt('do it'), ran, reply('Looking.'), summary], ['move the job', 'tell ops']],
    [
      'of a summary after the turn',
      [prompt('do it'), ran, reply('Done.'), ended, summary],
      ['move the job', 'tell ops'],
    ],
    [
      'work after the summary overtakes it',
      [prompt('do it'), ran, summary, ran, reply('All done.'), ended],
      [],
    ],
    [
      'talk does not',
      [prompt('do it'), ran, reply('x y'), ended, summary, prompt('how far?'), reply('Half way.'), ended],
      ['move the job', 'tell ops'],
    ],
    [
      'of a continued conversation',
      [
        prompt(
          'This session is being continued from a previous conversation that ran out.\n\nPending Tasks:\n- move the job\n',
        ),
      ],
      ['move the job'],
    ],
    [
      'work that has nothing to do with it leaves a summary',
      [prompt('do it'), ran, summary, ran, reply('`saveCart` is written and works.'), ended],
      ['move the job', 'tell ops'],
    ],
    ['a bare end of its turn does not', [prompt('do it'), ran, summary, ran, reply('Done.'), ended], []],
  ])('%s', (_, facts, next) => {
    expect(stopped(...facts)?.next).toEqual(next);
  });

  const STEPS = ['Create the secret redis', 'Move DNS', 'Delete the old namespace'];
  const listed = [
    prompt('Move the API to namespace shop-eu.'),
    ran,
    reply(`The pods run now.\n\nNext steps:\n${STEPS.map((step, i) => `${i + 1}. ${step}`).join('\n')}`),
    ended,
  ];
  const worked = (asked: string, said: string) => [...listed, prompt(asked), ran, reply(said), ended];
  const talked = (asked: string, said: string) => [...listed, prompt(asked), reply(said), ended];
  const [SECRET, , NAMESPACE] = STEPS as [string, string, string];

  test.each<[string, Fact[], string[]]>([
    ['a small turn', worked('run the linter', 'The linter is clean.'), STEPS],
    ['a small turn that was done', worked('run the linter', 'Done.'), STEPS],
    [
      'two small turns',
      [...worked('run the linter', 'Clean.'), prompt('fix the typo'), ran, reply('Fixed.')],
      STEPS,
    ],
    ['a turn without a reply', [...listed, prompt('run the linter'), ran, ended], STEPS],
    ['a German turn', worked('lass den Linter laufen', 'Der Linter ist sauber.'), STEPS],
    ['not everything is done', worked('run the linter', 'Clean, but not everything is done.'), STEPS],
    ['a question about an item', talked('why delete the old namespace?', 'It costs money.'), STEPS],
    ['talk with one step', talked('how far are we?', 'Half way. The next step is the secret.'), STEPS],
    ['another list', worked('run the linter', 'Clean.\n\nNext:\n- Fix CI\n- Tag it'), ['Fix CI', 'Tag it']],
    ['another list in talk', talked('what else?', 'Left:\n- Fix CI\n- Tag it'), ['Fix CI', 'Tag it']],
    ['one item is done', worked('continue with dns', 'It points to shop-eu.'), [SECRET, NAMESPACE]],
    ['an order in a question', worked('can you move the DNS?', 'Done.'), [SECRET, NAMESPACE]],
    [
      'the reply says so',
      worked('run the linter', 'Clean. I moved the DNS on the way.'),
      [SECRET, NAMESPACE],
    ],
    ['the person did one', talked('I moved DNS myself', 'Thanks.'), [SECRET, NAMESPACE]],
    ['a nod, and work', worked('go on', 'Both are up.'), []],
    ['the numbers', worked('do 1 and 2', 'Up.'), []],
    ['the remaining steps', worked('please do the remaining steps', 'Up.'), []],
    ['all of them', worked('do all of them', 'Up.'), []],
    ['German', worked('mach die nächsten Schritte', 'Läuft.'), []],
    ['all done', worked('run the linter', 'Clean. All steps are done now.'), []],
    ['nothing is left, in talk', talked('what is missing?', 'Nothing is left, all three are done.'), []],
    ['nothing remains', worked('run the linter', 'Clean.\n\nRemaining: none.'), []],
    ['alles erledigt', worked('run the linter', 'Alles erledigt.'), []],
  ])('a list after %s', (_, facts, next) => {
    expect(stopped(...facts)?.next).toEqual(next);
  });

  test('items are not told as what the agent said earlier', () => {
    const one = stopped(
      prompt('add the s3 upload'),
      ran,
      reply(
        'Upload works against minio.\n\nNot done yet:\n- lifecycle rule (delete after 400 days)\n- virus scan hook',
      ),
      ended,
      prompt('also rename presign to sign'),
      ran,
      reply('Renamed `presign` to `sign`.'),
    )!;
    expect(one.next).toEqual(['lifecycle rule (delete after 400 days)', 'virus scan hook']);
    expect(one.noted.join()).not.toContain('lifecycle');
    expect(one.listedAt).toBe(1_002);
  });

  test('of a state that an older version folded', () => {
    const state = foldStopping(NOT_STOPPED, recorded([...listed, prompt('run it'), read]), ROOT);
    const { reply: before, worked: did } = state.kept!;
    const older: Stopping = {
      ...state,
      pending: [],
      kept: { reply: { ...before, next: STEPS }, worked: did },
    };
    expect(stoppedOf(older)?.next).toEqual(STEPS);
  });
});

describe('noted', () => {
  const OPTIONS =
    'Three ways:\n\n**A) In Postgres as bytea** – one backup, grows 40 GB a year.\n**B) In S3 with presigned URLs** – cheap, needs a lifecycle rule.\n\nI would go with B. Which one do you want?';
  const OTHER = [prompt('now the header, make it sticky'), ran, reply('The header is sticky now.'), ended];

  test.each(['b', 'B', 'the second one', 'S3'])(
    'what "%s" chose, and no longer what else there was',
    (choice) => {
      const chosen = [prompt(choice), ran, reply('Going with S3. Upload works against minio.'), ended];
      const one = stopped(prompt('how to store them?'), reply(OPTIONS), ended, ...chosen, ...OTHER)!;
      expect(one.noted).toContain('Going with S3.');
      expect(one.noted.join()).not.toMatch(/bytea|go with B/);
    },
  );

  const WRONG = 'I changed the comparator in `src/sort.ts` so that the oldest entry comes first.';
  const RIGHT = '`src/sort.ts` now puts the newest entry first.';
  test.each([
    ['nope other way', [RIGHT]],
    ['no, the newest', [RIGHT]],
    ['Nein, andersrum', [RIGHT]],
    ['no, that is not what I want: the comparator should put the newest first', [RIGHT]],
    ['no, do not use tabs for the indentation of the new file', [WRONG, RIGHT]],
    ['good, now swap it', [WRONG]],
    ['no problem, go on', [WRONG]],
  ])('after "%s"', (words, noted) => {
    const facts = [prompt('sort the entries'), ran, reply(WRONG), ended];
    const after = [prompt(words), ran, reply(`Right, sorry. ${RIGHT}`), ended];
    expect(stopped(...facts, ...after, ...OTHER)!.noted).toEqual(noted);
  });
});

test.each<[string, Fact[], string | undefined]>([
  ['a session that begins with an answer', [prompt('n'), reply('Fine, they stay.')], 'n'],
  ['an answer within it', [prompt('do x'), reply('Shall I?'), ended, prompt('n')], undefined],
  ['somebody on a shared channel', [{ kind: 'prompt', text: 'n', group: true }, reply('Fine.')], undefined],
  ['a request', [prompt('no tests run, why?'), reply('Config.')], undefined],
])('answer: %s', (_, facts, answer) => {
  expect(stopped(...facts)?.answer).toBe(answer);
});

describe('made and touched', () => {
  const undone = (how: Omit<Extract<Fact, { kind: 'undone' }>, 'kind'>): Fact => ({ kind: 'undone', ...how });
  const work = [edited('a.ts'), committed('one', 'aaa1111'), edited('b.ts'), committed('two', 'bbb2222')];
  test.each<[string, Fact[], string[], string[]]>([
    ['nothing', [], ['one', 'two'], []],
    [
      'a file',
      [edited('c.ts'), edited('d.ts'), undone({ files: [`${ROOT}/c.ts`] })],
      ['one', 'two'],
      ['d.ts'],
    ],
    ['a folder', [edited('src/c.ts'), edited('d.ts'), undone({ files: ['src'] })], ['one', 'two'], ['d.ts']],
    ['every file', [edited('c.ts'), undone({ files: [ROOT] })], ['one', 'two'], []],
    ['all changes', [edited('c.ts'), undone({ all: true })], ['one', 'two'], []],
    ['files elsewhere', [edited('c.ts'), undone({ all: true, where: '/other' })], ['one', 'two'], ['c.ts']],
    ['a commit', [edited('c.ts'), undone({ commits: 1 })], ['one'], ['b.ts', 'c.ts']],
    ['a commit with its changes', [undone({ commits: 1, all: true })], ['one'], []],
    ['a commit, for another one', [undone({ commits: 1 }), committed('2', 'ccc3333')], ['one', '2'], []],
    ['commits behind a known one', [undone({ to: 'aaa1111' })], ['one'], ['b.ts']],
    ['commits behind an unknown one', [undone({ to: 'origin/main', all: true })], [], []],
    ['more commits than were made', [undone({ commits: 9, all: true })], [], []],
  ])('taken back: %s', (_, facts, commits, touched) => {
    const { made, touched: left } = stopped(prompt('fix it'), ...work, ...facts, ended)!;
    expect([made.map(({ text }) => text), left]).toEqual([commits, touched]);
  });

  test('what was changed after the last commit', () => {
    const one = stopped(
      edited(`${ROOT}/src/a.ts`),
      committed('first', 'aaa1111'),
      edited('src/b.ts'),
      edited(`${ROOT}/src/c.ts`),
      edited('src/b.ts'),
      edited('/tmp/notes.txt'),
      { kind: 'tool', tool: 'Edit', ok: false, touched: [{ path: 'src/d.ts', how: 'edit' }] },
      read,
    )!;
    expect(one.touched).toEqual(['src/c.ts', 'src/b.ts']);
    expect(one.made).toEqual([{ what: 'commit', text: 'first', ref: 'aaa1111' }]);
  });

  test('eight files, and how many more', () => {
    const one = stopped(...Array.from({ length: 100 }, (_, i) => edited(`src/${i}.ts`)))!;
    expect(one.touched.at(-1)).toBe('src/99.ts');
    expect(one.touched.length + one.touchedMore).toBe(100);
    expect(one.touched.length).toBeLessThanOrEqual(8);
  });

  test('the newest three; an amended commit once', () => {
    const one = stopped(
      committed('a', '1'),
      committed('b', '2'),
      committed('c', '3'),
      committed('d', '4'),
      committed('d', '5'),
    )!;
    expect(one.made.map((made) => made.ref)).toEqual(['2', '3', '5']);
  });

  test('where the tree stood, and a turn that was broken off', () => {
    const one = stopped(
      prompt('plan the import'),
      { kind: 'stood', branch: 'vat', head: 'a1b2c3d' },
      failed,
    )!;
    expect([one.branch, one.head, one.failed]).toEqual(['vat', 'a1b2c3d', true]);
    expect(stopped(prompt('plan the import'), failed, prompt('again, from the start'))!.failed).toBe(false);
  });
});

test('a request is not told twice, and corrections come from the rules that are given', () => {
  const facts = recorded([
    prompt('The Stripe sandbox sends every event twice, that is normal.'),
    prompt('no, Invoices of Acme have 3 decimals'),
  ]);
  const rules = {
    saidIn: (text: string) => ({ rules: [], corrections: text.startsWith('no,') ? [text] : [] }),
  };
  const one = stoppedOf(foldStopping(undefined, facts, ROOT, rules))!;
  expect(one.told).toEqual(['The Stripe sandbox sends every event twice, that is normal.']);
  expect(one.corrections).toEqual(['no, Invoices of Acme have 3 decimals']);
});

test('what is a rule or a correction is not told a second time', () => {
  const rule = 'Invoices of Acme always have 3 decimals.';
  const correction = 'No, the Stripe sandbox sends every event twice.';
  const facts = recorded([
    prompt('Write the importer for the Acme ledger.'),
    reply('Done.'),
    ended,
    prompt(`${rule} ${correction} The test host is called Berta 7.`),
    reply('Done.'),
    ended,
    prompt('now document it'),
  ]);
  const saidIn = (text: string) => ({
    rules: text.includes(rule) ? [rule] : [],
    corrections: text.includes(correction) ? [correction] : [],
  });
  const one = stoppedOf(foldStopping(undefined, facts, ROOT, { saidIn }))!;
  expect(one.corrections).toEqual([correction]);
  expect(one.told).toEqual(['Write the importer for the Acme ledger.', 'The test host is called Berta 7.']);
});

test('nothing where nothing was asked, said or made', () => {
  expect(stopped()).toBeNull();
  expect(
    stopped({ kind: 'started', cwd: ROOT }, { kind: 'stood', branch: 'main', head: null }, ended),
  ).toBeNull();
});

const words = fc.oneof(
  fc.lorem({ maxCount: 12, mode: 'sentences' }),
  fc.constantFrom(
    'ok',
    'continue',
    'Use Postgres 14 on Port 5433.',
    'Why?',
    '<task-notification>x</task-notification>',
    'Next: do it',
    'Should I?',
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
);
const anyFact: fc.Arbitrary<Fact> = fc.oneof(
  words.map(prompt),
  words.map(reply),
  words.map((text): Fact => ({ kind: 'summary', text: `Pending Tasks:\n- ${text}` })),
  fc.constantFrom(ended, failed, ran, read, committed('one', '1'), committed('two', '2')),
  fc.constantFrom('a.ts', 'b.ts', '/etc/x', `${ROOT}/c.ts`).map(edited),
);

test('comes to the same from any watermark', () => {
  fc.assert(
    fc.property(fc.array(anyFact, { maxLength: 30 }), fc.nat(30), (facts, cut) => {
      const all = recorded(facts);
      // The state is stored as JSON between two folds.
      const first = JSON.parse(
        JSON.stringify(foldStopping(NOT_STOPPED, all.slice(0, cut), ROOT)),
      ) as Stopping;
      const parts = foldStopping(first, all.slice(cut), ROOT);
      const whole = foldStopping(NOT_STOPPED, all, ROOT);
      expect(JSON.parse(JSON.stringify(parts))).toEqual(JSON.parse(JSON.stringify(whole)));
      expect(stoppedOf(parts)).toEqual(stoppedOf(whole));
    }),
    { numRuns: runs(30, 300) },
  );
});

test('what is stored stays within 2,000 characters, and what is kept within 24,000', () => {
  const long = fc.string({
    unit: fc.constantFrom('a', 'B', '"', '\\', '\n', '<', '.', ' ', '表', '7', '- '),
    minLength: 100,
    maxLength: 3_000,
  });
  const facts = fc.oneof(
    long.map(prompt),
    long.map((text) => reply(`${text}\n\nNext:\n- ${text}\n- b ${text}\n\nShould I ${text}?`)),
    long.map((text) => committed(text, text)),
    long.map((path) => edited(`${ROOT}/${path}`)),
    long.map((branch): Fact => ({ kind: 'stood', branch, head: branch })),
    fc.constantFrom(ended, ran),
  );
  const rules = { saidIn: (text: string) => ({ rules: [], corrections: [text, `${text}!`] }) };
  fc.assert(
    fc.property(fc.array(facts, { maxLength: 40 }), (list) => {
      const state = foldStopping(NOT_STOPPED, recorded(list), ROOT, rules);
      expect(JSON.stringify(state).length).toBeLessThanOrEqual(24_000);
      const one = stoppedOf(state);
      if (one !== null) expect(JSON.stringify(one).length).toBeLessThanOrEqual(2_000);
    }),
    { numRuns: 60 },
  );
});
