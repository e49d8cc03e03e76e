import type { Started } from '../door/world.ts';
import type { DeclaredCommand } from '../surfaces/cli/base/command.ts';
import {
  askedToComplete,
  findCompletions,
  printCandidates,
} from '../surfaces/cli/base/completions.ts';
import { helpAsked, printPage } from '../surfaces/cli/base/help.ts';
import { isOnFront } from '../surfaces/cli/base/named.ts';
import { outputTo } from '../surfaces/cli/base/output.ts';
import { standardOutput } from '../system/base/standard-output.ts';

// Put in by the build: every command as it is declared.
declare const DECLARED_COMMANDS: readonly DeclaredCommand[];

/** Prints the help that words ask for, without loading a command. False where they ask for none, or name nothing that there is. */
export function help(words: readonly string[], { out = standardOutput() }: Started): boolean {
  const page = helpAsked(DECLARED_COMMANDS, words);
  if (page === null) return false;
  printPage(outputTo(out, process.env), DECLARED_COMMANDS, page);
  return true;
}

/** Completes a line at a Tab. False where that takes a look into the home, or where nobody asks for it. */
export async function complete(
  words: readonly string[],
  { out = standardOutput() }: Started,
): Promise<boolean> {
  const asked = askedToComplete(words);
  if (asked === null) return false;
  let isKnown = true;
  const look = async () => {
    isKnown = false;
    return [];
  };
  const found = await findCompletions(DECLARED_COMMANDS, asked.typed, look, isOnFront);
  if (isKnown) printCandidates(outputTo(out, process.env), asked.shell, found);
  return isKnown;
}
