import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DOUBTFUL, FORMS } from './forms.ts';
import { Bare, rulesIn, tableOf } from './rules.ts';

interface Sentence {
  readonly half: string;
  readonly text: string;
  readonly rule?: string;
}

const CORPUS = '../../../bench/continuity/corpus/';
const load = (name: string): Sentence[] =>
  JSON.parse(readFileSync(new URL(`${CORPUS}${name}.json`, import.meta.url), 'utf8'));
const dev = (name: string) => load(`sentences/${name}`).filter(({ half }) => half === 'dev');
const kept = (list: readonly Sentence[]) => list.filter(({ text }) => rulesIn(text).rules.length > 0);

describe('the table of forms', () => {
  const rules = [...dev('rules'), ...load('rules')].map(({ rule }) => new Bare(rule!));

  it.each([...FORMS, ...DOUBTFUL].map((form) => [form.en!.split(' | ')[0]!, form] as const))(
    'has the form of "%s" from two sentences of authors at least',
    (_, form) => {
      expect(rules.filter((rule) => rule.has(tableOf([form]))).length).toBeGreaterThanOrEqual(2);
    },
  );

  it('keeps most rules, and takes nothing else for one', () => {
    expect(kept(dev('rules')).length).toBeGreaterThanOrEqual(0.75 * dev('rules').length);
    expect(kept(dev('limits'))).toEqual([]);
    expect([...kept(dev('lookalikes')), ...kept(load('lookalikes'))]).toEqual([]);
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
