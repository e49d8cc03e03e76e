import { dirname, join } from 'node:path';
import { parseIgnore } from '../../domain/observe/ignore.ts';
import { readBounded } from '../base/files.ts';
import { lstatOrNull, readGitSettings } from './git-files.ts';

/** The rules for paths from `.gitignore` and `.gitattributes` in and beside a repository. */
export interface PathRules {
  /** Whether `git` leaves a file out while it is not committed. */
  isIgnored(path: string): boolean;
  /** Whether `git` may store another content than the file's: by a filter, an encoding or a keyword. */
  isFiltered(path: string): boolean;
}

/** Longer files are not written by hand. */
const MOST_BYTES = 256 * 1024;
/** A file system that takes a name in any case. */
const FOLDS_CASE = process.platform === 'win32' || process.platform === 'darwin';

/** The rules for paths below the top of a working tree. Files are read when they are asked for, each once. */
export function pathRules(root: string, commonDir: string, userHome: string): PathRules {
  const texts = new Map<string, string>();
  const textOf = (file: string) => {
    const known = texts.get(file) ?? plainText(file);
    texts.set(file, known);
    return known;
  };
  const given = (name: 'ignore' | 'attributes') => {
    const asked = {
      section: '[core]',
      name: name === 'ignore' ? 'excludesfile' : 'attributesfile',
    };
    const configs = [join(commonDir, 'config'), join(userHome, '.gitconfig')];
    const [named] = configs.flatMap((file) => readGitSettings(file, [asked])[0] ?? []);
    if (named === undefined) return join(userHome, '.config', 'git', name);
    return named.replace(/^~(?=\/)/, userHome);
  };
  /** The texts for a path, the strongest last, each as rules relative to the root. */
  const rulesFor = (path: string, name: 'ignore' | 'attributes', own: string) => [
    textOf(given(name)),
    textOf(join(commonDir, 'info', name === 'ignore' ? 'exclude' : 'attributes')),
    ...foldersAbove(path).map((folder) => relativeTo(folder, textOf(join(root, folder, own)))),
  ];
  return {
    isIgnored: (path) => {
      const rules = rulesFor(path, 'ignore', '.gitignore').join('\n');
      return rules.trim() !== '' && parseIgnore(rules, { foldsCase: FOLDS_CASE }).isIgnored(path);
    },
    isFiltered: (path) => {
      const patterns = filteredIn(rulesFor(path, 'attributes', '.gitattributes').join('\n'));
      return patterns !== '' && parseIgnore(patterns, { foldsCase: FOLDS_CASE }).isIgnored(path);
    },
  };
}

/** `git` follows no link to such a file. */
function plainText(file: string): string {
  if (lstatOrNull(file)?.isFile() !== true) return '';
  return (
    readBounded(file, MOST_BYTES)
      ?.toString('utf8')
      .replace(/^\uFEFF/, '') ?? ''
  );
}

/** The root and the folders of a path, the outermost first. */
function foldersAbove(path: string): string[] {
  const folder = dirname(path);
  return folder === '.' ? ['.'] : [...foldersAbove(folder), folder];
}

/** The rules of a file in a folder, as they would stand in the root. */
function relativeTo(folder: string, text: string): string {
  if (folder === '.' || text === '') return text;
  // A blank would end the pattern of an attribute.
  const place = folder.replace(/[*?[\]\\]/g, '\\$&').replaceAll(' ', '?');
  return text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const isBack = line.startsWith('!');
      const rule = isBack ? line.slice(1) : line;
      const [pattern = ''] = /^(?:\\.|[^\s\\])*/.exec(rule) ?? [];
      const isAnchored = pattern.replace(/\/$/, '').includes('/');
      const below = isAnchored ? rule.replace(/^\//, '') : `**/${rule}`;
      return `${isBack ? '!' : ''}/${place}/${below}`;
    })
    .join('\n');
}

/** Attributes under which the stored content is another one than the file's. */
const CHANGES_CONTENT = /^(?:filter(?:=|$)|working-tree-encoding=|ident$)/;

/**
 * The patterns whose files are filtered, a line each. A later line may take an attribute back; that is not looked at, for it is
 * enough to say nothing.
 */
function filteredIn(attributes: string): string {
  const lines = attributes.split(/\r?\n/).map((line) => line.trim());
  const macros = new Set<string>();
  const changes = (words: readonly string[]) =>
    words.some((word) => CHANGES_CONTENT.test(word) || macros.has(word));
  for (const line of lines) {
    const [, name, rest = ''] = /\[attr\](\S+)\s+(.*)$/.exec(line) ?? [];
    if (name !== undefined && changes(rest.split(/\s+/))) macros.add(name);
  }
  return (
    lines
      .filter(
        (line) => !/^[#!]/.test(line) && !line.includes('[attr]') && changes(line.split(/\s+/)),
      )
      // A quoted pattern is written as in C, and could be of any file.
      .map((line) => (line.includes('"') ? '*' : line.split(/\s/)[0]!))
      .join('\n')
  );
}
