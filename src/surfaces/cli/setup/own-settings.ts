import type { Found, Host } from '../../../host.ts';
import type { Cli } from '../context.ts';
import { pathOf, USER } from './places.ts';
import { readSettings } from './settings-text.ts';

type World = Pick<Cli, 'machine' | 'env' | 'userHome'>;

/** Whether a host says that what its own installer did is gone; not known where its settings cannot be read. */
export function isPluginGone(cli: World, host: Host): boolean {
  const { own } = host.install;
  if (!own || own.movedBy.some((name) => cli.env[name])) return false;
  const found = ownSettings(cli, host);
  if (found) return own.isGone(found);
  if (cli.machine.exists(pathOf(cli, own.place, USER))) return false;
  const folder = pathOf(cli, own.folder, USER);
  return own.isGone({ settings: {}, folder, read: () => null, exists: (one) => cli.machine.exists(one) });
}

/** The settings in which a host's own installer keeps what it did; null where it has none, or none that can be read. */
export function ownSettings(cli: World, { install: { own } }: Host): (Found & { path: string }) | null {
  if (!own || own.movedBy.some((name) => cli.env[name])) return null;
  try {
    const path = pathOf(cli, own.place, USER);
    const text = cli.machine.read(path)?.text;
    if (text === null || text === undefined) return null;
    const read = (one: string) => {
      try {
        return cli.machine.read(one)?.text ?? null;
      } catch {
        return null;
      }
    };
    return {
      path,
      settings: readSettings(text, 'json'),
      folder: pathOf(cli, own.folder, USER),
      read,
      exists: (one) => cli.machine.exists(one),
    };
  } catch {
    return null;
  }
}
