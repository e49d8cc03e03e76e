import { setOption } from '../../src/config/config.ts';
import {
  acceptable,
  environmentNames,
  type OptionName,
  type OptionValue,
  optionNames,
  optionOf,
} from '../../src/config/options.ts';

/** The groups in the order of the page: what each is about. */
const GROUPS: Readonly<Record<string, string>> = {
  session_persistence: 'Whether, how far back and how much of earlier sessions is restored.',
  relevance:
    'How an earlier session is weighed. With `false` and `0` the formula compares topics only.',
  restore: 'The restore at a start, and the text it gives to the model.',
  'restore.budget':
    'How the tokens of that text are shared. What one section leaves, the next may use; one below its standard keeps to it.',
  pins: 'Working memory.',
  tasks: 'Pending tasks.',
  topics: 'Keywords of a session.',
  threads: 'The line of work that many sessions continue.',
  memories: 'Knowledge with a confidence.',
  context: 'What `memory_context` gives to a model that asks.',
  mcp: 'The tools of `cortex mcp`. `ask` asks the user where the client can.',
  share:
    'Sharing with other machines and a team. Nothing is shared before `cortex share init` or `join`; the address of the database is never an option.',
  projects:
    'By what a project is known. Whoever can put commits of a trusted remote into a folder of yours can make that folder count as its project.',
  ledger: 'What a conversation has already been shown.',
  capture: 'What is recorded while the agent works.',
  redaction: 'What is removed before anything is stored.',
  sessions: 'Stored sessions and those that run.',
  hook: 'Commands that a host runs at its events.',
  working_memory: 'The file `working_memory.json` of an older Cortex.',
  sop: 'Standing instructions in files.',
  openclaw:
    'Whose work is kept together in an OpenClaw gateway. Where nothing is shared, nobody else contributes.',
  retention: 'How long sessions stay at hand.',
  repair: 'Making a damaged database whole again.',
  maintenance: 'Retention, archiving, index upkeep and backup.',
};

const EXAMPLE: readonly (readonly [OptionName, OptionValue])[] = [
  ['session_persistence.lookback_days', 14],
  ['session_persistence.max_inherited_pins', 3],
  ['tasks.stages', ['build', 'test']],
  ['redaction.strict', true],
];

/** The text of docs/reference/configuration.md. */
export function configurationMarkdown(): string {
  return `${[introduction(), ...Object.entries(GROUPS).map(([group, about]) => section(group, about))].join('\n\n')}\n`;
}

function introduction(): string {
  const example = EXAMPLE.reduce<unknown>(
    (file, [name, value]) => setOption(file, name, value),
    null,
  );
  return `# Configuration

Cortex runs without any. What you want otherwise goes into \`config.json\` in \`CORTEX_HOME\`:

\`\`\`json
${JSON.stringify(example, null, 2)}
\`\`\`

Names may be nested, as here, or dotted (\`"redaction.strict": true\`). The command line does the same:

\`\`\`sh
cortex config set session_persistence.lookback_days 14
\`\`\`

The environment comes before the file, the file before the default. In the environment and on the command line
\`1\`, \`true\`, \`yes\`, \`on\` and \`0\`, \`false\`, \`no\`, \`off\` are the two sides of a switch, and a list is separated by
commas. An empty variable counts as not set.

A value that an option does not take is refused: a warning gives the option's name and what it takes, the value counts
as not given, and Cortex starts all the same. An unknown name is ignored, with a warning that names the nearest known one.

A relative path starts below the folder that its option names; \`~\` is your home directory.

Some things are set in the environment only:

| variable | default | meaning |
| --- | --- | --- |
| \`CORTEX_HOME\` | \`~/.cortex\` | The folder of all data and of \`config.json\`. |
| \`CORTEX_NOW\` | the clock | An ISO date that freezes time, for demonstrations and tests; deadlines go on. |
| \`CORTEX_SHARE_URL\` | \`share.url\` in the home | Where the shared database is; a secret, so never an option ([share.md](../share.md)). |
| \`CORTEX_SHARE_KEY\` | \`share.key\` in the home | The key that seals what is shared, alone or with the git repository that it opens; then it is consent to join ([containers.md](../containers.md)). |`;
}

function section(group: string, about: string): string {
  const rows = optionNames()
    .filter((name) => groupOf(name) === group)
    .map(row);
  return `## ${group}

${about}

| option | default | takes | environment | meaning |
| --- | --- | --- | --- | --- |
${rows.join('\n')}`;
}

function row(name: OptionName): string {
  const option = optionOf(name);
  const [, standard, , help] = option;
  const variables = environmentNames(name).map(code).join(', ');
  return `| ${code(name)} | ${code(String(standard).replaceAll(',', ', '))} | ${acceptable(option)} | ${variables} | ${help} |`;
}

function groupOf(name: OptionName): string {
  return name.slice(0, name.lastIndexOf('.'));
}

function code(text: string): string {
  return `\`${text}\``;
}
