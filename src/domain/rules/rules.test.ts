import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import data from './forms.json' with { type: 'json' };
import { Bare, rulesIn, tableOf } from './rules.ts';

interface Sentence {
  /** The authors of a round wrote together; those of the first corpus have none. */
  readonly round?: number;
  readonly text: string;
  readonly rule?: string;
}

const CORPUS = '../../../bench/continuity/corpus/';
const load = (name: string): Sentence[] =>
  JSON.parse(readFileSync(new URL(`${CORPUS}${name}.json`, import.meta.url), 'utf8'));
const kept = (list: readonly Sentence[]) => list.filter(({ text }) => rulesIn(text).rules.length > 0);

describe('the table of forms', () => {
  const rules = [...load('sentences/rules'), ...load('rules')].map(({ rule, round }) => ({
    round,
    bare: new Bare(rule!),
  }));
  const languages = Object.entries(data.forms);

  it.each([...languages.flatMap(([, rows]) => rows), ...data.doubtful])(
    'has the row %s from sentences of two authors at least',
    (row) => {
      const fitting = rules.filter(({ bare }) => bare.has(tableOf(row)));
      expect(new Set(fitting.map(({ round }) => round)).size).toBeGreaterThanOrEqual(2);
    },
  );

  it('is small', () => {
    for (const [language, rows] of languages)
      expect(rows.length).toBeLessThanOrEqual(language === 'en' ? 60 : 25);
  });

  it('keeps most rules, and takes next to nothing else for one', () => {
    const rules = load('sentences/rules');
    expect(kept(rules).length).toBeGreaterThanOrEqual(0.8 * rules.length);
    expect(kept(load('sentences/limits'))).toEqual([]);
    const others = [...load('sentences/lookalikes'), ...load('lookalikes')];
    expect(kept(others).length).toBeLessThanOrEqual(0.01 * others.length);
  });
});

describe('a rule', () => {
  it('is the whole sentence, as it was said', () => {
    const said = 'add a retry to the upload. And from now on run `make lint` before you say "done". thx';
    expect(rulesIn(said).rules).toEqual(['And from now on run `make lint` before you say "done".']);
  });

  it.each(table<[string, string]>('rules-none'))('is nothing that is %s', (_, said) => {
    expect(rulesIn(said)).toEqual({ rules: [], proposals: [] });
  });

  it.each(table<string>('rules-with-reach'))(
    'is an order with a word of reach, a habit or a convention: %s',
    (said) => {
      expect(rulesIn(said).rules).toEqual([said]);
    },
  );

  it('may be an item of a list of rules', () => {
    const said = 'From now on:\n- never push to main\n- always sign your commits';
    expect(rulesIn(said).rules).toEqual(['never push to main', 'always sign your commits']);
  });

  it('is proposed where its form is doubtful', () => {
    const said = "Don't touch the legacy/ folder unless I explicitly say so.";
    expect(rulesIn(said)).toEqual({ rules: [], proposals: [said] });
  });
});

it.each([
  'Mail from finance:\n\nHi, the June number is off. Never use the gross field again, always round per line.\nBest, Carla\n\nwhat could it be?',
  'slack from ops:\nMarco [10:41]: from now on deploys only on tuesdays',
  'Der Kunde schreibt:\n\nHallo zusammen,\nbitte ab sofort immer das neue Logo verwenden.',
])("words that a line introduces are nobody's rule: %j", (message) => {
  expect(rulesIn(message).rules).toEqual([]);
});
