import { DAY } from '../domain/time.ts';
import type { MaintenanceReport } from '../engine/upkeep/maintenance-report.ts';
import { maintain } from '../engine/upkeep/retention.ts';
import { asCortex } from './checked.ts';
import type { Cortex } from './cortex.ts';
import { openCortex } from './open-cortex.ts';

const IDLE_DAYS = 7;

/** Puts away what nobody works on any more. The library does nothing of this by itself. */
export class SessionCleanupManager {
  readonly #cortex: Cortex;

  constructor(cortex: Cortex = openCortex()) {
    this.#cortex = asCortex(cortex, 'new SessionCleanupManager()');
  }

  /** Archives the threads that nobody used for so many days; returns how many. They can be resumed. */
  async cleanupIdle(days: number = IDLE_DAYS): Promise<number> {
    if (!(days >= 0)) throw new RangeError(`days is a number from 0 on, not ${days}`);
    const { deps } = await this.#cortex.open();
    return deps.store.archiveIdleThreads(deps.now() - days * DAY);
  }

  /**
   * Everything that `cortex maintain` does: sessions older than 30 days to cold storage, clean-up, a backup. Null where
   * another process is at it.
   */
  async runMaintenance(): Promise<MaintenanceReport | null> {
    const { deps, copies } = await this.#cortex.open();
    const all = {
      dryRun: false,
      most: Number.POSITIVE_INFINITY,
      outOfTime: () => false,
      progress: () => {},
    };
    const done = await maintain(deps, copies(), all);
    return done.kind === 'done' ? done.report : null;
  }
}
