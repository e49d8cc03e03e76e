import type { OwnerRecord, SessionId } from '../../domain/ids.ts';
import { HOUR, MINUTE } from '../../domain/time.ts';
import type { Copy, MaintenanceState } from '../../store.ts';
import type { Deps } from '../deps.ts';
import type { ColdStorage } from './cold.ts';

/** The files of a home beside its database: maintenance looks after them, and words lie in them. */
export interface Copies extends ColdStorage {
  /** A copy of today, in place of an earlier one of the same day once it is whole. */
  backup(copyInto: (path: string) => Promise<void>): Promise<Copy>;
  /** This process, for others that want to do the same. */
  readonly self: OwnerRecord;
  /** Files of cold storage, by their paths. */
  archives(): readonly string[];
  removeArchive(path: string): boolean;
  /** Those of the sessions whose mirror is still there. */
  withMirror(ids: readonly SessionId[]): readonly SessionId[];
  /** Files that killed writers left behind. */
  abandoned(): readonly string[];
  /** A copy of a file that may be opened and changed, and the hash of what it holds; null where the file is gone. */
  scratchCopy(path: string): { readonly path: string; readonly hash: string } | null;
  surplusBackups(keep: number): readonly string[];
  remove(path: string): boolean;
  /** JSON files beside cold storage: mirrors of sessions and of pins. */
  files(): readonly string[];
  /** Other files of ours with a session's words: events that wait, drafts. Whole JSON, or a line each. */
  waiting(): readonly string[];
  /** Files of the home that are somebody's own or must stay to the byte: they are read and never written. */
  settled(): readonly string[];
  read(path: string): string | null;
  write(path: string, text: string): void;
  /** Takes whole lines out of the log. */
  blankLogLines(isUnwanted: (line: string) => boolean): void;
  backups(): readonly string[];
  /**
   * Notes, as a mark that names nothing, that a conversation of a host, or a part of it, is not to be imported again. A session
   * whose host gave it no id is known by its own.
   */
  markForgotten(host: string, hostSessionId: string, part?: string): void;
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

/** Makes a copy and notes it, so that a later drill knows it again. */
export async function copyDatabase({ store, now }: Deps, { backup }: Copies): Promise<Copy> {
  // Killed in between, nobody knows what the file should hold.
  await store.noteCopy(null, now());
  const made = await backup((path) => store.copyInto(path));
  await store.noteCopy(made, now());
  return made;
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
