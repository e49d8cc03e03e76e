import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { table } from '../../table.ts';

/** Files as they are now, and those that were there and are not any more. */
const PRESENT = table<[path: string, text: string]>('claims-files');
const PAST = table<string>('claims-files-gone');

/** Files that a session of the repository touched. */
export const KNOWN: readonly string[] = [
  'src/queue.ts',
  'src/payments/shadow.ts',
  'legacy/index.html',
];

/** Hashes of commits that the repository has no more. */
export const NOWHERE = { v: 'f3a91c0', w: '0be44d7', x: '9c1e7fa2', y: 'b7d20c3e41', z: '41d9e0b' };

/** The same commits each time. */
export const REMOVED_AT = Date.parse('2026-11-01T10:00:00Z');
const DATES = {
  GIT_AUTHOR_DATE: '2026-11-01T10:00:00Z',
  GIT_COMMITTER_DATE: '2026-11-01T10:00:00Z',
};

export interface Planted {
  readonly root: string;
  git(...args: readonly string[]): string;
  /** The sentence with commits in place of letters. */
  worded(sentence: string): string;
}

/** A repository with a past: some files are gone, and one branch is not merged. */
export function plantRepository(root: string): Planted {
  mkdirSync(root, { recursive: true });
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { PATH: process.env['PATH'], HOME: root, GIT_CONFIG_NOSYSTEM: '1', ...DATES },
    }).trim();
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  git('init', '-q', '-b', 'main');
  const commits: string[] = [];
  const commit = (message: string) => {
    git('add', '-A');
    git('commit', '-q', '--allow-empty', '-m', message);
    commits.push(git('rev-parse', 'HEAD'));
  };
  for (const [path, text] of PRESENT) write(path, text);
  for (const path of PAST) write(path, `${path}\n`);
  commit('begin');
  commit('shadow mode behind a flag');
  git('checkout', '-q', '-b', 'feature/vat');
  write('src/vat.ts', 'export function addVat() {}\n');
  git('add', '-A');
  git('commit', '-q', '-m', 'vat');
  git('checkout', '-q', 'main');
  for (const path of PAST) rmSync(join(root, path));
  for (const folder of ['src/utils', 'legacy'])
    rmSync(join(root, folder), { recursive: true, force: true });
  commit('remove the poller');
  // Some commits lie in a pack, the later ones loose.
  git('gc', '-q');
  commit('limit');
  commit('vat column');
  const named = {
    ...NOWHERE,
    ...Object.fromEntries(commits.map((hash, i) => ['abcde'[i]!, hash.slice(0, 7 + i)])),
  };
  return {
    root,
    git,
    worded: (sentence) =>
      sentence.replace(/\{([a-z])\}/g, (_, letter: string) => named[letter as keyof typeof named]),
  };
}
