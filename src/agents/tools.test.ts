import { describe, expect, it } from 'vitest';
import { table } from '../../test/table.ts';
import { allHosts } from '../program/rooms/hosts.ts';
import { anyToolReader, plainName } from './tools.ts';

const readAnyTool = anyToolReader(allHosts());

it('a name is for the same in every host that has it', () => {
  const roles = new Map<string, Set<string>>();
  for (const { tools = {} } of allHosts()) {
    for (const [name, role] of Object.entries(tools))
      roles.set(plainName(name), (roles.get(plainName(name)) ?? new Set()).add(role));
  }
  expect([...roles].filter(([, of]) => of.size > 1)).toEqual([]);
});

describe('a tool of an agent of your own', () => {
  const read = (name: string, input: object, result: unknown = '') =>
    readAnyTool(name, input, result, false);

  it.each([
    'Bash',
    'bash',
    'shell',
    'Shell',
    'exec',
    'run_shell_command',
    'runCommand',
    'execute_command',
  ])('%s runs a command', (name) => {
    expect(read(name, { command: 'npm test' }, { output: 'ok', exitCode: 0 })).toMatchObject({
      command: 'npm test',
      output: 'ok',
    });
  });

  it.each(table<[string, object]>('tools-of-any-writing'))('%s writes a file', (name, input) => {
    expect(read(name, input).changes).toEqual([
      { path: 'a.ts', kind: 'write', added: 'x', removed: null },
    ]);
  });

  it.each(table<[string, object]>('tools-of-any-editing'))('%s changes one', (name, input) => {
    expect(read(name, input).changes).toEqual([
      { path: 'a.ts', kind: 'edit', added: 'b', removed: 'a' },
    ]);
  });

  it.each(['TodoWrite', 'todo_write', 'write_todos'])('%s keeps a list', (name) => {
    const todos = [{ content: 'write the docs', status: 'pending' }];
    expect(read(name, { todos }).todos?.items).toEqual([
      { id: null, text: 'write the docs', status: 'pending' },
    ]);
  });

  it('of another name has printed something', () => {
    expect(read('weather', { city: 'Bern' }, 'rain')).toMatchObject({
      changes: [],
      command: null,
      output: 'rain',
    });
  });
});
