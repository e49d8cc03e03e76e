import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

/** An import of a file of ours. */
export interface Import {
  /** The path from the root. */
  readonly to: string;
  readonly isTypeOnly: boolean;
  readonly names: string;
}

/** Every file below a folder, as paths with slashes from the root. */
export function filesBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();
}

/** Whether a file is part of the program: no test, and none of what tests share. */
export function isProgram(path: string): boolean {
  return /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && !/^src\/[^/]+\/test\//.test(path);
}

const STATIC =
  /\b(?:import|export)\s+(type\s+)?((?:\*\s+as\s+)?\w*,?\s*(?:\{[^}]*\}|\*)?)\s*from\s+'([^']+)'/g;
const BARE = /^import\s+'([^']+)'/gm;
const LAZY = /(typeof )?\bimport\(\s*'([^']+)'\s*\)/g;
const TYPES_ALONE = /^\{(?:\s*type\s+[\w\s]+,?)+\s*\}$/;

/** Everything that a text imports, by the words of the import. */
export function importsIn(text: string): Import[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const named = [...code.matchAll(STATIC)].map(([, type, names, to]) => ({
    to: to!,
    isTypeOnly: type !== undefined || TYPES_ALONE.test(names!),
    names: names!.replace(/\s+/g, ' '),
  }));
  const bare = [...code.matchAll(BARE)].map(([, to]) => ({
    to: to!,
    isTypeOnly: false,
    names: '',
  }));
  const lazy = [...code.matchAll(LAZY)].map(([, type, to]) => ({
    to: to!,
    isTypeOnly: type !== undefined,
    names: 'import()',
  }));
  return [...named, ...bare, ...lazy];
}

/** Our own files that a file imports. */
export function importsOf(root: string, path: string): Import[] {
  return importsIn(readFileSync(join(root, path), 'utf8'))
    .filter(({ to }) => to.startsWith('.'))
    .map((one) => ({ ...one, to: posix.join(dirname(path), one.to) }));
}
