import { expect, it } from 'vitest';
import { table } from '../../../../test/table.ts';
import { commandLine } from './command-line.ts';

// The backslashes of Windows are no escapes.
it.each(table<[string[], string]>('command-lines'))('%j', (argv, line) =>
  expect(commandLine(argv)).toBe(line),
);
