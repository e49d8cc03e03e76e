import type { ScopeKey } from '../domain/ids.ts';
import type { Snapshot } from '../domain/restore/snapshot.ts';
import type { Millis } from '../domain/time.ts';

/** A standing with what it depends on besides: how long the thread has been left alone. */
export interface SnapshotNow {
  readonly standing: Snapshot;
  /** Whether it was read as it was kept, or had to be made anew. */
  readonly isKept: boolean;
  /** When the thread was last worked on, given or asked for; null where there is none. */
  readonly threadAccessedAt: Millis | null;
}

/** The snapshot of each scope's work. Kept true by the transactions that change it. */
export interface SnapshotStore {
  /** Judges once what an older version read out of sentences in a scope; after that it does nothing. */
  judge(scopeKey: ScopeKey): Promise<void>;
  /** As it is kept, else made anew and kept; as of now. `tree` is the top of a working tree; null outside of any. */
  standing(scopeKey: ScopeKey, tree: string | null, now: Millis): Promise<SnapshotNow>;
}
