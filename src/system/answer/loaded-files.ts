import { dirname, resolve } from 'node:path';
import { fileMark, listNames, readBounded } from '../base/files.ts';

/** Larger ones are no instructions that somebody wrote. */
const LARGEST = 64 * 1024;
const MOST_FILES = 30;

/** The texts of files, and of the Markdown in folders, which end with a slash. `imports`: a line `@path` stands for that file. */
export function textsAt(
  paths: readonly string[],
  { imports }: { readonly imports: boolean },
): readonly string[] {
  const read = textsOf(paths.flatMap((path) => (path.endsWith('/') ? markdownIn(path) : [path])));
  return [...read, ...(imports ? textsOf(importsIn(read)) : [])].map(({ text }) => text);
}

interface LoadedFile {
  readonly path: string;
  readonly text: string;
}

function textsOf(paths: readonly string[]): readonly LoadedFile[] {
  return [...new Set(paths)].slice(0, MOST_FILES).flatMap((path) => {
    const size = fileMark(path)?.size ?? LARGEST + 1;
    const text = size > LARGEST ? undefined : readBounded(path, LARGEST)?.toString('utf8');
    return text === undefined ? [] : [{ path, text }];
  });
}

function markdownIn(folder: string): string[] {
  return listNames(folder)
    .filter((name) => /\.mdc?$/.test(name))
    .slice(0, MOST_FILES)
    .map((name) => folder + name);
}

function importsIn(read: readonly LoadedFile[]): string[] {
  return read.flatMap(({ path, text }) =>
    [...text.matchAll(/^@([^\s~@]+\.md)\s*$/gm)].map(([, named]) => resolve(dirname(path), named!)),
  );
}
