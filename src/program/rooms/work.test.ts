import { describe, expect, it } from 'vitest';
import { COMMANDS } from './commands.ts';
import { WORK_COMMANDS } from './work.ts';
import type { WorkCommand } from './work-names.ts';

describe('the commands of the smaller bundle', () => {
  it.each(Object.keys(WORK_COMMANDS) as WorkCommand[])('%s is the command of all', async (name) => {
    const found = await WORK_COMMANDS[name]();
    const known = COMMANDS.find((command) => command.name === name);
    expect(JSON.stringify(found)).toBe(JSON.stringify(known));
  });
});
