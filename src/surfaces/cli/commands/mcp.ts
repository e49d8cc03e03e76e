import { command } from '../command.ts';
import { UsageError } from '../errors.ts';
import { portOf } from '../parse.ts';

/** Without options the entry point starts the server itself, before any of this is loaded. */
export const mcp = command({
  name: 'mcp',
  isForAgents: true,
  summary: 'Serve the tools to an agent (Model Context Protocol).',
  about:
    'Over standard input and output, for the agent that starts it; with --http for several at once, on this machine only ' +
    '(127.0.0.1), with a token that is kept in mcp.token in the data folder. docs/mcp.md tells how to connect a client.',
  args: [],
  flags: {
    http: { help: 'Serve over HTTP instead.' },
    port: { value: 'n', count: true, help: 'With --http: the port; by default any free one.' },
  },
  examples: [
    { line: 'cortex mcp', says: 'what an agent starts' },
    { line: 'cortex mcp --http --port 7337', says: 'for clients that connect by URL' },
  ],
  run: async (cli, { flags: { http, port } }) => {
    if (!http) throw new UsageError('--port goes with --http.');
    await cli.serveTools(portOf(port));
    return 0;
  },
});
