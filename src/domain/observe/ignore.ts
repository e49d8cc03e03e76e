import { compileGlob, type Glob } from '../text/glob.ts';

/** The paths that a `.cortexignore` excludes. */
export interface Ignored {
  /** The file is empty: the whole repository is excluded. */
  readonly all: boolean;
  /** Whether a path below the repository's root is excluded. */
  isIgnored(path: string): boolean;
}

/** Lines as in a `.gitignore`: the last match decides, `!` includes a path again, `#` is a comment. */
export function parseIgnore(text: string): Ignored {
  if (text.trim() === '') return { all: true, isIgnored: () => true };
  const rules = text.split(/\r?\n/).flatMap((line) => ruleOf(line.trimEnd()));
  return {
    all: false,
    isIgnored: (path) => {
      const atRoot = `/${path.replace(/^\.?\//, '')}`;
      return rules.findLast(({ globs }) => globs.some((isOf) => isOf(atRoot)))?.isIgnored ?? false;
    },
  };
}

interface Rule {
  readonly isIgnored: boolean;
  readonly globs: readonly Glob[];
}

function ruleOf(line: string): Rule[] {
  const isBack = line.startsWith('!');
  const glob = (isBack ? line.slice(1) : line).replace(/\/+$/, '');
  if (glob === '' || line.startsWith('#')) return [];
  // A rule with an inner slash is relative to the root; without one it matches at any depth.
  const rooted = glob.includes('/') ? glob.replace(/^\//, '') : `**/${glob}`;
  // The path itself, and everything below it.
  return [{ isIgnored: !isBack, globs: [compileGlob(`/${rooted}`), compileGlob(`/${rooted}/**`)] }];
}
