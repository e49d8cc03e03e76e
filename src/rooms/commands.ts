import { importing } from '../importers/commands.ts';
import { page } from '../page/commands.ts';
import { sharing } from '../share/commands.ts';
import { instructing } from '../sops/commands.ts';
import type { CliRoom } from '../surfaces/cli/groups.ts';

/** Parts of rooms in the command line. */
export const CLI_ROOMS: readonly CliRoom[] = [importing, page, sharing, instructing];
