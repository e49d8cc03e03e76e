import type { OwnerRecord } from '../../domain/base/ids.ts';
import type { Owners } from '../../ports/presence/owners.ts';
import {
  ancestry,
  commonOwner,
  guessOwner,
  isLauncher,
  judgeOwner,
  type Owner,
  outermost,
  type ProcessOrigin,
  type ProcessRef,
  processOrigin,
  processRef,
  sameProcess,
} from '../base/processes.ts';

/** The stored process of a session: the guess or the proof, and the parents it was taken from. */
interface StoredOwner extends Owner {
  /** Seen as parent of two events, not only guessed from one. */
  readonly confirmed: boolean;
  readonly chain: readonly ProcessRef[];
  /** A shell around the host, which lives on after it. */
  readonly unproven?: boolean;
}

/** Deep enough for any host between a terminal and its hook; the record is in every row. */
const KEPT_PARENTS = 8;

/**
 * The process behind the events that a process delivers, found among its parents. Where the host names its own process, and it
 * is one of them, nothing has to be guessed.
 */
export function ownersSeenFrom(
  pid: number,
  read = () => ancestry(pid),
  named: number | null = null,
): Owners {
  // Read when asked: most events belong to a session whose owner is certain.
  let chain: ProcessRef[] | null = null;
  let here: ProcessOrigin | null = null;
  const parents = () => (chain ??= read());
  const place = () => (here ??= processOrigin());

  const distance = (process: ProcessRef) => parents().findIndex((ref) => sameProcess(ref, process));
  const isAround = (owner: OwnerRecord | null): owner is StoredOwner & OwnerRecord =>
    isStored(owner) && owner.boot === place().boot && distance(owner) >= 0;
  const record = (ref: ProcessRef, { confirmed }: Pick<StoredOwner, 'confirmed'>): OwnerRecord => ({
    ...ref,
    ...place(),
    confirmed,
    chain: parents().slice(0, KEPT_PARENTS),
  });
  const told = () => (named === null ? undefined : parents().find((ref) => ref.pid === named));
  const first = (): OwnerRecord | null => {
    const certain = told();
    if (certain) return record(certain, { confirmed: true });
    const guess = guessOwner(parents());
    if (guess) return record(guess, { confirmed: false });
    // A host may be a shell itself: two events show which.
    const shell = outermost(parents());
    return shell && { ...record(shell, { confirmed: false }), unproven: true };
  };

  return {
    first,
    next(known) {
      if (!isStored(known)) return first();
      if (known.confirmed) return distance(known) >= 0 ? null : first();
      if (told()) return first();
      // Two events show it: the nearest parent they share. None in common: the session has moved.
      const shared = commonOwner(known.chain, parents());
      return shared ? record(shared, { confirmed: true }) : first();
    },
    isAround,
    isParent(owner) {
      const between = isAround(owner) ? parents().slice(0, distance(owner)) : null;
      return between?.every(({ name }) => isLauncher(name)) ?? false;
    },
    isBeside(owner) {
      const starter = guessOwner(parents());
      if (!starter || !isStored(owner) || owner.boot !== place().boot) return false;
      return commonOwner([starter], owner.chain) !== null;
    },
    liveness(owner) {
      if (!isStored(owner)) return 'unknown';
      const found = judgeOwner(owner, place());
      return owner.unproven && found === 'alive' ? 'unknown' : found;
    },
  };
}

function isStored(owner: OwnerRecord | null): owner is StoredOwner & OwnerRecord {
  return owner !== null && typeof owner['pid'] === 'number' && Array.isArray(owner['chain']);
}

/** Owners for a host that Cortex runs in: the owner is this very process, and that is certain from the first event. */
export function ownersWithin(): Owners {
  const self = processRef(process.pid);
  return ownersSeenFrom(process.pid, () => (self ? [self] : []), process.pid);
}
