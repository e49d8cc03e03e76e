import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ancestry, git, makeBranchy, numbers } from '../../../test/branchy.ts';
import { makeRepository, scratchFolder } from '../../../test/scratch.ts';
import type { Relation } from '../../domain/projects/history.ts';
import { LIMITS } from './budget.ts';
import { openHistory } from './history.ts';

const scratch = scratchFolder();
afterAll(scratch.dispose);

/** The machine may be busy: steps are limited as ever, and time is not. */
const PATIENT = { ...LIMITS, millis: Number.POSITIVE_INFINITY };
const UNBOUND = { millis: Number.POSITIVE_INFINITY, commits: 1e9, places: 1e9 };

function relation(root: string, head: string, recorded: string, limits = UNBOUND): Relation {
  const gitDir = join(root, '.git');
  writeFileSync(join(gitDir, 'HEAD'), `${head}\n`);
  const history = openHistory({ gitDir, commonDir: gitDir }, limits);
  try {
    return history.lineageOf({ branch: null, head: recorded }).relation;
  } finally {
    history.close();
  }
}

const SIZE = 300;
let base = '';
let truth: ReturnType<typeof ancestry>;
let later: ReturnType<typeof ancestry>;

beforeAll(() => {
  base = join(scratch.path, 'base');
  makeBranchy(base, SIZE, numbers(1));
  truth = ancestry(base);
});

/** The same commits, kept in another way. */
function kept(name: string, arrange: (root: string) => void): string {
  const root = join(scratch.path, name);
  cpSync(base, root, { recursive: true });
  arrange(root);
  return root;
}

/** Every answer for pairs of chance against what `git` says; how many were unknown. */
function wrongAnswers(root: string, known: typeof truth, pairs: number, limits = UNBOUND) {
  const random = numbers(5);
  const one = () => known.ids[Math.floor(random() * known.ids.length)]!;
  const wrong: string[] = [];
  let unknown = 0;
  for (let i = 0; i < pairs; i++) {
    const [head, recorded] = [one(), one()];
    const expected =
      head === recorded
        ? 'same'
        : known.isAncestor(recorded, head)
          ? 'contained'
          : known.isAncestor(head, recorded)
            ? 'ahead'
            : 'apart';
    const answer = relation(root, head, recorded, limits);
    if (answer === 'unknown') unknown += 1;
    else if (answer !== expected) wrong.push(`${recorded} from ${head}: ${answer}, not ${expected}`);
  }
  return { wrong, unknown };
}

const looseCommits = (root: string) => {
  // The pack has to lie elsewhere: `git` leaves out what it has already.
  const pack = join(root, '.git', 'objects', 'pack');
  const [file] = readdirSync(pack).filter((name) => name.endsWith('.pack'));
  const bytes = readFileSync(join(pack, file!));
  rmSync(pack, { recursive: true });
  mkdirSync(pack);
  const { status } = spawnSync('git', ['unpack-objects', '-q'], { cwd: root, input: bytes });
  expect(status).toBe(0);
};
const graph = (root: string, ...more: string[]) => git(root, 'commit-graph', 'write', '--reachable', ...more);
const addCommits = (root: string) => {
  git(root, 'checkout', '-q', '-f', 'main');
  for (let i = 0; i < 3; i++) git(root, 'commit', '-q', '--allow-empty', '-m', `on main ${i}`);
  git(root, 'checkout', '-q', '-b', 'after', 'main~2');
  git(root, 'commit', '-q', '--allow-empty', '-m', 'beside it');
};

