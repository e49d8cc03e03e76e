import { lockedWords } from '../../../domain/base/lock-holder.ts';
import { type Command, usage } from './command.ts';
import type { Cli } from './context.ts';
import { isLockedError, troubleOf, UsageError } from './errors.ts';
import { printHelp } from './help.ts';
import { parseCommandLine } from './parse.ts';

/** Runs one command with its words; `meant` are the flags that its name stands for. */
export async function runCommand(
  cli: Cli,
  command: Command,
  words: readonly string[],
  meant: Record<string, unknown> = {},
): Promise<number> {
  try {
    const input = parseCommandLine(command, words, meant);
    if (input) return (await command.run(cli, input)) ?? 0;
    printHelp(cli.out, command);
    return 0;
  } catch (error) {
    return complain(cli, command, error);
  }
}

export function complain(cli: Cli, command: Command | null, error: unknown): number {
  const { err, env } = cli;
  const { red, dim } = err.style;
  const isUsage = error instanceof UsageError;
  const isBusy = isLockedError(error);
  const { message, advice } = isBusy ? lockedWords(cli.home().lockHolder()) : troubleOf(error);
  err.block(`${red('cortex:')} ${message}${isBusy ? ' Nothing was stored.' : ''}`);
  if (advice) err.block(advice);
  if (isUsage && command) err.block(dim(usage(command)));
  if (/^(?:1|true|yes|on)$/i.test(env['CORTEX_SESSION_DEBUG'] ?? '') && error instanceof Error)
    err.block(dim(error.stack ?? ''));
  return isUsage ? 2 : 1;
}
