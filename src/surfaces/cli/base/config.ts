import {
  loadConfig,
  type OptionName,
  type OptionValue,
  parseConfigFile,
  parseOption,
  setOption,
  unsetOption,
} from '../../../config/config.ts';
import { acceptable, isOptionName, optionNames, optionOf } from '../../../config/options.ts';
import { commandGroup, declareCommand, JSON_FLAG } from './command.ts';
import type { Cli, Home } from './context.ts';
import { Failure, UsageError } from './errors.ts';
import { printTable } from './table.ts';

const NAME = { name: 'name', help: 'The option.', choices: 'options' } as const;

const list = declareCommand({
  name: 'config list',
  summary: 'List every option with its value and where that comes from.',
  about: '',
  args: [],
  flags: JSON_FLAG,
  examples: [{ line: 'cortex config', says: 'all options, with where each value comes from' }],
  run: async (cli, { flags }) => {
    const { out } = cli;
    const home = cli.home();
    const settings = optionNames().map(settingsIn(cli, home));
    if (flags.json) {
      out.json(settings);
      return 0;
    }
    for (const warning of home.warnings) cli.err.block(`${cli.err.style.yellow('!')} ${warning}`);
    printTable(
      out,
      [
        { title: 'option' },
        { title: 'value', least: 8 },
        { title: 'default', least: 8, spare: 1 },
        { title: 'from', spare: 2 },
      ],
      settings.map((setting) => {
        const isChanged = setting.from !== 'default';
        const paint = isChanged ? out.style.bold : out.style.dim;
        return [
          { text: setting.name, ...(isChanged && { paint }) },
          { text: shown(setting.value), ...(isChanged && { paint }) },
          { text: isChanged ? shown(setting.default) : '', paint: out.style.dim },
          { text: setting.from, paint },
        ];
      }),
    );
    out.block(out.style.dim(`file: ${home.configFile}`));
    return 0;
  },
});

const get = declareCommand({
  name: 'config get',
  summary: 'Print the value of an option, alone.',
  about: '',
  args: [NAME],
  flags: JSON_FLAG,
  examples: [{ line: 'cortex config get pins.max', says: '10' }],
  run: async (cli, { args: [name], flags }) => {
    const setting = settingsIn(cli, cli.home())(known(name!));
    if (flags.json) cli.out.json(setting);
    else cli.out.line(shown(setting.value));
    return 0;
  },
});

const set = declareCommand({
  name: 'config set',
  summary: 'Set an option.',
  about: '',
  args: [NAME, { name: 'value', help: 'Its new value; a list is separated by commas.' }],
  flags: {},
  examples: [
    { line: 'cortex config set session_persistence.lookback_days 14', says: 'look back two weeks' },
  ],
  run: async (cli, { args: [name, value] }) => {
    const home = cli.home();
    const parsed = parseOption(name!, value!);
    if ('error' in parsed)
      throw new UsageError(sentence(parsed.error), 'cortex config lists all options.');
    write(home, setOption(currentFile(cli, home), parsed.name, parsed.value));
    return printNow(cli, parsed.name);
  },
});

const unset = declareCommand({
  name: 'config unset',
  summary: 'Put an option back to its default.',
  about: '',
  args: [NAME],
  flags: {},
  examples: [
    { line: 'cortex config unset session_persistence.lookback_days', says: 'back to the default' },
  ],
  run: async (cli, { args: [typed] }) => {
    const name = known(typed!);
    const home = cli.home();
    const file = currentFile(cli, home);
    const rest = unsetOption(file, name);
    // Without the option in it there is nothing to write, nor a file to make.
    if (file !== null && JSON.stringify(rest) !== JSON.stringify(file)) write(home, rest);
    return printNow(cli, name);
  },
});

export const configCommand = commandGroup(
  {
    name: 'config',
    summary: 'Show and change options.',
    about:
      'Options are in config.json in the home of Cortex; environment variables overrule it. ' +
      'docs/reference/configuration.md describes every option.',
  },
  [list, get, set, unset],
);

/** Options as they stand; `from` is the variable, `config.json` or `default`. */
function settingsIn(cli: Cli, home: Home) {
  const { file } = parseConfigFile(cli.readText(home.configFile));
  const { config, from } = loadConfig({ file, env: cli.env });
  return (name: OptionName) => {
    const option = optionOf(name);
    return {
      name,
      value: config[name],
      default: option[1],
      from: from[name] ?? 'default',
      takes: acceptable(option),
      help: option[3],
    };
  };
}

/** Prints the value that counts from now on, as the home is opened. */
function printNow(cli: Cli, name: OptionName): number {
  const { out } = cli;
  const setting = settingsIn(cli, cli.home())(name);
  out.block(`${name} = ${shown(setting.value)} ${out.style.dim(`(${setting.from})`)}`);
  if (setting.from.startsWith('CORTEX_'))
    cli.err.block(
      `${setting.from} in the environment overrules the file; the file counts once it is unset.`,
    );
  return 0;
}

/** A file that cannot be read is somebody's work gone wrong, not something to write over. */
function currentFile(cli: Cli, home: Home): unknown {
  const { file, warnings } = parseConfigFile(cli.readText(home.configFile));
  if (warnings.length === 0) return file;
  throw new Failure(
    `${home.configFile} is not valid JSON.`,
    'Mend it or move it away, then try again.',
  );
}

function write(home: Home, file: unknown): void {
  home.writeConfig(`${JSON.stringify(file, null, 2)}\n`);
}

function known(name: string): OptionName {
  if (isOptionName(name)) return name;
  const parsed = parseOption(name, '');
  throw new UsageError(
    'error' in parsed ? sentence(parsed.error) : name,
    'cortex config lists all options.',
  );
}

function shown(value: OptionValue): string {
  return typeof value === 'object' ? value.join(',') : String(value);
}

function sentence(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text}.`;
}
