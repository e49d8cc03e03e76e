import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { useScratch } from '../../test/use-scratch.ts';
import { listSops, readSopFile } from './files.ts';

const folder = useScratch();
let home: string;
let root: string;
beforeEach(() => {
  home = join(folder.path, 'home');
  root = join(folder.path, 'radio');
});

function write(path: string, text = 'x'): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}
const list = (folders = [join(home, 'sops')]) => listSops({ home, folders, root });

describe('listSops', () => {
  it('finds nothing where nothing is', () => {
    expect(list()).toEqual({ files: [], leftOut: 0 });
    expect(listSops({ home, folders: [], root: null })).toEqual({ files: [], leftOut: 0 });
  });

  it("finds the person's own first, then the project's, each in order of names", () => {
    for (const name of ['b.md', 'a.ai.sop', 'c.txt', '.hidden.md']) write(join(home, 'sops', name));
    write(join(folder.path, 'more', 'z.md'));
    write(join(root, '.cortex', 'sops', 'y.md'));
    write(join(root, 'radio.ai.sop'));
    write(join(root, 'README.md'));
    const { files } = list([join(home, 'sops'), join(folder.path, 'more')]);
    expect(files.map(({ name, origin }) => [name, origin])).toEqual([
      ['sops/a.ai.sop', 'user'],
      ['sops/b.md', 'user'],
      [join(folder.path, 'more', 'z.md'), 'user'],
      ['.cortex/sops/y.md', 'project'],
      ['radio.ai.sop', 'project'],
    ]);
  });

  it("takes a file that is in both for the person's", () => {
    write(join(root, '.cortex', 'sops', 'a.md'));
    const { files } = listSops({
      home: join(root, '.cortex'),
      folders: [join(root, '.cortex', 'sops')],
      root,
    });
    expect(files.map(({ origin }) => origin)).toEqual(['user']);
  });

  it('stops at a hundred and says how many are left', () => {
    for (let i = 0; i < 103; i++) write(join(home, 'sops', `${i}.md`));
    const { files, leftOut } = list();
    expect([files.length, leftOut]).toEqual([100, 3]);
  });
});

describe('readSopFile', () => {
  const read = (path: string) => readSopFile({ path, name: 'a.md', origin: 'user' });

  it('reads text', () => expect(read(write(join(home, 'a.md'), 'é'))).toBe('é'));
  it('reads 64 KB and no more', () => {
    expect(read(write(join(home, 'a.md'), 'x'.repeat(64 * 1024)))?.length).toBe(64 * 1024);
    expect(read(write(join(home, 'b.md'), 'x'.repeat(64 * 1024 + 1)))).toBeNull();
  });
  it('reads nothing that is no file, or would make it wait', () => {
    mkdirSync(join(home, 'folder.md'), { recursive: true });
    execFileSync('mkfifo', [join(home, 'pipe.md')]);
    symlinkSync(join(home, 'nowhere'), join(home, 'link.md'));
    for (const name of ['folder.md', 'pipe.md', 'link.md', 'gone.md'])
      expect(read(join(home, name))).toBeNull();
  });
  it('reads nothing that it may not', () => {
    const path = write(join(home, 'a.md'));
    chmodSync(path, 0);
    if (process.geteuid?.() !== 0) expect(read(path)).toBeNull();
  });
});
