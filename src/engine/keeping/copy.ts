import type { OwnerRecord, SessionId } from '../../domain/base/ids.ts';
import { HOUR, MINUTE } from '../../domain/base/time.ts';
import type { Copy, MaintenanceState } from '../../store/store.ts';
import type { Deps } from '../base/deps.ts';
import type { ColdStorage } from '../sessions/cold.ts';

/** The files of a home besides its database, which maintenance and `forget` handle. */
export interface Copies extends ColdStorage {
  /** Makes today's backup; when complete, it replaces an earlier one of the same day. */
  backup(copyInto: (path: string) => Promise<void>): Promise<Copy>;
  /** This process, as the holder of the maintenance lock. */
  readonly self: OwnerRecord;
  /** Files of cold storage, by their paths. */
  archives(): readonly string[];
  removeArchive(path: string): boolean;
  /** Which of these sessions have a mirror. */
  withMirror(ids: readonly SessionId[]): readonly SessionId[];
  /** Files that killed writers left behind. */
  abandoned(): readonly string[];
  /** A copy of a file that may be opened and changed, and the hash of its content; null if the file is gone. */
  scratchCopy(path: string): { readonly path: string; readonly hash: string } | null;
  surplusBackups(keep: number): readonly string[];
  remove(path: string): boolean;
  /** JSON files beside cold storage: mirrors of sessions and of pins. */
  files(): readonly string[];
  /** Other files of Cortex with words of sessions: spooled events, drafts. Whole JSON, or one per line. */
  waiting(): readonly string[];
  /** Files of the home that belong to the person or must not change: they are searched but never written. */
  settled(): readonly string[];
  read(path: string): string | null;
  write(path: string, text: string): void;
  /** Removes whole lines from the log. */
  blankLogLines(isUnwanted: (line: string) => boolean): void;
  backups(): readonly string[];
  /**
   * Marks a conversation of a host, or a part of it, as not to be imported again, without naming it. A session
   * without a host id is marked by its own.
   */
  markForgotten(host: string, hostSessionId: string, part?: string): void;
}

/** Starts a backup in the background an hour after the last; called at important events. */
export async function copyWhenDue(deps: Deps): Promise<void> {
  if (!mayBeDue(deps)) return;
  try {
    if (await deps.store.askForMaintenance('copy', deps.now(), HOUR)) deps.startMaintenance('copy');
  } catch (error) {
    deps.log.failure('copy not started', error);
  }
}

/** A cheap test before the store is asked: reads one folder. */
export function mayBeDue({
  config,
  now,
  isLate,
  copiedAt,
}: Pick<Deps, 'config' | 'now' | 'isLate' | 'copiedAt'>): boolean {
  if (isLate || !config['maintenance.auto'] || config['retention.backups'] === 0) return false;
  const at = copiedAt();
  return at !== null && Math.abs(now() - at) >= HOUR;
}

/** Makes a backup and records its hash for a later restore drill. */
export async function copyDatabase({ store, now }: Deps, { backup }: Copies): Promise<Copy> {
  // First no hash: after a kill in between the expected content is unknown.
  await store.noteCopy(null, now());
  const made = await backup((path) => store.copyInto(path));
  await store.noteCopy(made, now());
  return made;
}

/** A run whose process cannot be checked counts as dead after this. */
const STALE = 10 * MINUTE;

/** Runs maintenance work under the lock; returns its result, or the current holder. */
export async function underMaintenanceLock<T>(
  deps: Deps,
  self: OwnerRecord,
  work: () => Promise<T>,
  reportOf: (done: T) => unknown = () => null,
): Promise<{ readonly done: T } | { readonly by: MaintenanceState }> {
  const by = await deps.store.beginMaintenance(self, deps.now(), (owner, since) => {
    const liveness = deps.owners.liveness(owner);
    return liveness === 'unknown' ? Math.abs(deps.now() - since) < STALE : liveness === 'alive';
  });
  if (by) return { by };
  let report: unknown = null;
  try {
    const done = await work();
    report = reportOf(done);
    return { done };
  } finally {
    await deps.store.endMaintenance(self, deps.now(), report);
  }
}
