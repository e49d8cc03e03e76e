import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import type { Environment } from '../domain/base/runtimes.ts';
import type { World } from '../door/world.ts';
import { Failure } from '../engine/base/errors.ts';
import { dutiesIn } from '../engine/keeping/duty.ts';
import { memoryLedgers } from '../store/ledger/ledger-store.ts';
import type { LedgerStore } from '../store/store.ts';
import type { ServerHome, ServerWorld } from '../surfaces/mcp/desk.ts';
import { thisProcess } from '../system/base/detach.ts';
import { openWorld, randomId, startProgram } from './compose.ts';
import { openHome } from './compose-home.ts';
import { MODEL_OPERATIONS } from './rooms/for-models.ts';
import { HOME_ROOMS } from './rooms/homes.ts';
import { allHosts } from './rooms/hosts.ts';

/** The world of a server of tools. What stands in the configuration is read again for each call. */
export function serverWorld(
  env: Environment = process.env,
  cwd: () => string = process.cwd,
  load = (bundle: string): unknown => require(join(__dirname, `${bundle}.cjs`)),
): { readonly world: World; readonly around: ServerWorld } {
  const world = openWorld(env);
  for (const warning of world.warnings) world.log.warn('configuration', { warning });
  // A ledger in memory lives as long as the server, which opens its home for each call.
  let ledgers: LedgerStore | null = null;
  const inMemory = () => (ledgers ??= memoryLedgers());
  const duties = dutiesIn(HOME_ROOMS, {
    env,
    load,
    home: () => openHome(env),
    start: (words) => startProgram(world.home, words),
    failed: (error) => world.log.failure('sync failed', error),
  });
  // A home that somebody removes while an agent runs is to stay gone: a server that made a new one would begin again.
  let wasOpened = false;
  const isGone = () => wasOpened && !existsSync(world.home);
  const around: ServerWorld = {
    version: manifest.version,
    env,
    process: thisProcess(),
    newId: randomId,
    cwd,
    hosts: allHosts(),
    operations: MODEL_OPERATIONS,
    serverHome: () => {
      if (isGone())
        throw new Failure(
          `The folder ${world.home} was removed, so nothing is stored or told any more.`,
          'To use Cortex again: cortex setup, then start the agent anew.',
        );
      const home = openHome(env, { ledgers: inMemory });
      const open = (): ReturnType<ServerHome['open']> => {
        const { deps, close } = home.open();
        wasOpened = true;
        // A running server does duties itself instead of starting a process.
        return { deps: { ...deps, start: duties.start }, close };
      };
      return { ...home, open };
    },
    log: (event, error) => {
      if (!isGone()) world.log.failure(event, error);
    },
    handOver: () => {
      if (!isGone()) duties.handOver();
    },
    todayPage,
  };
  return { world, around };
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
