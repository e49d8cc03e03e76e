import type { OwnerRecord } from '../../domain/base/ids.ts';

export type Liveness = 'alive' | 'dead' | 'unknown';

/** Finds the process of a session: guessed at its first event, confirmed at the second. */
export interface Owners {
  first(): OwnerRecord | null;
  /** The owner after another event; null if nothing changed. */
  next(known: OwnerRecord | null): OwnerRecord | null;
  liveness(owner: OwnerRecord | null): Liveness;
  /** Whether that process is an ancestor of this one. */
  isAround(owner: OwnerRecord | null): boolean;
  /** Whether it started this process, with only shells and wrappers between. */
  isParent(owner: OwnerRecord | null): boolean;
  /** Whether both processes were started by the same program, e.g. a daemon with separate processes for hooks and servers. */
  isBeside(owner: OwnerRecord | null): boolean;
}
