import {
  type OptionName,
  parseConfigFile,
  parseOption,
  setOption,
  unsetOption,
} from '../../../config/config.ts';
import { isOptionName, optionNames } from '../../../config/options.ts';
import { nearest } from '../../../operations/nearest.ts';
import { command, JSON_FLAG } from '../command.ts';
import type { Cli, Home } from '../context.ts';
import { Failure, UsageError } from '../errors.ts';
import { type Setting, settingOf } from '../settings.ts';
import { printTable } from '../table.ts';

const ACTIONS = ['list', 'get', 'set', 'unset'] as const;

export const config = command({
  name: 'config',
  summary: 'Show and change options.',
  about:
    'Options are in config.json in the home of Cortex; the environment comes before it. get prints the value alone. ' +
    'docs/reference/configuration.md describes them all.',
  args: [
    { name: 'list|get|set|unset', help: 'What to do; list when nothing is said.', optional: true },
    { name: 'name', help: 'The option.', optional: true, choices: 'options' },
    { name: 'value', help: 'Its new value; a list is separated by commas.', optional: true },
  ],
  flags: JSON_FLAG,
  examples: [
    { line: 'cortex config', says: 'all options, with where each value comes from' },
    { line: 'cortex config set session_persistence.lookback_days 14', says: 'look back two weeks' },
    { line: 'cortex config unset session_persistence.lookback_days', says: 'back to the default' },
  ],
  run: async (cli, { args: [action = 'list', name, value], flags }) => {
    const home = cli.home();
    switch (action) {
      case 'list':
        if (name !== undefined)
          throw new UsageError('cortex config list takes no more arguments.', `cortex config get ${name}`);
        return list(cli, home, flags.json);
      case 'get':
        if (value !== undefined) throw new UsageError('cortex config get takes one name.');
        return get(cli, home, known(name), flags.json);
      case 'set':
        if (name === undefined || value === undefined)
          throw new UsageError('Say what: cortex config set <name> <value>');
        return set(cli, home, name, value);
      case 'unset':
        if (value !== undefined) throw new UsageError('cortex config unset takes one name.');
        return unset(cli, home, known(name));
      default: {
        const guess = nearest(action, ACTIONS);
        throw new UsageError(
          `cortex config has no ${action}.`,
          guess ? `Did you mean ${guess}?` : `It has ${ACTIONS.join(', ')}.`,
        );
      }
    }
  },
});

function list(cli: Cli, home: Home, json: boolean): number {
  const { out } = cli;
  const { file } = parseConfigFile(cli.readText(home.configFile));
  const settings = optionNames().map((name) => settingOf(name, home.config, file, cli.env));
  if (json) {
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
      const changed = setting.from !== 'default';
      const paint = changed ? out.style.bold : out.style.dim;
      return [
        { text: setting.name, ...(changed && { paint }) },
        { text: shown(setting.value), ...(changed && { paint }) },
        { text: changed ? shown(setting.default) : '', paint: out.style.dim },
        { text: setting.from, paint },
      ];
    }),
  );
  out.block(out.style.dim(`file: ${home.configFile}`));
  return 0;
}

function get(cli: Cli, home: Home, name: OptionName, json: boolean): number {
  const { file } = parseConfigFile(cli.readText(home.configFile));
  const setting = settingOf(name, home.config, file, cli.env);
  if (json) cli.out.json(setting);
  else cli.out.line(shown(setting.value));
  return 0;
}

function set(cli: Cli, home: Home, name: string, text: string): number {
  const parsed = parseOption(name, text);
  if ('error' in parsed) throw new UsageError(sentence(parsed.error), 'cortex config lists all options.');
  write(home, setOption(currentFile(cli, home), parsed.name, parsed.value));
  tell(cli, parsed.name);
  return 0;
}

function unset(cli: Cli, home: Home, name: OptionName): number {
  const file = currentFile(cli, home);
  // Without the option in it there is nothing to write, nor a file to make.
  if (settingOf(name, home.config, file, {}).from === 'config.json') write(home, unsetOption(file, name));
  tell(cli, name);
  return 0;
}

/** Prints the value that counts from now on, as the home is opened. */
function tell(cli: Cli, name: OptionName): void {
  const { out } = cli;
  const home = cli.home();
  const { file } = parseConfigFile(cli.readText(home.configFile));
  const setting: Setting = settingOf(name, home.config, file, cli.env);
  out.block(`${name} = ${shown(setting.value)} ${out.style.dim(`(${setting.from})`)}`);
  if (setting.from.startsWith('CORTEX_')) {
    cli.err.block(
      `${setting.from} in the environment comes before the file; what is in the file counts when it is unset.`,
    );
  }
}

/** A file that cannot be read is somebody's work gone wrong, not something to write over. */
function currentFile(cli: Cli, home: Home): unknown {
  const { file, warnings } = parseConfigFile(cli.readText(home.configFile));
  if (warnings.length === 0) return file;
  throw new Failure(`${home.configFile} is not valid JSON.`, 'Mend it or move it away, then try again.');
}

function write(home: Home, file: unknown): void {
  home.writeConfig(`${JSON.stringify(file, null, 2)}\n`);
}

function known(name: string | undefined): OptionName {
  if (name === undefined) throw new UsageError('Say which option.', 'cortex config lists all of them.');
  if (isOptionName(name)) return name;
  const parsed = parseOption(name, '');
  throw new UsageError('error' in parsed ? sentence(parsed.error) : name, 'cortex config lists all options.');
}

function shown(value: Setting['value']): string {
  return typeof value === 'object' ? value.join(',') : String(value);
}

function sentence(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text}.`;
}
