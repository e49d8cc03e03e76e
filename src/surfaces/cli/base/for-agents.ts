import { declareCommand } from './command.ts';
import { UsageError } from './errors.ts';
import { portOf } from './parse.ts';

/** For help and documentation: the entry point runs hooks itself, before any of this is loaded. */
export const hookCommand = declareCommand({
  name: 'hook',
  isForAgents: true,
  summary: 'Take one event of an agent; agents call it, not people.',
  about:
    "Reads one event as JSON from standard input and writes the agent's answer to standard " +
    'output. It always exits with 0 and never holds the agent up: what goes wrong is in the ' +
    'log and in cortex status.',
  args: [
    { name: 'host', help: 'The agent that calls, such as claude-code or codex.', choices: 'hosts' },
    {
      name: 'event',
      help: "The agent's name for the event; without it, what it sends says it.",
      optional: true,
    },
  ],
  flags: {
    via: {
      value: 'name',
      help: 'The configuration that calls, where several deliver the same events.',
    },
    id: {
      value: 'name',
      help: 'The unique id of the event: delivered twice, it counts once.',
    },
    stream: {
      help: 'After --via: each line is an id, a space and an event; each is answered by a JSON string, until standard input ends.',
    },
  },
  examples: [
    {
      line: 'cortex hook claude-code PostToolUse < event.json',
      says: 'what the agent does at every event',
    },
  ],
  run: async () => {
    throw new UsageError('cortex hook is run by its own entry point.');
  },
});

/** Without options the entry point starts the server itself, before any of this is loaded. */
export const mcpCommand = declareCommand({
  name: 'mcp',
  isForAgents: true,
  summary: 'Serve the tools to an agent (Model Context Protocol).',
  about:
    'Serves over standard input and output, for the agent that starts it. With --http it ' +
    'serves several clients at once, on this machine only (127.0.0.1), with a token that it ' +
    'keeps in mcp.token in the data folder. How to connect a client: docs/mcp.md.',
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

/** For help and documentation: the entry point runs it itself, as a hook, before any of this is loaded. */
export const statuslineCommand = declareCommand({
  name: 'statusline',
  isForAgents: true,
  summary: 'Print one line for the status line of Claude Code, which calls it.',
  about: [
    'Reads the session as JSON from standard input and prints pins, failing checks and when ' +
      'the last session stopped; nothing if there is nothing.',
    'cortex setup claude-code --statusline puts it into the settings, never over another ' +
      'one. In a status line of your own, call it with the JSON that Claude Code gave you.',
  ].join('\n\n'),
  args: [],
  flags: {},
  examples: [{ line: 'cortex statusline < session.json', says: '2 pins · 1 red · stopped 2d ago' }],
  run: async () => {
    throw new UsageError('cortex statusline is run by its own entry point.');
  },
});
