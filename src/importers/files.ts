import { appendFileSync, lstatSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Environment } from '../domain/base/runtimes.ts';
import type { ForeignDatabase } from '../ports/base/foreign.ts';
import type { TranscriptFile, TranscriptFolder } from '../ports/base/transcripts.ts';
import { createPrivate, readBounded, sortedEntries } from '../system/base/files.ts';
import { readLines } from '../system/base/lines.ts';

/** No transcript lies deeper; a link that leads back must not be followed for ever. */
const DEEPEST = 6;
/** A line of a transcript may hold the whole output of a tool, and pictures. */
const LONGEST_LINE = 64 * 1024 * 1024;
const LARGEST_TEXT = 256 * 1024 * 1024;

export function locateTranscriptFolder(
  { env, instead, below }: TranscriptFolder,
  variables: Environment,
  home: string,
): string {
  const moved = env === undefined ? undefined : variables[env];
  return join(moved || join(home, instead), below);
}

/** The files below a folder. Links are not followed: one may lead to anything that this user can read. */
function filesBelow(folder: string, depth: number): string[] {
  return sortedEntries(folder).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return depth > 1 ? filesBelow(path, depth - 1) : [];
    return entry.isFile() ? [path] : [];
  });
}

/** The files below a folder whose path below it fits; a single file that is named is taken at its word. */
export function filesAt(
  place: string,
  name: RegExp,
  openDatabase: (path: string) => ForeignDatabase,
): TranscriptFile[] {
  const isFile = lstatSync(place, { throwIfNoEntry: false })?.isFile();
  const fits = (path: string) => name.test(relative(place, path).replaceAll('\\', '/'));
  const found = isFile ? [place] : filesBelow(place, DEEPEST).filter(fits);
  return found.flatMap((path): TranscriptFile[] => {
    const facts = statSync(path, { throwIfNoEntry: false });
    if (!facts?.isFile()) return [];
    // A database keeps its last writes in a file beside it.
    const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
    return [
      {
        path,
        size: facts.size + (log?.size ?? 0),
        modified: Math.floor(Math.max(facts.mtimeMs, log?.mtimeMs ?? 0)),
        lines: () => readLines(path, LONGEST_LINE),
        beside: (other) => filesAt(path.replace(/\.[^.\\/]*$/, ''), other, openDatabase),
        text: () => readBounded(path, LARGEST_TEXT)?.toString('utf8') ?? null,
        database: () => openDatabase(path),
      },
    ];
  });
}

/** The files that were read to their end: an import that was interrupted goes on after them. */
export interface FilesDone {
  isDone(file: TranscriptFile): boolean;
  done(file: TranscriptFile): void;
}

/** Kept one line each, so that noting another is one append. */
export function filesDone(path: string): FilesDone {
  const known = new Set(readBounded(path, LARGEST_TEXT)?.toString('utf8').split('\n'));
  const lineOf = (file: TranscriptFile) => JSON.stringify([file.path, file.size, file.modified]);
  return {
    isDone: (file) => known.has(lineOf(file)),
    done: (file) => {
      createPrivate(path);
      appendFileSync(path, `${lineOf(file)}\n`);
    },
  };
}
