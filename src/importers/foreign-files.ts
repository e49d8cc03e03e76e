import { existsSync, readdirSync, renameSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { look, readText } from '../platform/look.ts';

/** The data of other systems, as far as it is files. */
export const foreignFiles = {
  kind: (path: string): 'file' | 'folder' | null => {
    const kind = look(path)?.kind ?? null;
    return kind === 'other' ? null : kind;
  },
  readText,
  names: (folder: string): readonly string[] => {
    try {
      return readdirSync(folder).sort();
    } catch {
      return [];
    }
  },
  join,
  basename,
  setAside,
};

/** Under another name beside it, so that nothing is lost and nobody reads it twice. What stands there stays. */
function setAside(path: string): string {
  for (let n = 1; ; n++) {
    const aside = n === 1 ? `${path}.imported` : `${path}.imported-${n}`;
    if (existsSync(aside)) continue;
    renameSync(path, aside);
    return aside;
  }
}

/** Also through a link, or under two names. */
export function isSameFile(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => statSync(path, { bigint: true, throwIfNoEntry: false }));
  return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino;
}
