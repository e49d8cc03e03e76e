import { command } from '../command.ts';
import { UsageError } from '../errors.ts';

/** For help and documentation: the entry point runs it itself, as a hook, before any of this is loaded. */
export const statusline = command({
  name: 'statusline',
  isForAgents: true,
  summary: 'Print one line for the status line of Claude Code, which calls it.',
  about:
    'The session as JSON on standard input; pins, failing checks and when the last session stopped on standard output. Nothing ' +
    'where there is nothing. cortex setup claude-code --statusline puts it into the settings, never over another one; in a status ' +
    'line of your own, call it with the JSON that Claude Code gave you.',
  args: [],
  flags: {},
  examples: [{ line: 'cortex statusline < session.json', says: '2 pins · 1 red · stopped 2d ago' }],
  run: async () => {
    throw new UsageError('cortex statusline is run by its own entry point.');
  },
});
