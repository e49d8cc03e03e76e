import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../domain/base/runtimes.ts';
import type { ReadYaml } from '../domain/base/text/front-matter.ts';
import type { Given, World } from '../door/world.ts';
import type { OpenedHome } from '../engine/keeping/duty.ts';
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
export interface ForCommands extends Given {
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
    /** The times of spooled events, oldest first. */
    spooled: () => spooledIn(world.home).map(spooledAt),
    /** Whether another process keeps the database locked for longer than a command waits. */
    isLocked: () =>
      existsSync(databasePath(world)) && isLocked(databasePath(world), databaseOptions(world)),
    lockHolder: () => lockHolder(databasePath(world)),
    readPinFile: readWorkingMemory,
    logFailure: (event: string, error: unknown) => world.log.failure(event, error),
    make: () => ensureGiven(world.home),
    makeCodeCache: () => makeCodeCache(world),
    writeConfig: (text: string) => {
      ensureGiven(world.home);
      writeAtomic(configFile, text);
    },
    log: (query: Parameters<typeof readLog>[1]) => readLog(logFolder, query),
    open: (): ReturnType<OpenedHome['open']> => {
      const store = openStore(world);
      const ledger = world.config['ledger.persist']
        ? store.ledger
        : (given.ledgers ?? memoryLedgers)();
      const deps = engineDeps(world, { ...store, ledger });
      return {
        deps: { ...deps, rooms: HOME_ROOMS, ...(given.yaml && { yaml: given.yaml }) },
        close: () => store.close(),
      };
    },
    /** Opens the database as usual and inspects it; `isWhole`: every page and row. */
    inspect: (isWhole: boolean) =>
      inspectDatabase(databasePath(world), databaseOptions(world), isWhole),
    repair: () => {
      if (!given.repairOf) throw new Error('Commands alone repair a home.');
      return given.repairOf(world, () => {
        const store = openStore(world);
        return { deps: engineDeps(world, store), close: () => store.close() };
      });
    },
    missed: () => readMissed(missedIn(world.home)),
    /** Servers of agents that go on with a program from before an update. */
    outdatedServers: () => outdatedServers(world.home),
    hookTimes: () => readHookTimes(hookTimesIn(world.home)),
    freeBytes: () => freeBytes(world.home),
    /** Null where nothing was repaired. */
    lastRepair: () => lastReport(world.home) as RepairReport | null,
    /** Unreadable parts found by repairs and not accepted yet. */
    unread: () => readUnread(world.home),
    copies: () => copiesIn(world.home, world.sessionsFolder, mirroredPinFiles(world), world.now),
    /** Lowers this process's priority, and ends it after a time. */
    stepBack: (millis: number) => {
      stepBack();
      endAfter(millis);
    },
    endAfter,
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

/** From the next start on compiled code is kept there. */
export function makeCodeCache({ home, log }: World): void {
  try {
    ensureGiven(home);
    ensureDir(join(home, CODE_CACHE));
  } catch (error) {
    log.failure('compiled code is not kept', error);
  }
}
