import type { Sealer } from '../../domain/evidence/seal.ts';
import type { ColdFiles } from '../../store/retention.ts';
import type { Database } from './database.ts';
import { ledgerStoreOn } from './ledger-store.ts';
import { promised } from './promised.ts';
import { NO_FILES } from './units/cold.ts';
import { lifeUnits } from './units/life.ts';
import { maintenanceUnits } from './units/maintenance.ts';
import { memoryUnits } from './units/memories.ts';
import { memorySearchUnits } from './units/memory-search.ts';
import { metricLog, metricUnits } from './units/metrics.ts';
import { pinUnits } from './units/pins.ts';
import { placing } from './units/placing.ts';
import { projectUnits } from './units/projects.ts';
import { readUnits } from './units/read.ts';
import { restoreUnits } from './units/restore.ts';
import { searchUnits } from './units/search.ts';
import { sharedUnits } from './units/shared.ts';
import { sopUnits } from './units/sops.ts';
import { standingUnits } from './units/standing.ts';
import { taskUnits } from './units/tasks.ts';
import { threadUnits } from './units/threads.ts';

/** The part of the store that the events of a session use. The rest is for commands, imports and maintenance. */
export function sessionStoreOn(database: Database, files: ColdFiles = NO_FILES, sealer?: Sealer) {
  const log = metricLog(database, sealer);
  return {
    ...promised(lifeUnits(database, files, log)),
    ...promised(maintenanceUnits(database)),
    ...promised(pinUnits(database)),
    ...promised(memoryUnits(database)),
    ...promised(memorySearchUnits(database)),
    ...promised(sharedUnits(database)),
    ...promised(sopUnits(database)),
    ...promised(searchUnits(database, files)),
    ...promised(standingUnits(database)),
    ...promised(taskUnits(database)),
    ...promised(threadUnits(database)),
    ...ledgerStoreOn(database),
    ...placing(database),
    ...promised(projectUnits(database)),
    ...promised(restoreUnits(database, files, log)),
    ...promised(readUnits(database, files)),
    ...promised(metricUnits(database, log)),
    close: () => database.close(),
  };
}
