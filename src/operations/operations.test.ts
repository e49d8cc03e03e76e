import { describe, expect, it } from 'vitest';
import { tokens } from '../domain/text/words.ts';
import { COMMANDS, HELP_GROUPS } from '../surfaces/cli/commands.ts';
import { commandOf } from '../surfaces/cli/of-operation.ts';
import { TOOLS } from '../surfaces/mcp/tools.ts';
import { OPERATIONS } from './all.ts';
import { FOR_CHATS } from './for-chats.ts';
import { FOR_MODELS } from './for-models.ts';

const NAMED = OPERATIONS.map(
  (operation) => [operation.name.command ?? operation.name.tool!, operation] as const,
);

describe.each(NAMED)('the operation %s', (name, operation) => {
  it.skipIf(operation.name.command === null)('is a command whose fields all have a help', () => {
    expect(COMMANDS.map((one) => one.name)).toContain(name.split(' ')[0]);
    const command = commandOf(operation);
    const helps = [...command.args, ...Object.values(command.flags)].map(({ help }) => help);
    expect(helps.filter((help) => help.trim() === '')).toEqual([]);
    expect(operation.examples.length).toBeGreaterThan(0);
  });

  it('is a tool where it has a name for models', () => {
    const tool = TOOLS.find((one) => one.name === operation.name.tool);
    expect(tool?.description).toBe(operation.tool?.description);
    expect(tokens(operation.name.tool ?? ''), 'a name of a tool is no topic: domain/text/words.ts').toEqual(
      [],
    );
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

it('the help lists every command once', () => {
  const listed = HELP_GROUPS.flatMap(({ everyday, others }) => [...everyday, ...others]);
  expect(listed.toSorted()).toEqual(COMMANDS.map(({ name }) => name).toSorted());
});

it('a server offers all operations that have a name for models', () => {
  expect(OPERATIONS.filter(({ name }) => name.tool !== null)).toEqual(FOR_MODELS);
});

it('a chat offers all operations that are declared for it', () => {
  expect(new Set(OPERATIONS.filter(({ chat }) => chat))).toEqual(new Set(FOR_CHATS));
});

it('every operation has its own name', () => {
  const names = NAMED.map(([name]) => name);
  expect(new Set(names).size).toBe(names.length);
});