describe('against git, without a limit', () => {
  it('knows parents as `git merge-base --is-ancestor` does', () => {
    const random = numbers(3);
    const one = () => truth.ids[Math.floor(random() * truth.ids.length)]!;
    for (let i = 0; i < 30; i++) {
      const [a, b] = [one(), one()];
      const { status } = spawnSync('git', ['merge-base', '--is-ancestor', a, b], { cwd: base });
      expect(truth.isAncestor(a, b)).toBe(status === 0);
    }
  });

  const WAYS: Readonly<Record<string, (root: string) => void>> = {
    'one pack': (root) => git(root, 'repack', '-adfq', '--depth=50'),
    'a pack with deltas of ids': (root) => {
      git(root, 'config', 'repack.useDeltaBaseOffset', 'false');
      git(root, 'repack', '-adfq', '--depth=50');
    },
    'loose files': looseCommits,
    'a commit-graph': (root) => graph(root),
    'a commit-graph without dates': (root) => {
      git(root, 'config', 'commitGraph.generationVersion', '1');
      graph(root);
    },
    'a chain of commit-graphs': (root) => {
      const half = truth.ids[SIZE / 2]!;
      const { status } = spawnSync('git', ['commit-graph', 'write', '--stdin-commits', '--split=no-merge'], {
        cwd: root,
        input: `${half}\n`,
      });
      expect(status).toBe(0);
      graph(root, '--split=no-merge');
      const chain = readFileSync(join(root, '.git/objects/info/commit-graphs/commit-graph-chain'), 'utf8');
      expect(chain.trim().split('\n')).toHaveLength(2);
    },
    'a borrowed store': (root) => {
      const store = join(scratch.path, 'borrowed');
      cpSync(join(root, '.git', 'objects'), store, { recursive: true });
      rmSync(join(root, '.git', 'objects', 'pack'), { recursive: true });
      mkdirSync(join(root, '.git', 'objects', 'info'), { recursive: true });
      writeFileSync(join(root, '.git', 'objects', 'info', 'alternates'), `${store}\n`);
    },
  };

  it.each(Object.entries(WAYS))('%s', (name, arrange) => {
    const root = kept(name, arrange);
    expect(wrongAnswers(root, truth, 60)).toEqual({ wrong: [], unknown: 0 });
  });

  it('commits that came after the commit-graph', () => {
    const root = kept('after the graph', (folder) => {
      graph(folder);
      addCommits(folder);
    });
    later = ancestry(root);
    expect(later.ids.length).toBe(truth.ids.length + 4);
    const recent = {
      ...later,
      ids: [...later.ids.slice(-4), ...later.ids.slice(-4), ...later.ids.slice(-40)],
    };
    expect(wrongAnswers(root, recent, 100)).toEqual({ wrong: [], unknown: 0 });
  });

  it('commits whose clocks ran backwards', () => {
    const root = join(scratch.path, 'backwards');
    mkdirSync(root);
    git(root, 'init', '-q', '-b', 'main');
    const lines = Array.from({ length: 60 }, (_, i) => {
      const from = i === 0 ? [] : [`from :${i % 7 === 3 ? i - 2 : i}`];
      return [
        `commit refs/heads/b${i % 7}`,
        `mark :${i + 1}`,
        `committer A <a@b> ${2_000_000 - i * 999} +0000`,
        'data 1',
        'x',
        ...from,
      ];
    });
    const input = `${lines.flat().join('\n')}\n`;
    expect(spawnSync('git', ['fast-import', '--quiet', '--force'], { cwd: root, input }).status).toBe(0);
    const known = ancestry(root);
    expect(wrongAnswers(root, known, 60)).toEqual({ wrong: [], unknown: 0 });
    graph(root);
    expect(wrongAnswers(root, known, 60)).toEqual({ wrong: [], unknown: 0 });
  });
});

describe('within its limits', () => {
  it('may know nothing, and is never wrong', () => {
    const few = { ...PATIENT, commits: 20, places: 500 };
    const plain = wrongAnswers(base, truth, 100, few);
    expect(plain.wrong).toEqual([]);
    expect(plain.unknown).toBeGreaterThan(20);
    const root = kept('few places', (folder) => graph(folder));
    const withGraph = wrongAnswers(root, truth, 100, few);
    expect(withGraph.wrong).toEqual([]);
    expect(withGraph.unknown).toBeLessThan(plain.unknown);
  });

  it('a small repository is known whole with a commit-graph', () => {
    const root = kept('small', (folder) => graph(folder));
    expect(wrongAnswers(root, truth, 100, PATIENT)).toEqual({ wrong: [], unknown: 0 });
  });

  it('without time a few steps are taken all the same', () => {
    const tip = git(base, 'rev-parse', 'main');
    const none = { ...LIMITS, millis: 0 };
    expect(relation(base, tip, truth.ids[0]!, none)).toBe('unknown');
    expect(relation(base, tip, git(base, 'rev-parse', 'main~2'), none)).toBe('contained');
  });
});

