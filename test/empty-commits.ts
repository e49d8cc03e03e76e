import { execFileSync } from 'node:child_process';

/** Adds commits without files to the branch of a repository and gives their hashes, oldest first: four processes, however many. */
export function emptyCommits(cwd: string, messages: readonly string[]): string[] {
  const git = (input: string, ...args: string[]) =>
    execFileSync('git', args, {
      cwd,
      input,
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'ignore'],
    }).trim();
  const branch = git('', 'symbolic-ref', 'HEAD');
  const isFirst = git('', 'for-each-ref', branch) === '';
  const commits = messages.map((message, i) => {
    const parent = i === 0 && !isFirst ? `from ${branch}^0\n` : '';
    const data = `data ${Buffer.byteLength(message)}\n${message}\n`;
    return `commit ${branch}\ncommitter t <t@example.org> 1790000000 +0000\n${data}${parent}\n`;
  });
  // It leaves fewer than a hundred objects loose, as `git commit` does.
  git(commits.join(''), 'fast-import', '--quiet');
  return git('', 'rev-list', '--reverse', branch).split('\n').slice(-messages.length);
}
