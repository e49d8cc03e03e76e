import type { Sealer } from '../../domain/evidence/seal.ts';
import type { Database } from './database.ts';
import { ledgerStoreOn } from './ledger-store.ts';
import { openMigrated, type StoreOptions } from './migrations.ts';
import { placing } from './projects.ts';
import { type Promised, promised, type Units } from './promised.ts';
import { type ColdFiles, NO_FILES } from './units/cold.ts';
import { forgetUnits } from './units/forget.ts';
import { forgetSessionUnits } from './units/forget-session.ts';
import { lateUnits } from './units/late.ts';
import { lifeUnits } from './units/life.ts';
import { maintenanceUnits } from './units/maintenance.ts';
import { memoryUnits } from './units/memories.ts';
import { memorySearchUnits } from './units/memory-search.ts';
import { metricLog, metricUnits } from './units/metrics.ts';
import { pinUnits } from './units/pins.ts';
import { projectUnits } from './units/projects.ts';
import { readUnits } from './units/read.ts';
import { restoreUnits } from './units/restore.ts';
import { retentionUnits } from './units/retention.ts';
import { searchUnits } from './units/search.ts';
import { standingUnits } from './units/standing.ts';
import { taskUnits } from './units/tasks.ts';
import { threadUnits } from './units/threads.ts';
import { transferUnits } from './units/transfer.ts';
import { upkeepUnits } from './units/upkeep.ts';

/** The store on one SQLite file. Statements are synchronous; whoever asks waits for promises all the same. */
export function openSqliteStore(path: string, options: StoreOptions) {
  return storeOn(openMigrated(path, options), options.cold, options.sealer);
}

export function storeOn(database: Database, files: ColdFiles = NO_FILES, sealer?: Sealer) {
  const log = metricLog(database, sealer);
  return {
    ...promised({
      ...lifeUnits(database, files, log),
      ...standingUnits(database),
      ...restoreUnits(database, files, log),
      ...projectUnits(database),
      ...taskUnits(database),
      ...threadUnits(database),
      ...pinUnits(database),
      ...readUnits(database, files),
      ...maintenanceUnits(database),
      ...memoryUnits(database),
      ...memorySearchUnits(database),
      ...searchUnits(database, files),
      ...metricUnits(database, log),
      ...forgetUnits(database, files),
      ...forgetSessionUnits(database, files),
      ...retentionUnits(database),
      ...upkeepUnits(database),
      ...lateUnits(database),
      ...transferUnits(database, files),
    }),
    ...ledgerStoreOn(database),
    ...placing(database),
    room: roomsOn(database, files),
    close: () => database.close(),
  };
}

/** The units of work that a room of its own has on the same database; each room's are made once, when they are first asked for. */
function roomsOn(database: Database, files: ColdFiles) {
  const made = new Map<unknown, unknown>();
  return <U extends Units>(units: (database: never, files: ColdFiles) => U): Promised<U> => {
    if (!made.has(units)) made.set(units, promised(units(database as never, files)));
    return made.get(units) as Promised<U>;
  };
}
