import { execFileSync } from 'node:child_process';
import {
  chownSync,
  cpSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../../../test/effort.ts';
import { git } from '../../../test/git.ts';
import { findScope, scopeOfFile } from './git.ts';

let base: string;
/** A repository with a linked working tree and a submodule, and a bare one with a linked working tree. */
let victim: Record<'root' | 'tree' | 'sub' | 'bare' | 'bareTree', string>;

/** Submodules from folders of this disk. */
const FILES = ['-c', 'protocol.file.allow=always'];

function repository(path: string): string {
  mkdirSync(path, { recursive: true });
  git(path, 'init', '-q', '-b', 'main');
  git(path, 'commit', '-q', '--allow-empty', '-m', 'first');
  return path;
}

beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'pointers-')));
  const root = repository(join(base, 'victim'));
  git(root, 'worktree', 'add', '-q', '-b', 'side', join(base, 'victim-tree'));
  git(root, ...FILES, 'submodule', 'add', '-q', repository(join(base, 'upstream')), 'libs/sub');
  const bare = join(base, 'store', 'victim.git');
  git(base, 'clone', '-q', '--bare', root, bare);
  git(bare, 'worktree', 'add', '-q', '-b', 'wide', join(base, 'bare-tree'));
  victim = {
    root,
    tree: join(base, 'victim-tree'),
    sub: join(root, 'libs', 'sub'),
    bare,
    bareTree: join(base, 'bare-tree'),
  };
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

