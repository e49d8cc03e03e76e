import type { Choices, Example } from '../../../operations/base/operation.ts';
import type { Cli } from './context.ts';

export type { Choices } from '../../../operations/base/operation.ts';

export interface Argument {
  readonly name: string;
  readonly help: string;
  readonly optional?: true;
  readonly choices?: Choices;
  /** Takes all that follow. */
  readonly many?: true;
}

export interface Flag {
  readonly help: string;
  readonly short?: string;
  /** The name of the value; without one the flag is a switch. */
  readonly value?: string;
  readonly choices?: Choices;
  /** The value is a whole number from 1. */
  readonly count?: true;
}

export type CommandFlags = Readonly<Record<string, Flag>>;

type FlagValue<F extends Flag> = F extends { count: true }
  ? number | undefined
  : F extends { value: string }
    ? string | undefined
    : boolean;

/** A command line after parsing: what was given, each in its type. */
export interface CommandInput<F extends CommandFlags = CommandFlags> {
  readonly args: readonly string[];
  readonly flags: { readonly [Name in keyof F]: FlagValue<F[Name]> };
}

/** A command as it is declared, without what it does: help, documentation and completion derive from it. */
export interface DeclaredCommand {
  readonly name: string;
  /** Names that it had before, each with the flags that it stands for. They go on working, and no help lists them. */
  readonly older?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly summary: string;
  /** A few sentences for help and documentation, beyond the summary. */
  readonly about: string;
  readonly args: readonly Argument[];
  readonly flags: CommandFlags;
  readonly examples: readonly Example[];
  /** Only agents call it: it is never what a person meant to type. */
  readonly isForAgents?: true;
  /** Commands whose names begin with this one, such as `memory add`; the first is meant where none is named. */
  readonly actions?: readonly DeclaredCommand[];
}

export interface Command extends DeclaredCommand {
  readonly actions?: readonly Command[];
  /** The exit code; 0 where it says nothing. */
  run(cli: Cli, input: CommandInput): Promise<number | undefined>;
}

/** Lets the compiler see in `run` which flags were declared. */
export function declareCommand<const F extends CommandFlags>(
  declared: Omit<Command, 'flags' | 'run'> & {
    readonly flags: F;
    run(cli: Cli, input: CommandInput<F>): Promise<number | undefined>;
  },
): Command {
  return declared as unknown as Command;
}

export const JSON_FLAG = { json: { help: 'Print JSON, for programs.' } } as const;

/** A command that only has actions. */
export function commandGroup(
  declared: Pick<Command, 'name' | 'summary' | 'about'>,
  actions: readonly Command[],
): Command {
  const names = actions.map(actionName);
  return {
    ...declared,
    args: [
      {
        name: 'action',
        help: `${names.join(', ')}; by default ${names[0]}.`,
        choices: names,
        optional: true,
      },
    ],
    flags: {},
    examples: actions.flatMap(({ examples }) => examples),
    actions,
    run: async () => 2,
  };
}

/** `add` of `memory add`. */
export function actionName({ name }: Pick<DeclaredCommand, 'name'>): string {
  return name.slice(name.indexOf(' ') + 1);
}

type HasActions<C> = Pick<DeclaredCommand, 'name'> & {
  readonly actions?: readonly C[] | undefined;
};

/** The command that words mean, where the first of them may name an action; null where it names none that there is. */
export function resolveAction<C extends HasActions<C>>(
  command: C,
  words: readonly string[],
): { readonly command: C; readonly words: readonly string[] } | null {
  const [first = ''] = words;
  if (!command.actions || first === '--help' || first === '-h') return { command, words };
  if (first === '' || first.startsWith('-')) return { command: command.actions[0]!, words };
  const action = command.actions.find((one) => actionName(one) === first);
  return action ? { command: action, words: words.slice(1) } : null;
}

/** `cortex pin <text…> [--label <label>]`. */
export function usage({ name, args, flags }: DeclaredCommand): string {
  const words = args.map((arg) => {
    const inner = arg.many ? `${arg.name}…` : arg.name;
    return arg.optional ? `[${inner}]` : `<${inner}>`;
  });
  const options = Object.entries(flags).map(
    ([flag, { value }]) => `[--${flag}${value ? ` <${value}>` : ''}]`,
  );
  return ['cortex', name, ...words, ...options].join(' ');
}
