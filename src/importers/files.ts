import { appendFileSync, lstatSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import type { AgentMemories, MemoryBook, MemoryFile } from '../agent-memories.ts';
import type { Environment } from '../domain/runtime/runtimes.ts';
import { createPrivate, ensureGiven, readBounded, sortedEntries, writeAtomic } from '../platform/files.ts';
import { real } from '../platform/git-files.ts';
import { readLines } from '../platform/lines.ts';
import type { ForeignDatabase } from '../store.ts';
import type { TranscriptFile, TranscriptFolder } from '../transcripts.ts';
import type { KeptNote } from './memories.ts';

/** No transcript lies deeper; a link that leads back must not be followed for ever. */
const DEEPEST = 6;
/** No book lies deeper, and no file of a book. */
const DEEPEST_BOOK = 2;
/** A line of a transcript may hold the whole output of a tool, and pictures. */
const LONGEST_LINE = 64 * 1024 * 1024;
const LARGEST_TEXT = 256 * 1024 * 1024;
/** An index is told to a model at every start, a fact is a page: a larger file is something else. */
const LARGEST_MEMORY = 1024 * 1024;
/** Every line of a transcript names its folder. */
const MOST_TRANSCRIPTS = 10;
const LONGEST_BEGINNING = 64 * 1024;

export function folderOf(
  { env, instead, below }: TranscriptFolder,
  variables: Environment,
  home: string,
): string {
  const moved = env === undefined ? undefined : variables[env];
  return join(moved || join(home, instead), below);
}

/** The paths below a folder that are files, or folders, with links and what else there is among the files. */
function below(folder: string, depth: number, of: 'files' | 'folders'): string[] {
  return sortedEntries(folder).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return of === 'files' ? [path] : [];
    return [...(of === 'folders' ? [path] : []), ...(depth > 1 ? below(path, depth - 1, of) : [])];
  });
}

function named(path: string, folder: string): string {
  return relative(folder, path).replaceAll('\\', '/');
}

/** The files below a folder whose path below it fits; a single file that is named is taken at its word. */
export function transcriptsAt(
  place: string,
  name: RegExp,
  openDatabase: (path: string) => ForeignDatabase,
): TranscriptFile[] {
  const isFile = statSync(place, { throwIfNoEntry: false })?.isFile();
  const found = isFile
    ? [place]
    : below(place, DEEPEST, 'files').filter((path) => name.test(named(path, place)));
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
        beside: (other) => transcriptsAt(path.replace(/\.[^.\\/]*$/, ''), other, openDatabase),
        text: () => readBounded(path, LARGEST_TEXT)?.toString('utf8') ?? null,
        database: () => openDatabase(path),
      },
    ];
  });
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

/** The one path of a place, whatever folder somebody names it from and through whichever links; a file that is a link stays one. */
export function settledPlace(place: string): string {
  const path = resolve(place);
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory();
  return (isFolder && real(path)) || join(real(dirname(path)) ?? dirname(path), basename(path));
}

/**
 * The books below a folder, which is a settled place. A folder that is named and holds no further ones is a book itself, and
 * a file that is named one with nothing else in it. Links are not followed: one may lead to anything that this user can read.
 */
export function booksAt(
  place: string,
  of: Pick<AgentMemories, 'book' | 'files'>,
  isNamed: boolean,
): MemoryBook[] {
  const found = lstatSync(place, { throwIfNoEntry: false });
  if (found?.isFile()) return [bookOf(dirname(place), [place], true)];
  if (!found?.isDirectory()) return [];
  const folders = [place, ...below(place, DEEPEST_BOOK, 'folders')];
  const books = folders.filter((path) => of.book.test(named(path, place)));
  // The folder of one project, named by its path.
  const inside = folders.filter((path) => of.book.test(path.split(/[\\/]/).slice(-2).join('/')));
  const others = isNamed ? (inside.length > 0 ? inside : [place]) : [];
  return (books.length > 0 ? books : others).map((path) => {
    const files = below(path, DEEPEST_BOOK, 'files').filter((file) => of.files.test(named(file, path)));
    return bookOf(path, files);
  });
}

function bookOf(path: string, files: readonly string[], isPart = false): MemoryBook {
  return {
    path,
    isPart,
    transcripts: () => beginningsIn(dirname(path)),
    files: files.map((file): MemoryFile => {
      const found = lstatSync(file, { throwIfNoEntry: false });
      const text = () => (found?.isFile() ? memoryText(file) : null);
      return { name: named(file, path), modified: Math.floor(found?.mtimeMs ?? 0), text };
    }),
  };
}

/** Null where it is too large, or no UTF-8; a NUL stands in no text. */
function memoryText(path: string): string | null {
  const bytes = readBounded(path, LARGEST_MEMORY + 1);
  if (bytes === null || bytes.length > LARGEST_MEMORY || bytes.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function* beginningsIn(folder: string): Generator<string> {
  const files = sortedEntries(folder)
    .filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl'))
    .map(({ name }) => join(folder, name))
    .map((path) => ({ path, at: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((a, b) => b.at - a.at);
  for (const { path } of files.slice(0, MOST_TRANSCRIPTS))
    yield readBounded(path, LONGEST_BEGINNING)?.toString('utf8') ?? '';
}

/** Notes on imported memories, a line each: the book, the id, and the hash of its words as they were read. */
export function keptNotes(path: string) {
  return {
    read: (): readonly KeptNote[] =>
      (readBounded(path, LARGEST_TEXT)?.toString('utf8') ?? '').split('\n').flatMap((line): KeptNote[] => {
        try {
          // Other fields of a line are those of earlier versions.
          const [book, key, id, hash] = JSON.parse(line) as string[];
          return [{ book: book!, key: key!, id: id!, hash: hash! }];
        } catch {
          return [];
        }
      }),
    write: (notes: readonly KeptNote[]) => {
      ensureGiven(dirname(path));
      writeAtomic(
        path,
        notes.map(({ book, key, id, hash }) => `${JSON.stringify([book, key, id, hash])}\n`).join(''),
      );
    },
  };
}
