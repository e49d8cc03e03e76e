import { describe, expect, it } from 'vitest';
import * as z from 'zod/v4';
import { cliMarkdown } from '../../scripts/reference/commands.ts';
import { readTokens } from '../domain/base/text/words.ts';
import { CLI_ROOMS, COMMANDS } from '../program/rooms/commands.ts';
import { MODEL_OPERATIONS } from '../program/rooms/for-models.ts';
import { ALL_OPERATIONS } from '../program/rooms/operations.ts';
import { findCompletions } from '../surfaces/cli/base/completions.ts';
import { commandNamed, isOnFront } from '../surfaces/cli/base/named.ts';
import { commandForOperation } from '../surfaces/cli/base/of-operation.ts';
import { parseCommandLine } from '../surfaces/cli/base/parse.ts';
import { commandsOf } from '../surfaces/cli/commands.ts';
import { toolsForOperations } from '../surfaces/mcp/tools.ts';
import { declareOperation } from './base/operation.ts';
import { FOR_MODELS } from './for-models.ts';

const NAMED = ALL_OPERATIONS.map(
  (operation) => [operation.name.command ?? operation.name.tool!, operation] as const,
);

describe.each(NAMED)('the operation %s', (name, operation) => {
  it.skipIf(operation.name.command === null)('is a command whose fields all have a help', () => {
    expect(commandNamed(COMMANDS, name.split(' ')[0]!)).not.toBeNull();
    const command = commandForOperation(operation);
    const helps = [...command.args, ...Object.values(command.flags)].map(({ help }) => help);
    expect(helps.filter((help) => help.trim() === '')).toEqual([]);
    expect(operation.examples.length).toBeGreaterThan(0);
  });

  it('is a tool where it has a name for models', () => {
    const tool = toolsForOperations(MODEL_OPERATIONS).find(
      (one) => one.name === operation.name.tool,
    );
    expect(tool?.description).toBe(operation.tool?.description);
    expect(
      readTokens(operation.name.tool ?? ''),
      'a name of a tool is no topic: domain/base/text/words.ts',
    ).toEqual([]);
  });

  it('names only fields that its input has', () => {
    const fields = Object.keys(operation.input.shape);
    const named = [
      ...operation.words.map((word) => String(word).replace(/…$/, '')),
      ...Object.keys(operation.fields),
    ];
    expect(named.filter((field) => !fields.includes(field))).toEqual([]);
  });
});

it('a server offers all operations that have a name for models', () => {
  expect(ALL_OPERATIONS.filter(({ name }) => name.tool !== null)).toEqual(MODEL_OPERATIONS);
});

it('every operation has its own name', () => {
  const names = NAMED.map(([name]) => name);
  expect(new Set(names).size).toBe(names.length);
});

describe('an operation that is added', () => {
  // Its file, and one line in a list: for-models.ts, or all.ts where models have no use for it.
  const added = declareOperation({
    name: { command: 'dummy', tool: 'cortex_dummy' },
    older: { puppet: { loud: true } },
    summary: 'Say a word again.',
    about: '',
    tool: {
      title: 'Dummy',
      description: 'Says a word again.',
      output: z.looseObject({ said: z.string() }),
    },
    effect: 'reads',
    on: 'nothing',
    input: z.strictObject({
      word: z.string().describe('What to say'),
      loud: z.boolean().optional(),
    }),
    words: ['word'],
    fields: { loud: { help: 'In capitals.' } },
    examples: [{ line: 'cortex dummy hello', says: 'hello' }],
    run: async (_, { word, loud }) => ({ said: loud ? word.toUpperCase() : word }),
    lines: ({ said }) => [said],
    json: ({ said }) => ({ said }),
  });
  const commands = commandsOf([...ALL_OPERATIONS, added], CLI_ROOMS);
  const command = commands.find(({ name }) => name === 'dummy')!;

  it('is a command with help, flags, completion, reference and its older name', async () => {
    expect(parseCommandLine(command, ['hello', '--loud'])).toEqual({
      args: ['hello'],
      flags: { loud: true, json: false },
    });
    expect(parseCommandLine(command, ['hello'], command.older!['puppet'])!.flags).toMatchObject({
      loud: true,
    });
    const none = async () => [];
    expect(await findCompletions(commands, ['dummy', '--l'], none)).toEqual([
      { word: '--loud', help: 'In capitals.' },
    ]);
    expect(await findCompletions(commands, ['admin', 'dum'], none, isOnFront)).toHaveLength(1);
    expect(cliMarkdown(commands, isOnFront)).toContain('cortex dummy <word> [--loud] [--json]');
  });

  it('is a tool with its schema, and no topic of anybody', async () => {
    const tool = toolsForOperations([...FOR_MODELS, added]).find(
      ({ name }) => name === 'cortex_dummy',
    )!;
    expect(Object.keys(tool.input.shape)).toEqual(['word', 'loud']);
    const answer = await tool.run({ deps: { now: () => 0 } } as never, { word: 'hello' });
    expect(answer).toEqual({ text: 'hello', data: { said: 'hello' } });
    expect(readTokens('cortex_dummy')).toEqual([]);
  });
});
