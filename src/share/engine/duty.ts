import type { Environment } from '../../domain/runtime/runtimes.ts';
import type { Duty, DutyWorld, OpenedHome } from '../../engine/duty.ts';
import { SYNC } from './auto.ts';

/** Syncs inside a process that goes on; the driver is loaded with the first. */
export function syncDuty({ env, home, load, start, failed }: DutyWorld): Duty {
  let underWay = 0;
  return {
    takes: (words) => {
      if (words.join() !== SYNC.join()) return false;
      underWay++;
      const { syncHome } = load('syncing') as {
        syncHome(home: OpenedHome, env: Environment): Promise<void>;
      };
      syncHome(home(), env)
        .catch(failed)
        .finally(() => underWay--);
      return true;
    },
    handOver: () => {
      if (underWay > 0) start(SYNC);
    },
  };
}
