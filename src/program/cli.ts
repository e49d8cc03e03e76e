import type { Started } from '../door/world.ts';
import { runCli } from '../surfaces/cli/cli.ts';
import { cliWorld } from './cli-world.ts';
import { CLI_ROOMS, COMMANDS } from './rooms/commands.ts';
import { ALL_OPERATIONS } from './rooms/operations.ts';

import { readYaml } from './yaml.ts';

export { RARELY_NEEDED } from './rarely-needed.ts';

/** Everything that people type. */
export function cli(args: readonly string[], started: Started): Promise<number> {
  return runCli(
    args,
    cliWorld(started, { rooms: CLI_ROOMS, operations: ALL_OPERATIONS, yaml: readYaml }),
    COMMANDS,
  );
}
