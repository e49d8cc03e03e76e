import type { Started } from '../door/world.ts';
import { runCommand } from '../surfaces/cli/base/run.ts';
import { searchCommand } from '../surfaces/cli/search/command.ts';
import { cliWorld } from './cli-world.ts';

/** `cortex search` by itself: it is asked often, and the bundle of all commands takes twice as long to load. */
export function find(words: readonly string[], started: Started): Promise<number> {
  return runCommand(cliWorld(started), searchCommand, words);
}
