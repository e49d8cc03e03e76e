import { describe, expect, it } from 'vitest';
import { table } from '../../../../test/table.ts';
import { COMMANDS } from '../../../program/rooms/commands.ts';
import { type Command, declareCommand } from './command.ts';
import { findCompletions } from './completions.ts';
import { isOnFront } from './named.ts';

const lookUp = async (choices: string) => [
  { word: `a-${choices}`, help: 'found' },
  { word: 'b', help: '' },
];
const words = async (...typed: string[]) =>
  (await findCompletions(COMMANDS, typed, lookUp)).map(({ word }) => word);

describe('completions', () => {
  it('offers every command, and those that begin so', async () => {
    expect(await words('')).toEqual([...COMMANDS.map(({ name }) => name), 'admin']);
    const front = await findCompletions(COMMANDS, [''], lookUp, isOnFront);
    expect(front.map(({ word }) => word)).toEqual([
      ...COMMANDS.filter(isOnFront).map(({ name }) => name),
      'admin',
    ]);
    expect(await words('pi')).toEqual(['pin']);
    expect(await findCompletions(COMMANDS, ['admin', 'sess'], lookUp, isOnFront)).toMatchObject([
      { word: 'sessions' },
    ]);
    expect(await words('preview', '--pr')).toEqual(['--prompt', '--preamble', '--project']);
    expect(await words('help', 'sta')).toEqual(['status', 'stats', 'statusline']);
  });

  it.each(table<[string[], string[]]>('completion'))('%j', async (typed, expected) => {
    expect(await words(...typed)).toEqual(expected);
  });

  it('offers the options of a command that were not given yet', async () => {
    expect(await words('history', '--')).toEqual([
      '--limit',
      '--all',
      '--before',
      '--chain',
      '--depth',
      '--scope',
      '--project',
      '--json',
      '--help',
    ]);
    expect(await words('history', '--all', '--limit', '5', '--')).not.toContain('--all');
  });

  it('counts a value of an option as no argument', async () => {
    const named: Command = declareCommand({
      name: 'x',
      summary: '',
      about: '',
      args: [
        { name: 'number', help: '', choices: ['one', 'two'] },
        { name: 'many', help: '', many: true, choices: ['rest'] },
      ],
      flags: { at: { value: 'place', help: '', short: 'a' } },
      examples: [],
      run: async () => 0,
    });
    const of = async (...typed: string[]) =>
      (await findCompletions([named], typed, lookUp)).map(({ word }) => word);
    expect(await of('x', '-a', 'here', '')).toEqual(['one', 'two']);
    expect(await of('x', '--at', 'here', 'one', 'rest', '')).toEqual(['rest']);
  });
});
