import { describe, expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import { isReadOnly, isReadOnlyCommand } from './read-only.ts';

describe('isReadOnlyCommand', () => {
  it.each(table<string>('commands-that-read'))('%s', (command) =>
    expect(isReadOnlyCommand(command)).toBe(true),
  );

  it.each(table<string>('commands-that-write'))('not %s', (command) =>
    expect(isReadOnlyCommand(command)).toBe(false),
  );
});

describe('isReadOnly', () => {
  it.each(['Read', 'Grep', 'Glob', 'LS', 'WebFetch', 'TodoWrite', 'TaskUpdate'])('%s', (name) => {
    expect(isReadOnly({ name, paths: ['/x'], command: null })).toBe(true);
  });
  it.each(['Write', 'Edit', 'Bash', 'mcp__db__query', 'Task', 'Read|Grep', ''])(
    'not %s',
    (name) => {
      expect(isReadOnly({ name, paths: ['/x'], command: null })).toBe(false);
    },
  );
  it('judges a command by what it runs', () => {
    expect(isReadOnly({ name: 'Bash', paths: [], command: 'ls' })).toBe(true);
    expect(isReadOnly({ name: 'Bash', paths: [], command: 'make' })).toBe(false);
  });
});
