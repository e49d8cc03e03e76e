import { restoreUnits } from './answer/restore.ts';
import type { Database } from './base/database.ts';
import { placeStoreOn } from './base/joined.ts';
import { openMigrated, type StoreOptions } from './base/migrations.ts';
import { type Promised, promised, type Units } from './base/promised.ts';
import { lifeUnits } from './capture/life.ts';
import { besideUnits } from './facts/beside.ts';
import { forgetUnits } from './keeping/forget.ts';
import { forgetSessionUnits } from './keeping/forget-session.ts';
import { lateUnits } from './keeping/late.ts';
import { maintenanceUnits } from './keeping/maintenance.ts';
import { retentionUnits } from './keeping/retention.ts';
import { transferUnits } from './keeping/transfer.ts';
import { upkeepUnits } from './keeping/upkeep.ts';
import { ledgerStoreOn } from './ledger/ledger-store.ts';
import { memoryUnits } from './memories/memories.ts';
import { metricUnits } from './metrics/metrics.ts';
import { headFileUnits } from './projects/head-files.ts';
import { projectUnits } from './projects/projects.ts';
import { searchUnits } from './search/search.ts';
import { pinUnits } from './sessions/change-pins.ts';
import { outsideUnits } from './sessions/outside.ts';
import { readUnits } from './sessions/read.ts';
import { snapshotUnits } from './sessions/snapshot.ts';
import type { Store } from './store.ts';
import { taskUnits } from './tasks/tasks.ts';
import { threadUnits } from './threads/threads.ts';

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
export function openSqliteStore(path: string, options: StoreOptions): Store {
  return storeOn(openMigrated(path, options));
}

export function storeOn(database: Database): Store {
  const rooms = new Map<Units, unknown>();
  return {
    ...promised(database, UNITS),
    ledger: ledgerStoreOn(database),
    ...placeStoreOn(database),
    room<U extends Units>(units: U): Promised<U> {
      if (!rooms.has(units)) rooms.set(units, promised(database, units));
      return rooms.get(units) as Promised<U>;
    },
    close: () => database.close(),
  };
}
