import type { Host } from '../../../host.ts';
import { command } from '../command.ts';
import { printConnection, settingsPart } from '../connection.ts';
import type { Cli } from '../context.ts';
import { UsageError } from '../errors.ts';
import { nearest } from '../nearest.ts';

export const connect = command({
  name: 'connect',
  summary: 'Show how to connect an agent.',
  about: 'Prints what belongs into which file. Nothing is changed.',
  args: [{ name: 'host', help: 'The agent: claude-code.', optional: true }],
  flags: { json: { help: 'Print only what belongs into the file.' } },
  examples: [{ line: 'cortex connect claude-code', says: 'the hooks for Claude Code' }],
  run: async (cli, { args, flags }) => {
    const hosts = args[0] === undefined ? cli.hosts : [hostNamed(cli, args[0])];
    for (const host of hosts) {
      if (flags.json) cli.out.json(settingsPart(cli, host));
      else printConnection(cli, host, cli.out);
    }
    return 0;
  },
});

function hostNamed({ hosts }: Cli, name: string): Host {
  const found = hosts.find((host) => host.name === name);
  if (found) return found;
  const names = hosts.map((host) => host.name);
  const guess = nearest(name, names);
  throw new UsageError(
    `There is no host ${name}.`,
    guess ? `Did you mean ${guess}?` : `There are: ${names.join(', ')}`,
  );
}
