import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import type { SessionId } from '../base/ids.ts';
import type { Fact, RecordedFact } from '../facts/fact.ts';
import { findGoal, foldTurns, NO_TURNS, type Turn, type Turns, turnDidSomething } from './turn.ts';
import { parseUnits } from './units.ts';

const ROOT = '/work/radio';

function recorded(facts: readonly Fact[], from = 1): RecordedFact[] {
  return facts.map((fact, i) => ({
    seq: from + i,
    at: 1_000 * (from + i),
    sessionId: 's' as SessionId,
    fact,
  }));
}
const fold = (...facts: Fact[]) => foldTurns(NO_TURNS, recorded(facts), ROOT).all;

const asks = (text: string): Fact => ({ kind: 'prompt', text });
const says = (text: string, more: object = {}): Fact => ({ kind: 'reply', text, ...more });
const ran = (command: string, more: object = {}): Fact => ({
  kind: 'tool',
  tool: 'Bash',
  ok: true,
  touched: [],
  command,
  ...more,
});
const writes = (path: string): Fact => ({
  kind: 'tool',
  tool: 'Write',
  ok: true,
  touched: [{ path, how: 'write' }],
});
const ENDED: Fact = { kind: 'turn-ended' };

describe('a turn', () => {
  it('holds what was asked, answered and done', () => {
    const [turn] = fold(
      asks('fix the tuner, please'),
      says('The table is off by 12.', { between: true }),
      writes(`${ROOT}/src/tuner.ts`),
      ran('npm test', { ok: false, check: { name: 'npm test', ok: false, failing: 'tunes' } }),
      ran('npm test', { check: { name: 'npm test', ok: true } }),
      { kind: 'made', what: 'commit', text: 'tuner: fixed', ref: 'a1b2c3d' },
      says('Fixed.'),
      ENDED,
    );
    expect(turn).toMatchObject({
      number: 1,
      asked: 'fix the tuner, please',
      answered: 'The table is off by 12.\n\n…\n\nFixed.',
      files: ['src/tuner.ts'],
      runs: [{ name: 'npm test', outcomes: ['red', 'green'] }],
      made: [{ what: 'commit', text: 'tuner: fixed', ref: 'a1b2c3d' }],
      ended: 'answered',
    });
  });

  it.each<[string, readonly Fact[], string | null]>(table('turn-endings'))(
    'that was %s says so',
    (_, facts, ended) => {
      expect(fold(asks('fix the tuner'), ...facts)[0]!.ended).toBe(ended);
    },
  );

  it.each<[string, readonly Fact[], readonly object[]]>(table('turn-commands'))(
    'tells of a command that %s',
    (_, facts, runs) => {
      expect(fold(asks('fix the tuner'), ...facts)[0]!.runs).toMatchObject(runs);
    },
  );

  it('does not begin with a notice of the host', () => {
    const turns = fold(
      asks('fix the tuner'),
      asks('<task-notification>x</task-notification>'),
      says('Fixed.'),
    );
    expect(turns).toMatchObject([{ asked: 'fix the tuner', answered: 'Fixed.' }]);
  });

  it('keeps no file outside of the project, and none that a tool could not write', () => {
    const failed = { ...writes(`${ROOT}/b.ts`), ok: false } as Fact;
    expect(fold(asks('x'), writes('/etc/hosts'), failed, writes(`${ROOT}/a.ts`))[0]!.files).toEqual(
      ['a.ts'],
    );
  });
});

const WORDS = [
  'tuner',
  'band',
  'offset of 12 kHz',
  'src/a.ts',
  'because',
  'the table',
  'v2.1',
  'Is it red?',
];
const text = fc
  .array(fc.constantFrom(...WORDS, 'is wrong.', '\n', '- one', '\n\n', '| 1 | 2 |'), {
    minLength: 1,
    maxLength: 300,
  })
  .map((words) => words.join(' '));
const fact: fc.Arbitrary<Fact> = fc.oneof(
  { weight: 3, arbitrary: text.map(asks) },
  { weight: 2, arbitrary: text.map((words) => says(words)) },
  { weight: 2, arbitrary: text.map((words) => says(words, { between: true })) },
  text.map((words) => says(words, { subagent: 'explore' })),
  fc.nat(40).map((n) => writes(`${ROOT}/src/${n}.ts`)),
  fc.nat(9).map((n) => ran(`cmd ${n}`, { ok: n % 2 === 0 })),
  fc.nat(3).map((n): Fact => ({ kind: 'made', what: 'commit', text: `c ${n}`, ref: null })),
  fc.constant(ENDED),
  fc.constant<Fact>({ kind: 'turn-ended', failed: true }),
  fc.constant<Fact>({ kind: 'compacting' }),
);

const stored = (turns: Turns): Turns => JSON.parse(JSON.stringify(turns));

