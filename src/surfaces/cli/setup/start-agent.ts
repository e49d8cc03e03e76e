import { commandLine } from '../../../domain/base/text/command-line.ts';
import type { AgentToStart } from '../../../operations/base/operation.ts';
import type { Host } from '../../../ports/base/host.ts';
import type { Cli, Home } from '../base/context.ts';
import { Failure } from '../base/errors.ts';
import { hostNamed, targetsHere } from '../base/places.ts';
import { recordOrNull } from './record.ts';
import { hasPlugin, inspectWiring } from './wiring.ts';

/** Starts an agent by its first words. Without a terminal the command is printed. */
export function startAgent(
  cli: Cli,
  home: Home,
  { host: name, words, facts }: AgentToStart,
): number {
  const host = hostNamed(cli.hosts, name);
  const argv = host.begins?.(isTold(cli, home, host) ? words : `${words}\n\n${facts}`);
  const instead = `cortex handoff --to ${name} prints that prompt.`;
  if (!argv) throw new Failure(`${host.title} cannot be started with a first prompt.`, instead);
  if (cli.isAttended()) return runAgent(cli, argv, cli.cwd(), instead);
  for (const line of commandLine(argv).split('\n')) cli.out.item('', line);
  return 0;
}

export function runAgent(
  cli: Cli,
  argv: readonly string[],
  folder: string,
  instead: string,
): number {
  const [name = '', ...rest] = argv;
  const [program] = cli.machine.programs(name);
  if (!program) throw new Failure(`${name} is not on the PATH.`, instead);
  return cli.machine.start([program, ...rest], folder);
}

/** Whether Cortex tells it the same at its start. */
function isTold(cli: Cli, home: Home, host: Host): boolean {
  const record = recordOrNull(cli, home);
  return (
    hasPlugin(cli, host) ||
    targetsHere(cli, home).some((target) => inspectWiring(cli, host, target, record).hears)
  );
}
