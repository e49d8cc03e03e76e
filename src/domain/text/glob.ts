/** Whether a path matches a glob. */
export type Glob = (path: string) => boolean;

/**
 * `*.sql` matches a file in any folder; `db/*.sql` matches at any depth; `**` matches folders, `{a,b}`
 * alternatives. Case is ignored.
 */
export function compileGlob(glob: string): Glob {
  const anywhere = glob.startsWith('/') ? glob : `**/${glob}`;
  const globs = choices(anywhere.toLowerCase()).map((one) => one.split('/'));
  return (path) => {
    const parts = path.toLowerCase().split(/[/\\]/);
    return globs.some((one) => fits(one, parts, '**', isNamed));
  };
}

/** `*` stands for any letters, `?` for one. */
export function isNamed(wanted: string, name: string): boolean {
  return fits(wanted, name, '*', (letter, other) => letter === '?' || letter === other);
}

const BRACES = /\{([^{}]*)\}/;
/** Most alternatives; further braces are literal. */
const MOST_CHOICES = 100;

function choices(glob: string): readonly string[] {
  let all = [glob];
  while (all.length < MOST_CHOICES && all.some((one) => BRACES.test(one))) {
    all = all.flatMap((one) => {
      const [braces, inside] = BRACES.exec(one) ?? [];
      return inside?.split(',').map((choice) => one.replace(braces!, () => choice)) ?? one;
    });
  }
  return all;
}

/**
 * Whether items match a sequence in order; `any` matches any number of them. It backtracks only to the last
 * `any`, so the time is at most the product of the lengths.
 */
function fits(
  wanted: ArrayLike<string>,
  items: ArrayLike<string>,
  any: string,
  isOne: (wanted: string, item: string) => boolean,
): boolean {
  let [at, back, from] = [0, -1, 0];
  for (let i = 0; i < items.length; ) {
    const one = wanted[at];
    if (one === any) [back, from, at] = [at, i, at + 1];
    else if (one !== undefined && isOne(one, items[i]!)) [at, i] = [at + 1, i + 1];
    else if (back >= 0) [from, i, at] = [from + 1, from + 1, back + 1];
    else return false;
  }
  while (wanted[at] === any) at += 1;
  return at === wanted.length;
}
