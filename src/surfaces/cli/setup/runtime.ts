import { dirname, isAbsolute } from 'node:path';
import type { LauncherCommand } from '../../../domain/hooks/remembered.ts';
import type { Runtime } from '../../../ports/base/host.ts';
import type { Cli } from '../base/context.ts';
import { Failure, UsageError } from '../base/errors.ts';
import { launchersIn, runFolderFor } from './launchers.ts';

export interface ChosenRuntime extends Runtime {
  /** The command that the launchers start. */
  readonly remembered: LauncherCommand;
  readonly launchers: NonNullable<Runtime['launchers']>;
  readonly title: string;
  /** Remarks for the person. */
  readonly notes: readonly string[];
}

type RuntimeCli = Pick<Cli, 'machine' | 'program' | 'node' | 'look' | 'env' | 'home'>;

/**
 * The program that hosts will start. Bun alone starts faster than Node, but compiles all of a hook anew in every process (docs/decisions/0028):
 * it is taken where it is asked for.
 */
export function chooseRuntime(cli: RuntimeCli, asked: string | null): ChosenRuntime {
  const found = runtimeNamed(cli, asked);
  const { folder, config } = cli.home();
  const { script } = cli.program;
  const notes = [
    ...found.notes,
    ...(isForOneRun(script)
      ? [
          `${script} is in a folder that npm clears from time to time. Install Cortex (npm install --global cortex-sessions) and run setup again from there.`,
        ]
      : []),
    ...(cli.env['CORTEX_HOME']
      ? ['CORTEX_HOME is set here. Your agent must have it too, or its sessions go to ~/.cortex.']
      : []),
  ];
  return {
    argv: [found.path, script],
    remembered: { runtime: found.path, script, run: runFolderFor(cli, folder) },
    launchers: launchersIn(folder),
    folder: dirname(script),
    title: found.title,
    notes,
    ...(config['ledger.file_note'] && { watchesReads: true }),
  };
}

function runtimeNamed(cli: RuntimeCli, asked: string | null): FoundRuntime {
  if (asked === null || asked === 'node') return node(cli);
  return asked === 'bun'
    ? (firstOf(cli.machine, 'Bun', cli.machine.programs('bun')) ?? missing('Bun 1.4 or newer'))
    : named(cli, asked);
}

interface FoundRuntime {
  readonly path: string;
  readonly title: string;
  readonly notes: readonly string[];
}

/** The first that is new enough, and there for good. */
function firstOf(
  machine: RuntimeCli['machine'],
  name: 'Node' | 'Bun',
  paths: Iterable<string>,
): FoundRuntime | null {
  for (const path of paths) {
    const known = isTemporaryRuntime(path) ? null : machine.runtime(path);
    if (known?.name === name && known.isRecentEnough)
      return { path, title: `${name} ${known.version}`, notes: [] };
  }
  return null;
}

/** The one that runs us, by a name that stays; another where this one is only lent. */
function node({ machine, program, node: running }: RuntimeCli): FoundRuntime {
  const isNode =
    running.isSupported && /^v\d/.test(running.version) && !/bun(?:\.exe)?$/i.test(program.node);
  if (isNode) {
    const lasting = machine
      .programs('node')
      .find(
        (path) => !isTemporaryRuntime(path) && machine.real(path) === machine.real(program.node),
      );
    const path = lasting ?? program.node;
    if (!isTemporaryRuntime(path))
      return { path, title: `Node ${running.version.slice(1)}`, notes: [] };
  }
  const other = firstOf(machine, 'Node', machine.nodes());
  if (other) return other;
  if (!isNode) return missing('Node 22.22.3 or newer in the 22 line, or 24.15 and newer');
  const note = `${program.node} belongs to a package and is removed with it. Name a permanent one: --runtime <path>.`;
  return { path: program.node, title: `Node ${running.version.slice(1)}`, notes: [note] };
}

function named({ machine, look }: RuntimeCli, path: string): FoundRuntime {
  if (!isAbsolute(path))
    throw new UsageError(`--runtime is bun, node or an absolute path, not ${path}.`);
  if (look(path)?.kind !== 'file') throw new Failure(`There is no program ${path}.`, null);
  const known = machine.runtime(path);
  if (!known) throw new Failure(`${path} is neither Node nor Bun.`, null);
  const title = `${known.name} ${known.version}`;
  if (!known.isRecentEnough)
    throw new Failure(
      `${path} is ${title}, which is too old.`,
      'Cortex needs Node 22.22.3 in the 22 line, 24.15 and newer, or Bun 1.4.',
    );
  return { path, title, notes: [] };
}

function missing(what: string): never {
  throw new Failure(
    `There is no ${what} on the PATH.`,
    'Install it, or name another: --runtime <path>.',
  );
}

/** Places that package and version managers make for one shell, one project or one run. */
export function isTemporaryRuntime(path: string): boolean {
  return isForOneRun(path) || /[\\/](?:node_modules|fnm_multishells)[\\/]/.test(path);
}

/** Folders that npx, dlx and bunx make for one run. `node_modules` alone is no sign: a permanent installation lies in one too. */
function isForOneRun(path: string): boolean {
  return /[\\/](?:_npx|\.?dlx-[^\\/]*|bunx-[^\\/]*)[\\/]/.test(path);
}
