import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emptyCommits } from '../../../test/empty-commits.ts';
import { git } from '../../../test/git.ts';
import { useScratch } from '../../../test/use-scratch.ts';
import { type CommitHere, findOwnCommits } from './own-commits.ts';

const folder = useScratch();

/** Kinds of some commits, asked in one go. */
function kinds(dir: string, hashes: readonly string[]): (CommitHere | null)[] {
  const found = findOwnCommits(dir, hashes, process.env['PATH']!);
  return hashes.map((hash) => found.get(hash) ?? null);
}

function repository(
  name: string,
  commits: number,
  ...options: string[]
): { dir: string; hashes: string[] } {
  const at = join(folder.path, name);
  mkdirSync(at);
  git(at, 'init', '-q', ...options);
  const hashes = emptyCommits(
    at,
    Array.from({ length: commits }, (_, i) => `step ${i} of ${name}`),
  );
  return { dir: join(at, '.git'), hashes };
}

describe('a commit in an object store', () => {
  it.each([
    ['loose', () => {}],
    ['packed', (dir: string) => git(join(dir, '..'), 'gc', '-q')],
  ])('is found where it is %s', (_, prepare) => {
    const { dir, hashes } = repository('shop', 30);
    prepare(dir);
    expect(kinds(dir, [...hashes, 'a'.repeat(40)])).toEqual([
      'root',
      ...Array.from({ length: 29 }, () => 'commit'),
      null,
    ]);
  });

  it('is found in a repository of sha256', () => {
    const { dir, hashes } = repository('shop', 2, '--object-format=sha256');
    git(join(dir, '..'), 'gc', '-q');
    expect(kinds(dir, hashes)).toEqual(['root', 'commit']);
  });

  it('is a commit at the border of a shallow clone too', () => {
    const { dir, hashes } = repository('shop', 3);
    const clone = join(folder.path, 'clone');
    git(folder.path, 'clone', '-q', '--depth', '1', `file://${join(dir, '..')}`, clone);
    expect(kinds(join(clone, '.git'), hashes)).toEqual([null, null, 'commit']);
  });

  it('is no tree and no file', () => {
    const { dir } = repository('shop', 2);
    expect(kinds(dir, [git(join(dir, '..'), 'rev-parse', 'HEAD^{tree}')])).toEqual([null]);
  });

  it.each([
    [
      'alternates',
      (own: string, victim: string) =>
        writeFileSync(join(own, 'objects', 'info', 'alternates'), `${join(victim, 'objects')}\n`),
    ],
    [
      'a linked store',
      (own: string, victim: string) => {
        rmSync(join(own, 'objects'), { recursive: true });
        symlinkSync(join(victim, 'objects'), join(own, 'objects'));
      },
    ],
    [
      'linked packs',
      (own: string, victim: string) => {
        rmSync(join(own, 'objects', 'pack'), { recursive: true });
        symlinkSync(join(victim, 'objects', 'pack'), join(own, 'objects', 'pack'));
      },
    ],
    [
      'a linked pack',
      (own: string, victim: string) => {
        const packs = join(victim, 'objects', 'pack');
        for (const name of readdirSync(packs))
          symlinkSync(join(packs, name), join(own, 'objects', 'pack', name));
      },
    ],
    [
      'an index that names packs elsewhere',
      (own: string, victim: string) => {
        const packs = join(victim, 'objects', 'pack');
        git(join(victim, '..'), 'multi-pack-index', 'write');
        const name = readdirSync(packs).find((one) => one.endsWith('.idx'))!;
        const beside = join(own, '..', '..', 'p');
        mkdirSync(beside);
        for (const end of ['idx', 'pack'])
          cpSync(join(packs, name.replace('idx', end)), join(beside, `p.${end}`));
        const index = readFileSync(join(packs, 'multi-pack-index'));
        // A name of the same length, so that the index stays whole.
        const way = `${'./'.repeat(50)}../../../../p/p.idx`.slice(-name.length);
        index.write(way, index.indexOf(name), 'latin1');
        writeFileSync(join(own, 'objects', 'pack', 'multi-pack-index'), index);
      },
    ],
  ])('is not borrowed by %s', (_, borrow) => {
    const victim = repository('victim', 3);
    git(join(victim.dir, '..'), 'gc', '-q');
    const own = repository('own', 1);
    mkdirSync(join(own.dir, 'objects', 'info'), { recursive: true });
    borrow(own.dir, victim.dir);
    expect(kinds(own.dir, victim.hashes)).toEqual([null, null, null]);
  });

  it('is nowhere in what is damaged or no repository', () => {
    const { dir, hashes } = repository('shop', 2);
    git(join(dir, '..'), 'gc', '-q');
    expect(kinds(join(folder.path, 'nowhere'), [hashes[1]!])).toEqual([null]);
    expect(kinds(dir, ['../../etc/passwd', '--help'])).toEqual([null, null]);
    const pack = join(dir, 'objects', 'pack');
    for (const name of readdirSync(pack)) {
      rmSync(join(pack, name), { force: true });
      writeFileSync(join(pack, name), 'x'.repeat(3000));
    }
    expect(kinds(dir, [hashes[1]!])).toEqual([null]);
  });
});
