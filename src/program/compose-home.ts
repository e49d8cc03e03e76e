import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../domain/base/runtimes.ts';
import type { ReadYaml } from '../domain/base/text/front-matter.ts';
import type { World, WorldOptions } from '../door/world.ts';
import type { Deps } from '../engine/base/deps.ts';
import type { RepairReport } from '../engine/keeping/repair.ts';
import { glanceAt, inspectDatabase, isLocked } from '../store/keeping/inspect.ts';
import { memoryLedgers } from '../store/ledger/ledger-store.ts';
import type { LedgerStore } from '../store/store.ts';
import type { Home, HomeGlance } from '../surfaces/base/world.ts';
import { endAfter, stepBack } from '../system/base/detach.ts';
import {
  ensureDir,
  ensureGiven,
  freeBytes,
  sortedEntries,
  writeAtomic,
} from '../system/base/files.ts';
import { readLog } from '../system/base/log.ts';
import { CODE_CACHE } from '../system/hooks/code-cache.ts';
import { outdatedServers } from '../system/hooks/hand-over.ts';
import { hookTimesIn, readHookTimes } from '../system/hooks/hook-times.ts';
import { spooledAt, spooledIn } from '../system/hooks/spool.ts';
import { copiesIn } from '../system/keeping/copies.ts';
import { missedIn, readMissed } from '../system/keeping/missed.ts';
import { lastReport, readUnread } from '../system/keeping/repair.ts';
import { readWorkingMemory } from '../system/pins/working-memory-file.ts';
import { lockHolder } from '../system/presence/lock-holder.ts';
import { findScope } from '../system/projects/git.ts';
import {
  databaseOptions,
  databasePath,
  engineDeps,
  mirroredPinFiles,
  openStore,
  openWorld,
} from './compose.ts';
import type { RepairOf } from './compose-repair.ts';
import { HOME_ROOMS } from './rooms/homes.ts';

/** Parts for commands that hooks must not load. */
export interface ForCommands extends WorldOptions {
  readonly yaml?: ReadYaml;
  readonly repairOf?: RepairOf;
  /** Ledgers that are not kept on disk, where they outlive one use of the home. */
  readonly ledgers?: () => LedgerStore;
}

/** Opens the files of the home and the database for a person's commands. */
export function openHome(env: Environment, given: ForCommands = {}): Home {
  const world = openWorld(env, 'person', given);
  const configFile = join(world.home, 'config.json');
  const logFolder = join(world.home, 'log');
  return {
    folder: world.home,
    places: { home: world.home, mirrors: world.sessionsFolder },
    database: databasePath(world),
    mirrors: world.sessionsFolder,
    configFile,
    logFolder,
    config: world.config,
    warnings: world.warnings,
    now: world.now,
    locate: findScope,
    spooled: () => spooledIn(world.home).map(spooledAt),
    isLocked: () =>
      existsSync(databasePath(world)) && isLocked(databasePath(world), databaseOptions(world)),
    lockHolder: () => lockHolder(databasePath(world)),
    readPinFile: readWorkingMemory,
    logFailure: (event, error) => world.log.failure(event, error),
    make: () => ensureGiven(world.home),
    makeCodeCache: () => makeCodeCache(world),
    dropCodeCache: () => rmSync(join(world.home, CODE_CACHE), { recursive: true, force: true }),
    writeConfig: (text) => {
      ensureGiven(world.home);
      writeAtomic(configFile, text);
    },
    log: (query) => readLog(logFolder, query),
    open: () => openDeps(world, given),
    inspect: (isWhole) => inspectDatabase(databasePath(world), databaseOptions(world), isWhole),
    repair: () => {
      if (!given.repairOf) throw new Error('Commands alone repair a home.');
      return given.repairOf(world, () => {
        const store = openStore(world);
        return { deps: engineDeps(world, store), close: () => store.close() };
      });
    },
    missed: () => readMissed(missedIn(world.home)),
    outdatedServers: () => outdatedServers(world.home),
    hookTimes: () => readHookTimes(hookTimesIn(world.home)),
    freeBytes: () => freeBytes(world.home),
    lastRepair: () => lastReport(world.home) as RepairReport | null,
    unread: () => readUnread(world.home),
    copies: () => copiesIn(world.home, world.sessionsFolder, mirroredPinFiles(world), world.now),
    stepBack: (millis) => {
      stepBack();
      endAfter(millis);
    },
    endAfter,
  };
}

function openDeps(
  world: World,
  { ledgers = memoryLedgers, yaml }: ForCommands,
): { readonly deps: Deps; close(): void } {
  const store = openStore(world);
  const ledger = world.config['ledger.persist'] ? store.ledger : ledgers();
  const deps = engineDeps(world, { ...store, ledger });
  return {
    deps: { ...deps, rooms: HOME_ROOMS, ...(yaml && { yaml }) },
    close: () => store.close(),
  };
}

/** Homes in a folder, the last used first. Unreadable parts count as empty. */
export function homesBelow(folder: string): readonly HomeGlance[] {
  const found = sortedEntries(folder).flatMap((entry) => {
    if (!entry.isDirectory()) return [];
    const home = join(folder, entry.name);
    const path = databasePath({ home });
    if (!existsSync(path)) return [];
    try {
      return [{ folder: home, ...glanceAt(path) }];
    } catch {
      return [{ folder: home, sessions: 0, last_event: null }];
    }
  });
  return found.sort((a, b) => (b.last_event ?? '').localeCompare(a.last_event ?? ''));
}

/** Makes the folder in which compiled code is kept from the next start on. */
export function makeCodeCache({ home, log }: World): void {
  try {
    ensureGiven(home);
    ensureDir(join(home, CODE_CACHE));
  } catch (error) {
    log.failure('compiled code is not kept', error);
  }
}
