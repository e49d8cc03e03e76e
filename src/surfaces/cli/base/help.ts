import { actionName, type DeclaredCommand, resolveAction, usage } from './command.ts';
import { commandNamed, isOnFront } from './named.ts';
import type { Output, Paint } from './output.ts';
import { padToWidth, widthOf } from './width.ts';

/** A page of the help: the front, the list of all other commands, or the page of one. */
export type HelpPage = 'front' | 'others' | DeclaredCommand;

/** The page that words ask for; null where they ask for none, or name nothing that there is. */
export function helpAsked(
  commands: readonly DeclaredCommand[],
  words: readonly string[],
): HelpPage | null {
  const isBelow = words[0] === 'admin';
  const [name, ...rest] = isBelow ? words.slice(1) : words;
  if (name === undefined) return isBelow ? 'others' : null;
  if (isHelpFlag(name) || name === 'help') {
    const [topic, ...more] = rest;
    if (topic === undefined) return isBelow ? 'others' : 'front';
    if (topic === 'admin' || topic === '--all') return 'others';
    return pageOf(commands, topic, more);
  }
  // Behind an option it may be that option's value.
  const isLast = rest.length === 1 || (rest.length === 2 && !rest[0]!.startsWith('-'));
  return isLast && isHelpFlag(rest.at(-1)) ? pageOf(commands, name, rest) : null;
}

function pageOf(
  commands: readonly DeclaredCommand[],
  name: string,
  words: readonly string[],
): DeclaredCommand | null {
  const command = commandNamed(commands, name)?.command;
  if (!command) return null;
  const isAlone = words.length === 0 || isHelpFlag(words[0]);
  return isAlone ? command : (resolveAction(command, words)?.command ?? null);
}

function isHelpFlag(word: string | undefined): boolean {
  return word === '--help' || word === '-h';
}

export function printPage(out: Output, commands: readonly DeclaredCommand[], page: HelpPage): void {
  if (page === 'front') printFront(out, commands.filter(isOnFront));
  else if (page === 'others')
    printOthers(
      out,
      commands.filter((command) => !isOnFront(command)),
    );
  else printHelp(out, page);
}

/** `cortex --help`, on one screen: what people use from day to day. */
export function printFront(out: Output, commands: readonly DeclaredCommand[]): void {
  const { bold, cyan, dim } = out.style;
  out.block(`${bold('cortex')} tells your agent's next session what the last ones were doing.`);
  out.line();
  list(out, [
    [cyan('cortex'), 'Show where you stopped, what is red and what is open.'],
    ...entriesOf(commands, cyan),
    [cyan('help <name>'), 'Show the options and examples of a command.'],
    [cyan('admin'), 'List all other commands.'],
  ]);
  out.line();
  out.block(dim('New here? cortex demo shows it in a few seconds, in a scratch folder.'));
}

/** `cortex admin --help`: the rest. The word admin may be left out. */
function printOthers(out: Output, commands: readonly DeclaredCommand[]): void {
  const { bold, cyan, dim } = out.style;
  out.block(`${bold('cortex admin <command>')}, or without the word admin:`);
  out.line();
  list(out, entriesOf(commands, cyan));
  out.line();
  out.block(dim('cortex help <command> shows options and examples.'));
}

export function printHelp(out: Output, command: DeclaredCommand): void {
  const { bold, cyan, dim } = out.style;
  out.block(command.summary);
  out.line();
  out.block(usage(command), '  ');
  if (command.about) {
    out.line();
    out.block(command.about);
  }
  const flags = Object.entries({ ...command.flags, help: { help: 'Show this help.', short: 'h' } });
  const lists: Readonly<Record<string, readonly HelpEntry[]>> = command.actions
    ? { Actions: command.actions.map((one) => [cyan(actionName(one)), one.summary]) }
    : {
        Arguments: command.args.map(({ name, help }) => [cyan(name), help]),
        Options: flags.map(([name, flag]) => [cyan(flagText(name, flag)), flag.help]),
      };
  for (const [title, entries] of Object.entries(lists).filter(([, all]) => all.length > 0)) {
    out.line();
    out.line(bold(title));
    list(out, entries);
  }
  out.line();
  out.line(bold('Examples'));
  for (const { line, says } of command.examples) {
    out.block(line, '  ');
    out.block(dim(says), '      ');
  }
}

export function flagText(
  name: string,
  flag: { readonly short?: string; readonly value?: string },
): string {
  return `${flag.short ? `-${flag.short}, ` : ''}--${name}${flag.value ? ` <${flag.value}>` : ''}`;
}

type HelpEntry = readonly [name: string, text: string];

function entriesOf(commands: readonly DeclaredCommand[], paint: Paint): readonly HelpEntry[] {
  return commands.map(({ name, summary }) => [paint(name), summary]);
}

/** Names and what they mean, side by side where there is room, else below each other. */
function list(out: Output, pairs: readonly HelpEntry[]): void {
  const widest = Math.max(...pairs.map(([name]) => widthOf(name)));
  const beside = out.width - widest - 4 >= 24;
  for (const [name, text] of pairs) {
    if (!beside) {
      out.line(`  ${name}`);
      out.block(text, '      ');
      continue;
    }
    out.item(`  ${padToWidth(name, widest)}  `, text);
  }
}
