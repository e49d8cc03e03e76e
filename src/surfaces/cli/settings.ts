import {
  type Config,
  loadConfig,
  type OptionName,
  type OptionValue,
  unsetOption,
} from '../../config/config.ts';
import { acceptable, environmentNames, fits, fromText, optionOf } from '../../config/options.ts';
import type { Environment } from './context.ts';

/** An option as it stands. */
export interface Setting {
  readonly name: OptionName;
  readonly value: OptionValue;
  readonly default: OptionValue;
  /** The variable, `config.json` or `default`. */
  readonly from: string;
  readonly takes: string;
  readonly help: string;
}

export function settingOf(name: OptionName, config: Config, file: unknown, env: Environment): Setting {
  const option = optionOf(name);
  return {
    name,
    value: config[name],
    default: option[1],
    from: fromEnvironment(name, env) ?? (isSetIn(file, name) ? 'config.json' : 'default'),
    takes: acceptable(option),
    help: option[3],
  };
}

/** The first variable that is set decides, even where its value is refused: then it names nothing. */
function fromEnvironment(name: OptionName, env: Environment): string | null {
  const variable = environmentNames(name).find((candidate) => env[candidate]);
  if (variable === undefined) return null;
  return fits(optionOf(name), fromText(optionOf(name), env[variable]!.trim())) ? variable : null;
}

/** Whether a file gives an option a value that it takes. */
function isSetIn(file: unknown, name: OptionName): boolean {
  if (file === null || JSON.stringify(unsetOption(file, name)) === JSON.stringify(file)) return false;
  return !loadConfig({ file, env: {} }).warnings.some((warning) => warning.startsWith(`${name} takes `));
}
