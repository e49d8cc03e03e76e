import { importing } from '../../importers/commands.ts';
import { page } from '../../page/commands.ts';
import { sharing } from '../../share/commands.ts';
import { instructing } from '../../sops/commands.ts';
import type { Command } from '../../surfaces/cli/base/command.ts';
import type { CliRoom } from '../../surfaces/cli/base/groups.ts';
import { commandsOf } from '../../surfaces/cli/commands.ts';
import { ALL_OPERATIONS } from './operations.ts';

/** Parts of rooms in the command line. */
export const CLI_ROOMS: readonly CliRoom[] = [importing, page, sharing, instructing];

/** Every command of the program. */
export const COMMANDS: readonly Command[] = commandsOf(ALL_OPERATIONS, CLI_ROOMS);
