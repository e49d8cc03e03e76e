import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A real repository without a commit. */
export function initRepository(path: string): string {
  mkdirSync(path, { recursive: true });
  execFileSync('git', ['init', '-q'], { cwd: path });
  return path;
}

/** Commits files with their texts; null deletes one. */
export function commitFiles(
  repository: string,
  files: Readonly<Record<string, string | null>>,
): void {
  const who = ['-c', 'user.name=dev', '-c', 'user.email=dev@example.com'];
  const git = (...args: string[]) => execFileSync('git', [...who, ...args], { cwd: repository });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(repository, path)), { recursive: true });
    if (text === null) git('rm', '-q', path);
    else writeFileSync(join(repository, path), text);
  }
  git('add', '-A');
  git('commit', '-q', '-m', 'more');
}