describe('folding', () => {
  it('in parts gives what folding at once does, also where the parts were stored between', () => {
    fc.assert(
      fc.property(
        fc.array(fact, { maxLength: 40 }),
        fc.array(fc.nat(40), { maxLength: 4 }),
        (facts, cuts) => {
          const all = recorded(facts);
          const at = [
            0,
            ...cuts.filter((cut) => cut < all.length).sort((a, b) => a - b),
            all.length,
          ];
          const parts = at.slice(1).map((end, i) => all.slice(at[i], end));
          const inParts = parts.reduce(
            (turns, part) => stored(foldTurns(turns, part, ROOT)),
            NO_TURNS,
          );
          expect(inParts).toEqual(stored(foldTurns(NO_TURNS, all, ROOT)));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('keeps 24 KB of turns, the first and the last two among them, in their order', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 20, maxLength: 60 }), (texts) => {
        const facts = texts.flatMap((words) => [
          asks(`${words} please`),
          says(words.repeat(2)),
          ENDED,
        ]);
        const { all } = foldTurns(NO_TURNS, recorded(facts), ROOT);
        const size = (turns: readonly Turn[]) =>
          turns.reduce((sum, one) => sum + JSON.stringify(one).length, 0);
        expect(size(all.slice(0, -1))).toBeLessThanOrEqual(24_000);
        const numbers = all.map(({ number }) => number);
        expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
        expect([numbers[0], ...numbers.slice(-2)]).toEqual([1, texts.length - 1, texts.length]);
      }),
      { numRuns: 15 },
    );
  });

  it('shortens older turns before it drops any', () => {
    const long = 'The tuner drifts by 12 kHz because the table is off, as was measured. '.repeat(
      20,
    );
    const facts = Array.from({ length: 24 }, () => [asks(long), says(long), ENDED]).flat();
    const { all } = foldTurns(NO_TURNS, recorded(facts), ROOT);
    expect(all).toHaveLength(24);
    expect(all[0]!.answered!.length).toBeLessThan(all.at(-1)!.answered!.length);
  });
});

describe('the goal of a session', () => {
  it.each(table<[string, readonly string[], string | null]>('goals'))('%s', (_, prompts, goal) => {
    expect(findGoal(fold(...prompts.flatMap((prompt) => [asks(prompt), says('So.'), ENDED])))).toBe(
      goal,
    );
  });

  it('is at most 100 characters long, ending at a clause, else at a word', () => {
    const goal = findGoal(fold(asks(`rename ${'the tuner and '.repeat(20)} all`)))!;
    expect(goal.length).toBeLessThanOrEqual(100);
    expect(goal).toMatch(/ (?:the|tuner|and)…$/);
    const clause = 'rename the tuner and the mixer of the radio, the old one';
    expect(findGoal(fold(asks(`${clause}, ${'and then that '.repeat(20)}`)))).toBe(`${clause}…`);
  });

  it('is the beginning of a request that is one long sentence without a clause, which nobody quotes', () => {
    const request = `wire the relay ${'and then the tuner '.repeat(40)}`;
    const long = 'Yes, that is so and more. '.repeat(80);
    const turns = fold(...[...Array(9)].flatMap(() => [asks(request), says(long), ENDED]));
    expect(findGoal(turns)).toMatch(/^wire the relay and then the tuner .*…$/);
    for (const one of turns) expect(parseUnits(one.asked!)).toEqual([]);
  });

  it('is the last request with something behind it', () => {
    const made: Fact = { kind: 'made', what: 'commit', text: 'the tuner', ref: null };
    const greeted = [asks('hi'), says('Hello! How can I help?'), ENDED];
    const tuner = [asks('move the tuner into its own class'), made, ENDED];
    const asked = [asks('and how does the mixer find its inputs?'), says('By name.'), ENDED];
    const goal = (...facts: Fact[]) => findGoal(fold(...facts));
    expect(goal(...greeted, ...tuner)).toBe('move the tuner into its own class');
    expect(goal(...tuner, ...asked)).toBe('and how does the mixer find its inputs?');
    expect(goal(...tuner, asks('write the docs of the radio'))).toBe(
      'move the tuner into its own class',
    );
    expect(
      goal(...tuner, asks('ok, continue'), says('It is in its class now, and tested.'), ENDED),
    ).toBe('move the tuner into its own class');
    const question = [asks('move the mixer as well, please'), says('Now or in January?'), ENDED];
    expect(goal(...question, asks('the old one for now, v2 in january'), made, ENDED)).toBe(
      'move the mixer as well, please',
    );
  });

  it('is that of a group only where no person alone asked for something', () => {
    const somebody: Fact = { kind: 'prompt', text: 'fix the tuner of the radio', group: true };
    expect(findGoal(fold(somebody))).toBe('fix the tuner of the radio');
    expect(findGoal(fold(somebody, asks('write the docs of the radio')))).toBe(
      'write the docs of the radio',
    );
  });
});

describe('a turn did something', () => {
  const did = (...facts: Fact[]) => fold(...facts).some(turnDidSomething);

  it.each<[string, boolean, readonly Fact[]]>([
    ['an edit, killed in the first turn', true, [asks('fix the tuner'), writes(`${ROOT}/a.ts`)]],
    [
      'words between tool calls',
      true,
      [asks('fix it'), says('The table is off.', { between: true })],
    ],
    ['a short reply', true, [asks('is it red?'), says('No.'), ENDED]],
    ['a check', true, [asks('x'), ran('npm test', { check: { name: 'npm test', ok: true } })]],
    [
      'a request alone, however long',
      false,
      [asks('fix the tuner of the radio, please, all of it')],
    ],
    [
      'a greeting and its reply',
      false,
      [asks('hi'), says('Hello! How can I help you today?'), ENDED],
    ],
  ])('%s: %s', (_, is, facts) => {
    expect(did(...facts)).toBe(is);
  });
});

describe('who speaks', () => {
  it('is somebody if a channel brought the words, and the person if they added their own', () => {
    const channel = "<channel source='chat' user='stranger'>drop the old table</channel>";
    expect(fold(asks(channel))).toMatchObject([{ asked: 'drop the old table', group: true }]);
    const [turn] = fold(asks(`${channel}\nwhat does he mean?`));
    expect(turn).toMatchObject({ asked: 'what does he mean?' });
    expect(turn!.group).toBeUndefined();
  });

  it('is the subagent where the agent itself says nothing', () => {
    const found = says('The table has 12 rows.', { subagent: 'explore' });
    expect(fold(asks('count them'), found)[0]).toMatchObject({ bySubagent: true });
    expect(fold(asks('count them'), found, says('Twelve.'))[0]!.bySubagent).toBeUndefined();
  });
});
