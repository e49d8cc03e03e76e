import { commandLine, EXEC } from '../../domain/base/text/command-line.ts';
import type {
  Addition,
  FilePlace,
  HostEdit,
  InstallScope,
  Runtime,
} from '../../ports/base/host.ts';

/** The events that a host is to call Cortex for, each with a pattern for the tools it is about, or null. */
export type HookEvents = Readonly<Record<string, string | null>>;

/**
 * The line by which a host calls the hook through a shell at one of its events. It names the event, so that the launcher need not
 * look for the name in what the host sends.
 */
export function hookLine(runtime: Runtime, host: string, event: string): string {
  const line = directHookLine(runtime, host, event);
  const isShell = runtime.launchers && !runtime.launchers.hook.endsWith('.cmd');
  return isShell ? `${EXEC}${line}` : line;
}

/** The same for a host that may not give it to a shell. */
export function directHookLine({ argv, launchers }: Runtime, host: string, event: string): string {
  return commandLine(launchers ? [launchers.hook, host, event] : [...argv, 'hook', host, event]);
}

/** Every tool but these, named in an alternation. Anchored at both ends, as not every version of a host does it itself. */
export function allBut(tools: string): string {
  return `^(?!(?:${tools})$).+$`;
}

/** Seconds that a host waits for a hook. */
export const TIMEOUT = 10;

/** Entries of a settings file in the form of Claude Code: below each event a list of matchers with their handlers. */
export function hookEntries(
  events: HookEvents,
  commandAt: (event: string) => string,
  more: (event: string) => object = () => ({ timeout: TIMEOUT }),
): readonly Addition[] {
  return Object.entries(events).map(([event, matcher]) => ({
    at: ['hooks', event],
    append: {
      ...(matcher !== null && { matcher }),
      hooks: [{ type: 'command', command: commandAt(event), ...more(event) }],
    },
  }));
}

/** Additions to a settings file of the person's or of a project. */
export function settingsEdit(
  place: FilePlace,
  additions: readonly Addition[],
  format: 'json' | 'toml' = 'json',
): HostEdit {
  return { kind: 'settings', place, format, additions };
}

/** The place of a file by its scope. */
export function placeInScope(
  scope: InstallScope,
  user: { readonly base?: FilePlace['base']; readonly path: string },
  project: string,
): FilePlace {
  return scope === 'user' ? { base: 'home', ...user } : { base: 'project', path: project };
}

/** Our server among those of a host. */
export function serverEntry(runtime: Runtime, more: object = {}): Addition {
  const [command = '', ...args] = serverWords(runtime);
  return { at: ['mcpServers', 'cortex'], set: { command, args, ...more } };
}

/** How the MCP server is started, word by word. */
export function serverWords({ argv, launchers }: Runtime): readonly string[] {
  return launchers?.server ? [launchers.server] : [...argv, 'mcp'];
}

/**
 * The file in a host's plugin folder. It loads the plugin from where Cortex is installed, else the copy that setup keeps, which
 * stays when Cortex moves; and does nothing where neither is there.
 */
export function pluginLoader(runtime: Runtime, plugin: string, lines: readonly string[]): string {
  const { launchers, folder, argv } = runtime;
  const paths = [
    `${folder}/plugins/${plugin}.js`,
    ...(launchers ? [`${launchers.modules}/${plugin}.js`] : []),
  ];
  const imports = paths.map((path) => `import(${JSON.stringify(fileUrl(path))})`);
  // A batch file is started only through a shell.
  const started =
    launchers && !launchers.hook.endsWith('.cmd') ? { launcher: launchers.hook } : { argv };
  return [
    '// Written by `cortex setup`; `cortex unsetup` removes it.',
    `const load = () => ${imports.join('.catch(() => ')}${')'.repeat(imports.length - 1)};`,
    `const options = { ${JSON.stringify(started).slice(1, -1)}, via: import.meta.url };`,
    ...lines,
    '',
  ].join('\n');
}

/** Windows has drives and backslashes, and people have spaces, in paths. */
function fileUrl(path: string): string {
  const slashed = path.replaceAll('\\', '/');
  const parts = slashed
    .split('/')
    .map((part) => (/^[A-Za-z]:$/.test(part) ? part : encodeURIComponent(part)));
  return `file://${slashed.startsWith('/') ? '' : '/'}${parts.join('/')}`;
}
