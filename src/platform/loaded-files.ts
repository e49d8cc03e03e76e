import { readdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileMark, readBounded } from './files.ts';

/** Larger ones are no instructions that somebody wrote. */
const LARGEST = 64 * 1024;
const MOST_FILES = 30;

/** Read once for each state of a file. */
const kept = new Map<string, { readonly size: number; readonly at: number; readonly text: string }>();

/** The texts of files, and of the Markdown in folders, which end with a slash. `imports`: a line `@path` stands for that file. */
export function textsAt(paths: readonly string[], imports: boolean): readonly string[] {
  const files = paths.flatMap((path) => (path.endsWith('/') ? markdownIn(path) : [path]));
  const named = textsOf(files);
  return [...named, ...(imports ? textsOf(importsIn(named)) : [])].map(({ text }) => text);
}

interface Read {
  readonly path: string;
  readonly text: string;
}

function textsOf(paths: readonly string[]): readonly Read[] {
  return [...new Set(paths)].slice(0, MOST_FILES).flatMap((path) => {
    const text = textOf(path);
    return text === null ? [] : [{ path, text }];
  });
}

function textOf(path: string): string | null {
  const mark = fileMark(path);
  if (!mark || mark.size > LARGEST) return null;
  const known = kept.get(path);
  if (known && known.size === mark.size && known.at === mark.at) return known.text;
  try {
    const text = readBounded(path, LARGEST)?.toString('utf8') ?? null;
    if (text !== null) kept.set(path, { size: mark.size, at: mark.at, text });
    return text;
  } catch {
    return null;
  }
}

function markdownIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => /\.mdc?$/.test(name))
      .sort()
      .slice(0, MOST_FILES)
      .map((name) => folder + name);
  } catch {
    return [];
  }
}

function importsIn(read: readonly Read[]): string[] {
  return read.flatMap(({ path, text }) =>
    [...text.matchAll(/^@([^\s~@]+\.md)\s*$/gm)].map(([, named]) => resolve(dirname(path), named!)),
  );
}
