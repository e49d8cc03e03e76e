import { lockedWords } from '../../../domain/base/lock-holder.ts';
import type { Deps } from '../../../engine/base/deps.ts';
import { count } from '../../../operations/base/words.ts';
import type { Cli, Home } from './context.ts';
import { isLockedError } from './errors.ts';
import { checkNamedHome } from './homes.ts';

type StoreWork<T> = (deps: Deps, home: Home) => Promise<T>;

/** Runs what needs the database, and closes it whatever happens. Only what brings something to keep may begin a home. */
export async function withStore<T>(cli: Cli, work: StoreWork<T>, mayBegin = false): Promise<T> {
  const home = cli.home();
  if (!mayBegin) checkNamedHome(cli, home.folder);
  return withOpen(home, async (deps) => {
    cli.adoptHanded();
    const failure = await cli.takeWaiting(deps);
    const done = await work(deps, home);
    if (isLockedError(failure)) {
      const wait = count(home.spooled().length, 'event waits', 'events wait');
      cli.err.block(`${wait} to be stored. ${lockedWords(home.lockHolder()).message}`);
    }
    return done;
  });
}

/** Opens the database, and closes it whatever happens. Unlike `withStore` it leaves waiting events where they are. */
export async function withOpen<T>(home: Home, work: (deps: Deps) => Promise<T>): Promise<T> {
  const { deps, close } = home.open();
  try {
    return await work(deps);
  } finally {
    close();
  }
}
