import type { Started } from '../door/world.ts';
import { resolveAction } from '../surfaces/cli/base/command.ts';
import { runCommand } from '../surfaces/cli/base/run.ts';
import { cliWorld } from './cli-world.ts';
import { WORK_COMMANDS } from './rooms/work.ts';
import type { WorkCommand } from './rooms/work-names.ts';

/**
 * A command about the work itself: they are typed often, and the bundle of all commands takes twice as long to load. Null where the
 * words name no action of it, which that bundle tells.
 */
export async function work(
  name: WorkCommand,
  words: readonly string[],
  started: Started,
): Promise<number | null> {
  const found = resolveAction(await WORK_COMMANDS[name](), words);
  return found && runCommand(cliWorld(started), found.command, found.words);
}

/** `cortex` alone. Null in a home without a session, and where something is wrong, which the bundle of all commands tells. */
export async function alone(
  started: Started,
  how: { readonly isForProgram: boolean },
): Promise<number | null> {
  try {
    const { whereWasI } = await import('../surfaces/cli/base/where-was-i.ts');
    return await whereWasI(cliWorld(started), how);
  } catch {
    return null;
  }
}
