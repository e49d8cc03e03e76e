import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { type Environment, openWorld, startSync, type World } from '../compose.ts';
import { openHome } from '../compose-home.ts';
import { type Duty, dutyHere } from '../engine/share/duty.ts';
import type { SyncedHome } from '../engine/share/run.ts';
import { allHosts } from '../hosts/all.ts';
import { CODE_CACHE } from '../platform/code-cache.ts';
import { thisProcess } from '../platform/detach.ts';
import { ensureDir, ensureGiven } from '../platform/files.ts';
import { uuid } from '../platform/ids.ts';
import type { LedgerStore } from '../store/ledger.ts';
import { memoryLedgers } from '../stores/sqlite/memory-ledgers.ts';
import type { Home, World as ServerWorld } from '../surfaces/mcp/desk.ts';
import { tokenCounter } from './counted.ts';

/** The world of a server of tools. What stands in the configuration is read again for each call. */
export function serverWorld(
  env: Environment = process.env,
  cwd: () => string = process.cwd,
  tokens = tokenCounter(),
  sync = syncHome,
): { readonly world: World; readonly around: ServerWorld } {
  const world = openWorld(env);
  for (const warning of world.warnings) world.log.warn('configuration', { warning });
  // Not kept on disk, a ledger lasts as long as the server, which opens its home for each call.
  let ledgers: LedgerStore | null = null;
  const inMemory = () => (ledgers ??= memoryLedgers());
  const duty = dutyHere(
    () => sync(openHome(env), env),
    () => startSync(world.home),
    (error) => world.log.failure('sync failed', error),
  );
  const around: ServerWorld = {
    ...{ version: manifest.version, env, process: thisProcess(), newId: uuid, cwd },
    hosts: allHosts(),
    timeZone: () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    serverHome: () => syncingHere(openHome(env, tokens, { ledgers: inMemory }), duty),
    log: (event, error) => world.log.failure(event, error),
    handOver: duty.handOver,
    todayPage,
  };
  return { world, around };
}

async function syncHome(home: SyncedHome, env: Environment): Promise<void> {
  await (require('./syncing.cjs') as typeof import('./syncing.ts')).syncHome(home, env);
}

/** A server that goes on syncs itself: no process is started for it. */
function syncingHere(home: Home, duty: Duty): Home {
  return {
    ...home,
    open: () => {
      const { deps, close } = home.open();
      return { deps: { ...deps, startSync: duty.start }, close };
    },
  };
}

let page: string | null | undefined;

/** The page beside this bundle; the copies of Cortex inside plugins have none. */
function todayPage(): string | null {
  if (page !== undefined) return page;
  const isBundled = typeof __dirname === 'string';
  const path = isBundled ? join(__dirname, 'ui', 'today.html') : null;
  page = path && existsSync(path) ? readFileSync(path, 'utf8') : null;
  return page;
}

/** From the next start on compiled code is kept there. */
export function makeCodeCache({ home, log }: World): void {
  try {
    ensureGiven(home);
    ensureDir(join(home, CODE_CACHE));
  } catch (error) {
    log.failure('compiled code is not kept', error);
  }
}
