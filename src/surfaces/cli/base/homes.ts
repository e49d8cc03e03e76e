import { dirname } from 'node:path';
import { count, timeAgo } from '../../../operations/base/words.ts';
import type { Host } from '../../../ports/base/host.ts';
import type { Cli, HomeGlance } from './context.ts';
import { Failure } from './errors.ts';
import { settingsPath, USER_TARGET } from './places.ts';

type HomesCli = Pick<Cli, 'env' | 'userHome' | 'homesBelow'>;

/** The homes that a host keeps itself, the last one used first. */
export function homesOf(cli: HomesCli, { install: { homes } }: Host): readonly HomeGlance[] {
  if (!homes) return [];
  try {
    return cli.homesBelow(settingsPath(cli, homes, USER_TARGET));
  } catch {
    return [];
  }
}

/** `3 homes of its own in ~/.openclaw/cortex, the last event 2h ago` */
export function homesLine(homes: readonly HomeGlance[], now: number): string {
  const [{ folder, last_event: last }] = homes as readonly [HomeGlance];
  const heard = last ? `, the last event ${timeAgo(last, now)}` : '';
  return `${count(homes.length, 'home')} of its own in ${dirname(folder)}${heard}`;
}

/** A `CORTEX_HOME` that leads nowhere while other homes are there is a slip. */
export function checkNamedHome(cli: Cli, folder: string): void {
  if (!cli.env['CORTEX_HOME']) return;
  if (cli.look(folder) !== null) return;
  const usual = settingsPath(cli, { base: 'home', path: '.cortex' }, USER_TARGET);
  const others = cli.hosts.flatMap((host) => homesOf(cli, host)).map((home) => home.folder);
  const there = [...(cli.look(usual) ? [usual] : []), ...others];
  if (there.length === 0) return;
  throw new Failure(
    `CORTEX_HOME is ${folder}, where there is no home of Cortex.`,
    `There are: ${there.join(', ')}`,
  );
}

/** The first folder above a path that is there. */
export function nearestAbove(cli: Pick<Cli, 'look'>, path: string): string {
  let above = dirname(path);
  while (cli.look(above) === null && dirname(above) !== above) above = dirname(above);
  return above;
}