let made = 0;
/** A folder in which an attacker writes whatever he wants. */
function attackers(): string {
  const folder = join(base, 'attackers', `${made++}`);
  mkdirSync(folder, { recursive: true });
  return folder;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Makes a git directory of a folder, with parts of its own where it is not told otherwise. */
function gitDirectory(path: string, files: Readonly<Record<string, string>> = {}): string {
  for (const part of ['objects', 'refs']) mkdirSync(join(path, part), { recursive: true });
  for (const [name, text] of Object.entries({ HEAD: 'ref: refs/heads/main\n', ...files }))
    write(join(path, name), text);
  return path;
}

/** Every git directory and every working tree that the victim has. */
function targets(): string[] {
  const { root, tree, sub, bare, bareTree } = victim;
  return [
    join(root, '.git'),
    join(root, '.git', 'worktrees', 'victim-tree'),
    join(root, '.git', 'modules', 'libs', 'sub'),
    join(bare, 'worktrees', 'bare-tree'),
    bare,
    root,
    tree,
    join(tree, '.git'),
    sub,
    join(sub, '.git'),
    bareTree,
  ];
}

const within = (folder: string, path: string) =>
  path === folder || path.startsWith(`${folder}${sep}`);

/** Wherever an agent is started in the folder, nothing of it is somebody else's. */
function expectOwn(folder: string, ...below: string[]): void {
  for (const cwd of [folder, ...below.map((path) => join(folder, path))]) {
    for (const scope of [findScope(cwd).scope, scopeOfFile(join(cwd, 'a.ts'))]) {
      expect({
        cwd,
        key: scope.key,
        isOwn: scope.key === 'global' || within(folder, scope.key),
      }).toMatchObject({ isOwn: true });
      expect({
        cwd,
        root: scope.root,
        isOwn: scope.root === null || within(folder, scope.root),
      }).toMatchObject({ isOwn: true });
    }
  }
}

function expectOwnProject(folder: string): void {
  expect(findScope(folder)).toEqual({
    scope: {
      key: join(folder, '.git'),
      label: `project:${folder.split(sep).at(-1)}`,
      root: folder,
    },
    branch: null,
    head: null,
  });
  mkdirSync(join(folder, 'src'), { recursive: true });
  expect(findScope(join(folder, 'src'))).toEqual(findScope(folder));
}

describe('a folder does not pass itself off as another project by', () => {
  it('a .git file', () => {
    for (const target of targets()) {
      const folder = attackers();
      const spelled = [
        target,
        relative(folder, target),
        `${target}/`,
        `${target}/.`,
        `${target} `,
        ` ${target}`,
        `${target}\r`,
        `${target}\0`,
        `${target}\n\n`,
        `${target}\nx`,
        target.toUpperCase(),
      ];
      for (const path of spelled) {
        write(join(folder, '.git'), `gitdir: ${path}\n`);
        expectOwnProject(folder);
      }
    }
  });

  it('a symlink', () => {
    for (const target of targets()) {
      const folder = attackers();
      symlinkSync(target, join(folder, '.git'));
      expectOwnProject(folder);
    }
  });

  it('its own commondir', () => {
    for (const target of targets()) {
      const folder = attackers();
      const dotGit = gitDirectory(join(folder, '.git'), {
        commondir: `${relative(join(folder, '.git'), target)}\n`,
      });
      expectOwnProject(folder);
      rmSync(join(dotGit, 'objects'), { recursive: true });
      rmSync(join(dotGit, 'refs'), { recursive: true });
      expectOwnProject(folder);
      expectOwn(folder, '.git', '.git/hooks');
    }
  });

  it('a committed sub/, nor by its clone', () => {
    const folder = repository(attackers());
    for (const [i, target] of targets().entries()) {
      const sub = join(folder, `sub${i}`);
      const claims = {
        commondir: `${target}\n`,
        gitdir: `${target}/.git\n`,
        config: `[core]\n\tworktree = ${target}\n`,
      };
      gitDirectory(sub, claims);
      for (const part of ['objects', 'refs', 'src']) write(join(sub, part, 'kept'), '');
    }
    git(folder, 'add', '.');
    git(folder, 'commit', '-q', '-m', 'sub');
    const clone = attackers();
    git(base, 'clone', '-q', folder, clone);
    for (const tree of [folder, clone])
      for (const i of targets().keys())
        for (const at of [`sub${i}`, `sub${i}/src`, `sub${i}/refs`])
          expect(findScope(join(tree, at))).toEqual(findScope(tree));
  });

  it('a bare repository without a working tree around it', () => {
    for (const target of targets()) {
      const folder = attackers();
      gitDirectory(folder, {
        config: `[core]\n\tworktree = ${target}\n`,
        gitdir: `${target}/.git\n`,
      });
      expect(findScope(folder).scope).toMatchObject({ key: folder, root: folder });
      write(join(folder, 'commondir'), `${target}\n`);
      // Outside of git it is itself.
      expect(findScope(folder).scope).toMatchObject({ key: folder, root: folder });
    }
  });

  it('its core.worktree', () => {
    for (const target of targets()) {
      const folder = attackers();
      gitDirectory(join(folder, '.git'), { config: `[core]\n\tworktree = ${target}\n` });
      for (const cwd of ['', '.git', '.git/refs'])
        expect(findScope(join(folder, cwd)).scope).toEqual({
          key: join(folder, '.git'),
          label: `project:${folder.split(sep).at(-1)}`,
          root: folder,
        });
    }
  });

  it('a working tree of its own, whose git directory says what it wants', () => {
    for (const target of targets()) {
      const folder = attackers();
      const fake = gitDirectory(join(folder, 'fake'), {
        config: `[core]\n\tworktree = ${target}\n`,
      });
      const admin = join(fake, 'worktrees', 'x');
      const files = {
        HEAD: 'ref: refs/heads/main\n',
        gitdir: `${join(folder, '.git')}\n`,
        commondir: `${target}\n`,
      };
      for (const [name, text] of Object.entries(files)) write(join(admin, name), text);
      write(join(folder, '.git'), 'gitdir: fake/worktrees/x\n');
      expectOwnProject(folder);
      write(join(admin, 'commondir'), '../..\n');
      expectOwn(folder, 'fake', 'fake/worktrees/x');
      expect(findScope(folder).scope.label).toBe('project:fake');
      rmSync(join(fake, 'refs'), { recursive: true });
      symlinkSync(join(target, 'refs'), join(fake, 'refs'));
      expectOwn(folder, 'fake', 'fake/worktrees/x');
      rmSync(fake, { recursive: true });
      symlinkSync(target, fake);
      expectOwnProject(folder);
    }
  });

  it('another tree’s .git file, linked or copied', () => {
    for (const tree of [victim.tree, victim.sub, victim.bareTree]) {
      const [hard, soft] = [attackers(), attackers()];
      linkSync(join(tree, '.git'), join(hard, '.git'));
      expectOwnProject(hard);
      cpSync(join(tree, '.git'), join(soft, '.git'));
      expectOwnProject(soft);
    }
  });

  it('named pipes, which it does not wait for, and huge files', () => {
    const folder = attackers();
    gitDirectory(join(folder, '.git'));
    for (const name of ['commondir', 'gitdir', 'config']) {
      const path = join(folder, '.git', name);
      rmSync(path, { force: true });
      execFileSync('mkfifo', [path]);
      expectOwn(folder, '.git');
      rmSync(path);
      write(path, `${victim.root}/.git\n`.repeat(50_000));
      expectOwn(folder, '.git');
      rmSync(path);
    }
    rmSync(join(folder, '.git'), { recursive: true });
    write(join(folder, '.git'), `gitdir: ${'../'.repeat(3_000_000)}`);
    expectOwnProject(folder);
  });

  it.runIf(process.getuid?.() === 0)('a pointer of another user, though it is answered', () => {
    const tree = join(base, 'given-away');
    git(victim.root, 'worktree', 'add', '-q', '-b', 'given', tree);
    expect(findScope(tree).scope.key).toBe(join(victim.root, '.git'));
    chownSync(join(tree, '.git'), 1234, 1234);
    expectOwnProject(tree);
    chownSync(join(tree, '.git'), 0, 0);
    chownSync(tree, 1234, 1234);
    expectOwnProject(tree);
  });

  it('anything else that it may hold', () => {
    const spots = [
      '.git',
      '.git/worktrees/x',
      '.bare',
      'sub',
      'sub/.git',
      'fake',
      'fake/worktrees/x',
    ];
    const parts = ['HEAD', 'objects', 'refs', 'commondir', 'gitdir', 'config', ''];
    const cwds = [
      '',
      'src',
      'sub',
      'sub/src',
      '.git',
      '.git/refs',
      '.bare',
      'fake/worktrees/x',
      'fake',
    ];
    const inside = [
      '.',
      '..',
      '../..',
      '.git',
      './.bare',
      'fake/worktrees/x',
      '../.git',
      'sub/.git',
    ];
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            spot: fc.constantFrom(...spots),
            part: fc.constantFrom(...parts),
            kind: fc.constantFrom('folder', 'head', 'pointer', 'path', 'tree', 'link'),
            to: fc.constantFrom(...targets(), ...inside),
            dotGit: fc.constantFrom('', '/.git', '/'),
            end: fc.constantFrom('\n', '', '\r\n', ' ', '\0', '\n\n'),
            isRelative: fc.boolean(),
          }),
          { minLength: 3, maxLength: 14 },
        ),
        fc.constantFrom(...spots),
        (pieces, whole) => {
          const folder = attackers();
          try {
            mkdirSync(join(folder, 'src'));
            attempt(() => gitDirectory(join(folder, whole)));
            for (const { spot, part, kind, to, dotGit, end, isRelative } of pieces) {
              const path = join(folder, spot, part);
              const named = isRelative && to.startsWith(sep) ? relative(dirname(path), to) : to;
              attempt(() => {
                // The folder is his, and nothing else.
                if (!staysIn(folder, dirname(path))) return;
                mkdirSync(dirname(path), { recursive: true });
                rmSync(path, { recursive: true, force: true });
                if (kind === 'folder') mkdirSync(path);
                else if (kind === 'link') symlinkSync(named, path);
                else if (kind === 'head') writeFileSync(path, 'ref: refs/heads/main\n');
                else if (kind === 'pointer') writeFileSync(path, `gitdir: ${named}${end}`);
                else if (kind === 'path') writeFileSync(path, `${named}${dotGit}${end}`);
                else writeFileSync(path, `[core]\n\tworktree = ${named}${end}`);
              });
            }
            // Through a link an agent stands in the other project, and that is no claim.
            expectOwn(folder, ...cwds.filter((cwd) => staysIn(folder, join(folder, cwd))));
          } finally {
            rmSync(folder, { recursive: true, force: true });
          }
        },
      ),
      { numRuns: runs(40, 600) },
    );
    // Nor did the test write through links.
    expect(findScope(victim.tree).scope.key).toBe(join(victim.root, '.git'));
    expect(git(victim.root, 'fsck')).toBe('');
  });
});

