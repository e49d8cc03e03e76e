import type { Sealer } from '../../domain/evidence/seal.ts';
import type { ColdFiles } from '../../store/retention.ts';
import type { Store } from '../../store.ts';
import type { Database } from './database.ts';
import { openMigrated, type StoreOptions } from './migrations.ts';
import { promised } from './promised.ts';
import { sessionStoreOn } from './session-store.ts';
import { NO_FILES } from './units/cold.ts';
import { figureUnits } from './units/figures.ts';
import { foreignUnits } from './units/foreign.ts';
import { forgetUnits } from './units/forget.ts';
import { forgetSessionUnits } from './units/forget-session.ts';
import { lateUnits } from './units/late.ts';
import { retentionUnits } from './units/retention.ts';
import { reviewUnits } from './units/review.ts';
import { shareUnits } from './units/share.ts';
import { transferUnits } from './units/transfer.ts';
import { upkeepUnits } from './units/upkeep.ts';

/** The store on one SQLite file. Statements are synchronous; the promises are the contract's, for stores that are not. */
export function openSqliteStore(path: string, options: StoreOptions): Store {
  return storeOn(openMigrated(path, options), options.cold, options.sealer);
}

export function storeOn(database: Database, files: ColdFiles = NO_FILES, sealer?: Sealer): Store {
  return { ...sessionStoreOn(database, files, sealer), ...upkeepStoreOn(database, files) };
}

/** The part of the store that no event of a session uses. */
export function upkeepStoreOn(database: Database, files: ColdFiles = NO_FILES) {
  return {
    ...promised(figureUnits(database)),
    ...promised(foreignUnits(database)),
    ...promised(forgetUnits(database, files)),
    ...promised(forgetSessionUnits(database, files)),
    ...promised(reviewUnits(database, files)),
    ...promised(retentionUnits(database)),
    ...promised(shareUnits(database, files)),
    ...promised(upkeepUnits(database)),
    ...promised(lateUnits(database)),
    ...promised(transferUnits(database, files)),
  };
}
