import { isGlobal } from '../../domain/scope.ts';
import { nearest } from '../../domain/text/nearest.ts';
import { nextLines, nextSession } from '../../operations/restore/session-told.ts';
import { actionIn, actionName, type Command } from './command.ts';
import { setup } from './commands/setup.ts';
import { status } from './commands/status.ts';
import { COMMANDS, commandNamed, isOnFront } from './commands.ts';
import type { Cli } from './context.ts';
import { UsageError } from './errors.ts';
import { printFront, printHelp, printOthers } from './help.ts';
import { callOf, printLines } from './of-operation.ts';
import { parse } from './parse.ts';
import { complain, runCommand } from './run.ts';
import { withStore } from './store.ts';

/** The entrance of the command line. */
export async function runCli(args: readonly string[], cli: Cli): Promise<number> {
  let command: Command | null = null;
  try {
    if (args[0] === undefined) return await alone(cli);
    const isBelow = args[0] === 'admin';
    const [name, ...rest] = isBelow ? args.slice(1) : args;
    if (name === undefined || isHelp(name)) return help(cli, rest.length === 0 && isBelow ? ['admin'] : rest);
    const found = named(name, rest);
    command = found.command;
    return await runCommand(cli, command, found.words, found.meant);
  } catch (error) {
    return complain(cli, command, error);
  }
}

/** Prints the state of the work, else of the connection, else the commands; also if the database cannot be read. */
async function alone(cli: Cli): Promise<number> {
  // Nothing below works without a data folder.
  cli.home();
  let trouble: unknown = null;
  try {
    if (await printHere(cli)) return 0;
  } catch (error) {
    trouble = error;
  }
  if (trouble === null && isFirstTime(cli)) return (await setup.run(cli, parse(setup, [])!)) ?? 0;
  if (trouble === null && isSetUp(cli)) return await nothingYet(cli);
  printFront(cli.out, COMMANDS.filter(isOnFront));
  return trouble === null ? 0 : complain(cli, null, trouble);
}

/** `npx cortex-sessions` at a terminal: a person can answer. */
function isFirstTime(cli: Cli): boolean {
  return cli.isAttended() && cli.look(cli.home().folder) === null;
}

/** Somebody who has set it up looks for what arrived, not for the list of commands. */
function isSetUp(cli: Cli): boolean {
  return cli.look(cli.home().folder) !== null;
}

async function nothingYet(cli: Cli): Promise<number> {
  const code = (await status.run(cli, parse(status, [])!)) ?? 0;
  if (!isGlobal(cli.home().locate(cli.cwd()).scope.key)) {
    cli.out.line();
    cli.out.block('The next session here will be told nothing yet.');
  }
  cli.out.block(cli.out.style.dim('Commands: cortex --help'));
  return code;
}

function help(cli: Cli, [name, ...rest]: readonly string[]): number {
  const others = COMMANDS.filter((command) => !isOnFront(command));
  if (name === undefined) printFront(cli.out, COMMANDS.filter(isOnFront));
  else if (name === 'admin' || name === '--all') printOthers(cli.out, others);
  else printHelp(cli.out, rest.length > 0 ? named(name, rest).command : named(name, ['--help']).command);
  return 0;
}

function isHelp(name: string): boolean {
  return name === 'help' || name === '--help' || name === '-h';
}

/** The command that words mean, what is left of them, and the flags that its name stands for. */
function named(name: string, words: readonly string[]) {
  const found = commandNamed(name);
  if (found) {
    const { command, meant } = found;
    const action = actionIn(command, words);
    if (action) return { ...action, meant };
    const names = command.actions!.map(actionName);
    const guess = nearest(words[0]!, names);
    throw new UsageError(
      `cortex ${command.name} has no ${words[0]}.`,
      guess ? `Did you mean ${guess}?` : `It has ${names.join(', ')}.`,
    );
  }
  const guess = nearest(
    name,
    COMMANDS.filter((command) => !command.isForAgents).map((command) => command.name),
  );
  throw new UsageError(
    `There is no command ${name}.`,
    guess ? `Did you mean cortex ${guess}?` : 'cortex --help and cortex admin --help list them.',
  );
}

/** `cortex` alone in a repository: where the work stands. False where there is nothing to tell. */
async function printHere(cli: Cli): Promise<boolean> {
  const home = cli.home();
  // Looking never creates a database.
  if (cli.look(home.database) === null || isGlobal(home.locate(cli.cwd()).scope.key)) return false;
  return withStore(cli, async (deps) => {
    const next = await nextSession(await callOf(cli, deps, home, {}));
    if (next.seen.start.text === null && next.running.length === 0 && next.offer === null) return false;
    printLines(cli, nextLines(next, { style: cli.out.style, by: 'person', now: deps.now() }));
    cli.out.block(cli.out.style.dim('Commands: cortex --help'));
    return true;
  });
}
