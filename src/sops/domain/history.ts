import type { Fact, Recorded } from '../../domain/fact.ts';
import type { Millis } from '../../domain/time.ts';

/** How it stands with an instruction that was given: its last time, to one conversation. */
export interface Snapshot {
  readonly path: string;
  /** The subagent that it was given to; null for the session's own conversation. */
  readonly subagent: string | null;
  readonly at: Millis;
  readonly keyword: string | null;
  readonly memories: readonly string[];
  /** The model still has it. */
  readonly inThisEpoch: boolean;
  readonly acknowledged: boolean;
  /** A turn has ended since without the word. */
  readonly overdue: boolean;
  /** A call was made although it was overdue; that counts once. */
  readonly ignored: boolean;
}

/** The state of each instruction that a session was given. Reads only kinds, epochs and turns of its facts. */
export function standings(history: readonly Recorded[]): ReadonlyMap<string, Snapshot> {
  const found = new Map<string, Snapshot>();
  const change = (key: string, more: Partial<Snapshot>) => {
    const before = found.get(key);
    if (before) found.set(key, { ...before, ...more });
  };
  for (const { fact, at } of history) {
    switch (fact.kind) {
      case 'sop-injected':
        found.set(keyOf(fact.path, fact.subagent), {
          path: fact.path,
          subagent: fact.subagent ?? null,
          at,
          keyword: fact.keyword,
          memories: fact.memories ?? [],
          inThisEpoch: true,
          acknowledged: false,
          overdue: false,
          ignored: false,
        });
        break;
      case 'sop-acknowledged':
        change(keyOf(fact.path, fact.subagent), { acknowledged: true });
        break;
      case 'sop-ignored':
        change(keyOf(fact.path, fact.subagent), { ignored: true });
        break;
      case 'epoch-began':
        for (const key of found.keys()) change(key, { inThisEpoch: false });
        break;
      case 'turn-ended':
        // A subagent's only turn is over with it.
        for (const [key, { subagent }] of found) if (subagent === null) change(key, { overdue: true });
    }
  }
  return found;
}

/** A subagent does not see what its parent was told, so each has its own. */
export function keyOf(path: string, subagent: string | null | undefined): string {
  return `${subagent ?? ''}\n${path}`;
}

/** Once in what the model remembers; and when it has forgotten, not before the cool-down. */
export function isDue(standing: Snapshot | undefined, now: Millis, cooldown: Millis): boolean {
  if (!standing) return true;
  const since = now - standing.at;
  return !standing.inThisEpoch && (since >= cooldown || since < 0);
}

export function isIgnored({ keyword, acknowledged, overdue, ignored }: Snapshot): boolean {
  return keyword !== null && overdue && !acknowledged && !ignored;
}

/** Those that a reply of one conversation can acknowledge. */
export function awaited(history: readonly Recorded[], subagent: string | null): Snapshot[] {
  return [...standings(history).values()].filter(
    (standing) => standing.keyword !== null && !standing.acknowledged && standing.subagent === subagent,
  );
}

export type SopFact = Extract<Fact, { kind: 'sop-injected' | 'sop-acknowledged' | 'sop-ignored' }>;
