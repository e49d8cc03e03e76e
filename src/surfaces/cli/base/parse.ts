import { parseArgs } from 'node:util';
import { suggestName } from '../../../domain/base/text/nearest.ts';
import type { Argument, Command, CommandInput, Flag } from './command.ts';
import { UsageError } from './errors.ts';

const HELP: Flag = { help: 'Show this help.', short: 'h' };

/** The command line of one command, over the flags that its name stands for; null when it asks for help. */
export function parseCommandLine(
  command: Command,
  argv: readonly string[],
  meant: Readonly<Record<string, unknown>> = {},
): CommandInput | null {
  const declared: Readonly<Record<string, Flag>> = { ...command.flags, help: HELP };
  const options = Object.fromEntries(
    Object.entries(declared).map(([name, flag]) => [
      name,
      {
        type: flag.value ? ('string' as const) : ('boolean' as const),
        ...(flag.short && { short: flag.short }),
      },
    ]),
  );
  // Not strict: its messages speak of parsers, ours of the command.
  const { tokens } = parseArgs({
    args: [...argv],
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const args: string[] = [];
  const flags: Record<string, unknown> = {};
  for (const [name, flag] of Object.entries(command.flags))
    flags[name] = flag.value ? undefined : false;
  Object.assign(flags, meant);
  for (const token of tokens) {
    if (token.kind === 'positional') args.push(token.value);
    if (token.kind !== 'option') continue;
    const flag = declared[token.name];
    if (!flag) throw unknown(command.name, token.rawName, Object.keys(declared));
    if (flag === HELP) return null;
    flags[token.name] = valueFor(token.name, flag, token.value, token.inlineValue === true);
  }
  checkCount(command, args);
  return { args, flags: flags as CommandInput['flags'] };
}

function unknown(command: string, raw: string, known: readonly string[]): UsageError {
  const guess = suggestName(raw.replace(/^-+/, ''), known);
  const advice = guess ? `Did you mean --${guess}?` : `cortex ${command} --help lists its options.`;
  return new UsageError(
    `Unknown option ${raw}.`,
    `${advice} Put text that begins with a dash after --`,
  );
}

function valueFor(
  name: string,
  flag: Flag,
  value: string | undefined,
  inline: boolean,
): string | number | boolean {
  if (!flag.value) {
    if (inline) throw new UsageError(`--${name} takes no value.`);
    return true;
  }
  if (value === undefined || value === '' || (!inline && value.startsWith('-'))) {
    throw new UsageError(`--${name} needs a value: --${name} <${flag.value}>`);
  }
  if (!flag.count) return value;
  if (!/^[1-9]\d{0,5}$/.test(value))
    throw new UsageError(`--${name} takes a whole number from 1, not ${value}.`);
  return Number(value);
}

/** The port that a server is asked to take; 0 for any free one. */
export function portOf(port: number | undefined): number {
  if (port !== undefined && port > 65_535)
    throw new UsageError(`--port takes 1 to 65535, not ${port}.`);
  return port ?? 0;
}

function checkCount(command: Command, args: readonly string[]): void {
  const needed = command.args.filter((arg) => !arg.optional);
  if (args.length < needed.length)
    throw new UsageError(`cortex ${command.name} needs ${named(needed[args.length]!)}.`);
  const most = command.args.some((arg) => arg.many)
    ? Number.POSITIVE_INFINITY
    : command.args.length;
  if (args.length > most) {
    throw new UsageError(
      `cortex ${command.name} takes ${countArguments(most)}; ${JSON.stringify(args[most])} is one too many.`,
    );
  }
}

function named(argument: Argument): string {
  return `<${argument.name}>: ${argument.help.charAt(0).toLowerCase()}${argument.help.slice(1).replace(/\.$/, '')}`;
}

function countArguments(most: number): string {
  if (most === 0) return 'no arguments';
  return most === 1 ? 'one argument' : `${most} arguments`;
}
