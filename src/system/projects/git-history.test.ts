import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { git } from '../../../test/git.ts';
import { makeRepository, scratchFolder } from '../../../test/scratch.ts';
import type { Relation } from '../../domain/projects/history.ts';
import { openHistory } from './git-history.ts';
import { type AskGit, gitAt } from './git-process.ts';

const scratch = scratchFolder();
afterAll(scratch.dispose);

const PATH = process.env['PATH']!;
/** Other processes may take the whole machine for as long. */
const PATIENCE = 60_000;
const open = (root: string, ask?: AskGit) => {
  const gitDir = join(root, '.git');
  return openHistory(
    { gitDir, commonDir: gitDir },
    root,
    PATH,
    ask ?? gitAt(gitDir, root, PATH, PATIENCE),
  );
};

function repository(name: string, ...options: string[]) {
  const root = join(scratch.path, name);
  mkdirSync(root);
  git(root, 'init', '-q', '-b', 'main', ...options);
  const commit = (message: string) => {
    git(root, 'commit', '-q', '--allow-empty', '-m', message);
    return git(root, 'rev-parse', 'HEAD');
  };
  return { root, commit };
}

/** How commits stand to another one that is checked out, asked in one go. */
function relations(
  root: string,
  head: string,
  recorded: readonly string[],
  ask?: AskGit,
): Relation[] {
  writeFileSync(join(root, '.git', 'HEAD'), `${head}\n`);
  return open(root, ask)
    .lineagesOf(recorded.map((one) => ({ branch: 'main', head: one })))
    .map(({ relation }) => relation);
}

describe.each([
  ['SHA-1', []],
  ['SHA-256', ['--object-format=sha256']],
])('in a repository of %s', (name, options) => {
  const at: Record<string, string> = {};
  let root = '';
  beforeAll(() => {
    const made = repository(`${name} lines`, ...options);
    root = made.root;
    at['base'] = made.commit('base');
    at['one'] = made.commit('one');
    git(root, 'checkout', '-q', '-b', 'side', at['base']);
    at['side'] = made.commit('side');
    git(root, 'checkout', '-q', 'main');
    git(root, 'merge', '-q', '--no-ff', 'side', '-m', 'merge');
    at['merge'] = git(root, 'rev-parse', 'HEAD');
    git(root, 'checkout', '-q', '-b', 'apart', at['one']);
    at['apart'] = made.commit('apart');
  });

  it.each([
    [
      'merge',
      { base: 'contained', one: 'contained', side: 'contained', merge: 'same', apart: 'apart' },
    ],
    ['one', { base: 'contained', one: 'same', side: 'apart', merge: 'ahead', apart: 'ahead' }],
    ['base', { base: 'same', one: 'ahead', side: 'ahead', merge: 'ahead', apart: 'ahead' }],
  ] as const)('seen from %s', (head, expected) => {
    const names = Object.keys(expected);
    const found = relations(
      root,
      at[head]!,
      names.map((one) => at[one]!),
    );
    expect(Object.fromEntries(names.map((one, i) => [one, found[i]]))).toEqual(expected);
  });

  it('a commit that is not there is gone, and the others are known', () => {
    const nowhere = 'a'.repeat(at['base']!.length);
    expect(relations(root, at['one']!, [nowhere, at['base']!, at['side']!])).toEqual([
      'gone',
      'contained',
      'apart',
    ]);
  });
});

describe('unknown', () => {
  it('beyond the border of a shallow clone', () => {
    const { root, commit } = repository('whole');
    const ids = ['a', 'b', 'c', 'd'].map(commit);
    const clone = join(scratch.path, 'shallow');
    git(scratch.path, 'clone', '-q', '--depth', '2', `file://${root}`, clone);
    expect(relations(clone, ids[3]!, [ids[2]!, ids[0]!])).toEqual(['contained', 'gone']);
    git(clone, 'fetch', '-q', '--depth', '1', 'origin', ids[0]!);
    expect(relations(clone, ids[3]!, [ids[0]!])).toEqual(['unknown']);
  });

  it('where references are kept in tables', () => {
    const root = makeRepository(join(scratch.path, 'reftable'));
    writeFileSync(join(root, '.git', 'HEAD'), 'ref: refs/heads/.invalid\n');
    rmSync(join(root, '.git', 'refs', 'heads'), { recursive: true });
    const stood = { branch: 'main', head: 'a'.repeat(40) };
    expect(open(root).present).toEqual({ branch: null, head: null });
    expect(open(root).lineagesOf([stood])).toEqual([{ relation: 'unknown', tip: 'gone' }]);
    expect(open(root).since(stood, [])).toBeNull();
  });

  it('where what was recorded is no commit, and nothing of it becomes an option', () => {
    const { root, commit } = repository('options');
    const head = commit('a');
    const asked: string[][] = [];
    const ask: AskGit = (args) => {
      asked.push([...args]);
      return null;
    };
    expect(relations(root, head, ['--output=x', 'HEAD', 'b'.repeat(40)], ask)).toEqual([
      'unknown',
      'unknown',
      'unknown',
    ]);
    expect(asked).toEqual([['rev-list', '--parents', 'b'.repeat(40), '--not', head, '--']]);
  });
});

