import { dirname, join } from 'node:path';
import { commandLine } from '../../domain/command-line.ts';
import type { Host } from '../../host.ts';
import type { Cli } from './context.ts';
import type { Output } from './output.ts';

/** The command line that a host has to run. */
export function hookCommand({ program }: Pick<Cli, 'program'>, host: Host): string {
  return commandLine([program.node, program.script, 'hook', host.name]);
}

/** What installing writes into the host's settings: first the hooks. */
function hookSettings({ program }: Pick<Cli, 'program'>, host: Host) {
  const runtime = { argv: [program.node, program.script], folder: dirname(program.script) };
  const edits = host.install.edits(runtime, 'user').filter((edit) => edit.kind === 'settings');
  return edits[0] ?? null;
}

export function settingsFile(cli: Pick<Cli, 'userHome' | 'program'>, host: Host): string {
  let home = '';
  try {
    home = cli.userHome();
  } catch {
    // A user without an entry in the password file: the person knows where it is.
  }
  return join(home || '~', hookSettings(cli, host)?.place.path ?? '');
}

/** What to put where. Its JSON is never wrapped: it is there to be copied. */
export function printConnection(cli: Cli, host: Host, out: Output): void {
  const { bold, dim } = out.style;
  out.block(`To connect ${bold(host.title)}, put this into ${bold(settingsFile(cli, host))}`);
  out.block(dim('(where it has "hooks" already, add these entries to them):'));
  out.line();
  for (const line of readable(settingsPart(cli, host))) out.line(`  ${line}`);
  out.line();
  out.block(`Then start a new session of ${host.title}; cortex status shows that it arrives.`);
}

/** What belongs into the host's settings. */
export function settingsPart(
  cli: Pick<Cli, 'program'>,
  host: Host,
): { readonly hooks: Readonly<Record<string, unknown>> } {
  const hooks: Record<string, unknown[]> = {};
  for (const addition of hookSettings(cli, host)?.additions ?? []) {
    const event = addition.at[1];
    if (event !== undefined && 'append' in addition)
      hooks[event] = [...(hooks[event] ?? []), addition.append];
  }
  return { hooks };
}

/** JSON with a line for each event: every bracket on its own line would fill the screen. */
function readable({ hooks }: ReturnType<typeof settingsPart>): string[] {
  const events = Object.entries(hooks).map(
    ([event, rules]) => `    ${JSON.stringify(event)}: ${JSON.stringify(rules)}`,
  );
  return ['{', '  "hooks": {', ...events.join(',\n').split('\n'), '  }', '}'];
}

export interface Wiring {
  readonly file: string;
  /** Command lines in the settings that call Cortex for this host. */
  readonly commands: readonly string[];
  /** Programs that those name and that are not there. */
  readonly missing: readonly string[];
  readonly unreadable: boolean;
}

/** Whether a host's settings call Cortex. Looked at, never changed. */
export function wiringOf(cli: Cli, host: Host): Wiring {
  const file = settingsFile(cli, host);
  const text = cli.readText(file);
  const commands: string[] = [];
  let unreadable = false;
  try {
    if (text?.trim()) collect(JSON.parse(text), (line) => callsCortex(line, host) && commands.push(line));
  } catch {
    unreadable = true;
  }
  const named = commands.flatMap((line) =>
    [...line.matchAll(/"([^"]+)"/g)].map((match) => match[1]!.replace(/\\(.)/g, '$1')),
  );
  const missing = [...new Set(named)].filter(
    (path) => /^(?:\/|[A-Za-z]:)/.test(path) && cli.look(path) === null,
  );
  return { file, commands, missing, unreadable };
}

function callsCortex(line: string, host: Host): boolean {
  return /cortex/i.test(line) && new RegExp(`\\bhook ${host.name}(?:\\s|$)`).test(line);
}

function collect(value: unknown, found: (text: string) => void): void {
  if (typeof value === 'string') found(value);
  else if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) collect(inner, found);
}
