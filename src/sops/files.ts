import { readdirSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { locatePath } from '../config/config.ts';
import type { Deps } from '../engine/deps.ts';
import { readBounded } from '../platform/files.ts';
import { SOP_FILE } from './domain/sop.ts';
import { readingForms, storedForms } from './forms.ts';
import type { SopFile, SopFiles } from './sop-files.ts';

export interface SopPlaces {
  /** The home of Cortex; names of files are told relative to it. */
  readonly home: string;
  /** The person's own folders. */
  readonly folders: readonly string[];
  /** The top of the project's working tree. */
  readonly root: string | null;
}

/** More than anybody keeps; each of them is read before a tool call. */
const MAX_FILES = 100;
const MAX_BYTES = 64 * 1024;

type Here = Pick<Deps, 'home' | 'userHome' | 'config'>;

/** The folders of a person's own instructions; new ones go to the first. */
export function ownFolders({ home, userHome, config }: Here): readonly string[] {
  return config['sop.folders'].map((folder) => locatePath(folder, home, userHome()));
}

export function sopFiles(deps: Here & Pick<Deps, 'yaml' | 'log' | 'hash'>): SopFiles {
  const { home, yaml, log, hash } = deps;
  return {
    list: ({ root }) => listSops({ home, folders: ownFolders(deps), root }),
    read: readSopFile,
    hash,
    ...(yaml ? readingForms(home, yaml, log) : { forms: () => storedForms(home) }),
  };
}

/**
 * Files that may hold standing instructions, by their names alone. It runs before tool calls and opens none of them: three
 * folders cost 0.1 ms.
 */
export function listSops({ home, folders, root }: SopPlaces): {
  readonly files: readonly SopFile[];
  readonly leftOut: number;
} {
  const files: SopFile[] = [];
  const known = new Set<string>();
  let leftOut = 0;
  const add = (folder: string, wanted: RegExp, origin: SopFile['origin'], base: string) => {
    for (const entry of entries(folder, wanted)) {
      const path = resolve(folder, entry);
      // The home of Cortex may be a project itself, and its files are the person's.
      if (known.has(path)) continue;
      known.add(path);
      if (files.length < MAX_FILES) files.push({ path, name: below(base, path), origin });
      else leftOut += 1;
    }
  };
  for (const folder of folders) add(folder, SOP_FILE, 'user', home);
  if (root !== null) {
    add(join(root, '.cortex', 'sops'), SOP_FILE, 'project', root);
    add(root, /\.ai\.sop$/i, 'project', root);
  }
  return { files, leftOut };
}

function entries(folder: string, wanted: RegExp): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => wanted.test(name) && !name.startsWith('.'))
      .sort();
  } catch {
    return [];
  }
}

function below(base: string, path: string): string {
  const start = base.endsWith(sep) ? base : base + sep;
  return (path.startsWith(start) ? path.slice(start.length) : path).replaceAll('\\', '/');
}

/** Null where it cannot be read, or is larger than anybody writes. */
export function readSopFile({ path }: SopFile): string | null {
  const bytes = readBounded(path, MAX_BYTES + 1);
  return bytes && bytes.length <= MAX_BYTES ? bytes.toString('utf8') : null;
}