/** A later piece may need a folder where an earlier one is a file. */
function attempt(work: () => void): void {
  try {
    work();
  } catch {}
}

/** Not through a link, as far as the path exists. */
function staysIn(folder: string, path: string): boolean {
  try {
    return within(folder, realpathSync(path));
  } catch {
    return path === folder || (!isLink(path) && staysIn(folder, dirname(path)));
  }
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}

describe('a pointer that is answered counts:', () => {
  it('a linked working tree, also after it was moved and with relative paths', () => {
    const root = repository(join(base, 'legit', 'main'));
    const tree = join(base, 'legit', 'tree');
    git(root, 'worktree', 'add', '-q', '-b', 'w', tree);
    const key = join(root, '.git');
    git(tree, 'commit', '-q', '--allow-empty', '-m', 'second');
    const head = git(tree, 'rev-parse', 'HEAD');
    expect(findScope(join(tree, 'src'))).toEqual({
      scope: { key, label: 'project:main', root: tree },
      branch: 'w',
      head,
    });
    expect(findScope(root).head).not.toBe(head);
    const moved = join(base, 'legit', 'moved');
    git(root, 'worktree', 'move', tree, moved);
    expect(findScope(moved)).toMatchObject({ scope: { key, root: moved }, branch: 'w' });
    // As `worktree.useRelativePaths` writes them.
    write(join(moved, '.git'), 'gitdir: ../main/.git/worktrees/tree\n');
    write(join(key, 'worktrees', 'tree', 'gitdir'), '../../../../moved/.git\n');
    expect(findScope(moved)).toMatchObject({ scope: { key, root: moved }, branch: 'w' });
    expect(findScope(join(key, 'worktrees', 'tree'))).toEqual(findScope(moved));
    renameSync(moved, tree);
    expectOwnProject(tree);
    git(tree, 'worktree', 'repair');
    expect(findScope(tree)).toMatchObject({ scope: { key, root: tree }, branch: 'w' });
  });

  it('a linked working tree, when the paths go through symbolic links', () => {
    const root = repository(join(base, 'disk', 'code', 'main'));
    symlinkSync(join(base, 'disk', 'code'), join(base, 'code'));
    git(join(base, 'code', 'main'), 'worktree', 'add', '-q', '-b', 'w', join(base, 'code', 'tree'));
    const at = join(base, 'disk', 'code', 'tree');
    write(
      join(root, '.git', 'worktrees', 'tree', 'gitdir'),
      `${join(base, 'code', 'tree', '.git')}\n`,
    );
    write(join(at, '.git'), `gitdir: ${join(base, 'code', 'main', '.git', 'worktrees', 'tree')}\n`);
    for (const cwd of [at, join(base, 'code', 'tree')])
      expect(findScope(cwd).scope).toEqual({
        key: join(root, '.git'),
        label: 'project:main',
        root: at,
      });
  });

  it('the folder around .bare, and the trees in it', () => {
    const project = join(base, 'laid-out');
    git(base, 'clone', '-q', '--bare', victim.root, join(project, '.bare'));
    write(join(project, '.git'), 'gitdir: ./.bare\n');
    git(project, 'worktree', 'add', '-q', '-b', 'w', 'trunk');
    const key = join(project, '.bare');
    const label = 'project:laid-out';
    expect(findScope(project)).toMatchObject({
      scope: { key, label, root: project },
      branch: 'main',
    });
    expect(findScope(join(project, 'trunk')).scope).toEqual({
      key,
      label,
      root: join(project, 'trunk'),
    });
    expect(findScope(join(key, 'refs')).scope).toEqual({ key, label, root: project });
  });

  it('submodules: nested, sparse, in a linked working tree, and with a .git folder of their own', () => {
    const inner = repository(join(base, 'inner'));
    write(join(inner, 'docs', 'a.md'), '');
    git(inner, 'add', '.');
    git(inner, 'commit', '-q', '-m', 'docs');
    const middle = repository(join(base, 'middle'));
    git(middle, ...FILES, 'submodule', 'add', '-q', inner, 'deps/inner');
    git(middle, 'commit', '-q', '-m', 'inner');
    const root = repository(join(base, 'super'));
    git(root, ...FILES, 'submodule', 'add', '-q', '--name', 'other', middle, 'deps/middle');
    git(root, 'commit', '-q', '-m', 'middle');
    git(root, ...FILES, 'submodule', 'update', '-q', '--init', '--recursive');
    const outer = join(root, 'deps', 'middle');
    const deepest = join(outer, 'deps', 'inner');
    const key = join(root, '.git', 'modules', 'other');
    const innerKey = join(key, 'modules', 'deps', 'inner');
    expect(findScope(outer).scope).toEqual({ key, label: 'project:middle', root: outer });
    expect(findScope(deepest).scope).toEqual({
      key: innerKey,
      label: 'project:inner',
      root: deepest,
    });
    git(deepest, 'sparse-checkout', 'set', 'docs');
    expect(findScope(deepest).scope).toEqual({
      key: innerKey,
      label: 'project:inner',
      root: deepest,
    });
    // Its other trees have its name too.
    git(outer, 'worktree', 'add', '-q', '-b', 'w', join(base, 'beside'));
    expect(findScope(join(base, 'beside')).scope).toMatchObject({ key, label: 'project:middle' });

    const tree = join(base, 'super-tree');
    git(root, 'worktree', 'add', '-q', '-b', 'w', tree);
    git(tree, ...FILES, 'submodule', 'update', '-q', '--init');
    expect(findScope(join(tree, 'deps', 'middle')).scope).toEqual({
      key: join(root, '.git', 'worktrees', 'super-tree', 'modules', 'other'),
      label: 'project:middle',
      root: join(tree, 'deps', 'middle'),
    });
    const old = repository(join(root, 'old'));
    expect(findScope(old).scope).toEqual({
      key: join(old, '.git'),
      label: 'project:old',
      root: old,
    });
  });

  it('a bare repository in a working tree belongs to that tree', () => {
    const root = repository(join(base, 'around'));
    const bare = join(root, 'store', 'api.git');
    git(base, 'clone', '-q', '--bare', victim.root, bare);
    expect(findScope(bare)).toEqual(findScope(root));
    expect(findScope(join(bare, 'refs'))).toEqual(findScope(root));
    const tree = join(base, 'api-tree');
    git(bare, 'worktree', 'add', '-q', '-b', 'w', tree);
    expect(findScope(tree).scope).toEqual({ key: bare, label: 'project:api', root: tree });
  });
});
