import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { type Environment, openWorld, type World } from '../compose.ts';
import { openServerHome } from '../compose-home.ts';
import { allHosts } from '../hosts/all.ts';
import { CODE_CACHE } from '../platform/code-cache.ts';
import { thisProcess } from '../platform/detach.ts';
import { ensureDir } from '../platform/files.ts';
import { uuid } from '../platform/ids.ts';
import { memoryLedgerStore } from '../stores/memory/ledger-store.ts';
import type { World as ServerWorld } from '../surfaces/mcp/desk.ts';
import { tokenCounter } from './counted.ts';

/** The world of a server of tools. What stands in the configuration is read again for each call. */
export function serverWorld(
  env: Environment = process.env,
  cwd: () => string = process.cwd,
  tokens = tokenCounter(),
): { readonly world: World; readonly around: ServerWorld } {
  const world = openWorld(env);
  for (const warning of world.warnings) world.log.warn('configuration', { warning });
  const ledger = memoryLedgerStore();
  const around: ServerWorld = {
    ...{ version: manifest.version, env, process: thisProcess(), newId: uuid, cwd },
    hosts: allHosts().map(({ name }) => name),
    timeZone: () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    serverHome: () => openServerHome(env, tokens, ledger),
    log: (event, error) => world.log.failure(event, error),
    todayPage,
  };
  return { world, around };
}

let page: string | null | undefined;

/** It lies beside this bundle; the copies of Cortex inside plugins have none. */
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
    ensureDir(home);
    ensureDir(join(home, CODE_CACHE));
  } catch (error) {
    log.failure('compiled code is not kept', error);
  }
}
