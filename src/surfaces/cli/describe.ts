import { type Command, usage } from './command.ts';
import { flagText } from './help.ts';

/** The text of docs/reference/cli.md. */
export function cliMarkdown(commands: readonly Command[]): string {
  return `${[introduction(commands), ...commands.map(section)].join('\n\n')}\n`;
}

function introduction(commands: readonly Command[]): string {
  const rows = commands.map(({ name, summary }) => `| [\`${name}\`](#${name}) | ${summary} |`);
  return `# The command line

\`cortex <command> [arguments]\`; \`cortex <command> --help\` shows what is here, \`cortex --version\` the version.

| command | what it does |
| --- | --- |
${rows.join('\n')}

Every command that reads takes \`--json\`. Sessions in JSON have the field names of \`SessionState\`. An id may be shortened
while it is unambiguous; where it is not, the candidates are listed. A project is its repository: a name that fits several
is refused, and their paths are listed for \`--project\`.

Colours appear on a terminal only, and not where \`NO_COLOR\` is set. Lists are cut to the width of the terminal; into a pipe
or a file go whole lines.

Exit codes: 0 when it was done, 1 when it could not be done, 2 when the command line is wrong. \`CORTEX_SESSION_DEBUG=1\` adds
the stack of an error.`;
}

function section(command: Command): string {
  const parts = [`## ${command.name}`, command.summary, `\`\`\`text\n${usage(command)}\n\`\`\``];
  if (command.about) parts.push(command.about);
  const rows = [
    ...command.args.map(({ name, help }) => `| \`${cell(name)}\` | ${cell(help)} |`),
    ...Object.entries(command.flags).map(
      ([name, flag]) => `| \`${cell(flagText(name, flag))}\` | ${cell(flag.help)} |`,
    ),
  ];
  if (rows.length > 0) parts.push(`| argument or option | meaning |\n| --- | --- |\n${rows.join('\n')}`);
  const examples = command.examples.map(({ line, says }) => `# ${says}\n${line}`);
  parts.push(`\`\`\`sh\n${examples.join('\n')}\n\`\`\``);
  return parts.join('\n\n');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
