import { isAbsolute, join } from 'node:path';
import { suggestName } from '../../../domain/base/text/nearest.ts';
import type { FilePlace, Host, HostSettings, InstallScope } from '../../../ports/base/host.ts';
import type { Cli, Home } from './context.ts';
import { Failure, UsageError } from './errors.ts';
import { readSettings } from './settings-text.ts';

type PlacesCli = Pick<Cli, 'machine' | 'env' | 'userHome'>;

/** The target of setup: the user, or one project. */
export type SetupTarget =
  | { readonly scope: 'user'; readonly root: null }
  | { readonly scope: 'project'; readonly root: string };

export const USER_TARGET: SetupTarget = { scope: 'user', root: null };

export function targetFor(cli: Cli, scope: InstallScope): SetupTarget {
  if (scope === 'user') return USER_TARGET;
  const { root } = cli.home().locate(cli.cwd()).scope;
  if (root === null)
    throw new Failure(
      'This folder is in no git repository.',
      'Go into one, or leave out --project.',
    );
  return { scope, root };
}

/** The places that setup may have written to, as seen from this folder. */
export function targetsHere(cli: Cli, home: Home): readonly SetupTarget[] {
  try {
    const { root } = home.locate(cli.cwd()).scope;
    return root === null ? [USER_TARGET] : [USER_TARGET, { scope: 'project', root }];
  } catch {
    return [USER_TARGET];
  }
}

export function settingsPath(
  cli: Pick<Cli, 'env' | 'userHome'>,
  place: FilePlace,
  { root }: SetupTarget,
): string {
  const file = place.file && cli.env[place.file]?.trim();
  if (file && isAbsolute(file)) return file;
  if (place.base === 'project') return join(root ?? '', place.path);
  if (place.base === 'home') return join(homeOf(cli), place.path);
  const named = cli.env[place.base.env]?.trim();
  const folder = named && isAbsolute(named) ? named : join(homeOf(cli), place.base.otherwiseInHome);
  return join(folder, place.path);
}

/** Empty where HOME is, and then every path would be one below the current folder. */
function homeOf(cli: Pick<Cli, 'userHome'>): string {
  const home = cli.userHome();
  if (isAbsolute(home)) return home;
  throw new Failure('Your home directory is unknown.', 'Set HOME to its absolute path.');
}

/** Whether the program is here: a folder of its settings, or its command. */
export function isFound(cli: PlacesCli & Pick<Cli, 'look'>, host: Host): boolean {
  const { folders, commands } = host.install.signs;
  const isFolder = (path: string) => cli.look(path)?.kind === 'folder';
  return (
    folders.some((folder) => isFolder(join(homeOf(cli), folder))) ||
    movedTo(cli, host).some(isFolder) ||
    commands.some((name) => cli.machine.programs(name).length > 0)
  );
}

/** Folders of its own that variables name. One that all programs share is no sign. */
function movedTo({ env }: Pick<Cli, 'env'>, { install }: Host): readonly string[] {
  return install.edits({ argv: [], folder: '' }, 'user').flatMap((edit) => {
    if (edit.kind === 'command' || typeof edit.place.base !== 'object') return [];
    const named = env[edit.place.base.env]?.trim();
    return named && isAbsolute(named) && !edit.place.base.env.startsWith('XDG_') ? [named] : [];
  });
}

/** The line that connects a host. */
export function setupLine({ name, experimental }: Pick<Host, 'name' | 'experimental'>): string {
  return `cortex setup ${name}${experimental ? ' --experimental' : ''}`;
}

export function hostNamed(hosts: readonly Host[], name: string): Host {
  const found = hosts.find((host) => host.name === name);
  if (found) return found;
  const names = hosts.map((host) => host.name);
  const guess = suggestName(name, names);
  throw new UsageError(
    `There is no agent ${name}.`,
    guess ? `Did you mean ${guess}?` : `There are: ${names.join(', ')}`,
  );
}

/** Whether a host says that what its own installer did is gone; not known where its settings cannot be read. */
export function isPluginGone(cli: PlacesCli, host: Host): boolean {
  const { own } = host.install;
  if (!own || own.movedBy.some((name) => cli.env[name])) return false;
  const found = ownSettings(cli, host);
  if (!found && cli.machine.exists(settingsPath(cli, own.place, USER_TARGET))) return false;
  return own.isGone(found ?? foundIn(cli, settingsPath(cli, own.folder, USER_TARGET), {}));
}

/** The settings in which a host's own installer keeps what it did; null where it has none, or none that can be read. */
export function ownSettings(
  cli: PlacesCli,
  { install: { own } }: Host,
): (HostSettings & { path: string }) | null {
  if (!own || own.movedBy.some((name) => cli.env[name])) return null;
  try {
    const path = settingsPath(cli, own.place, USER_TARGET);
    const text = cli.machine.read(path)?.text ?? null;
    return text === null
      ? null
      : {
          path,
          ...foundIn(cli, settingsPath(cli, own.folder, USER_TARGET), readSettings(text, 'json')),
        };
  } catch {
    return null;
  }
}

function foundIn(
  { machine }: PlacesCli,
  folder: string,
  settings: HostSettings['settings'],
): HostSettings {
  return {
    settings,
    folder,
    read: (path) => {
      try {
        return machine.read(path)?.text ?? null;
      } catch {
        return null;
      }
    },
    exists: (path) => machine.exists(path),
  };
}
