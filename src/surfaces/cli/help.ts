import { type Command, usage } from './command.ts';
import type { Output } from './output.ts';
import { pad, widthOf } from './width.ts';

/** Commands by what they are for. */
export type HelpGroups = readonly {
  readonly title: string;
  readonly everyday: readonly string[];
  readonly others: readonly string[];
}[];

/** `cortex --help`: what people use from day to day, and the names of the others; `all`: what each of those does, too. */
export function printOverview(
  out: Output,
  commands: readonly Command[],
  groups: HelpGroups,
  { all = false } = {},
): void {
  const { bold, cyan, dim } = out.style;
  out.block(`${bold('cortex')} keeps an agent's thread of work across sessions.`);
  out.line();
  out.block('cortex <command> [arguments]');
  out.line();
  const widest = Math.max(...commands.map(({ name }) => name.length));
  for (const { title, everyday, others } of groups) {
    const names = all ? [...everyday, ...others] : everyday;
    if (names.length === 0) continue;
    out.line(bold(title));
    const listed = names.flatMap((name) => commands.filter((command) => command.name === name));
    entries(
      out,
      listed.map(({ name, summary }) => [cyan(name.padEnd(widest)), summary]),
    );
    out.line();
  }
  if (!all) {
    out.item(`${bold('And')}  `, groups.flatMap(({ others }) => others).join(', '));
    out.line();
  }
  const more = all ? '' : 'cortex help --all says what each of these does; ';
  out.block(dim(`${more}cortex <command> --help says more of one, with examples.`));
  out.block(dim('New here? cortex demo'));
}

export function printHelp(out: Output, command: Command): void {
  const { bold, cyan, dim } = out.style;
  out.block(command.summary);
  out.line();
  out.block(usage(command), '  ');
  if (command.about) {
    out.line();
    out.block(command.about);
  }
  if (command.args.length > 0) {
    out.line();
    out.line(bold('Arguments'));
    entries(
      out,
      command.args.map(({ name, help }) => [cyan(name), help]),
    );
  }
  out.line();
  out.line(bold('Options'));
  const flags = Object.entries({ ...command.flags, help: { help: 'Show this help.', short: 'h' } });
  entries(
    out,
    flags.map(([name, flag]) => [cyan(flagText(name, flag)), flag.help]),
  );
  out.line();
  out.line(bold('Examples'));
  for (const { line, says } of command.examples) {
    out.block(line, '  ');
    out.block(dim(says), '      ');
  }
}

export function flagText(name: string, flag: { readonly short?: string; readonly value?: string }): string {
  return `${flag.short ? `-${flag.short}, ` : ''}--${name}${flag.value ? ` <${flag.value}>` : ''}`;
}

/** Names and what they mean, side by side where there is room, else below each other. */
function entries(out: Output, pairs: readonly (readonly [string, string])[]): void {
  const widest = Math.max(...pairs.map(([name]) => widthOf(name)));
  const beside = out.width - widest - 4 >= 24;
  for (const [name, text] of pairs) {
    if (!beside) {
      out.line(`  ${name}`);
      out.block(text, '      ');
      continue;
    }
    out.item(`  ${pad(name, widest)}  `, text);
  }
}
