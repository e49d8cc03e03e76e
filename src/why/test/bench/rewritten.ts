// The same files under another history: commits squashed, as a pull request is merged in many places, and rebased, which keeps the
// author's times and no other.
import { execFileSync } from 'node:child_process';
import type { Stage } from './home.ts';
import { type Asked, askAll } from './measure.ts';

export interface Rewritten {
  /** Lines that were named before. */
  readonly named: number;
  /** Named with the same session now. */
  readonly same: number;
  /** With another session. */
  readonly other: number;
}

const SQUASHED = 4;
const DAY = 86_400;

/** `squash`: of the commits on the main line always four are one; `rebase`: each is committed three days later. */
export async function askRewritten(
  stage: Stage,
  before: readonly Asked[],
  files: readonly string[],
  how: 'squash' | 'rebase',
): Promise<Rewritten> {
  const { tree } = stage;
  const git = (args: readonly string[], env: Record<string, string> = {}) =>
    execFileSync('git', ['-C', tree, ...args], {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      env: { ...process.env, ...env },
    }).trim();
  const old = git(['symbolic-ref', 'HEAD']);
  const commits = git(['log', '--first-parent', '--reverse', '--format=%H %at %ct', 'HEAD']).split(
    '\n',
  );
  let parent: string | null = null;
  const step = how === 'squash' ? SQUASHED : 1;
  for (let i = 0; i < commits.length; i += step) {
    const [id, author, committer] = commits[Math.min(i + step, commits.length) - 1]!.split(' ') as [
      string,
      string,
      string,
    ];
    const late = Number(committer) + (how === 'rebase' ? 3 * DAY : 0);
    parent = git(
      ['commit-tree', `${id}^{tree}`, ...(parent === null ? [] : ['-p', parent]), '-m', how],
      {
        GIT_AUTHOR_NAME: 'a',
        GIT_AUTHOR_EMAIL: 'a@b',
        GIT_COMMITTER_NAME: 'a',
        GIT_COMMITTER_EMAIL: 'a@b',
        GIT_AUTHOR_DATE: `${author} +0000`,
        GIT_COMMITTER_DATE: `${late} +0000`,
      },
    );
  }
  git(['update-ref', `refs/heads/${how}`, parent!]);
  git(['symbolic-ref', 'HEAD', `refs/heads/${how}`]);
  const after = await askAll(stage, files);
  git(['symbolic-ref', 'HEAD', old]);
  const keyOf = ({ file, line }: Asked) => `${file}:${line}`;
  const now = new Map(after.lines.map((one) => [keyOf(one), one.session]));
  const named = before.filter(({ session }) => session !== null);
  const same = named.filter((one) => now.get(keyOf(one)) === one.session).length;
  const other = named.filter(
    (one) => now.get(keyOf(one)) != null && now.get(keyOf(one)) !== one.session,
  ).length;
  return { named: named.length, same, other };
}
