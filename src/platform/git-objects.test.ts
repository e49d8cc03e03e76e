import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { emptyCommits } from '../../test/empty-commits.ts';
import { scratchFolder } from '../../test/scratch.ts';
import { objectFinder } from './git-objects.ts';

let scratch: ReturnType<typeof scratchFolder>;
beforeEach(() => {
  scratch = scratchFolder();
});
afterEach(() => scratch.dispose());

function repository(name: string, ...options: readonly string[]) {
  const root = join(scratch.path, name);
  mkdirSync(root);
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  git('init', '-q', ...options);
  const commits = (count: number) =>
    emptyCommits(
      root,
      Array.from({ length: count }, () => `commit ${Math.random()}`),
    );
  return { git, commits, commit: () => commits(1)[0]!, gitDir: join(root, '.git') };
}

/** A name that no object has. */
const NOBODY = 'ffffffff0000';

describe.each([
  ['sha1', []],
  ['sha256', ['--object-format=sha256']],
] as const)('a repository of %s', (_, options) => {
  it('has its commits, loose and in packs, by any length of their names', () => {
    const { git, commits, gitDir } = repository('r', ...options);
    const packed = commits(30);
    git('gc', '-q');
    const again = commits(5);
    git('repack', '-q', '-d');
    const loose = commits(2);
    for (const hash of [...packed, ...again, ...loose]) {
      for (const length of [7, 12, hash.length])
        expect(objectFinder(gitDir)(hash.slice(0, length))).toBe('yes');
    }
    expect(objectFinder(gitDir)(NOBODY)).toBe('no');
    const absent = `${packed[0]!.slice(0, 10)}${packed[0]![10] === '0' ? '1' : '0'}`;
    expect(objectFinder(gitDir)(absent)).toBe('no');
  });
});

describe('what is not found is unknown', () => {
  it('where objects may lie elsewhere', () => {
    const { commit, gitDir } = repository('r');
    const hash = commit();
    expect(objectFinder(gitDir)(NOBODY)).toBe('no');
    for (const file of ['shallow', 'objects/info/alternates', 'objects/pack/pack-1.promisor']) {
      writeFileSync(join(gitDir, file), '');
      expect(objectFinder(gitDir)(NOBODY)).toBe('unknown');
      expect(objectFinder(gitDir)(hash)).toBe('yes');
      rmSync(join(gitDir, file));
    }
  });

  it('where an index cannot be read, or there is no object store', () => {
    const { git, commit, gitDir } = repository('r');
    commit();
    git('gc', '-q');
    writeFileSync(join(gitDir, 'objects/pack/pack-2.idx'), 'not an index');
    expect(objectFinder(gitDir)(NOBODY)).toBe('unknown');
    rmSync(join(gitDir, 'objects/pack/pack-2.idx'));
    renameSync(join(gitDir, 'objects'), join(gitDir, 'objects-away'));
    expect(objectFinder(gitDir)(NOBODY)).toBe('unknown');
    expect(objectFinder(gitDir)('../../etc')).toBe('unknown');
  });
});
