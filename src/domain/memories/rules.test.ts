import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import data from './forms.json' with { type: 'json' };
import { findRules, plainWords } from './rules.ts';
import { kindsOf, Wordings } from './wordings.ts';

interface Sentence {
  /** The authors of a round wrote together; those of the first corpus have none. */
  readonly round?: number;
  readonly text: string;
  readonly rule?: string;
}

const CORPUS = '../../../bench/continuity/corpus/';
const load = (name: string): Sentence[] =>
  JSON.parse(readFileSync(new URL(`${CORPUS}${name}.json`, import.meta.url), 'utf8'));
const kept = (list: readonly Sentence[]) =>
  list.filter(({ text }) => findRules(text).rules.length > 0);

describe('the table of forms', () => {
  const rules = [...load('sentences/rules'), ...load('rules')].map(({ rule, round }) => ({
    round,
    words: plainWords(rule!),
  }));
  const kinds = kindsOf(data.kinds);
  const rows = [...Object.values(data.rules), ...Object.values(data.near)].flat();

  it.each(rows)('has the row %s from sentences of two authors at least', (row) => {
    const wordings = new Wordings([row], kinds);
    const fitting = rules.filter(({ words }) => wordings.isIn(words));
    expect(new Set(fitting.map(({ round }) => round)).size).toBeGreaterThanOrEqual(2);
  });

  it('is small', () => {
    for (const rows of [...Object.values(data.rules), ...Object.values(data.near)])
      expect(rows.length).toBeLessThanOrEqual(25);
  });

  it('names only kinds that it has, and has none that it does not name', () => {
    const named = JSON.stringify(data).matchAll(/<!?(\w+)>/g);
    expect(new Set([...named].map(([, kind]) => kind))).toEqual(new Set(Object.keys(data.kinds)));
  });

  it('has a simplified character for each traditional one', () => {
    const [traditional, simplified] = data.traditional.map((all) => [...all]);
    expect(traditional).toHaveLength(simplified!.length);
  });

  it('keeps or proposes most rules, and takes next to nothing else for one', () => {
    const rules = load('sentences/rules');
    const noticed = rules.filter(({ text }) => {
      const found = findRules(text);
      return found.rules.length + found.proposals.length > 0;
    });
    expect(noticed.length).toBeGreaterThanOrEqual(0.8 * rules.length);
    expect(kept(load('sentences/limits'))).toEqual([]);
    const others = [...load('sentences/lookalikes'), ...load('lookalikes')];
    expect(kept(others).length).toBeLessThanOrEqual(0.02 * kept(rules).length);
  });
});

describe('a rule', () => {
  it('is the whole sentence, as it was said', () => {
    const said =
      'add a retry to the upload. And from now on run `make lint` before you say "done". thx';
    expect(findRules(said).rules).toEqual([
      'And from now on run `make lint` before you say "done".',
    ]);
  });

  it.each(table<[string, string]>('rules-none'))('is nothing that is %s', (_, said) => {
    expect(findRules(said)).toMatchObject({ rules: [], proposals: [] });
  });

  it.each(table<string>('rules-kept'))(
    'orders the agent and has a word of permanence: %s',
    (said) => {
      expect(findRules(said)).toMatchObject({ rules: [said], proposals: [] });
    },
  );

  it.each(table<string>('rules-asked'))(
    'is proposed where one of the two is doubtful: %s',
    (said) => {
      expect(findRules(said)).toMatchObject({ rules: [], proposals: [said] });
    },
  );

  it('may be an item of a list of rules', () => {
    const said = 'From now on:\n- never push to main\n- always sign your commits';
    expect(findRules(said).rules).toEqual(['never push to main', 'always sign your commits']);
  });

  it('takes along the sentence that it points at, and nothing where that one is over', () => {
    const said = 'The railway config works now. DO NOT TOUCH IT AGAIN.';
    expect(findRules(said).rules).toEqual([said]);
    expect(findRules('DO NOT TOUCH IT AGAIN.')).toMatchObject({
      rules: [],
      proposals: ['DO NOT TOUCH IT AGAIN.'],
    });
    const over = 'The tasks have already been created. Do not create them again.';
    expect(findRules(over)).toMatchObject({ rules: [], proposals: [] });
  });
});

it.each([
  'Mail from finance:\n\nHi, the June number is off. Never use the gross field again, always round per line.\nBest, Carla\n\nwhat could it be?',
  'slack from ops:\nMarco [10:41]: from now on deploys only on tuesdays',
  'Der Kunde schreibt:\n\nHallo zusammen,\nbitte ab sofort immer das neue Logo verwenden.',
])("words that a line introduces are nobody's rule: %j", (message) => {
  expect(findRules(message).rules).toEqual([]);
});
