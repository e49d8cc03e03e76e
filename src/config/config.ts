import { isJsonObject } from '../domain/base/text/json.ts';
import { suggestName } from '../domain/base/text/nearest.ts';
import {
  acceptable,
  type Config,
  environmentNames,
  fits,
  fromText,
  isOptionName,
  type OptionName,
  type OptionValue,
  optionNames,
  optionOf,
  RETIRED_OPTIONS,
} from './options.ts';

export type { Config, OptionName, OptionValue } from './options.ts';

/** `file` is the content of `config.json`, in nested objects or by dotted names; null without a file. */
interface ConfigSources {
  readonly file: unknown;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Set in the environment only, and no options. */
const OUTSIDE: readonly string[] = ['CORTEX_HOME', 'CORTEX_NOW'];

type Values = Partial<Record<OptionName, OptionValue>>;
type JsonObject = Readonly<Record<string, unknown>>;

/** The values, the origin of each that is not the default (a variable, or the file), and a warning for each refusal. */
interface LoadedValues {
  readonly values: Values;
  readonly from: Partial<Record<OptionName, string>>;
  readonly warnings: string[];
}

const CONFIG_FILE = 'config.json';

/** The options in force. `from` names the variable or the file of each value that is not the default. */
interface LoadedConfig {
  readonly config: Config;
  readonly from: Readonly<Partial<Record<OptionName, string>>>;
  readonly warnings: readonly string[];
}

/** Environment before file before default. Never throws: an invalid value gives a warning and is ignored. */
export function loadConfig({ file, env }: ConfigSources): LoadedConfig {
  const loaded: LoadedValues = { values: defaultConfig(), from: {}, warnings: [] };
  if (file !== null && file !== undefined) readFile(file, loaded);
  readEnvironment(env, loaded);
  const { values, from, warnings } = loaded;
  return { config: values as Config, from, warnings };
}

export function defaultConfig(): Config {
  const values: Values = {};
  for (const name of optionNames()) values[name] = optionOf(name)[1];
  return values as Config;
}

/** The first configuration, with the exclusions of the second as well: all capture, or some folders. */
export function alsoForbidden(config: Config, other: Config): Config {
  const exclude = [...new Set([...config['capture.exclude'], ...other['capture.exclude']])];
  return {
    ...config,
    'session_persistence.enabled':
      config['session_persistence.enabled'] && other['session_persistence.enabled'],
    'capture.exclude': exclude,
  };
}

/** The text of `config.json` as `loadConfig` wants it. */
export function parseConfigFile(text: string | null): {
  readonly file: unknown;
  readonly warnings: readonly string[];
} {
  const body = text?.replace(/^\uFEFF/, '') ?? '';
  if (body.trim() === '') return { file: null, warnings: [] };
  try {
    return { file: JSON.parse(body), warnings: [] };
  } catch {
    return { file: null, warnings: ['config.json is not valid JSON; it is ignored'] };
  }
}

/** A value as a person types it, for `cortex config set` and the environment. */
export function parseOption(
  name: string,
  text: string,
): { readonly name: OptionName; readonly value: OptionValue } | { readonly error: string } {
  if (!isOptionName(name)) return { error: unknownName(name) };
  const value = fromText(optionOf(name), text.trim());
  return fits(optionOf(name), value) ? { name, value } : { error: refusal(name, value) };
}

/** The file's content with one option set, in the spelling that the file uses for it, else nested. */
export function setOption(file: unknown, name: OptionName, value: OptionValue): JsonObject {
  const rest = unsetOption(file, name);
  return isJsonObject(file) && Object.hasOwn(file, name)
    ? { ...rest, [name]: value }
    : nested(rest, name, value);
}

/** The file's content without one option, however it is spelt there; everything else stays. */
export function unsetOption(file: unknown, name: OptionName): JsonObject {
  return isJsonObject(file) ? without(file, name) : {};
}

/** The file's content with options that a program gives by their dotted names. */
export function withGiven(file: unknown, given: JsonObject): unknown {
  const names = Object.keys(given);
  if (names.length === 0) return file;
  const rest = names.filter(isOptionName).reduce<unknown>(unsetOption, file);
  return { ...(rest as JsonObject), ...given };
}

/** Resolves a configured path: absolute as it is, `~` from the user's home, else below `base`. */
export function locatePath(path: string, base: string, userHome: string): string {
  if (path === '~') return userHome;
  if (/^~[/\\]/.test(path)) return `${userHome}/${path.slice(2)}`;
  return /^(?:[/\\]|[A-Za-z]:[/\\])/.test(path) ? path : `${base}/${path}`;
}

function readFile(file: unknown, loaded: LoadedValues): void {
  const { warnings } = loaded;
  if (!isJsonObject(file)) {
    warnings.push('the configuration is not an object with options; it is ignored');
    return;
  }
  const unknown: string[] = [];
  const seen = new Set<OptionName>();
  const walk = (object: JsonObject, prefix: string): void => {
    for (const key of Object.keys(object)) {
      const name = prefix + key;
      const value = object[key];
      if (isOptionName(name)) {
        if (seen.has(name)) warnings.push(`${name} is given twice; the last one counts`);
        seen.add(name);
        take(name, value, CONFIG_FILE, loaded);
      } else if (isGroup(name)) {
        if (isJsonObject(value)) walk(value, `${name}.`);
        else
          warnings.push(`${name} is a group of options and takes an object, not ${shown(value)}`);
      } else if (!RETIRED_OPTIONS.includes(name)) unknown.push(name);
    }
  };
  walk(file, '');
  // Limited, so that a file of another kind does not fill the log.
  for (const name of unknown.slice(0, 10)) warnings.push(unknownName(name));
  if (unknown.length > 10) warnings.push(`${unknown.length - 10} further names are not options`);
}

function readEnvironment(env: ConfigSources['env'], loaded: LoadedValues): void {
  // Mostly nothing is set: one pass over the environment costs a hook 0.4 ms less than a lookup for each option.
  const set = Object.keys(env).filter(
    (key) => key.startsWith('CORTEX_') && !OUTSIDE.includes(key) && env[key],
  );
  if (set.length === 0) return;
  for (const name of optionNames()) {
    const variable = environmentNames(name).find((candidate) => set.includes(candidate));
    if (variable === undefined) continue;
    take(name, fromText(optionOf(name), env[variable]!.trim()), variable, loaded);
  }
}

function take(
  name: OptionName,
  value: unknown,
  origin: string,
  { values, from, warnings }: LoadedValues,
): void {
  if (fits(optionOf(name), value)) {
    values[name] = value;
    from[name] = origin;
    return;
  }
  const where = origin === CONFIG_FILE ? '' : ` (${origin})`;
  warnings.push(`${refusal(name, value)}${where}; ${shown(values[name])} is used`);
}

function refusal(name: OptionName, value: unknown): string {
  return `${name} takes ${acceptable(optionOf(name))}, not ${shown(value)}`;
}

/** A value in a message: short, on one line, and never the inside of something large. */
function shown(value: unknown): string {
  if (typeof value === 'string') {
    const quoted = JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
    return quoted.replace(/[\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069]/g, '');
  }
  if (!Array.isArray(value))
    return typeof value === 'object' && value !== null ? 'an object' : String(value);
  const short = value.length <= 10 && value.every((item) => typeof item === 'string');
  return short ? `[${value.map(shown).join(', ')}]` : 'this list';
}

function unknownName(name: string): string {
  const guess = guessed(name);
  return `${shown(name)} is not an option${guess === null ? '' : `; did you mean ${guess}?`}`;
}

function isGroup(name: string): boolean {
  return [...optionNames(), ...RETIRED_OPTIONS].some((option) => option.startsWith(`${name}.`));
}

/** The option or group that was probably meant: the same last part, or few letters away. */
function guessed(name: string): string | null {
  const names = optionNames();
  const groups = names.flatMap((option) => {
    const parts = option.split('.');
    return parts.slice(1).map((_, i) => parts.slice(0, i + 1).join('.'));
  });
  return (
    names.find((option) => option.endsWith(`.${name}`)) ?? suggestName(name, [...names, ...groups])
  );
}

function nested(object: JsonObject, name: string, value: unknown): JsonObject {
  const dot = name.indexOf('.');
  if (dot < 0) return { ...object, [name]: value };
  const group = object[name.slice(0, dot)];
  return {
    ...object,
    [name.slice(0, dot)]: nested(isJsonObject(group) ? group : {}, name.slice(dot + 1), value),
  };
}

function without(object: JsonObject, name: string): JsonObject {
  const kept: [string, unknown][] = [];
  for (const [key, value] of Object.entries(object)) {
    if (key === name) continue;
    if (!isJsonObject(value) || !name.startsWith(`${key}.`)) {
      kept.push([key, value]);
      continue;
    }
    const rest = without(value, name.slice(key.length + 1));
    if (Object.keys(rest).length > 0) kept.push([key, rest]);
  }
  // fromEntries defines properties, so that a key `__proto__` stays a key.
  return Object.fromEntries(kept);
}
