import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasReader } from '../../test/rooms.ts';
import { table } from '../../test/table.ts';
import { preambleLimits } from '../engine/answer/render.ts';
import { defaultConfig } from './config.ts';
import {
  environmentNames,
  isOptionName,
  type OptionName,
  optionNames,
  optionOf,
} from './options.ts';

/** As the specification and the sources give them: default, then the range where they give one. */
const SPECIFIED: readonly [OptionName, unknown, number?, number?][] = table('options-specified');

describe('options', () => {
  it.each<(typeof SPECIFIED)[number]>(SPECIFIED)(
    '%s is %j by default',
    (name, standard, min, max) => {
      expect(defaultConfig()[name]).toEqual(standard);
      if (min !== undefined) expect(optionOf(name)[2]).toEqual([min, max]);
    },
  );

  it.each(optionNames())('%s is explained in one sentence', (name) => {
    expect(optionOf(name)[3]).toMatch(/^[A-Z][^\n|]*[^.\s]\.$/);
  });

  it('has nine options of the sources', () => {
    expect(optionNames().filter((name) => name.startsWith('session_persistence.'))).toEqual(
      SPECIFIED.map(([name]) => name),
    );
  });

  it('gives sections no more than the whole preamble', () => {
    const { shares, maxTokens } = preambleLimits(defaultConfig());
    // The answer to a first prompt takes the place of a start's, and there is a team only in a shared project.
    const { recall: _, team: __, ...atStart } = shares;
    const sum = Object.values(atStart).reduce((all, share) => all + share, 0);
    expect(sum).toBeLessThanOrEqual(maxTokens);
  });

  it('has no name that is both an option and a group', () => {
    const names = optionNames();
    expect(names.filter((name) => names.some((other) => other.startsWith(`${name}.`)))).toEqual([]);
  });

  it.each(['__proto__', 'constructor', 'toString', '', 'pins'])('does not know %j', (name) => {
    expect(isOptionName(name)).toBe(false);
  });
});

describe('environment names', () => {
  it('are never shared, nor those that are no option', () => {
    const all = optionNames().flatMap(environmentNames);
    expect(new Set([...all, 'CORTEX_HOME', 'CORTEX_NOW', 'CORTEX_DATA_DIR']).size).toBe(
      all.length + 3,
    );
  });

  it.each<[OptionName, string[]]>([
    ['pins.max', ['CORTEX_PINS_MAX']],
    ['restore.budget.pins', ['CORTEX_RESTORE_BUDGET_PINS']],
    ['session_persistence.debug', ['CORTEX_SESSION_DEBUG', 'CORTEX_SESSION_PERSISTENCE_DEBUG']],
  ])('of %s are %j', (name, expected) => {
    expect(environmentNames(name)).toEqual(expected);
  });
});

describe('every option', () => {
  it('is used somewhere in the program', () => {
    const src = join(import.meta.dirname, '..');
    const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith('config'),
    );
    const code = files.map((name) => readFileSync(join(src, name), 'utf8')).join('\n');
    const read = optionNames().filter(hasReader);
    expect(read.filter((name) => !code.includes(`'${name}'`))).toEqual([]);
  });
});
