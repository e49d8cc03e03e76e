import type { SessionId } from '../base/ids.ts';

/** How two sessions go together by the files that they changed. */
export type SharedFiles = 'rare' | 'common' | 'none';

/** A sign of sessions, such as a changed file, is rare if at most this number or this share of them hold it. */
const RARE = { sessions: 3, share: 1 / 8 };

/** The most sessions that hold a rare sign. */
export function mostHoldersOfRare(sessions: number): number {
  return Math.max(RARE.sessions, sessions * RARE.share);
}

/**
 * Compares sessions by their changed files. A file that few sessions changed tells of one matter; one that most of them changed
 * tells little.
 */
export function compareFiles(
  changed: ReadonlyMap<SessionId, ReadonlySet<string>>,
): (one: SessionId, other: SessionId) => SharedFiles {
  const holders = new Map<string, number>();
  for (const file of [...changed.values()].flatMap((files) => [...files]))
    holders.set(file, (holders.get(file) ?? 0) + 1);
  const most = mostHoldersOfRare(changed.size);
  return (one, other) => {
    const files = changed.get(other);
    const shared = [...(changed.get(one) ?? [])].filter((file) => files?.has(file));
    if (shared.length === 0) return 'none';
    return shared.some((file) => holders.get(file)! <= most) ? 'rare' : 'common';
  };
}
