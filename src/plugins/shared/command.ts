import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Road, roadTo } from './road.ts';

/** The options that `cortex setup` writes into the host's plugin folder, beside the path of the plugin. */
export interface PluginOptions {
  /** The launcher, which finds Cortex wherever it is. */
  readonly launcher?: string;
  /** The command that starts Cortex if there is no launcher. */
  readonly argv?: readonly string[];
  /** The host that loads it, where several load one plugin. */
  readonly host?: string;
  /** The file that loaded the plugin: a second copy of it is another configuration. */
  readonly via?: string;
}

/** The way from a plugin to `cortex hook <host>`. */
export function road(host: string, options: PluginOptions, pluginUrl: string): Road {
  const args = [host, '--via', options.via ?? pluginUrl];
  return roadTo(commands(options, pluginUrl), args, waitMs() ?? undefined);
}

/** How long an answer is waited for at most, where a person knows their machine to be slower than most. */
export function waitMs(): number | null {
  return Number(process.env['CORTEX_PLUGIN_WAIT_MS']) || null;
}

/**
 * The ways to start its hook, the likeliest first; the next is tried where a program is not there any more, as after an update
 * of Node. What a person set in the environment comes before everything.
 */
export function commands(
  options: PluginOptions,
  pluginUrl: string,
): readonly (readonly string[])[] {
  const wished = process.env['CORTEX_COMMAND'];
  const script = fileURLToPath(new URL('../cortex.cjs', pluginUrl));
  const cortex = [
    wished ? words(wished) : null,
    options.argv,
    [nodeHere(), script],
    ['node', script],
  ];
  const ways = cortex
    .filter((way): way is readonly string[] => Array.isArray(way) && way.length > 0)
    .map((way) => [...way, 'hook']);
  if (!options.launcher) return ways;
  const place = wished ? 1 : 0;
  return [...ways.slice(0, place), [options.launcher], ...ways.slice(place)];
}

/** A path, or an array in JSON where there is more to say than that. */
function words(command: string): readonly string[] | null {
  if (!command.trimStart().startsWith('[')) return [command];
  try {
    const parsed: unknown = JSON.parse(command);
    return Array.isArray(parsed) && parsed.every((word) => typeof word === 'string')
      ? parsed
      : null;
  } catch {
    return null;
  }
}

/** The Node to start hooks with. Some hosts are one program with a runtime inside, which runs nothing but itself. */
function nodeHere(): string {
  const isNode = /^node(?:\.exe)?$/i.test(basename(process.execPath));
  return process.env['CORTEX_NODE'] || (isNode ? process.execPath : 'node');
}
