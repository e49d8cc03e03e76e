import type { Started } from '../door/world.ts';
import type { DeclaredCommand } from '../surfaces/cli/base/command.ts';
import { helpAsked, printPage } from '../surfaces/cli/base/help.ts';
import { outputTo } from '../surfaces/cli/base/output.ts';

// Put in by the build: every command as it is declared.
declare const DECLARED_COMMANDS: readonly DeclaredCommand[];

/** Prints the help that words ask for, without loading a command. False where they ask for none, or name nothing that there is. */
export function help(words: readonly string[], { out = process.stdout }: Started): boolean {
  const page = helpAsked(DECLARED_COMMANDS, words);
  if (page === null) return false;
  printPage(outputTo(out, process.env), DECLARED_COMMANDS, page);
  return true;
}