describe('since a session stopped', () => {
  let root = '';
  let commit: (message: string) => string;
  const at = (ref: string) => git(root, 'rev-parse', ref);
  const since = (from: string, own: readonly string[] = [], ask?: AskGit) =>
    open(root, ask).since({ branch: 'main', head: from }, own);
  const NOBODY: AskGit = () => {
    throw new Error('asked');
  };

  beforeAll(() => {
    ({ root, commit } = repository('since'));
    commit('first');
  });

  it('is nothing where HEAD stands', () => {
    expect(since(at('HEAD'), [], NOBODY)).toBeNull();
  });

  it('commits are counted by the reflog, and nobody is asked', () => {
    const before = at('HEAD');
    commit('second');
    commit('third');
    expect(since(before, [], NOBODY)).toEqual({
      relation: 'contained',
      how: 'made',
      commits: 2,
      subject: 'third',
    });
  });

  it('what was committed before a killed session stopped is not since then', () => {
    const before = at('HEAD');
    commit('fourth');
    const stopped = Date.now();
    expect(open(root, NOBODY).since({ branch: 'main', head: before }, [], stopped)).toBeNull();
    expect(
      open(root, NOBODY).since({ branch: 'main', head: before }, [], stopped - 5_000),
    ).toMatchObject({
      commits: 1,
    });
  });

  it('a reflog that tells of another place proves nothing', () => {
    const log = join(root, '.git', 'logs', 'HEAD');
    writeFileSync(log, `${'a'.repeat(40)} ${'c'.repeat(40)} A <a@b> 1 +0000\tcommit: elsewhere\n`, {
      flag: 'a',
    });
    expect(since('a'.repeat(40))).toMatchObject({ relation: 'gone', how: null });
    rmSync(log);
  });

  it('what was pulled is counted by git; without an answer HEAD has only moved', () => {
    const before = at('HEAD');
    const other = join(scratch.path, 'other');
    git(scratch.path, 'clone', '-q', root, other);
    git(other, 'checkout', '-q', '-b', 'side');
    git(other, 'commit', '-q', '--allow-empty', '-m', 'on a side');
    git(other, 'checkout', '-q', 'main');
    git(other, 'commit', '-q', '--allow-empty', '-m', 'on main');
    git(other, 'merge', '-q', '--no-ff', 'side', '-m', 'both: ünïted');
    git(root, 'pull', '-q', '--ff-only', other, 'main');
    expect(since(before)).toEqual({
      relation: 'contained',
      how: 'pulled',
      commits: 3,
      subject: 'both: ünïted',
    });
    const none = { commits: null, subject: null };
    expect(since(before, [], () => null)).toEqual({
      relation: 'contained',
      how: 'pulled',
      ...none,
    });
    rmSync(join(root, '.git', 'logs'), { recursive: true });
    expect(since(before)).toMatchObject({ relation: 'contained', how: null, commits: 3 });
    expect(since(before, [], () => null)).toEqual({ relation: 'unknown', how: null, ...none });
  });

  it('more commits than anybody counts are not counted', () => {
    const before = at('HEAD');
    const tree = at('HEAD^{tree}');
    let tip = before;
    for (let i = 0; i < 100; i++)
      tip = git(root, 'commit-tree', tree, '-p', tip, '-m', `step ${i}`);
    git(root, 'update-ref', 'refs/heads/main', tip);
    expect(since(before)).toMatchObject({
      relation: 'contained',
      commits: null,
      subject: 'step 99',
    });
    git(root, 'update-ref', 'refs/heads/main', before);
  });
});
