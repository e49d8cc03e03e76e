import { join } from 'node:path';
import { databaseOptions, databasePath, engineDeps, type World } from './compose.ts';
import { parseJson } from './domain/text/json.ts';
import { lossOf, unknownMirrors } from './engine/repair/loss.ts';
import type { Building, RepairJob, RepairReport, RepairTools } from './engine/repair/repair.ts';
import { foldingUnder } from './engine/session/folding.ts';
import { listArchives, mirrorName, mirrorNames, readArchive } from './platform/archive.ts';
import { listBackups } from './platform/backup.ts';
import { ticks } from './platform/clock.ts';
import { exclusivelyNow } from './platform/exclusive.ts';
import { createPrivate, ensureGiven, fileMark, readBounded } from './platform/files.ts';
import { forgetFacts, hookTimesIn } from './platform/hook-times.ts';
import { verdictOn } from './platform/mirror.ts';
import { repairFilesIn } from './platform/quarantine.ts';
import { openSeal, openSealer, readAnchors, sealFilesIn } from './platform/seal.ts';
import { openMigrated } from './stores/sqlite/migrations.ts';
import { fillFrom, isSoundCopy } from './stores/sqlite/repair/backup.ts';
import { conditionOf } from './stores/sqlite/repair/condition.ts';
import { openDamaged } from './stores/sqlite/repair/open-damaged.ts';
import { salvage } from './stores/sqlite/repair/salvage.ts';
import { salvagePages, together } from './stores/sqlite/repair/salvage-pages.ts';
import { adopt, catchUp, orphansIn } from './stores/sqlite/repair/sessions.ts';
import { rowsOf } from './stores/sqlite/repair/shapes.ts';
import { storeOn } from './stores/sqlite/sqlite-store.ts';
import { mendFile } from './stores/sqlite/word-indexes.ts';

/** Hooks that had opened the database before the lock was there are through by then. */
const GRACE_MS = 250;
const LARGEST_MIRROR = 64 * 1024 * 1024;

/** The dependencies of repair, on the real files of a home. */
export function repairTools(
  world: World,
  open: () => { readonly deps: Parameters<typeof lossOf>[0]; close(): void },
): RepairTools {
  const files = repairFilesIn(world.home);
  const mirrors = world.sessionsFolder;
  const names = () => [...mirrorNames(mirrors)].sort();
  const opened = async <T>(work: (deps: Parameters<typeof lossOf>[0]) => Promise<T>): Promise<T> => {
    const { deps, close } = open();
    try {
      return await work(deps);
    } finally {
      close();
    }
  };
  return {
    condition: () => conditionOf(databasePath(world)),
    mendIndexes: () => mendFile(databasePath(world)),
    foldAgain: () => opened(({ store }) => store.foldedAgain(foldingUnder(world.config), true)),
    behind: () => opened(lossOf),
    unknownMirrors: () => opened((deps) => unknownMirrors(deps, names(), mirrorName)),
    isRemembered: () =>
      (readAnchors(sealFilesIn(world.home).anchor) ?? []).length > 0 ||
      names().length > 0 ||
      listArchives(mirrors).length > 0 ||
      listBackups(join(world.home, 'backups')).length > 0,
    unfinished: files.unfinished,
    exclusively: (work) => {
      ensureGiven(world.home);
      return exclusivelyNow(files.lock, work);
    },
    begin: (job) => {
      const begun = files.begin(job, world.now());
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, GRACE_MS);
      return begun;
    },
    folderOf: files.folderOf,
    isPlaced: files.isPlaced,
    finish: (job) => files.finish(job) as RepairReport | null,
    setAside: files.setAside,
    build: (job) => building(world, files, job),
    backups: () => listBackups(join(world.home, 'backups')).reverse().filter(isSoundCopy),
    isSoundCopy,
    archives: () => listArchives(mirrors),
    readArchive: (path) => readArchive(mirrors, path),
    mirrors: function* () {
      const seal = openSeal(sealFilesIn(world.home))?.seal;
      for (const name of names()) {
        const text = readBounded(join(mirrors, name), LARGEST_MIRROR)?.toString('utf8') ?? 'null';
        yield {
          content: parseJson(text),
          isEdited: seal !== undefined && verdictOn(text, seal) === 'edited',
        };
      }
    },
    now: world.now,
    ticks,
  };
}

function building(world: World, files: ReturnType<typeof repairFilesIn>, job: RepairJob): Building {
  const path = files.buildingPlace(job);
  const failed = (what: string, error: unknown) => world.log.failure(what, error);
  const cold = { read: (file: string) => readArchive(world.sessionsFolder, file) };
  const options = { ...databaseOptions(world), prepare: createPrivate };
  const database = openMigrated(path, options);
  // Synced as a whole when it is finished; before that it can be made again.
  database.raw.exec('PRAGMA synchronous=OFF; PRAGMA foreign_keys=OFF; PRAGMA wal_autocheckpoint=20000');
  const store = storeOn(database, cold, openSealer(sealFilesIn(world.home), failed));
  let isOpen = true;
  const close = () => {
    if (isOpen) store.close();
    isOpen = false;
  };
  return {
    deps: engineDeps(world, store),
    salvage: () => {
      const path = files.setAsidePath(job);
      const damaged = openDamaged(path, files.scratch(job));
      if (!damaged && (fileMark(path)?.size ?? 0) === 0) return null;
      try {
        const read = damaged ? salvage(damaged, database) : null;
        // Pages are read one by one if SQLite could not read all.
        const isWhole = read?.isReadable === true && read.tables.every(({ whole }) => whole);
        return isWhole ? read : together(read, salvagePages(path, database));
      } finally {
        damaged?.close();
      }
    },
    fillFrom: (backup, tables) => fillFrom(backup, database, tables),
    exported: async (backup, each) => {
      const copy = files.scratchCopy(job, backup);
      const other = storeOn(openMigrated(copy, options), cold);
      try {
        await other.exportAll(null, each);
      } finally {
        other.close();
      }
    },
    orphans: () => orphansIn(database),
    adopt: (row) => adopt(database, row),
    catchUp: (mirror) => catchUp(database, mirror),
    rows: () => rowsOf(database),
    place: (report, line) => {
      database.get('PRAGMA wal_checkpoint(TRUNCATE)');
      close();
      forgetFacts(hookTimesIn(world.home));
      files.place(job, path, report, line);
    },
    discard: close,
  };
}
