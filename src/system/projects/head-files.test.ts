import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { runs } from '../../../test/effort.ts';
import { emptyCommits } from '../../../test/empty-commits.ts';
import { git } from '../../../test/git.ts';
import { scratchFolder } from '../../../test/scratch.ts';
import type { HeadFile, TreeLook } from '../../domain/projects/head-files.ts';
import { type AskGit, gitAt } from './git-process.ts';
import { type LookOptions, lookAtFiles } from './head-files.ts';

const scratch = scratchFolder();
afterAll(scratch.dispose);

const PATH = process.env['PATH']!;
let root = '';
let made = 0;

beforeEach(() => {
  root = repository();
});

function repository(...options: string[]): string {
  const folder = join(realpathSync(scratch.path), `repo ${++made}`);
  mkdirSync(folder);
  git(folder, 'init', '-q', '-b', 'main', ...options);
  return folder;
}

function write(path: string, content: string | Buffer, folder = root): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

function commit(message = 'a step'): string {
  git(root, 'add', '-A');
  git(root, 'commit', '-q', '--allow-empty', '-m', message);
  return git(root, 'rev-parse', 'HEAD');
}

const look = (paths: readonly string[], options: Partial<LookOptions> = {}): TreeLook =>
  lookAtFiles(root, paths, { path: PATH, userHome: join(scratch.path, 'home'), ...options });

/** The state of each path: `changed`, `new`, `deleted`; a path that is as HEAD has it is missing. */
const said = (paths: readonly string[], options?: Partial<LookOptions>) =>
  Object.fromEntries(look(paths, options).uncommitted.map(({ path, how }) => [path, how]));

/** The same by git's own account, which may run the filters of a repository that a test has made. */
function oracle(paths: readonly string[]): Record<string, string> {
  const lines = (text: string) => text.split('\0').filter((one) => one !== '');
  const changed = lines(
    git(root, 'diff', 'HEAD', '--name-status', '--no-renames', '-z', '--', ...paths),
  );
  const others = lines(
    git(root, 'ls-files', '--others', '--exclude-standard', '-z', '--', ...paths),
  );
  const found: Record<string, string> = {};
  for (let i = 0; i < changed.length; i += 2) {
    const how = { A: 'new', D: 'deleted' }[changed[i]!] ?? 'changed';
    found[changed[i + 1]!] = how;
  }
  for (const path of others) found[path] = 'new';
  return found;
}

