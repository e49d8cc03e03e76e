import type { Started } from '../compose.ts';
import { CLI_ROOMS } from '../rooms/commands.ts';
import { runCli } from '../surfaces/cli/cli.ts';
import { cliWorld } from './cli-world.ts';

import { readYaml } from './yaml.ts';

/** Everything that people type. */
export function cli(args: readonly string[], started: Started): Promise<number> {
  return runCli(args, cliWorld(started, { rooms: CLI_ROOMS, yaml: readYaml }));
}
