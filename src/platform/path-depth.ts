/**
 * Limits of a climb through parent folders. Each level costs a few system calls, and each of these costs more the longer the
 * path is: a working directory 1,500 levels deep took 0.67 s.
 */

/** Levels that a search for a repository climbs. */
export const MOST_LEVELS = 64;

/** Longer than any system accepts. */
const LONGEST_PATH = 4096;
/** Folders in a path. Resolving 256 of them takes some milliseconds, 1,500 take a hundred. */
const MOST_FOLDERS = 256;

/** Nobody works there, so that a search would only take time. */
export function isTooDeep(path: string): boolean {
  if (path.length > LONGEST_PATH) return true;
  let folders = 0;
  for (const letter of path) if (letter === '/' || letter === '\\') folders += 1;
  return folders > MOST_FOLDERS;
}
