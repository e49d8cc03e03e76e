import { suggestName } from '../../domain/base/text/nearest.ts';
import { nowOperation } from '../../operations/sessions/now.ts';
import { actionName, type Command, resolveAction } from './base/command.ts';
import type { Cli } from './base/context.ts';
import { UsageError } from './base/errors.ts';
import { helpAsked, printFront, printPage } from './base/help.ts';
import { commandNamed, isOnFront } from './base/named.ts';
import { parseCommandLine } from './base/parse.ts';
import { complain, runCommand } from './base/run.ts';
import { whereWasI } from './base/where-was-i.ts';
import { demoCommand } from './demo/demo.ts';
import { statusCommand } from './doctor/status.ts';
import { agentsHere } from './setup/agents.ts';
import { setupCommand } from './setup/setup.ts';

/** The entrance of the command line. */
export async function runCli(
  args: readonly string[],
  cli: Cli,
  commands: readonly Command[],
): Promise<number> {
  let command: Command | null = null;
  try {
    const page = helpAsked(commands, args);
    if (page !== null) {
      printPage(cli.out, commands, page);
      return 0;
    }
    if (args.every((word) => word.startsWith('--')) && !args.some(isHelp))
      return await alone(cli, commands, args);
    const words = args[0] === 'admin' ? args.slice(1) : args;
    const [name = '', ...rest] = isHelp(words[0]!) ? words.slice(1) : words;
    const found = named(commands, name, rest);
    command = found.command;
    return await runCommand(cli, command, found.words, found.meant);
  } catch (error) {
    return complain(cli, command, error);
  }
}

/** The state of the work; in a home without a session what Cortex does, and how it is set up. */
async function alone(
  cli: Cli,
  commands: readonly Command[],
  flags: readonly string[],
): Promise<number> {
  // Nothing below works without a data folder.
  const home = cli.home();
  const isForProgram = flags.includes('--json');
  if (flags.length > 0 && !isForProgram)
    return runCommand(cli, commandNamed(commands, nowOperation.name.command!)!.command, flags);
  let trouble: unknown = null;
  try {
    const code = await whereWasI(cli, { isForProgram });
    if (code !== null) return code;
  } catch (error) {
    trouble = error;
  }
  if (trouble === null && isForProgram) return nothingFor(cli);
  if (trouble === null && cli.isAttended()) return firstTime(cli);
  if (trouble === null && cli.look(home.folder) !== null) return nothingYet(cli);
  printFront(cli.out, commands.filter(isOnFront));
  return trouble === null ? 0 : complain(cli, null, trouble);
}

function nothingFor(cli: Cli): number {
  const { label } = cli.home().locate(cli.cwd()).scope;
  cli.out.json({ scope: label, last: null, red: [], next: [], others: [] });
  return 0;
}

/** Somebody sits there who has seen nothing of it yet: the demonstration, then the offer to set it up. */
async function firstTime(cli: Cli): Promise<number> {
  if (agentsHere(cli, cli.home(), new Map()).some(({ connected }) => connected))
    return nothingYet(cli);
  const code = (await demoCommand.run(cli, parseCommandLine(demoCommand, [])!)) ?? 0;
  if (code !== 0) return code;
  cli.out.line();
  // Setup shows what would change, and asks.
  return (await setupCommand.run(cli, parseCommandLine(setupCommand, [])!)) ?? 0;
}

/** Somebody who has set it up looks for what arrived, not for the list of commands. */
async function nothingYet(cli: Cli): Promise<number> {
  const code = (await statusCommand.run(cli, parseCommandLine(statusCommand, [])!)) ?? 0;
  cli.out.block(cli.out.style.dim('Commands: cortex --help'));
  return code;
}

function isHelp(name: string): boolean {
  return name === 'help' || name === '--help' || name === '-h';
}

/** The command that words mean, what is left of them, and the flags that its name stands for. */
function named(commands: readonly Command[], name: string, words: readonly string[]) {
  const found = commandNamed(commands, name);
  if (found) {
    const { command, meant } = found;
    const action = resolveAction(command, words);
    if (action) return { ...action, meant };
    const names = command.actions!.map(actionName);
    const guess = suggestName(words[0]!, names);
    throw new UsageError(
      `cortex ${command.name} has no ${words[0]}.`,
      guess ? `Did you mean ${guess}?` : `It has ${names.join(', ')}.`,
    );
  }
  const guess = suggestName(
    name,
    commands.filter((command) => !command.isForAgents).map((command) => command.name),
  );
  throw new UsageError(
    `Unknown command ${name}.`,
    guess ? `Did you mean cortex ${guess}?` : 'cortex --help and cortex admin --help list them.',
  );
}
