import type { Database } from './database.ts';
import { ledgerStoreOn } from './ledger-store.ts';
import { openMigrated, type StoreOptions } from './migrations.ts';
import { placing } from './projects.ts';
import { type Promised, promised, type Units } from './promised.ts';
import { besideUnits } from './units/beside.ts';
import { pinUnits } from './units/change-pins.ts';
import { forgetUnits } from './units/forget.ts';
import { forgetSessionUnits } from './units/forget-session.ts';
import { headFileUnits } from './units/head-files.ts';
import { lateUnits } from './units/late.ts';
import { lifeUnits } from './units/life.ts';
import { maintenanceUnits } from './units/maintenance.ts';
import { memoryUnits } from './units/memories.ts';
import { metricUnits } from './units/metrics.ts';
import { outsideUnits } from './units/outside.ts';
import { projectUnits } from './units/projects.ts';
import { readUnits } from './units/read.ts';
import { restoreUnits } from './units/restore.ts';
import { retentionUnits } from './units/retention.ts';
import { searchUnits } from './units/search.ts';
import { snapshotUnits } from './units/snapshot.ts';
import { taskUnits } from './units/tasks.ts';
import { threadUnits } from './units/threads.ts';
import { transferUnits } from './units/transfer.ts';
import { upkeepUnits } from './units/upkeep.ts';

/** Every unit of work of the core. */
const UNITS = {
  ...lifeUnits,
  ...besideUnits,
  ...snapshotUnits,
  ...restoreUnits,
  ...projectUnits,
  ...headFileUnits,
  ...taskUnits,
  ...threadUnits,
  ...pinUnits,
  ...readUnits,
  ...maintenanceUnits,
  ...memoryUnits,
  ...searchUnits,
  ...metricUnits,
  ...forgetUnits,
  ...forgetSessionUnits,
  ...retentionUnits,
  ...upkeepUnits,
  ...lateUnits,
  ...transferUnits,
  ...outsideUnits,
};

/** The store on one SQLite file. Statements are synchronous, but the interface returns promises. */
export function openSqliteStore(path: string, options: StoreOptions) {
  return storeOn(openMigrated(path, options));
}

export function storeOn(database: Database) {
  const rooms = new Map<Units, unknown>();
  return {
    ...promised(database, UNITS),
    ledger: ledgerStoreOn(database),
    ...placing(database),
    /** Binds the units of work of another room to the same database. */
    room<U extends Units>(units: U): Promised<U> {
      if (!rooms.has(units)) rooms.set(units, promised(database, units));
      return rooms.get(units) as Promised<U>;
    },
    close: () => database.close(),
  };
}
