import { commandLine, EXEC } from '../../domain/text/command-line.ts';
import type { Addition, HostEdit, InstallScope, Runtime } from '../../host.ts';

/** The events that a host is to call Cortex for, each with a pattern for the tools it is about, or null. */
export type HookEvents = Readonly<Record<string, string | null>>;

/** The line by which a host calls the hook through a shell. */
export function hookLine(runtime: Runtime, host: string): string {
  const line = directHookLine(runtime, host);
  const isShell = runtime.launchers && !runtime.launchers.hook.endsWith('.cmd');
  return isShell ? `${EXEC}${line}` : line;
}

/** The same for a host that may not give it to a shell. */
export function directHookLine({ argv, launchers }: Runtime, host: string): string {
  return commandLine(launchers ? [launchers.hook, host] : [...argv, 'hook', host]);
}

/** Every tool but these, named in an alternation. Anchored at both ends, as not every version of a host does it itself. */
export function allBut(tools: string): string {
  return `^(?!(?:${tools})$).+$`;
}

/** Entries of a settings file in the form of Claude Code: below each event a list of matchers with their handlers. */
export function hookEntries(events: HookEvents, handler: (event: string) => object): readonly Addition[] {
  return Object.entries(events).map(([event, matcher]) => ({
    at: ['hooks', event],
    append: { ...(matcher !== null && { matcher }), hooks: [handler(event)] },
  }));
}

/** Hooks and server in one file, as Gemini CLI has them, and Qwen Code which came of it; its times are milliseconds. */
export function geminiSettings(
  runtime: Runtime,
  scope: InstallScope,
  { host, events }: { readonly host: string; readonly events: HookEvents },
): HostEdit {
  const handler = { type: 'command', name: 'cortex', command: hookLine(runtime, host), timeout: 10_000 };
  return {
    kind: 'settings',
    place: { base: scope === 'user' ? 'home' : 'project', path: `.${host}/settings.json` },
    format: 'json',
    additions: [
      ...hookEntries(events, () => handler),
      { at: ['mcpServers', 'cortex'], set: server(runtime) },
    ],
  };
}

/** How the MCP server is started, word by word. */
export function serverWords({ argv, launchers }: Runtime): readonly string[] {
  return launchers?.server ? [launchers.server] : [...argv, 'mcp'];
}

/** How a host starts the MCP server. */
export function server(runtime: Runtime): { readonly command: string; readonly args: readonly string[] } {
  const [command = '', ...args] = serverWords(runtime);
  return { command, args };
}

/** A file that is ours alone. */
export function jsonFile(content: unknown): string {
  return `${JSON.stringify(content, null, 2)}\n`;
}
