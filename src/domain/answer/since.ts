import type { Movement, Stood } from '../projects/history.ts';
import { oneLine } from '../text/safe-text.ts';

/** Changes of a working tree since a session stopped in it. */
export interface SinceThen {
  readonly stood: Stood | null;
  readonly present: Stood;
  /** Null where HEAD has not moved. */
  readonly movement: Movement | null;
  /** Files that the session had changed, the latest last. */
  readonly changed: readonly string[];
  readonly deleted: readonly string[];
}

/** `since then: 3 commits pulled on main, last "fix retry"; changed: src/retry.ts`; null where nothing happened. */
export function sinceLine(since: SinceThen): string | null {
  const parts = [
    ...headWords(since),
    ...fileWords('changed', since.changed),
    ...fileWords('deleted', since.deleted),
  ];
  return parts.length > 0 ? `since then: ${parts.join('; ')}` : null;
}

function headWords({ stood, present, movement }: SinceThen): string[] {
  const branch = present.branch === null ? null : oneLine(present.branch, 80);
  const hasSwitched = stood !== null && stood.branch !== present.branch && present.head !== null;
  const isNow = hasSwitched ? [branch === null ? 'HEAD is detached now' : `now on ${branch}`] : [];
  if (!movement) return isNow;
  const { relation, how, commits, subject } = movement;
  if (relation !== 'contained') {
    // The switch says it all; on the same branch somebody went back or rewrote it.
    return hasSwitched
      ? isNow
      : [relation === 'ahead' ? `HEAD moved back${on(branch)}` : `HEAD moved${on(branch)}`];
  }
  const last = subject === null ? '' : `, last "${oneLine(subject, 100).replaceAll('"', "'")}"`;
  if (commits === null) return [...isNow, `HEAD moved${on(hasSwitched ? null : branch)}${last}`];
  const added = `${commits} commit${commits === 1 ? '' : 's'} ${how ?? 'added'}`;
  return [...isNow, `${added}${on(hasSwitched ? null : branch)}${last}`];
}

function on(branch: string | null): string {
  return branch === null ? '' : ` on ${branch}`;
}

const MOST_FILES = 5;

function fileWords(what: string, paths: readonly string[]): string[] {
  if (paths.length === 0) return [];
  // The whole path: what is told is where to look.
  const shown = paths
    .slice(-MOST_FILES)
    .reverse()
    .map((path) => oneLine(path, 120));
  const more = paths.length - shown.length;
  return [`${what}: ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`];
}
