import { type Command, usage } from '../../src/surfaces/cli/base/command.ts';
import { flagText } from '../../src/surfaces/cli/base/help.ts';
import { SCOPE_FLAGS, SESSION_FLAG } from '../../src/surfaces/cli/base/scope.ts';

/** Options that mean the same for every command that has them: they are described once. */
const COMMON: Readonly<Record<string, string>> = {
  scope: SCOPE_FLAGS.scope.help,
  project: SCOPE_FLAGS.project.help,
  session: SESSION_FLAG.session.help,
  yes: 'Without asking.',
  json: 'Print JSON, for programs.',
};

/** The text of docs/reference/cli.md. */
export function cliMarkdown(
  commands: readonly Command[],
  isOnFront: (command: Command) => boolean,
): string {
  const front = commands.filter(isOnFront);
  const others = commands.filter((one) => !isOnFront(one));
  return `${[introduction(front, others), ...commands.flatMap(sections)].join('\n\n')}\n`;
}

function introduction(front: readonly Command[], others: readonly Command[]): string {
  const row = ({ name, summary }: Command) => `| [\`${name}\`](#${name}) | ${summary} |`;
  const common = Object.entries(COMMON).map(([name, help]) => `| \`--${name}\` | ${help} |`);
  return `# The command line

\`cortex <command> [arguments]\`. \`cortex <command> --help\` shows what is here, \`cortex --version\` the version. \`cortex\` alone shows
where you stopped in this repository, what is red and what is open.

| command | what it does |
| --- | --- |
${front.map(row).join('\n')}

Below \`cortex admin\`; the word \`admin\` may be left out:

| command | what it does |
| --- | --- |
${others.map(row).join('\n')}

Options that many commands have:

| option | meaning |
| --- | --- |
${common.join('\n')}

Sessions in JSON have the field names of \`SessionState\`. An id may be shortened while it is unambiguous; otherwise the candidates
are listed. A project is its repository: a name that fits several is refused, and their paths are listed for \`--project\`. Colours appear
on a terminal only, and not where \`NO_COLOR\` is set. Lists are cut to the width of the terminal; whole lines go into a pipe or a file.

Exit codes: 0 done, 1 could not be done, 2 the command line is wrong. \`CORTEX_SESSION_DEBUG=1\` adds the stack of an error.`;
}

/** A command, or the group with a section for each of its actions. */
function sections(command: Command): readonly string[] {
  const { name, summary, about, older = {}, actions = [] } = command;
  const before = Object.keys(older);
  const names =
    before.length > 0 ? ` Older names: ${before.map((one) => `\`${one}\``).join(', ')}.` : '';
  const head = [`## ${name}`, `${summary}${names}`, ...(about ? [about] : [])];
  if (actions.length > 0)
    return [
      ...head,
      ...actions.flatMap((one) => [`### ${one.name}`, one.summary, ...details(one)]),
    ];
  return [...head, ...details(command)];
}

function details(command: Command): readonly string[] {
  const rows = [
    ...command.args.map(({ name, help }) => `| \`${cell(name)}\` | ${cell(help)} |`),
    ...Object.entries(command.flags)
      .filter(([name, { help }]) => COMMON[name] !== help)
      .map(([name, flag]) => `| \`${cell(flagText(name, flag))}\` | ${cell(flag.help)} |`),
  ];
  const examples = command.examples.map(({ line, says }) => `# ${says}\n${line}`);
  return [
    `\`\`\`text\n${usage(command)}\n\`\`\``,
    ...(rows.length > 0
      ? [`| argument or option | meaning |\n| --- | --- |\n${rows.join('\n')}`]
      : []),
    ...(examples.length > 0 ? [`\`\`\`sh\n${examples.join('\n')}\n\`\`\``] : []),
  ];
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
