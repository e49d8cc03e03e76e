import { isOutside, scopedPath } from '../../domain/base/scoped-path.ts';
import type { Fact } from '../../domain/facts/fact.ts';

/** The fact with paths relative to the root of the repository. */
export function relativeFact(fact: Fact, root: string | null): Fact {
  return withPaths(fact, (path) => (root === null ? path : scopedPath(path, null, root)));
}

/** The fact with its paths below the root on this disk. */
export function placedFact(fact: Fact, root: string | null): Fact {
  return withPaths(fact, (path) => {
    if (root === null || isOutside(path)) return path;
    return path === '.' ? root : `${root}/${path}`;
  });
}

function withPaths(fact: Fact, change: (path: string) => string): Fact {
  switch (fact.kind) {
    case 'started':
      return fact.cwd === null ? fact : { ...fact, cwd: change(fact.cwd) };
    case 'tool':
      return {
        ...fact,
        touched: fact.touched.map((touch) => ({ ...touch, path: change(touch.path) })),
        ...(fact.workdir !== undefined && { workdir: change(fact.workdir) }),
      };
    case 'stood': {
      // Size and time say whether a file changed on the disk that it lies on. On another one they would say "changed" of all.
      const { kind, branch, head } = fact;
      return { kind, branch, head };
    }
    default:
      return fact;
  }
}
