// Stands for `node:sqlite` in the modules that tests load (see vitest.config.ts): new stores begin with the empty database that
// the migrations made once, since these are nine tenths of what a new one costs. The tests of the migrations and all processes
// start from nothing.
import { writeFileSync } from 'node:fs';
import type * as sqlite from 'node:sqlite';
import { openMigrated } from '../src/store/base/migrations.ts';
import { isNewDatabase } from './new-database.ts';

/** What Node 22 has not. */
interface Copying {
  serialize(): Uint8Array;
  deserialize(bytes: Uint8Array): void;
}

const builtIn = process.getBuiltinModule('node:sqlite');
const canCopy = 'deserialize' in builtIn.DatabaseSync.prototype;
let empty: Uint8Array | null = null;
let isMaking = false;

function emptyDatabase(): Uint8Array {
  if (empty) return empty;
  isMaking = true;
  const options = { waitMillis: () => 0, prepare: () => {}, sharedMemory: false, now: () => 0 };
  const database = openMigrated(':memory:', options);
  isMaking = false;
  empty = (database.raw as unknown as Copying).serialize();
  database.close();
  return empty;
}

class FilledDatabase extends builtIn.DatabaseSync {
  constructor(...args: ConstructorParameters<typeof sqlite.DatabaseSync>) {
    const path = String(args[0]);
    if (canCopy && isNewDatabase(path)) writeFileSync(path, emptyDatabase());
    super(...args);
    if (canCopy && path === ':memory:' && !isMaking)
      (this as unknown as Copying).deserialize(emptyDatabase());
  }
}

export const { StatementSync, constants, backup } = builtIn;
export { FilledDatabase as DatabaseSync };