describe('not committed', () => {
  it('is what HEAD does not have as it is now: changed, new, deleted', () => {
    for (const path of ['same.ts', 'changed.ts', 'as long.ts', 'gone.ts', 'lib/deep/same.ts'])
      write(path, 'one\n');
    commit();
    write('changed.ts', 'more than one\n');
    write('as long.ts', 'two\n');
    write('lib/new.ts', 'new\n');
    rmSync(join(root, 'gone.ts'));
    const paths = [
      'same.ts',
      'changed.ts',
      'as long.ts',
      'gone.ts',
      'lib/deep/same.ts',
      'lib/new.ts',
      'never.ts',
    ];
    expect(said(paths)).toEqual({
      'changed.ts': 'changed',
      'as long.ts': 'changed',
      'gone.ts': 'deleted',
      'lib/new.ts': 'new',
    });
    expect(said(paths)).toEqual(oracle(paths));
    // Another terminal, or another agent, commits them.
    commit('by somebody else');
    expect(said(paths)).toEqual({});
  });

  it.each<[string, readonly string[], Record<string, string>]>([
    ['a checkout of the file', ['checkout -q -- a.ts'], {}],
    [
      'a checkout of another branch and back',
      ['stash -q', 'checkout -q side', 'checkout -q main'],
      {},
    ],
    ['a stash', ['stash -q'], {}],
    ['a stash that is popped', ['stash -q', 'stash pop -q'], { 'a.ts': 'changed' }],
    ['a commit', ['commit -qam done'], {}],
    ['a commit that is undone', ['commit -qam done', 'reset -q HEAD~'], { 'a.ts': 'changed' }],
    [
      'a commit that is taken back with its files',
      ['commit -qam done', 'reset -q --hard HEAD~'],
      {},
    ],
    ['a change that is only staged', ['add a.ts'], { 'a.ts': 'changed' }],
    ['a rename', ['mv a.ts b.ts'], { 'a.ts': 'deleted', 'b.ts': 'new' }],
    ['a rename that is committed', ['mv a.ts b.ts', 'commit -qam moved'], {}],
    ['a detached HEAD', ['commit -qam done', 'checkout -q --detach HEAD~'], {}],
    [
      'a squash merge that waits',
      ['commit -qam done', 'checkout -q side', 'merge -q --squash main'],
      { 'a.ts': 'changed' },
    ],
  ])('after %s', (_, commands, expected) => {
    write('a.ts', 'one\n');
    commit();
    git(root, 'branch', 'side');
    write('a.ts', 'one\ntwo\n');
    for (const command of commands) git(root, ...command.split(' '));
    expect(said(['a.ts', 'b.ts'])).toEqual(expected);
    expect(oracle(['a.ts', 'b.ts'])).toEqual(expected);
  });

  it('before the first commit everything is new', () => {
    write('a.ts', 'one\n');
    expect(said(['a.ts', 'none.ts'])).toEqual({ 'a.ts': 'new' });
  });

  it('in a repository of SHA-256, and in a linked working tree', () => {
    root = repository('--object-format=sha256');
    write('a.ts', 'one\n');
    write('b.ts', 'one\n');
    commit();
    write('b.ts', 'two\n');
    expect(said(['a.ts', 'b.ts'])).toEqual({ 'b.ts': 'changed' });
    const tree = `${root} tree`;
    git(root, 'worktree', 'add', '-q', '-b', 'side', tree);
    root = tree;
    write('a.ts', 'two\n');
    expect(said(['a.ts', 'b.ts'])).toEqual({ 'a.ts': 'changed' });
  });

  it('line ends of CR LF are no change, and other changes of such a file are', () => {
    git(root, 'config', 'core.autocrlf', 'true');
    write('a.ts', 'one\r\ntwo\r\n');
    write('b.ts', 'one\r\ntwo\r\n');
    write('kept.ts', 'one\r\n');
    git(root, 'add', 'a.ts', 'b.ts');
    git(root, '-c', 'core.autocrlf=false', 'add', 'kept.ts');
    git(root, 'commit', '-qm', 'text');
    write('b.ts', 'one\r\nTWO\r\n');
    const paths = ['a.ts', 'b.ts', 'kept.ts'];
    expect(said(paths)).toEqual({ 'b.ts': 'changed' });
    expect(oracle(paths)).toEqual({ 'b.ts': 'changed' });
  });

  it('links are compared by where they lead, and nothing behind one is said', () => {
    write('a.ts', 'one\n');
    symlinkSync('a.ts', join(root, 'link.ts'));
    mkdirSync(join(scratch.path, 'outside'), { recursive: true });
    symlinkSync(join(scratch.path, 'outside'), join(root, 'out'));
    commit();
    write('b.ts', 'b\n', join(scratch.path, 'outside'));
    expect(said(['link.ts', 'out/b.ts', 'out'])).toEqual({});
    rmSync(join(root, 'link.ts'));
    symlinkSync('b.ts', join(root, 'link.ts'));
    expect(said(['link.ts'])).toEqual({ 'link.ts': 'changed' });
  });
});

