import { dirname, join } from 'node:path';
import { owedPreamble } from '../../../domain/answer/headings.ts';
import {
  brokenCheck,
  type FileFacts,
  type HealthCheck,
  noteCheck,
  okCheck,
} from '../../../domain/base/check.ts';
import type { LauncherName } from '../../../domain/base/launcher-name.ts';
import { fingerprint } from '../../../domain/base/text/hash.ts';
import {
  FAILED_FILE,
  FOUND_FILE,
  fileOf,
  HOOK_FLAGS,
  type HostFacts,
  LAUNCHERS,
  launcherText,
} from '../../../domain/hooks/launcher.ts';
import {
  LAUNCHER_FOLDER,
  type LauncherCommand,
  rememberedBy,
} from '../../../domain/hooks/remembered.ts';
import type { Runtime } from '../../../ports/base/host.ts';
import type { Cli, Home } from '../base/context.ts';

type LaunchersCli = Pick<Cli, 'machine' | 'look' | 'hosts'>;

/** A file beside the data that hosts start or load; ours alone, so nobody is asked about it. */
export interface LauncherStep {
  readonly path: string;
  readonly text: string;
  /** Otherwise it is a module that a host loads. */
  readonly isProgram: boolean;
  readonly isCurrent: boolean;
}

function folderIn(home: string): string {
  return join(home, LAUNCHER_FOLDER);
}

/** Windows starts a batch file only through a shell, which servers are not given. */
export function launchersIn(home: string): NonNullable<Runtime['launchers']> {
  const isWindows = isWindowsPath(home);
  const path = (name: LauncherName) => join(folderIn(home), fileOf(name, isWindows));
  return {
    hook: path('cortex-hook'),
    statusLine: path('cortex-statusline'),
    server: isWindows ? null : path('cortex-mcp'),
    modules: join(folderIn(home), 'plugins'),
  };
}

function isWindowsPath(path: string): boolean {
  return /^(?:[A-Za-z]:)?\\/.test(path);
}

function programsIn(
  home: string,
): readonly { readonly name: LauncherName; readonly path: string }[] {
  const isWindows = isWindowsPath(home);
  return LAUNCHERS.filter((name) => !isWindows || name !== 'cortex-mcp').map((name) => ({
    name,
    path: join(folderIn(home), fileOf(name, isWindows)),
  }));
}

/** Modules that hosts load in their own process, and folders for their own installers: each file, and the bundle it is a copy of. */
function copiesIn(
  hosts: Cli['hosts'],
  home: string,
): readonly { readonly path: string; readonly from: string }[] {
  const { modules } = launchersIn(home);
  const names = new Set(hosts.flatMap(({ install }) => install.module ?? []));
  const packages = hosts.flatMap(({ install }) => install.package ?? []);
  return [
    ...[...names].map((name) => ({
      path: join(modules, `${name}.js`),
      from: join('plugins', `${name}.js`),
    })),
    ...packages.flatMap(({ folder, files }) =>
      Object.entries(files).map(([name, from]) => ({
        path: join(modules, folder, name),
        from: join(folder, from),
      })),
    ),
  ];
}

export function planLaunchers(
  { machine, look, hosts }: LaunchersCli,
  home: string,
  remembered: LauncherCommand,
  watch: Watch,
): readonly LauncherStep[] {
  const facts = launcherFacts(hosts, watch);
  const programs = programsIn(home).map(({ name, path }) => {
    const text = launcherText(name, remembered, isWindowsPath(home), facts);
    const isCurrent = machine.read(path)?.text === text && isRunnable(look(path));
    return { path, text, isProgram: true, isCurrent };
  });
  const copies = copiesIn(hosts, home).flatMap(({ path, from }) => {
    const found = machine.read(join(dirname(remembered.script), from))?.text ?? null;
    if (found === null) return [];
    // An installer is told where the launchers are.
    const text = found.replace('"__CORTEX_BIN__"', () => JSON.stringify(folderIn(home)));
    return [{ path, text, isProgram: false, isCurrent: machine.read(path)?.text === text }];
  });
  return [...programs, ...copies];
}

/** Whether hosts tell of tools that only read: somebody wants to know when a file is read again. */
type Watch = Pick<Runtime, 'watchesReads'>;

export function launcherFacts(hosts: Cli['hosts'], { watchesReads }: Watch): HostFacts {
  const listeners = watchesReads
    ? ['*']
    : hosts.filter(injectsAtToolsAlone).map(({ name }) => name);
  const asked = {
    kind: 'prompt',
    text: '',
    hostSessionId: '',
    cwd: null,
    key: null,
    subagent: null,
  } as const;
  const answered = hosts.filter(({ injection }) => injection.at.includes('prompt'));
  const owed = answered.map(({ name, render }) => [
    name,
    render(asked, { context: owedPreamble(false) }),
  ]);
  return { listeners, owed: Object.fromEntries(owed) };
}

function injectsAtToolsAlone({ injection: { at } }: Cli['hosts'][number]): boolean {
  return at.includes('tool-use') && !at.includes('prompt');
}

/**
 * The folder in which hooks hand events over to servers. In memory where the system has a place for that: the events hold what
 * nobody has redacted yet.
 */
export function runFolderFor({ env, machine }: Pick<Cli, 'env' | 'machine'>, home: string): string {
  if (isWindowsPath(home)) return '';
  const inMemory = env['XDG_RUNTIME_DIR'];
  return inMemory?.startsWith('/') && machine.exists(inMemory)
    ? join(inMemory, `cortex-${fingerprint(home)}`)
    : join(home, 'run');
}

