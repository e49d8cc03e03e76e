import { PAGE_COMMANDS } from '../page/commands.ts';
import type { Command } from '../surfaces/cli/command.ts';

/** Commands that rooms bring. */
export const ROOM_COMMANDS: readonly Command[] = [...PAGE_COMMANDS];
