import type { Sealer } from '../../domain/evidence/seal.ts';
import type { ColdFiles } from '../../store/retention.ts';
import type { Promised, Units } from '../../store/units.ts';
import type { Store } from '../../store.ts';
import type { Database } from './database.ts';
import { ledgerStoreOn } from './ledger-store.ts';
import { openMigrated, type StoreOptions } from './migrations.ts';
import { placing } from './projects.ts';
import { promised } from './promised.ts';
import { NO_FILES } from './units/cold.ts';
import { figureUnits } from './units/figures.ts';
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
import { reviewUnits } from './units/review.ts';
import { searchUnits } from './units/search.ts';
import { standingUnits } from './units/standing.ts';
import { taskUnits } from './units/tasks.ts';
import { threadUnits } from './units/threads.ts';
import { transferUnits } from './units/transfer.ts';
import { upkeepUnits } from './units/upkeep.ts';

/** The store on one SQLite file. Statements are synchronous; the promises are the contract's, for stores that are not. */
export function openSqliteStore(path: string, options: StoreOptions): Store {
  return storeOn(openMigrated(path, options), options.cold, options.sealer);
}

export function storeOn(database: Database, files: ColdFiles = NO_FILES, sealer?: Sealer): Store {
  const log = metricLog(database, sealer);
  return {
    ...promised(lifeUnits(database, files, log)),
    ...promised(standingUnits(database)),
    ...promised(restoreUnits(database, files, log)),
    ...promised(projectUnits(database)),
    ...promised(taskUnits(database)),
    ...promised(threadUnits(database)),
    ...promised(pinUnits(database)),
    ...promised(readUnits(database, files)),
    ...promised(maintenanceUnits(database)),
    ...promised(memoryUnits(database)),
    ...promised(memorySearchUnits(database)),
    ...promised(searchUnits(database, files)),
    ...promised(metricUnits(database, log)),
    ...ledgerStoreOn(database),
    ...placing(database),
    ...promised(figureUnits(database)),
    ...promised(forgetUnits(database, files)),
    ...promised(forgetSessionUnits(database, files)),
    ...promised(reviewUnits(database, files)),
    ...promised(retentionUnits(database)),
    ...promised(upkeepUnits(database)),
    ...promised(lateUnits(database, files)),
    ...promised(transferUnits(database, files)),
    room: roomsOn(database, files),
    close: () => database.close(),
  };
}

/** The units of each room are made once, when they are first asked for. */
function roomsOn(database: Database, files: ColdFiles): Store['room'] {
  const made = new Map<unknown, unknown>();
  return <U extends Units>(units: (database: never, files: ColdFiles) => U) => {
    if (!made.has(units)) made.set(units, promised(units(database as never, files)));
    return made.get(units) as Promised<U>;
  };
}