function isRunnable(found: FileFacts | null): boolean {
  return found?.kind === 'file' && (found.mode === null || (found.mode & 0o100) !== 0);
}

/** Writes the launchers, and clears their notes about scripts found or missed. */
export function writeLaunchers(
  cli: LaunchersCli,
  home: string,
  steps: readonly LauncherStep[],
  { runtime }: LauncherCommand,
): void {
  writeSteps(cli, steps);
  for (const name of [FOUND_FILE, FAILED_FILE]) cli.machine.remove(join(folderIn(home), name));
  tryFlags(cli, home, runtime);
}

/** After an update launchers are as setup would write them; whether the runtime takes the flags of hooks is tried again. */
export function keepLaunchers(
  cli: LaunchersCli & Pick<Cli, 'env'>,
  { folder: home, config }: Pick<Home, 'folder' | 'config'>,
): void {
  const remembered = rememberedBy(cli.machine.read(launchersIn(home).hook)?.text ?? '');
  // The launcher looks for a missing one itself.
  if (!remembered || !cli.look(remembered.runtime) || !cli.look(remembered.script)) return;
  const run = remembered.run || runFolderFor(cli, home);
  const watch = { watchesReads: config['ledger.file_note'] };
  writeSteps(cli, planLaunchers(cli, home, { ...remembered, run }, watch));
  tryFlags(cli, home, remembered.runtime);
}

function writeSteps({ machine, look }: LaunchersCli, steps: readonly LauncherStep[]): void {
  for (const { path, text, isProgram, isCurrent } of steps) {
    machine.makeFolders(dirname(path));
    // A file keeps its mode when it is written.
    if (isProgram && look(path) && !isRunnable(look(path))) machine.remove(path);
    // Read, and run, by its owner alone.
    if (!isCurrent) machine.write(path, text, isProgram ? 0o700 : 0o600);
  }
}

/** Copies a date as exactly as the file system keeps it, where the functions of Node round. Found whatever PATH is. */
const SAME_DATE: readonly string[] = ['/bin/sh', '-c', 'command -p touch -r "$0" "$@"'];

/** Launchers pass the flags of hooks to a runtime of their own date alone. */
function tryFlags({ machine }: Pick<LaunchersCli, 'machine'>, home: string, runtime: string): void {
  const takesFlags =
    !isWindowsPath(home) &&
    machine.runtime(runtime)?.name === 'Node' &&
    machine.run([runtime, ...HOOK_FLAGS, '-e', '0']).code === 0;
  if (takesFlags) machine.run([...SAME_DATE, runtime, ...programsIn(home).map(({ path }) => path)]);
}

/** Removes launchers, copied modules and their folders, once no host calls them. */
export function removeLaunchers(
  { machine, hosts }: Pick<Cli, 'machine' | 'hosts'>,
  home: string,
): void {
  const folder = folderIn(home);
  const { hook, modules } = launchersIn(home);
  const run = rememberedBy(machine.read(hook)?.text ?? '')?.run;
  const copies = copiesIn(hosts, home).map(({ path }) => path);
  const notes = [FOUND_FILE, FAILED_FILE].map((name) => join(folder, name));
  for (const path of [...copies, ...programsIn(home).map(({ path }) => path), ...notes])
    machine.remove(path);
  for (const path of [...(run ? [run] : []), ...copies.map(dirname), modules, folder])
    machine.removeFolder(path);
}

const AGAIN = 'Run it again: cortex setup';

/** Whether the launchers start what they remember. Nothing is said where there are none. */
export function launcherChecks(
  { folder }: Pick<Home, 'folder'>,
  cli: LaunchersCli,
): readonly HealthCheck[] {
  return programsIn(folder)
    .filter(({ path }) => cli.look(path) !== null)
    .map(({ name, path }) => launcherCheck(cli, name, path));
}

/** The last event that a launcher could start nothing for; setup settles it. */
export function launcherMissed(
  cli: Pick<Cli, 'readText'>,
  home: Pick<Home, 'folder'>,
): HealthCheck | null {
  const failed = cli.readText(join(folderIn(home.folder), FAILED_FILE))?.trim();
  if (!failed) return null;
  // `2026-11-16T09:00:00Z Node or Bun`
  const [at = '', ...what] = failed.split(' ');
  return noteCheck(
    'missed',
    `an event at ${at}: the launcher did not find ${what.join(' ')}`,
    AGAIN,
  );
}

function launcherCheck({ machine, look }: LaunchersCli, name: string, path: string): HealthCheck {
  if (!isRunnable(look(path))) return brokenCheck(name, `${path} cannot be run`, AGAIN);
  const remembered = rememberedBy(machine.read(path)?.text ?? '');
  if (!remembered) return brokenCheck(name, `${path} is not what setup wrote`, AGAIN);
  const gone = [remembered.runtime, remembered.script].filter((one) => look(one) === null);
  if (gone.length > 0)
    return noteCheck(
      name,
      `${gone.join(' and ')} is gone: another is looked for at each event`,
      AGAIN,
    );
  if (machine.runtime(remembered.runtime)?.isRecentEnough === false)
    return brokenCheck(name, `${path} starts ${remembered.runtime}, which is too old`, AGAIN);
  return okCheck(name, `${path} starts ${remembered.runtime}`);
}
