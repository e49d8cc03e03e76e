import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DOUBTFUL, FORMS } from './forms.ts';
import { Bare, rulesIn, tableOf } from './rules.ts';

interface Sentence {
  readonly half: string;
  readonly round?: number;
  readonly text: string;
  readonly rule?: string;
}

const CORPUS = '../../../bench/continuity/corpus/';
const load = (name: string): Sentence[] =>
  JSON.parse(readFileSync(new URL(`${CORPUS}${name}.json`, import.meta.url), 'utf8'));
/** The held half of the second round is for figures alone. */
const known = (name: string) =>
  load(`sentences/${name}`).filter(({ half, round }) => half === 'dev' || round === 1);
const kept = (list: readonly Sentence[]) => list.filter(({ text }) => rulesIn(text).rules.length > 0);
const rowsOf = (rows: string) => rows.split('\n').flatMap((row) => row.trim() || []);

describe('the table of forms', () => {
  const rules = [...known('rules'), ...load('rules')].map(({ rule }) => new Bare(rule!));
  const languages = Object.entries(FORMS).map(
    ([language, { anyone, ourselves }]) => [language, [...rowsOf(anyone), ...rowsOf(ourselves)]] as const,
  );

  it.each([...languages.flatMap(([, rows]) => rows), ...rowsOf(DOUBTFUL)])(
    'has the row %s from two sentences of authors at least',
    (row) => {
      expect(rules.filter((rule) => rule.has(tableOf(row))).length).toBeGreaterThanOrEqual(2);
    },
  );

  it('is small', () => {
    for (const [language, rows] of languages)
      expect(rows.length).toBeLessThanOrEqual(language === 'en' ? 60 : 25);
  });

  it('keeps most rules, and takes nothing else for one', () => {
    expect(kept(known('rules')).length).toBeGreaterThanOrEqual(0.75 * known('rules').length);
    expect(kept(known('limits'))).toEqual([]);
    expect([...kept(known('lookalikes')), ...kept(load('lookalikes'))]).toEqual([]);
  });
});

describe('a rule', () => {
  it('is the whole sentence, as it was said', () => {
    const said = 'add a retry to the upload. And from now on run `make lint` before you say "done". thx';
    expect(rulesIn(said).rules).toEqual(['And from now on run `make lint` before you say "done".']);
  });

  it.each([
    ['about the present request', 'never touch the tests in this step'],
    ['a question', 'should we always use UTC, from now on?'],
    ['a quotation', 'Hannes wrote "from now on we never return null"'],
    ['in a long message', `from now on use tabs. ${'The import fails. '.repeat(120)}`],
    ['in a pasted block', 'look at this:\n```\n# always run make lint\nnever push to main\n```'],
    ['a report', 'The export never finishes, and the app always crashes behind it.'],
    ['of the past', 'In the old team we always squashed, we had that rule.'],
    ['of somebody else', 'Mail from Ada: "Thanks. From now on never call me." What does she mean by it'],
    ['a comment of code', '// NOTE: always call init() before use'],
    [
      'an item of a list of something else',
      'Write the help text with these lines:\n- never share your key\n- always log out',
    ],
  ])('is nothing that is %s', (_, said) => {
    expect(rulesIn(said)).toEqual({ rules: [], proposals: [] });
  });

  it('may be an item of a list of rules', () => {
    const said = 'From now on:\n- never push to main\n- always sign your commits';
    expect(rulesIn(said).rules).toContain('always sign your commits');
  });

  it('is proposed where its form is doubtful', () => {
    const said = "Don't touch the legacy/ folder unless I explicitly say so.";
    expect(rulesIn(said)).toEqual({ rules: [], proposals: [said] });
  });
});
