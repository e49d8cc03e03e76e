import { join } from 'node:path';
import { iso, type Millis } from '../domain/base/time.ts';
import { ensureGiven, readBounded, writeAtomic } from '../system/base/files.ts';

/** The lines that the page told, by project: as hashes, since words may be forgotten elsewhere. */
export type Looks = Readonly<
  Record<string, { readonly at: Millis; readonly keys: readonly string[] }>
>;

/** Looks that were kept, and those of this run. */
export interface LookHistory {
  /** As it was when the page was opened: a second look in one run is the same look. */
  readonly before: Looks;
  keep(project: string, at: Millis, keys: readonly string[]): void;
}

/** How the lines differ from those of the last look. */
export interface Changes {
  /** When somebody looked last; null where nobody did. */
  readonly since: string | null;
  /** Keys of lines that are new. */
  readonly added: readonly string[];
  /** How many lines are told no more. */
  readonly gone: number;
}

/** The changes since the last look, and this look is kept. */
export function newSince(seen: LookHistory, project: string, data: unknown, now: Millis): Changes {
  const { sections = [] } = data as { sections?: { lines: { key: string }[] }[] };
  const keys = sections.flatMap(({ lines }) => lines.map(({ key }) => key));
  const before = Object.hasOwn(seen.before, project) ? seen.before[project] : undefined;
  seen.keep(project, now, keys);
  if (!before) return { since: null, added: [], gone: 0 };
  return {
    since: iso(before.at),
    added: keys.filter((key) => !before.keys.includes(key)),
    gone: before.keys.filter((key) => !keys.includes(key)).length,
  };
}

const MOST_BYTES = 1024 * 1024;
const MOST_PROJECTS = 200;

/** The lines that the page showed last, by project: hashes only. Best effort, since nothing depends on it. */
export function openLooks(home: string): LookHistory {
  const path = join(home, 'looks.json');
  const before = read(path);
  let now = before;
  return {
    before,
    keep(project: string, at: number, keys: readonly string[]): void {
      const latest = Object.entries({ ...now, [project]: { at, keys } }).sort(
        (a, b) => b[1].at - a[1].at,
      );
      now = Object.fromEntries(latest.slice(0, MOST_PROJECTS));
      try {
        ensureGiven(home);
        writeAtomic(path, JSON.stringify(now));
      } catch {
        // The next look finds more news than there is.
      }
    },
  };
}

function read(path: string): Looks {
  try {
    const found = Object.entries(
      Object(JSON.parse(readBounded(path, MOST_BYTES)?.toString('utf8') ?? '{}')),
    );
    return Object.fromEntries(found.filter(isLook)) as Looks;
  } catch {
    return {};
  }
}

function isLook([, value]: readonly [string, unknown]): boolean {
  const { at, keys } = Object(value) as Readonly<Record<string, unknown>>;
  return typeof at === 'number' && Number.isFinite(at) && Array.isArray(keys);
}
