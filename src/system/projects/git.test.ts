import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { git } from '../../../test/git.ts';
import { table } from '../../../test/table.ts';
import { GLOBAL_SCOPE } from '../../domain/base/scope.ts';
import { findScope, scopeOfFile } from './git.ts';

let base: string;

beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'scope-')));
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

function folder(...parts: string[]): string {
  const path = join(base, ...parts);
  mkdirSync(path, { recursive: true });
  return path;
}

function repository(...parts: string[]): string {
  const root = folder(...parts);
  git(root, 'init', '-q', '-b', 'main');
  writeFileSync(join(root, 'a.txt'), parts.join('/'));
  git(root, 'add', '.');
  git(root, 'commit', '-q', '-m', 'first');
  return root;
}

const headOf = (cwd: string) => git(cwd, 'rev-parse', 'HEAD');

describe('findScope', () => {
  it('finds a repository from its top, from a folder in it, from a file in it and from inside .git', () => {
    const root = repository('normal');
    const expected = {
      scope: { key: join(root, '.git'), label: 'project:normal', root },
      branch: 'main',
      head: headOf(root),
    };
    mkdirSync(join(root, 'src/deep'), { recursive: true });
    for (const cwd of [root, join(root, 'src/deep'), join(root, 'a.txt'), `${root}/`]) {
      expect(findScope(cwd)).toEqual(expected);
    }
    for (const inside of ['.git', '.git/hooks'])
      expect(findScope(join(root, inside)).scope).toEqual(expected.scope);
  });

  it('reads `repo/.git/../src` as the shell does, also before src exists (seed 003, scenario 13)', () => {
    const root = repository('cerberus');
    expect(findScope(`${root}/.git/../src`).scope).toMatchObject({
      label: 'project:cerberus',
      root,
    });
    mkdirSync(join(root, 'src'));
    expect(findScope(`${root}/.git/../src`).scope).toMatchObject({
      label: 'project:cerberus',
      root,
    });
  });

  it.each([
    ['store/api.git', 'api'],
    ['store/plain', 'plain'],
    ['hidden/.bare', 'hidden'],
    ['dotted/.git', 'dotted'],
  ])('names the bare repository %s and its working trees %s', (path, name) => {
    const source = repository(`source-of-${name}`);
    const bare = join(base, path);
    git(base, 'clone', '-q', '--bare', source, bare);
    const tree = join(base, `tree-of-${name}`);
    git(bare, 'worktree', 'add', '-q', '-b', 'w', tree);
    expect(findScope(tree).scope).toEqual({ key: bare, label: `project:${name}`, root: tree });
    const own = findScope(join(bare, 'refs'));
    expect(own.scope).toMatchObject({ key: bare, label: `project:${name}` });
    expect(own).toMatchObject({ branch: 'main', head: headOf(source) });
  });

  it('takes a folder whose git directory was kept apart for its own project until that directory names it', () => {
    const root = folder('apart');
    const store = join(folder('stores'), 'one');
    git(root, 'init', '-q', '-b', 'main', '--separate-git-dir', store);
    // `git` writes no way back, so that this looks like any pointer to a repository of somebody else.
    expect(findScope(root)).toEqual({
      scope: { key: join(root, '.git'), label: 'project:apart', root },
      branch: null,
      head: null,
    });
    git(root, 'config', 'core.worktree', root);
    expect(findScope(root)).toMatchObject({
      scope: { key: store, label: 'project:apart', root },
      branch: 'main',
    });
    expect(findScope(store).scope).toEqual(findScope(root).scope);
  });

  it('sees through symbolic links', () => {
    const root = repository('linked');
    mkdirSync(join(root, 'src'));
    symlinkSync(join(root, 'src'), join(base, 'short'));
    expect(findScope(join(base, 'short'))).toEqual(findScope(root));
    // `..` leads where the system goes, not where the text points.
    expect(findScope(`${base}/short/../.git`).scope).toEqual(findScope(root).scope);
  });

  it('climbs from a folder that is gone to the nearest that exists', () => {
    const root = repository('shrunk');
    expect(findScope(join(root, 'gone/and/gone')).scope.root).toBe(root);
  });

  it('is the folder itself outside of every repository, by its real path and without a climb', () => {
    const here = folder('nothing', 'here');
    const scope = { key: here, label: 'project:here', root: here };
    expect(findScope(here)).toEqual({ scope, branch: null, head: null });
    symlinkSync(here, join(base, 'to-here'));
    expect(findScope(join(base, 'to-here')).scope).toEqual(scope);
    writeFileSync(join(here, 'a.txt'), '');
    expect(findScope(join(here, 'a.txt')).scope).toEqual(scope);
    expect(findScope(folder('nothing')).scope.key).toBe(join(base, 'nothing'));
    expect(findScope(join(here, 'gone')).scope.key).toBe(join(here, 'gone'));
  });

  it('is global in the home, at the top of a disk and in the temporary folder itself, but for a repository', () => {
    const nowhere = { scope: GLOBAL_SCOPE, branch: null, head: null };
    const [home, temporary] = [folder('at-home'), folder('temporary')];
    vi.stubEnv('HOME', home);
    vi.stubEnv('TMPDIR', temporary);
    for (const place of ['/', '/tmp', tmpdir(), home]) expect(findScope(place)).toEqual(nowhere);
    for (const inside of [folder('at-home', 'notes'), folder('temporary', 'notes')])
      expect(findScope(inside).scope.key).toBe(inside);
    git(temporary, 'init', '-q');
    expect(findScope(temporary).scope.root).toBe(temporary);
    vi.unstubAllEnvs();
    expect(findScope(join(base, 'nothing', 'a\0b'))).toEqual(nowhere);
    expect(findScope(`/${'a/'.repeat(100_000)}`)).toEqual(nowhere);
  });

  it.each([
    ['no path', 'gitdir:\n'],
    ['other words', 'hello\n'],
    ['nothing', ''],
  ])('walks on when a .git file holds %s', (what, text) => {
    const name = `around-${what.replaceAll(' ', '-')}`;
    const outer = repository(name);
    const broken = folder(name, 'broken');
    writeFileSync(join(broken, '.git'), text);
    expect(findScope(broken)).toEqual(findScope(outer));
  });

  it('walks on past an empty .git folder, and takes it only when nothing encloses it', () => {
    const outer = repository('whole');
    const hollow = folder('whole', 'hollow', '.git');
    expect(findScope(join(hollow, '..')).scope.root).toBe(outer);
    const alone = folder('alone', '.git');
    expect(findScope(join(base, 'alone'))).toEqual({
      scope: { key: alone, label: 'project:alone', root: join(base, 'alone') },
      branch: null,
      head: null,
    });
    const nested = folder('alone', 'nested', '.git');
    expect(findScope(join(base, 'alone/nested')).scope.key).toBe(nested);
    git(join(base, 'alone'), 'init', '-q');
    expect(findScope(join(base, 'alone')).scope.key).toBe(alone);
  });

  it('climbs 64 levels', () => {
    const root = repository('tower');
    const floor = (level: number) => folder('tower', ...Array.from({ length: level }, () => 'd'));
    expect(findScope(floor(63)).scope.root).toBe(root);
    expect(findScope(floor(64)).scope.root).toBe(floor(64));
    const deep = floor(1500);
    expect(findScope(deep).scope).toEqual(GLOBAL_SCOPE);
    expect(findScope(`${deep}/gone`).scope).toEqual(GLOBAL_SCOPE);
  });

  it('does not wait for a named pipe in place of a file', () => {
    const root = folder('piped');
    execFileSync('mkfifo', [join(root, '.git')]);
    expect(findScope(root).scope.key).toBe(root);
    const other = repository('piped-head');
    rmSync(join(other, '.git/HEAD'));
    execFileSync('mkfifo', [join(other, '.git/HEAD')]);
    expect(findScope(other)).toMatchObject({ branch: null, head: null });
  });
});