describe('what is not known', () => {
  const unknownIn = (name: string, arrange: (root: string) => void) => {
    const root = kept(name, arrange);
    return [
      relation(root, truth.ids.at(-1)!, truth.ids[0]!),
      relation(root, truth.ids[0]!, truth.ids.at(-1)!),
    ];
  };

  it('a commit that is not there is gone', () => {
    expect(relation(base, truth.ids[9]!, 'a'.repeat(40))).toBe('gone');
    const root = kept('gone', (folder) => graph(folder));
    expect(relation(root, truth.ids[9]!, 'a'.repeat(40))).toBe('gone');
  });

  it('beyond the border of a shallow clone', () => {
    const root = join(scratch.path, 'shallow');
    git(scratch.path, 'clone', '-q', '--depth', '5', '--branch', 'main', `file://${base}`, root);
    const ids = git(root, 'rev-list', 'HEAD').split('\n');
    expect(relation(root, ids[0]!, ids.at(-1)!)).toBe('contained');
    expect(relation(root, ids[0]!, truth.ids[0]!)).toBe('gone');
    git(root, 'fetch', '-q', '--depth', '1', 'origin', truth.ids[0]!);
    expect(relation(root, ids[0]!, truth.ids[0]!)).toBe('unknown');
  });

  it('replaced and grafted commits', () => {
    const graft = `${truth.ids.at(-1)}\n`;
    expect(
      unknownIn('grafts', (root) => {
        mkdirSync(join(root, '.git', 'info'), { recursive: true });
        writeFileSync(join(root, '.git', 'info', 'grafts'), graft);
      }),
    ).toEqual(['unknown', 'unknown']);
    const replace = (root: string) => git(root, 'replace', truth.ids[5]!, truth.ids[3]!);
    expect(unknownIn('replaced', replace)).toEqual(['unknown', 'unknown']);
    const packed = (root: string) => {
      replace(root);
      git(root, 'pack-refs', '--all');
      rmSync(join(root, '.git', 'refs', 'replace'), { recursive: true, force: true });
    };
    expect(unknownIn('replaced and packed', packed)).toEqual(['unknown', 'unknown']);
  });

  it('a repository of SHA-256', () => {
    const root = join(scratch.path, 'sha256');
    mkdirSync(root);
    git(root, 'init', '-q', '-b', 'main', '--object-format=sha256');
    for (const name of ['one', 'two']) git(root, 'commit', '-q', '--allow-empty', '-m', name);
    const [two, one] = git(root, 'rev-list', 'main').split('\n') as [string, string];
    git(root, 'commit-graph', 'write', '--reachable');
    expect(relation(root, two, one)).toBe('unknown');
    expect(relation(root, two, two)).toBe('same');
  });

  it('a repository with reference tables', () => {
    const root = makeRepository(join(scratch.path, 'reftable'));
    writeFileSync(join(root, '.git', 'HEAD'), 'ref: refs/heads/.invalid\n');
    rmSync(join(root, '.git', 'refs'), { recursive: true });
    mkdirSync(join(root, '.git', 'refs'));
    writeFileSync(join(root, '.git', 'refs', 'heads'), 'this repository uses the reftable format\n');
    const gitDir = join(root, '.git');
    const history = openHistory({ gitDir, commonDir: gitDir });
    expect(history.present).toEqual({ branch: null, head: null });
    expect(history.lineageOf({ branch: 'main', head: 'a'.repeat(40) })).toEqual({
      relation: 'unknown',
      tip: 'gone',
    });
    expect(history.since({ branch: 'main', head: 'a'.repeat(40) }, [])).toBeNull();
    history.close();
  });
});

