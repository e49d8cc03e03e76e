import { join } from 'node:path';
import { ensureGiven, readBounded, writeAtomic } from '../platform/files.ts';

type Looks = Readonly<Record<string, { readonly at: number; readonly keys: readonly string[] }>>;

const MOST_BYTES = 1024 * 1024;
const MOST_PROJECTS = 200;

/** The lines that the page showed last, by project: hashes only. Best effort, since nothing depends on it. */
export function looksIn(home: string) {
  const path = join(home, 'looks.json');
  const before = read(path);
  let now = before;
  return {
    before,
    keep(project: string, at: number, keys: readonly string[]): void {
      const latest = Object.entries({ ...now, [project]: { at, keys } }).sort((a, b) => b[1].at - a[1].at);
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
    const found = Object.entries(Object(JSON.parse(readBounded(path, MOST_BYTES)?.toString('utf8') ?? '{}')));
    return Object.fromEntries(found.filter(isLook)) as Looks;
  } catch {
    return {};
  }
}

function isLook([, value]: readonly [string, unknown]): boolean {
  const { at, keys } = Object(value) as Readonly<Record<string, unknown>>;
  return typeof at === 'number' && Number.isFinite(at) && Array.isArray(keys);
}
