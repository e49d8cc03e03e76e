import type { Sealer } from '../../domain/evidence/seal.ts';
import type { ColdFiles } from '../../store/retention.ts';
import type { Database } from './database.ts';
import { ledgerStoreOn } from './ledger-store.ts';
import { placing } from './projects.ts';
import { promisedAsAsked, promisedParts } from './promised.ts';
import { NO_FILES } from './units/cold.ts';
import { ledgerUnits } from './units/ledger.ts';
import { lifeUnits } from './units/life.ts';
import { maintenanceUnits } from './units/maintenance.ts';
import { memoryUnits } from './units/memories.ts';
import { memorySearchUnits } from './units/memory-search.ts';
import { metricLog, metricUnits } from './units/metrics.ts';
import { pinUnits } from './units/pins.ts';
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
export function sessionStoreOn(database: Database, files?: ColdFiles, sealer?: Sealer) {
  return {
    ...promisedParts(sessionParts(database, files, sealer)),
    ...ledgerStoreOn(database),
    ...placing(database),
    close: () => database.close(),
  };
}

/** The same for a hook: what it does not ask for is not made. */
export function sessionStoreAsAsked(database: Database, files?: ColdFiles, sealer?: Sealer) {
  return promisedAsAsked([...sessionParts(database, files, sealer), () => ledgerUnits(database)]);
}

/** What nearly every event asks for first. */
function sessionParts(database: Database, files: ColdFiles = NO_FILES, sealer?: Sealer) {
  const log = metricLog(database, sealer);
  return [
    () => lifeUnits(database, files, log),
    () => standingUnits(database),
    () => restoreUnits(database, files, log),
    () => projectUnits(database),
    () => taskUnits(database),
    () => threadUnits(database),
    () => pinUnits(database),
    () => readUnits(database, files),
    () => maintenanceUnits(database),
    () => memoryUnits(database),
    () => memorySearchUnits(database),
    () => sharedUnits(database),
    () => sopUnits(database),
    () => searchUnits(database, files),
    () => metricUnits(database, log),
  ] as const;
}
