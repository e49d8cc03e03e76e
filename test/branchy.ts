import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { Random } from '../scripts/torture/tools.ts';

/** Runs `git` in a folder, away from the settings of whoever runs the tests. */
export function git(folder: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('git', args, {
    cwd: folder,
    encoding: 'utf8',
    env: GIT_ENV,
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
  return stdout.trim();
}

export const GIT_ENV = {
  PATH: process.env['PATH'],
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.org',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.org',
};

/** Numbers from 0 to 1 that a seed decides. */
export function numbers(seed: number): () => number {
  const random = new Random(seed);
  return () => random.next();
}

/**
 * A repository shaped as teams shape theirs: a main line, features of one to a dozen commits that are merged after a while
 * and take in the main line in between, releases that live long and get picked fixes, a few branches that nobody ever
 * merged, now and then a merge of three. Clocks are off by minutes, and some by days.
 */
export function makeBranchy(folder: string, commits: number, random: () => number): void {
  mkdirSync(folder, { recursive: true });
  git(folder, 'init', '-q', '-b', 'main');
  const lines: string[] = [];
  let mark = 0;
  let clock = 1_500_000_000;
  const add = (ref: string, from: number | null, merged: readonly number[] = []): number => {
    mark += 1;
    clock += Math.floor(random() * 3600);
    const skew = random() < 0.01 ? -3 * 86_400 : Math.floor((random() - 0.5) * 600);
    const message = `change ${mark}: ${random()
      .toString(36)
      .repeat(1 + Math.floor(random() * 6))}`;
    lines.push(
      `commit refs/heads/${ref}`,
      `mark :${mark}`,
      `committer Ada <ada@example.org> ${clock + skew} +0000`,
      `data ${message.length}`,
      message,
      ...(from === null ? [] : [`from :${from}`]),
      ...merged.map((one) => `merge :${one}`),
      `M 100644 inline f${mark % 50}`,
      'data 1',
      String(mark % 10),
    );
    return mark;
  };
  let main = add('main', null);
  const open: { ref: string; tip: number; left: number; isRelease: boolean }[] = [];
  for (let made = 0; mark < commits; made++) {
    const dice = random();
    if (dice < 0.12 && open.length < 16)
      open.push({ ref: `feature/${made}`, tip: main, left: 1 + Math.floor(random() * 12), isRelease: false });
    else if (dice > 0.998) open.push({ ref: `release/${made}`, tip: main, left: 60, isRelease: true });
    const branch = open[Math.floor(random() * open.length)];
    if (!branch || random() < 0.3) {
      main = add('main', main);
      continue;
    }
    if (branch.left > 0) {
      branch.left -= 1;
      const takesIn = !branch.isRelease && branch.tip < main && random() < 0.1;
      branch.tip = add(branch.ref, branch.tip, takesIn ? [main] : []);
      continue;
    }
    open.splice(open.indexOf(branch), 1);
    if (branch.isRelease || random() < 0.04) continue;
    const other = random() < 0.03 ? open.find(({ isRelease, tip }) => !isRelease && tip !== main) : undefined;
    main = add(
      'main',
      main,
      [branch.tip, ...(other ? [other.tip] : [])].filter((tip) => tip !== main),
    );
  }
  const { status, stderr } = spawnSync('git', ['fast-import', '--quiet'], {
    cwd: folder,
    env: GIT_ENV,
    input: `${lines.join('\n')}\n`,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
}

/** What `git` itself says of commits: each with all its ancestors, as numbers. */
export function ancestry(folder: string): {
  readonly ids: readonly string[];
  isAncestor(a: string, b: string): boolean;
} {
  const ids: string[] = [];
  const numberOf = new Map<string, number>();
  const parents: number[][] = [];
  for (const line of git(folder, 'rev-list', '--all', '--topo-order', '--reverse', '--parents').split('\n')) {
    const [id, ...of] = line.split(' ') as [string, ...string[]];
    numberOf.set(id, ids.length);
    ids.push(id);
    parents.push(of.map((one) => numberOf.get(one)!));
  }
  return {
    ids,
    isAncestor(a, b) {
      const target = numberOf.get(a)!;
      const seen = new Set<number>();
      const stack = [numberOf.get(b)!];
      for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
        if (at === target) return true;
        // Parents come before their children.
        if (at < target || seen.has(at)) continue;
        seen.add(at);
        stack.push(...parents[at]!);
      }
      return false;
    },
  };
}