describe('nothing is said', () => {
  beforeEach(() => {
    write('a.ts', 'one\n');
    commit();
    write('a.ts', 'two\n');
  });

  it('of what git ignores, by any of its files', () => {
    write('.gitignore', '*.log\n/out/\n!keep.log\n');
    write('lib/.gitignore', 'local.*\n/here.ts\n');
    write('.git/info/exclude', 'mine/\n');
    write('.config/git/ignore', '*.swp\n', join(scratch.path, 'home'));
    const paths = [
      'x.log',
      'keep.log',
      'out/a.ts',
      'sub/out/a.ts',
      'lib/local.ts',
      'lib/sub/local.ts',
      'local.ts',
      'lib/here.ts',
      'lib/sub/here.ts',
      'mine/a.ts',
      'a.ts',
    ];
    for (const path of paths) write(path, 'new\n');
    expect(said(paths)).toEqual(oracle(paths));
    write('x.swp', 'new\n');
    expect(said(['x.swp'])).toEqual({});
    // Ignored only now: it is in HEAD.
    write('.gitignore', 'a.ts\n');
    write('a.ts', 'three\n');
    expect(said(['a.ts'])).toEqual({ 'a.ts': 'changed' });
  });

  it('of what a filter, an encoding or a keyword may have changed; and no filter runs', () => {
    const trap = join(scratch.path, `sprung ${made}`);
    const program = join(dirname(scratch.path), `trap-${made}.sh`);
    writeFileSync(program, `#!/bin/sh\ntouch '${trap}'\ncat\n`);
    chmodSync(program, 0o755);
    for (const name of ['clean', 'smudge', 'process'])
      git(root, 'config', `filter.lfs.${name}`, program);
    write(
      '.gitattributes',
      '[attr]big filter=lfs -text\n*.bin big\n"with space.txt" ident\ndocs/** filter=lfs\n',
    );
    write('lib/.gitattributes', '*.utf working-tree-encoding=UTF-16\n');
    write('.git/info/attributes', 'mine.txt filter=lfs\n');
    const filtered = [
      'a.bin',
      'lib/deep/b.bin',
      'docs/x/y.md',
      'lib/a.utf',
      'lib/deep/a.utf',
      'mine.txt',
      'with space.txt',
    ];
    const plain = ['b.txt', 'a.utf', 'lib/docs.md'];
    for (const path of [...filtered, ...plain]) write(path, 'new\n');
    const found = said([...filtered, ...plain, 'a.ts']);
    for (const path of filtered) expect(found).not.toHaveProperty([path]);
    expect(existsSync(trap)).toBe(false);
    rmSync(join(root, '.gitattributes'));
    write('.gitattributes', '*.bin filter=lfs\n');
    expect(said([...plain, 'a.ts'])).toEqual({
      'a.ts': 'changed',
      'a.utf': 'new',
      'b.txt': 'new',
      'lib/docs.md': 'new',
    });
    expect(existsSync(trap)).toBe(false);
  });

  it('of a file that is larger than a megabyte, of a folder, of a place outside', () => {
    write('large.ts', 'x'.repeat(1024 * 1024 + 1));
    mkdirSync(join(root, 'folder'));
    expect(
      said(['large.ts', 'folder', '../a.ts', '/etc/passwd', '.git/config', '.', 'a\nb.ts']),
    ).toEqual({});
  });

  it('of a file in a submodule or in a repository of its own', () => {
    const outer = root;
    root = repository();
    write('in.ts', 'one\n');
    commit();
    const inner = root;
    root = outer;
    git(
      root,
      '-c',
      'protocol.file.allow=always',
      'submodule',
      '--quiet',
      'add',
      inner,
      'vendor/lib',
    );
    commit();
    write('vendor/lib/in.ts', 'two\n');
    write('vendor/lib/new.ts', 'new\n');
    git(join(root), 'init', '-q', 'nested');
    write('nested/a.ts', 'new\n');
    expect(said(['vendor/lib/in.ts', 'vendor/lib/new.ts', 'vendor/lib', 'nested/a.ts'])).toEqual(
      {},
    );
  });

  it('of a file that a sparse checkout leaves out', () => {
    write('lib/b.ts', 'one\n');
    commit();
    git(root, 'sparse-checkout', 'set', '--no-cone', '/a.ts');
    expect(existsSync(join(root, 'lib/b.ts'))).toBe(false);
    expect(said(['lib/b.ts'])).toEqual({});
  });

  it('where a partial clone lacks the objects', () => {
    git(root, 'config', 'uploadpack.allowFilter', 'true');
    const clone = `${root} clone`;
    git(
      root,
      'clone',
      '-q',
      '--filter=blob:none',
      '--no-checkout',
      `file://${root.replaceAll(' ', '%20')}`,
      clone,
    );
    root = clone;
    write('a.ts', 'two\n');
    expect(said(['a.ts', 'new.ts'])).toEqual({});
  });

  it('without git, without an answer, with half of one', () => {
    const one = ['a.ts'];
    expect(said(one, { path: '/nowhere' })).toEqual({});
    expect(said(one, { ask: () => null })).toEqual({});
    expect(said(one, { ask: () => ({ status: 128, output: Buffer.from('') }) })).toEqual({});
    expect(said(one, { ask: () => ({ status: 0, output: Buffer.from('x missing\n') }) })).toEqual(
      {},
    );
    expect(
      said(one, { ask: () => ({ status: 0, output: Buffer.from('x missing\nx missing\n') }) }),
    ).toEqual({});
    const outside = join(scratch.path, 'plain');
    mkdirSync(outside, { recursive: true });
    write('a.ts', 'x', outside);
    expect(lookAtFiles(outside, one, { path: PATH, userHome: '' }).uncommitted).toEqual([]);
  });
});

