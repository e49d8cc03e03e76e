import { command } from '../../surfaces/cli/command.ts';
import { checkNamedHome } from '../../surfaces/cli/homes.ts';
import { portOf } from '../../surfaces/cli/parse.ts';
import { serve } from '../serve.ts';

export const ui = command({
  name: 'ui',
  summary: 'Open the page about your work in the browser.',
  about:
    'What the next session here would be told and why, sessions, the thread of work, pins, rules and memories, search, ' +
    'the ledger and the health of it all. It is served to this machine only, to whoever has the address that is printed, ' +
    'loads nothing from elsewhere, and ends with Ctrl+C or after 30 minutes without a look. docs/ui.md says more.',
  args: [],
  flags: {
    'no-open': { help: 'Only print the address.' },
    port: { value: 'n', count: true, help: 'The port; any free one where nothing is said.' },
  },
  examples: [
    { line: 'cortex ui', says: 'look at it' },
    { line: 'cortex ui --no-open --port 7338', says: 'to be opened through a tunnel of yours' },
  ],
  run: async (cli, { flags: { 'no-open': isQuiet, port } }) => {
    checkNamedHome(cli);
    await serve(cli, { port: portOf(port), isOpened: !isQuiet });
    return 0;
  },
});
