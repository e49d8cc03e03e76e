import { lstatSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type {
  AgentMemories,
  KeptNote,
  KeptNotes,
  MemoryBook,
  MemoryFile,
  PassedOver,
} from '../agent-memories.ts';
import { ensureGiven, readBounded, sortedEntries, writeAtomic } from '../platform/files.ts';
import { real } from '../platform/git-files.ts';

/** An index is told to a model at every start, a fact is a page: a larger file is something else. */
const LARGEST_FILE = 1024 * 1024;
const MOST_FILES = 500;
/** No book lies deeper, and no file of a book. */
const DEEPEST = 2;
/** Every line of a transcript names its folder. */
const MOST_TRANSCRIPTS = 10;
const LONGEST_BEGINNING = 64 * 1024;

/**
 * The one path of a place, whatever folder somebody names it from and through whichever links. A file that is a link stays
 * one, so that it is not followed.
 */
export function settledPlace(place: string): string {
  const path = resolve(place);
  if (path === dirname(path)) return path;
  const settled = isFolder(path) ? real(path) : null;
  return settled ?? join(settledPlace(dirname(path)), basename(path));
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
  const found = statSync(place, { throwIfNoEntry: false });
  if (found?.isFile()) {
    const name = place.split(/[\\/]/).at(-1)!;
    const book = bookOf(dirname(place), { files: [fileAt(place, name) ?? []].flat(), refused: [] });
    return [{ ...book, isPart: true }];
  }
  if (!found?.isDirectory()) return [];
  const folders = [{ path: place, below: '', isLink: false }, ...foldersBelow(place, '', 1)];
  const books = folders.filter(({ below }) => of.book.test(below));
  const isBook = books.length === 0 && isNamed;
  // The folder of one project, named by its path.
  const inside = isBook ? folders.filter(({ path }) => of.book.test(lastTwo(path))) : [];
  const chosen = inside.length > 0 ? inside : isBook ? [{ path: place, isLink: false }] : books;
  return chosen.map(({ path, isLink }) =>
    isLink
      ? { ...bookOf(path, { files: [], refused: [LINK] }), isPart: true }
      : bookOf(path, entriesIn(path, '', of.files, 1)),
  );
}

const LINK: PassedOver = { where: 'the folder itself', why: 'it is a link' };

function lastTwo(path: string): string {
  return path.split(/[\\/]/).filter(Boolean).slice(-2).join('/');
}

function foldersBelow(
  folder: string,
  below: string,
  depth: number,
): { readonly path: string; readonly below: string; readonly isLink: boolean }[] {
  if (depth > DEEPEST) return [];
  return sortedEntries(folder).flatMap((entry) => {
    const path = join(folder, entry.name);
    const relative = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isSymbolicLink()) return isFolder(path) ? [{ path, below: relative, isLink: true }] : [];
    if (!entry.isDirectory()) return [];
    return [{ path, below: relative, isLink: false }, ...foldersBelow(path, relative, depth + 1)];
  });
}

interface Entries {
  readonly files: MemoryFile[];
  readonly refused: PassedOver[];
}

function entriesIn(folder: string, below: string, name: RegExp, depth: number): Entries {
  const entries: Entries = { files: [], refused: [] };
  for (const entry of sortedEntries(folder)) {
    const path = join(folder, entry.name);
    const relative = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isSymbolicLink() && (name.test(relative) || isFolder(path)))
      entries.refused.push({ where: relative, why: 'it is a link', unread: [relative] });
    else if (entry.isDirectory() && depth < DEEPEST) {
      const inside = entriesIn(path, relative, name, depth + 1);
      entries.files.push(...inside.files);
      entries.refused.push(...inside.refused);
    } else if (name.test(relative)) {
      const file = fileAt(path, relative);
      if (file) entries.files.push(file);
      else if (!entry.isDirectory())
        entries.refused.push({ where: relative, why: 'it is not a plain file', unread: [relative] });
    }
  }
  const over = entries.files.splice(MOST_FILES);
  if (over.length > 0)
    entries.refused.push({
      where: folder,
      why: `more than ${MOST_FILES} files: ${over.length} are left out`,
      unread: over.map((file) => file.name),
    });
  return entries;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function bookOf(path: string, entries: Entries): MemoryBook {
  return { path, ...entries, transcripts: () => transcriptsBeside(path) };
}

function fileAt(path: string, name: string): MemoryFile | null {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found?.isFile()) return null;
  return { name, size: found.size, modified: Math.floor(found.mtimeMs), text: () => textOf(path) };
}

/** Null where it is too large, or no UTF-8; a NUL stands in no text. */
function textOf(path: string): string | null {
  const bytes = readBounded(path, LARGEST_FILE + 1);
  if (bytes === null || bytes.length > LARGEST_FILE || bytes.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function* transcriptsBeside(book: string): Generator<string> {
  const folder = dirname(book);
  const files = sortedEntries(folder)
    .filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl'))
    .map(({ name }) => join(folder, name))
    .map((path) => ({ path, at: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((a, b) => b.at - a.at);
  for (const { path } of files.slice(0, MOST_TRANSCRIPTS))
    yield readBounded(path, LONGEST_BEGINNING)?.toString('utf8') ?? '';
}

const LARGEST_NOTES = 64 * 1024 * 1024;

/** Notes on imported books, a line each. Words stand in it as hashes only. */
export function keptNotes(path: string): KeptNotes {
  return {
    read: () =>
      (readBounded(path, LARGEST_NOTES)?.toString('utf8') ?? '').split('\n').flatMap((line): KeptNote[] => {
        try {
          const [book, key, id, hash, list, file, scope] = JSON.parse(line) as string[];
          const names = { book: book!, key: key!, id: id!, file: file!, scope: scope! };
          return [{ ...names, hash: hash!, list: list ?? null }];
        } catch {
          return [];
        }
      }),
    write: (notes) => {
      ensureGiven(dirname(path));
      const lines = notes.map(({ book, key, id, hash, list, file, scope }) =>
        JSON.stringify([book, key, id, hash, list, file, scope]),
      );
      writeAtomic(path, `${lines.join('\n')}\n`);
    },
  };
}
