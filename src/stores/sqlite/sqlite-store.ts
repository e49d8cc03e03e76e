import type { Store } from '../../store.ts';
import type { Database } from './database.ts';
import { openMigrated, type StoreOptions } from './migrations.ts';
import { promised } from './promised.ts';
import { lifeUnits } from './units/life.ts';
import { pinUnits } from './units/pins.ts';
import { readUnits } from './units/read.ts';
import { restoreUnits } from './units/restore.ts';

/** The store on one SQLite file. Statements are synchronous; the promises are the contract's, for stores that are not. */
export function openSqliteStore(path: string, options: StoreOptions): Store {
  return storeOn(openMigrated(path, options));
}

export function storeOn(database: Database): Store {
  return {
    ...promised(lifeUnits(database)),
    ...promised(pinUnits(database)),
    ...promised(restoreUnits(database)),
    ...promised(readUnits(database)),
    close: () => database.close(),
  };
}
