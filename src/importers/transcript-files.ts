import { appendFileSync, lstatSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Environment } from '../domain/runtime/runtimes.ts';
import { createPrivate, readBounded, sortedEntries } from '../platform/files.ts';
import { readLines } from '../platform/lines.ts';
import type { ForeignDatabase } from '../store.ts';
import type { TranscriptFile, TranscriptFolder } from '../transcripts.ts';

/** No transcript lies deeper; a link that leads back must not be followed for ever. */
const DEEPEST = 6;
/** A line of a transcript may hold the whole output of a tool, and pictures. */
const LONGEST_LINE = 64 * 1024 * 1024;
const LARGEST_TEXT = 256 * 1024 * 1024;

export function folderOf(
  { env, instead, below }: TranscriptFolder,
  variables: Environment,
  home: string,
): string {
  const moved = env === undefined ? undefined : variables[env];
  return join(moved || join(home, instead), below);
}

/** The files below a folder whose path below it fits; a single file that is named is taken at its word. */
export function transcriptsAt(
  place: string,
  name: RegExp,
  openDatabase: (path: string) => ForeignDatabase,
  { links = true } = {},
): TranscriptFile[] {
  const found: string[] = [];
  if (!links && [place, dirname(place)].some(isLink)) return [];
  if (statSync(place, { throwIfNoEntry: false })?.isFile()) found.push(place);
  else walk(place, '', 0);
  return found.flatMap((path) => fileAt(path, openDatabase) ?? []);

  function walk(folder: string, below: string, depth: number): void {
    for (const entry of sortedEntries(folder)) {
      const path = join(folder, entry.name);
      const relative = below ? `${below}/${entry.name}` : entry.name;
      if (!links && entry.isSymbolicLink()) continue;
      if (entry.isDirectory() && depth < DEEPEST) walk(path, relative, depth + 1);
      else if (name.test(relative)) found.push(path);
    }
  }
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

function fileAt(path: string, openDatabase: (path: string) => ForeignDatabase): TranscriptFile | null {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isFile()) return null;
  // A database keeps its last writes in a file beside it.
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
  return {
    path,
    size: found.size + (log?.size ?? 0),
    modified: Math.floor(Math.max(found.mtimeMs, log?.mtimeMs ?? 0)),
    lines: () => readLines(path, LONGEST_LINE),
    beside: (name) => transcriptsAt(path.replace(/\.[^.\\/]*$/, ''), name, openDatabase),
    text: () => readBounded(path, LARGEST_TEXT)?.toString('utf8') ?? null,
    database: () => openDatabase(path),
  };
}

/** Which files were read to their end, one line each: an import that was interrupted goes on after them. */
export function filesDone(path: string) {
  const known = new Set(readBounded(path, LARGEST_TEXT)?.toString('utf8').split('\n'));
  const lineOf = (file: TranscriptFile) => JSON.stringify([file.path, file.size, file.modified]);
  return {
    isDone: (file: TranscriptFile) => known.has(lineOf(file)),
    done: (file: TranscriptFile) => {
      createPrivate(path);
      appendFileSync(path, `${lineOf(file)}\n`);
    },
  };
}
