/** The beginning of an absolute path; `~` counts, because it is not resolved here. */
const ABSOLUTE = /^(?:\/|~|[A-Za-z]:)/;
const WINDOWS = /^(?:[A-Za-z]:|\\\\)/;

/** A normalized path with forward slashes: relative to the scope's root if below it, else absolute. */
export function scopedPath(path: string, base: string | null, root: string | null): string {
  const full = absolute(slashed(path), base === null ? null : slashed(base));
  const top = root === null ? null : resolved(slashed(root));
  if (top === null || !isBelow(full, top)) return full;
  return full.length === top.length ? '.' : full.slice(top.length + 1);
}

/** Whether a scoped path lies outside of its scope, in another repository or in none. */
export function isOutside(path: string): boolean {
  return ABSOLUTE.test(path) || path === '..' || path.startsWith('../');
}

function absolute(path: string, base: string | null): string {
  return resolved(ABSOLUTE.test(path) || base === null ? path : `${base}/${path}`);
}

function slashed(path: string): string {
  const isWindows = WINDOWS.test(path) || (path.includes('\\') && !path.includes('/'));
  return isWindows ? path.replaceAll('\\', '/') : path;
}

function resolved(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (part !== '..' || !path.startsWith('/')) parts.push(part);
  }
  return `${path.startsWith('/') ? '/' : ''}${parts.join('/')}` || '.';
}

function isBelow(path: string, top: string): boolean {
  const start = path.slice(0, top.length);
  // Windows ignores case, and programs there disagree about the case of the drive letter.
  const isSame = WINDOWS.test(top) ? start.toLowerCase() === top.toLowerCase() : start === top;
  return isSame && (path.length === top.length || path[top.length] === '/');
}
