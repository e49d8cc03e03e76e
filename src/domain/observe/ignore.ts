import { compileGlob } from '../text/glob.ts';
import { type Pattern, PatternError } from '../text/pattern.ts';

/** What a `.cortexignore` keeps out. */
export interface Ignored {
  /** The file is empty: the whole repository stays out. */
  readonly all: boolean;
  /** Whether a path below the repository's root stays out. */
  isIgnored(path: string): boolean;
}

/** Lines as in a `.gitignore`: the last that fits decides, `!` takes a path back in, `#` is a remark. */
export function parseIgnore(text: string): Ignored {
  if (text.trim() === '') return { all: true, isIgnored: () => true };
  const rules = text.split(/\r?\n/).flatMap((line) => ruleOf(line.trimEnd()));
  return {
    all: false,
    isIgnored: (path) => {
      const inside = path.replace(/^\.?\//, '');
      return rules.findLast(({ patterns }) => patterns.some((one) => one.isIn(inside)))?.isIn ?? false;
    },
  };
}

interface Rule {
  readonly isIn: boolean;
  readonly patterns: readonly Pattern[];
}

function ruleOf(line: string): Rule[] {
  const isBack = line.startsWith('!');
  const glob = (isBack ? line.slice(1) : line).replace(/\/+$/, '');
  if (glob === '' || line.startsWith('#')) return [];
  // A slash inside binds the rule to the root; without one it fits at any depth.
  const rooted = glob.includes('/') ? glob.replace(/^\//, '') : `**/${glob}`;
  try {
    // The path itself, and everything below it.
    return [
      { isIn: !isBack, patterns: [compileGlob(`/${rooted}`), compileGlob(`/${rooted}/**`)].map(atRoot) },
    ];
  } catch (error) {
    if (error instanceof PatternError) return [];
    throw error;
  }
}

function atRoot(pattern: Pattern): Pattern {
  return { isIn: (path) => pattern.isIn(`/${path}`) };
}
