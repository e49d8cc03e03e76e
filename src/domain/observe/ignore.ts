import { compilePattern, type Pattern } from '../base/text/glob.ts';

/** The paths that a `.cortexignore` excludes. */
export interface Ignored {
  /** The file is empty: the whole repository is excluded. */
  readonly all: boolean;
  /** Whether a path below the repository's root is excluded; one that ends in a slash is a folder. */
  isIgnored(path: string): boolean;
}

/** No file system takes a longer path, so what stands there names no file, and nothing is kept of it. */
const LONGEST_PATH = 4_096;

/**
 * Lines as in a `.gitignore`: the last match decides, `!` includes a path again unless a folder above it is excluded, `#` is a comment.
 * `foldsCase` is for file systems that take a name in any case.
 */
export function parseIgnore(
  text: string,
  { foldsCase = false }: { readonly foldsCase?: boolean } = {},
): Ignored {
  const lines = text.replace(/^\uFEFF/, '');
  if (lines.trim() === '') return { all: true, isIgnored: () => true };
  const fold = (given: string) => (foldsCase ? given.toLowerCase() : given);
  const rules = fold(lines).split(/\r?\n/).flatMap(readRule);
  return {
    all: false,
    isIgnored: (path) => path.length > LONGEST_PATH || isExcluded(rules, fold(path)),
  };
}

function isExcluded(rules: readonly IgnoreRule[], path: string): boolean {
  const names = path.split('/').filter((name) => name !== '' && name !== '.');
  const asked = rules.map((rule) => ({ ...rule, depths: rule.depthsIn(names) }));
  return names.some((_, depth) => {
    const isFolder = depth < names.length - 1 || path.endsWith('/');
    return (
      asked.findLast((rule) => (isFolder || !rule.isOfFolders) && rule.depths[depth])?.isIgnored ??
      false
    );
  });
}

interface IgnoreRule {
  readonly isIgnored: boolean;
  /** The line ends in a slash. */
  readonly isOfFolders: boolean;
  readonly depthsIn: Pattern;
}

function readRule(line: string): IgnoreRule[] {
  if (line.startsWith('#')) return [];
  const isBack = line.startsWith('!');
  const given = withoutBlanksAtEnd(isBack ? line.slice(1) : line);
  const isOfFolders = given.endsWith('/');
  const glob = isOfFolders ? given.slice(0, -1) : given;
  if (given === '') return [];
  return [{ isIgnored: !isBack, isOfFolders, depthsIn: patternOf(glob) }];
}

/** Blanks at the end of a line do not count, unless a backslash stands before the first of them. */
function withoutBlanksAtEnd(line: string): string {
  let end = line.length;
  while (line[end - 1] === ' ') end--;
  const kept = line.slice(0, end);
  const isTaken = kept.length < line.length && /(?<!\\)(?:\\\\)*\\$/.test(kept);
  return isTaken ? `${kept} ` : kept;
}

/** A pattern with a slash is relative to the root; without one it is of a name at any depth. */
function patternOf(glob: string): Pattern {
  if (!glob.includes('/')) return compilePattern(`**/${glob}`);
  const patterns = spelledOut(glob.replace(/^\//, '')).map(compilePattern);
  return (names) => {
    const found = patterns.map((depthsIn) => depthsIn(names));
    return names.map((_, depth) => found.some((depths) => depths[depth]));
  };
}

/** Letters, then `**` that no slash parts from them. */
const JOINED = /^([^*?[\\]*[^*?[\\/])\*{2,}(?:$|\/(.*))/s;

/** Git compares what stands before the first wildcard by itself, so that a `**` behind letters still stands for folders. */
function spelledOut(glob: string): readonly string[] {
  const joined = JOINED.exec(glob);
  if (joined) {
    const [, letters, rest] = joined;
    if (rest === undefined) return [`${letters}*`, `${letters}*/**/*`];
    return [`${letters}${rest}`, `${letters}*/**/${rest}`];
  }
  // All that is in the folder, not the folder itself.
  return [/\/\*{2,}$|^\*{2,}$/.test(glob) ? `${glob}/*` : glob];
}