describe('HEAD', () => {
  it('has a branch and no commit before the first commit', () => {
    const root = folder('unborn');
    git(root, 'init', '-q', '-b', 'trunk');
    expect(findScope(root)).toMatchObject({ branch: 'trunk', head: null });
  });

  it('has a commit and no branch when detached', () => {
    const root = repository('detached');
    git(root, 'checkout', '-q', '--detach');
    expect(findScope(root)).toMatchObject({ branch: null, head: headOf(root) });
  });

  it('is found in packed references, and the loose one wins over an older packed one', () => {
    const root = repository('packed');
    for (const name of ['mai', 'main2', 'x/main']) git(root, 'branch', name);
    git(root, 'commit', '-q', '--allow-empty', '-m', 'second');
    git(root, 'pack-refs', '--all');
    expect(() => readFileSync(join(root, '.git/refs/heads/main'))).toThrow();
    expect(findScope(root)).toMatchObject({ branch: 'main', head: headOf(root) });
    git(root, 'commit', '-q', '--allow-empty', '-m', 'third');
    expect(findScope(root).head).toBe(headOf(root));
  });

  it('is found among ten thousand packed references', () => {
    const root = repository('crowded');
    git(root, 'pack-refs', '--all');
    const head = headOf(root);
    const lines = Array.from(
      { length: 10_000 },
      (_, i) => `${'0'.repeat(35)}${10_000 + i} refs/tags/v${i}\n`,
    );
    appendFileSync(join(root, '.git/packed-refs'), lines.join(''));
    expect(findScope(root).head).toBe(head);
  });

  it('is read through a symbolic reference, and loops end', () => {
    const root = repository('symbolic');
    git(root, 'symbolic-ref', 'refs/heads/alias', 'refs/heads/main');
    git(root, 'symbolic-ref', 'HEAD', 'refs/heads/alias');
    expect(findScope(root)).toMatchObject({ branch: 'alias', head: headOf(root) });
    writeFileSync(join(root, '.git/refs/heads/main'), 'ref: refs/heads/alias\n');
    expect(findScope(root)).toMatchObject({ branch: 'alias', head: null });
  });

  it('reads 64-digit commits', () => {
    const root = folder('sha256');
    git(root, 'init', '-q', '-b', 'main', '--object-format=sha256');
    git(root, 'commit', '-q', '--allow-empty', '-m', 'first');
    const { head } = findScope(root);
    expect(head).toHaveLength(64);
    expect(head).toBe(headOf(root));
  });

  it.each(table<[string, string]>('heads-unknown'))('is unknown for %s', (what, text) => {
    const root = repository(`head-${what.replaceAll(' ', '-')}`);
    writeFileSync(join(root, '.git/HEAD'), text);
    expect(findScope(root)).toMatchObject({ scope: { root }, branch: null, head: null });
  });
});

describe('scopeOfFile', () => {
  it('counts a file for the repository it lies in, wherever the session is', () => {
    const [here, there] = [repository('here'), repository('there')];
    expect(scopeOfFile(join(here, 'a.txt')).root).toBe(here);
    expect(scopeOfFile(join(there, 'src/new/file.ts')).root).toBe(there);
    expect(scopeOfFile(join(base, 'loose.txt'))).toEqual(GLOBAL_SCOPE);
  });
});