describe('a hostile folder', () => {
  const head = () => truth.ids.at(-1)!;
  const ask = (root: string) => relation(root, head(), truth.ids[0]!, PATIENT);

  it('files cut off anywhere make it unknown or gone, never wrong', () => {
    const packOf = (root: string, end: string) => {
      const folder = join(root, '.git', 'objects', 'pack');
      return join(folder, readdirSync(folder).find((name) => name.endsWith(end))!);
    };
    const random = numbers(8);
    const expected = truth.isAncestor(truth.ids[0]!, head()) ? 'contained' : 'apart';
    const root = kept('cut', (folder) => graph(folder));
    for (const file of [
      join(root, '.git/objects/info/commit-graph'),
      packOf(root, '.pack'),
      packOf(root, '.idx'),
    ]) {
      const whole = readFileSync(file);
      for (let i = 0; i < 12; i++) {
        rmSync(file, { force: true });
        writeFileSync(file, whole);
        truncateSync(file, Math.floor(random() * whole.length));
        expect(['unknown', 'gone', expected]).toContain(ask(root));
      }
      for (let i = 0; i < 12; i++) {
        const broken = Buffer.from(whole);
        // The head of the file: its tables and their sizes.
        for (let n = 0; n < 8; n++) broken[Math.floor(random() * 1200)] = random() * 256;
        rmSync(file, { force: true });
        writeFileSync(file, broken);
        expect(() => ask(root)).not.toThrow();
      }
      rmSync(file, { force: true });
      writeFileSync(file, whole);
    }
  });

  it('pipes, loops and folders in place of files keep nobody waiting', () => {
    const root = kept('hostile', (folder) => {
      const dot = join(folder, '.git');
      rmSync(join(dot, 'objects', 'info'), { recursive: true, force: true });
      mkdirSync(join(dot, 'objects', 'info'), { recursive: true });
      spawnSync('mkfifo', [join(dot, 'objects', 'info', 'commit-graph')]);
      spawnSync('mkfifo', [join(dot, 'shallow')]);
      rmSync(join(dot, 'logs'), { recursive: true, force: true });
      mkdirSync(join(dot, 'logs', 'HEAD'), { recursive: true });
      writeFileSync(
        join(dot, 'objects', 'info', 'alternates'),
        `${join(dot, 'objects')}\n../objects\n/dev/zero\n`,
      );
      symlinkSync('round', join(dot, 'objects', 'pack', 'round'));
      symlinkSync('round', join(dot, 'objects', 'pack', 'pack-round.idx'));
      mkdirSync(join(dot, 'objects', 'pack', 'pack-folder.idx'));
    });
    expect(existsSync(join(root, '.git', 'shallow'))).toBe(true);
    expect(['unknown', 'contained', 'apart']).toContain(ask(root));
  });

  it('a reflog that tells of another place proves nothing', () => {
    const root = kept('lying', (folder) => {
      mkdirSync(join(folder, '.git', 'logs'), { recursive: true });
      const line = (from: string, to: string, message: string) =>
        `${from} ${to} A <a@b> 1 +0000\t${message}\n`;
      const log = join(folder, '.git', 'logs', 'HEAD');
      writeFileSync(log, line('b'.repeat(40), 'c'.repeat(40), 'commit: elsewhere'));
      appendFileSync(log, line('a'.repeat(40), head(), 'commit (amend): x: Fast-forward'));
    });
    expect(relation(root, head(), 'a'.repeat(40))).toBe('gone');
    expect(relation(root, head(), 'b'.repeat(40))).toBe('gone');
  });
});

describe('what happened since', () => {
  let root = '';
  const at = (ref: string) => git(root, 'rev-parse', ref);
  const since = (from: string, own: readonly string[] = []) => {
    const gitDir = join(root, '.git');
    const history = openHistory({ gitDir, commonDir: gitDir }, PATIENT);
    try {
      return history.since({ branch: 'main', head: from }, own);
    } finally {
      history.close();
    }
  };
  const commit = (message: string) => git(root, 'commit', '-q', '--allow-empty', '-m', message);

  beforeAll(() => {
    root = join(scratch.path, 'since');
    mkdirSync(root);
    git(root, 'init', '-q', '-b', 'main');
    commit('first');
  });

  it('is nothing where HEAD stands', () => {
    expect(since(at('HEAD'))).toBeNull();
  });

  it('commits are counted by the reflog', () => {
    const before = at('HEAD');
    commit('second');
    commit('third');
    expect(since(before)).toEqual({ relation: 'contained', how: 'made', commits: 2, subject: 'third' });
  });

  it('commits of the session itself are not counted', () => {
    const before = at('HEAD');
    commit('its own');
    const own = at('HEAD').slice(0, 7);
    expect(since(before, [own])).toBeNull();
    commit('somebody else');
    expect(since(before, [own])).toMatchObject({ commits: 1, subject: 'somebody else' });
    expect(since(before)).toMatchObject({ commits: 2 });
  });

  it('what was pulled is counted by its objects', () => {
    const before = at('HEAD');
    const other = join(scratch.path, 'other');
    git(scratch.path, 'clone', '-q', root, other);
    git(other, 'checkout', '-q', '-b', 'side');
    git(other, 'commit', '-q', '--allow-empty', '-m', 'on a side');
    git(other, 'checkout', '-q', 'main');
    git(other, 'commit', '-q', '--allow-empty', '-m', 'on main');
    git(other, 'merge', '-q', '--no-ff', 'side', '-m', 'both');
    git(root, 'pull', '-q', '--ff-only', other, 'main');
    expect(since(before)).toEqual({ relation: 'contained', how: 'pulled', commits: 3, subject: 'both' });
    git(root, 'gc', '-q');
    git(root, 'commit-graph', 'write', '--reachable');
    expect(since(before)).toEqual({ relation: 'contained', how: 'pulled', commits: 3, subject: 'both' });
    rmSync(join(root, '.git', 'logs'), { recursive: true });
    expect(since(before)).toEqual({ relation: 'contained', how: null, commits: 3, subject: 'both' });
  });

  it('going back is no addition', () => {
    const before = at('HEAD');
    git(root, 'reset', '-q', '--hard', 'HEAD~1');
    expect(since(before)).toEqual({ relation: 'ahead', how: null, commits: null, subject: null });
  });
});
