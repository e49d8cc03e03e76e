import type { OwnerRecord } from '../../domain/owner.ts';
import { HOUR, MINUTE } from '../../domain/time.ts';
import type { Copy, CopyContent, MaintenanceState } from '../../store/retention.ts';
import type { Deps } from '../deps.ts';

/** The destination of copies of the database. */
export interface Copying {
  /** A copy of today, in place of an earlier one of the same day once it is whole. */
  backup(
    copyInto: (path: string) => Promise<void>,
  ): Promise<{ readonly path: string; readonly bytes: number }>;
  /** This process, for others that want to do the same. */
  readonly self: OwnerRecord;
}

/** Asked by events of weight: starts a copy an hour after the last, where nobody has to wait for it. */
export async function copyWhenDue(deps: Deps): Promise<void> {
  if (!mayBeDue(deps)) return;
  try {
    if (await deps.store.askForMaintenance('copy', deps.now(), HOUR)) deps.startMaintenance('copy');
  } catch (error) {
    deps.log.failure('copy not started', error);
  }
}

/** One look at a folder; the store is asked only when the hour is over. */
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

/** Makes a copy and notes its content, so that a later drill knows it again. */
export async function copyDatabase({ store, now }: Deps, { backup }: Copying): Promise<Copy> {
  let content: CopyContent = {};
  // Killed in between, nobody knows what the file should hold.
  await store.noteCopy(null, now());
  const made = await backup(async (path) => {
    content = await store.copyInto(path);
  });
  await store.noteCopy({ ...made, content }, now());
  return { ...made, content };
}

/** A run whose process cannot be seen counts as dead after this. */
const STALE = 10 * MINUTE;

/** Upkeep of one process at a time: what came of the work, or who else is at it. */
export async function whileNobodyElse<T>(
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
