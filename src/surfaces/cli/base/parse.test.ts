import { describe, expect, it } from 'vitest';
import { table } from '../../../../test/table.ts';
import { COMMANDS } from '../../../program/rooms/commands.ts';
import { type Command, declareCommand, resolveAction, usage } from './command.ts';
import { UsageError } from './errors.ts';
import { parseCommandLine } from './parse.ts';

const sample: Command = declareCommand({
  name: 'pin',
  summary: '',
  about: '',
  args: [{ name: 'text', help: 'What to remember.', many: true }],
  flags: {
    label: { value: 'label', short: 'l', help: '' },
    limit: { value: 'n', count: true, help: '' },
    critical: { help: '' },
  },
  examples: [],
  run: async () => 0,
});
const oneOptional: Command = {
  ...sample,
  name: 'chain',
  args: [{ name: 'id', help: 'An id.', optional: true }],
};

const absent = { label: undefined, limit: undefined, critical: false };

describe('a command line', () => {
  it.each([
    [['a', 'b'], { args: ['a', 'b'], flags: absent }],
    [
      ['a', '--label', 'x', '--critical'],
      { args: ['a'], flags: { ...absent, label: 'x', critical: true } },
    ],
    [['--label=x y', 'a'], { args: ['a'], flags: { ...absent, label: 'x y' } }],
    [['-l', 'x', 'a'], { args: ['a'], flags: { ...absent, label: 'x' } }],
    [['a', '--limit', '7'], { args: ['a'], flags: { ...absent, limit: 7 } }],
    [['--', '--label', '-1'], { args: ['--label', '-1'], flags: absent }],
    [['a', '--label=-x'], { args: ['a'], flags: { ...absent, label: '-x' } }],
  ])('%j is understood', (argv, expected) => {
    expect(parseCommandLine(sample, argv)).toEqual(expected);
  });

  it.each(table<[string[], string, string | null]>('command-lines-refused'))(
    '%j is refused in words',
    (argv, message, hint) => {
      const refusal = refusalOf(sample, argv);
      expect(refusal.message).toBe(message);
      expect(refusal.advice).toBe(hint);
    },
  );

  it('is refused with one argument too many', () => {
    expect(refusalOf(oneOptional, ['a', 'b']).message).toBe(
      'cortex chain takes one argument; "b" is one too many.',
    );
    expect(parseCommandLine(oneOptional, [])?.args).toEqual([]);
  });

  it.each([['--help'], ['-h'], ['x', '--help', '--label', 'y']])(
    'asks for help with %j',
    (...argv) => {
      expect(parseCommandLine(sample, argv)).toBeNull();
    },
  );
});

function refusalOf(which: Command, argv: readonly string[]): UsageError {
  try {
    parseCommandLine(which, argv);
  } catch (error) {
    if (error instanceof UsageError) return error;
    throw error;
  }
  throw new Error('it was not refused');
}

describe('the table of commands', () => {
  it('names each once, with examples that call it and are understood', () => {
    expect(new Set(COMMANDS.map(({ name }) => name)).size).toBe(COMMANDS.length);
    for (const one of COMMANDS) {
      expect(one.examples.length).toBeGreaterThan(0);
      for (const { line } of one.examples) {
        const words = line
          .split(/ (?:[|<>]|&&) /)
          .find((part) => part.startsWith('cortex '))!
          .match(/"[^"]*"|\S+/g)!
          .map((word) => word.replaceAll('"', ''));
        expect(words.slice(0, 2)).toEqual(['cortex', one.name]);
        const meant = resolveAction(one, words.slice(2))!;
        expect(parseCommandLine(meant.command, meant.words)).not.toBeNull();
      }
    }
  });

  it('derives the usage', () => {
    expect(usage(sample)).toBe('cortex pin <text…> [--label <label>] [--limit <n>] [--critical]');
    expect(usage(oneOptional)).toMatch(/^cortex chain \[id\] /);
  });
});
