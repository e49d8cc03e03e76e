import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { holderOf } from './exclusive.ts';

/** A repair has the database: whoever opened it now would write into what is being set aside. */
export class RepairUnderWay extends Error {
  readonly code = 'REPAIR';
  /** Its process died: nothing can be opened before another one has finished it. */
  readonly isAbandoned: boolean;

  constructor(isAbandoned: boolean) {
    super(isAbandoned ? 'a repair of the database was interrupted' : 'the database is being repaired');
    this.isAbandoned = isAbandoned;
  }
}

export function repairLockIn(home: string): string {
  return join(home, 'repair.lock');
}

export function refuseWhileRepaired(home: string): void {
  const lock = repairLockIn(home);
  if (!existsSync(lock)) return;
  const holder = holderOf(lock);
  if (holder === 'other' || holder === 'dead') throw new RepairUnderWay(holder === 'dead');
}
