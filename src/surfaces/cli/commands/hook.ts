import { command } from '../command.ts';
import { UsageError } from '../errors.ts';

/** For help and documentation: the entry point runs hooks itself, before any of this is loaded. */
export const hook = command({
  name: 'hook',
  isForAgents: true,
  summary: 'Take one event of an agent; agents call it, not people.',
  about:
    "One event as JSON on standard input, the agent's answer on standard output. It always exits with 0 and never holds " +
    'the agent up: what goes wrong is in the log and in cortex status.',
  args: [{ name: 'host', help: 'The agent that calls, such as claude-code or codex.', choices: 'hosts' }],
  flags: {
    via: { value: 'name', help: 'The configuration that calls, where several deliver the same events.' },
    id: { value: 'name', help: 'Names the event: delivered twice, it counts once. Behind --via.' },
    stream: {
      help: 'Behind --via: a name, a space and an event on each line, each answered by a JSON string, until standard input ends.',
    },
  },
  examples: [{ line: 'cortex hook claude-code < event.json', says: 'what the agent does at every event' }],
  run: async () => {
    throw new UsageError('cortex hook is run by its own entry point.');
  },
});
