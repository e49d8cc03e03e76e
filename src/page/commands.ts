import type { CliRoom } from '../surfaces/cli/room.ts';
import { report } from './commands/report.ts';
import { ui } from './commands/ui.ts';

/** The commands that open the page or write it into a file. */
export const page: CliRoom = { commands: [ui, report] };
