import type { Command } from '../surfaces/cli/command.ts';
import { report } from './commands/report.ts';
import { ui } from './commands/ui.ts';

/** The commands that open the page or write it into a file. */
export const PAGE_COMMANDS: readonly Command[] = [ui, report];