describe('one question to git', () => {
  /** How often git was asked, and how much. */
  function counting(): { readonly ask: AskGit; readonly asked: number[] } {
    const asked: number[] = [];
    const real = gitAt(join(root, '.git'), root, PATH);
    const ask: AskGit = (args, input) => {
      expect(args[0]).toBe('cat-file');
      asked.push(input!.split('\n').length - 2);
      return real(args, input);
    };
    return { ask, asked };
  }
  /** As if it were written a while ago. */
  const settle = (path: string) =>
    utimesSync(join(root, path), new Date(1_000_000), new Date(1_000_000));

  it('serves 80 files, the first that are named', () => {
    const paths = Array.from({ length: 120 }, (_, i) => `f${i}.ts`);
    for (const path of paths) write(path, 'one\n');
    commit();
    for (const path of paths) write(path, 'two\n');
    const { ask, asked } = counting();
    expect(Object.keys(said(paths, { ask }))).toEqual(paths.slice(0, 80));
    expect(asked).toEqual([80]);
  });

  it('is not asked again in the same commit, and a file is read again only when it changed', () => {
    write('a.ts', 'one\n');
    write('b.ts', 'one\n');
    commit();
    write('b.ts', 'two\n');
    settle('b.ts');
    const paths = ['a.ts', 'b.ts', 'c.ts'];
    const { kept } = look(paths);
    const { ask, asked } = counting();
    expect(said(paths, { ask, kept })).toEqual({ 'b.ts': 'changed' });
    expect(asked).toEqual([]);
    write('a.ts', 'two\n');
    write('c.ts', 'new\n');
    expect(said(paths, { ask, kept })).toEqual({
      'a.ts': 'changed',
      'b.ts': 'changed',
      'c.ts': 'new',
    });
    expect(asked).toEqual([]);
    commit();
    expect(said(paths, { ask, kept })).toEqual({});
    expect(asked).toEqual([3]);
  });

  it('a file that changed in the moment of the look is read again', () => {
    write('a.ts', 'one\n');
    commit();
    const { kept } = look(['a.ts']);
    expect(kept).toMatchObject([{ isSame: true, mark: null }]);
    const lying: HeadFile[] = kept.map((one) => ({ ...one, isSame: false }));
    expect(said(['a.ts'], { kept: lying })).toEqual({});
  });

  it('answers as fast under 20,000 commits', () => {
    write('a.ts', 'one\n');
    commit();
    emptyCommits(
      root,
      Array.from({ length: runs(2_000, 20_000) }, (_, i) => `step ${i}`),
    );
    write('a.ts', 'two\n');
    expect(said(['a.ts'])).toEqual({ 'a.ts': 'changed' });
  });
});

it('whatever people, agents and terminals do, git says the same', () => {
  const file = fc.constantFrom('a.ts', 'b.ts', 'lib/c.ts', 'lib/d.log', 'e.txt');
  const step = fc.oneof(
    fc.record({ does: fc.constant('write' as const), file, n: fc.nat(3) }),
    fc.record({ does: fc.constant('append' as const), file, n: fc.nat(3) }),
    fc.record({ does: fc.constant('remove' as const), file, n: fc.nat(1) }),
    fc.record({
      does: fc.constantFrom(
        'commit',
        'add',
        'stash',
        'pop',
        'checkout',
        'back',
        'reset',
        'hard',
        'ignore',
        'rename',
      ),
      file,
      n: fc.nat(1),
    }),
  );
  const paths = ['a.ts', 'b.ts', 'lib/c.ts', 'lib/d.log', 'e.txt', 'moved.ts'];
  const tried = (...args: string[]) => {
    try {
      git(root, ...args);
    } catch {
      // Nothing to stash, nothing to move: then nothing happens.
    }
  };
  fc.assert(
    fc.property(fc.array(step, { maxLength: 14 }), (steps) => {
      root = repository();
      write('a.ts', 'one\n');
      write('lib/c.ts', 'one\n');
      commit();
      git(root, 'branch', 'side');
      let kept: readonly HeadFile[] = [];
      for (const { does, file: name, n } of steps) {
        const place = join(root, name);
        if (does === 'write') write(name, `${'line\n'.repeat(n)}${n}\n`);
        else if (does === 'append' && existsSync(place)) appendFileSync(place, `${n}\n`);
        else if (does === 'remove') rmSync(place, { force: true });
        else if (does === 'commit') commit();
        else if (does === 'add') tried('add', name);
        else if (does === 'stash') tried('stash', '-q', '-u');
        else if (does === 'pop') tried('stash', 'pop', '-q');
        else if (does === 'checkout') tried('checkout', '-q', 'side');
        else if (does === 'back') tried('checkout', '-q', 'main');
        else if (does === 'reset') tried('reset', '-q', 'HEAD~');
        else if (does === 'hard') tried('reset', '-q', '--hard', 'HEAD~');
        else if (does === 'ignore') write('.gitignore', n === 0 ? '*.log\n' : 'lib/\n!lib/c.ts\n');
        else if (existsSync(place)) renameSync(place, join(root, 'moved.ts'));
        const found = look(paths, { kept });
        ({ kept } = found);
        // A file that was only taken out of the index is in HEAD and there: git calls it deleted and new at once.
        const told = Object.fromEntries(found.uncommitted.map(({ path, how }) => [path, how]));
        expect(told).toEqual(oracle(paths));
      }
    }),
    { numRuns: runs(12, 200) },
  );
});
