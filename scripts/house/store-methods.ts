// Prints how many units of work a store has.
import { openSqliteStore } from '../../src/store/sqlite-store.ts';

const options = { waitMillis: () => 0, prepare: () => {}, sharedMemory: false, now: () => 0 };
const store = openSqliteStore(':memory:', options);
console.log(Object.values(store).filter((value) => typeof value === 'function').length);
