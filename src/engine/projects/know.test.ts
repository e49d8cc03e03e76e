import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conversation, locate, type TestDeps, testDeps } from '../../../test/deps.ts';
import { runs } from '../../../test/effort.ts';
import type { Config } from '../../config/config.ts';
import type { Claims } from '../../domain/projects/signs.ts';
import type { Deps } from '../base/deps.ts';
import { linkProject, unlinkProject } from './link.ts';

const COMMIT = 'c'.repeat(40);
const ROOT = 'f'.repeat(40);

/** A folder on a disk: what the file system says of it, and what was written into it. */
interface Folder extends Claims {
  readonly inode: string | null;
  readonly commits: Readonly<Record<string, 'commit' | 'root'>>;
  /** Its head when a session starts. */
  readonly head: string | null;
}

const NOTHING: Folder = { inode: null, declared: null, remote: null, commits: {}, head: null };

/** An engine on a disk that a test writes. */
function onDisk(disk: Map<string, Folder>, config: Partial<Config> = {}): TestDeps {
  const deps = testDeps(config);
  const rootOf = (place: string) => place.replace(/\/\.git$/, '');
  const folder = (place: string) => disk.get(rootOf(place)) ?? NOTHING;
  const find: Deps['locate'] = (cwd) => {
    const found = locate(cwd);
    const place = found.scope.key;
    return { ...found, place, head: folder(place).head, scope: deps.store.placed(found.scope) };
  };
  return {
    ...deps,
    locate: find,
    exists: (path) => disk.has(rootOf(path)),
    signs: {
      stamp: (place) => JSON.stringify(folder(place)),
      read: folder,
      inode: (place) => folder(place).inode,
      commits: (place, hashes) =>
        new Map(
          hashes.flatMap((hash) =>
            Object.entries(folder(place).commits).filter(([one]) => one === hash),
          ),
        ),
      isShallow: () => false,
      below: () => [],
    },
  };
}

async function work(deps: Deps, cwd: string, words: string): Promise<string> {
  const say = conversation(deps, `${cwd} ${words}`, cwd);
  const { context, notice } = await say({ kind: 'session-start', source: 'startup' });
  await say({ kind: 'prompt', text: `Let us look at the ${words} antenna` });
  await say({ kind: 'turn-end', reply: `The ${words} is done.` });
  await say({ kind: 'session-end', reason: null });
  return `${context ?? ''}\n${notice ?? ''}`;
}

const VICTIM: Folder = {
  inode: '1:2:3',
  declared: 'acme/shop',
  remote: 'git.example.org/acme/shop',
  commits: { [COMMIT]: 'commit', [ROOT]: 'root' },
  head: COMMIT,
};

const hostile = fc.record({
  // The attacker has no sign of the file system that is another project's.
  inode: fc.constantFrom(null, '1:2:4', '1:9:3'),
  declared: fc.option(fc.constantFrom('acme/shop', 'acme', 'shop', '/victim/.git')),
  remote: fc.option(
    fc.constantFrom('git.example.org/acme/shop', 'git.example.org/eve/shop', '/victim/.git'),
  ),
  commits: fc.constantFrom<Folder['commits'][]>({}, { [ROOT]: 'root' }, VICTIM.commits),
  head: fc.constantFrom(null, COMMIT, ROOT),
});

describe('a folder without a person’s word', () => {
  it('is never a project that is at its place, whatever it claims and holds', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(hostile, { minLength: 1, maxLength: 4 }),
        fc.subarray(['git.example.org/ac', 'example.org/', 'git.example.org/other/']),
        async (forms, trusted) => {
          const disk = new Map([['/victim', VICTIM]]);
          const deps = onDisk(disk, { 'projects.trust_remotes': trusted });
          await work(deps, '/victim', 'heliotrope');
          for (const [i, form] of forms.entries()) {
            disk.set('/attacker', form);
            expect(await work(deps, '/attacker', `wormwood ${i}`)).not.toContain('heliotrope');
            expect(deps.locate('/attacker').scope.key).toBe('/attacker/.git');
          }
          expect(await work(deps, '/victim', 'again')).not.toContain('wormwood');
          expect(deps.failures).toEqual([]);
        },
      ),
      { numRuns: runs(6, 60) },
    );
  });
});

describe('a project that is at none of its places', () => {
  const clone = { ...NOTHING, remote: VICTIM.remote, commits: VICTIM.commits };
  const moved = async (...folders: readonly Folder[]) => {
    const disk = new Map<string, Folder>([['/first', { ...VICTIM, declared: null }]]);
    const deps = onDisk(disk);
    await work(deps, '/first', 'heliotrope');
    disk.delete('/first');
    const said: string[] = [];
    for (const [i, folder] of folders.entries()) {
      disk.set(`/here${i}`, folder);
      said.push(await work(deps, `/here${i}`, `word ${i}`));
    }
    return { deps, said };
  };

  it('is the folder that claims it and has its commits, which the person is told', async () => {
    const { deps, said } = await moved(clone);
    expect(said[0]).toContain('heliotrope');
    expect(said[0]).toContain('this is acme/shop, known from another place');
    expect(deps.locate('/here0').scope.key).toBe('/first/.git');
    expect(await unlinkProject(deps, '/here0')).toBe(true);
    expect(await work(deps, '/here0', 'later')).not.toContain('heliotrope');
  });

  it('is one of them: a second folder asks, as it has a place again', async () => {
    const { deps, said } = await moved(clone, clone);
    expect(said[1]).not.toContain('heliotrope');
    expect(said[1]).toContain('looks like acme/shop');
    expect(deps.locate('/here1').scope.key).toBe('/here1/.git');
  });

  it('is no folder without its commits, nor one that claims nothing', async () => {
    const { said } = await moved(
      { ...clone, commits: {} },
      { ...clone, commits: { [ROOT]: 'root' } },
      { ...clone, remote: null },
    );
    for (const one of said) expect(one).not.toContain('heliotrope');
  });
});

describe('an identity on the disk', () => {
  it('counts only where it has left its place, and none without a birth does', async () => {
    const disk = new Map([['/victim', VICTIM]]);
    const deps = onDisk(disk);
    await work(deps, '/victim', 'heliotrope');
    // The same directory seen at two places at once is not one that moved.
    disk.set('/bound', { ...NOTHING, inode: VICTIM.inode });
    expect(await work(deps, '/bound', 'one')).not.toContain('heliotrope');
    disk.delete('/victim');
    disk.set('/unborn', { ...NOTHING, inode: null });
    expect(await work(deps, '/unborn', 'two')).not.toContain('heliotrope');
    disk.set('/moved', { ...NOTHING, inode: VICTIM.inode });
    expect(await work(deps, '/moved', 'three')).toContain('heliotrope');
    expect(deps.locate('/moved').scope.key).toBe('/victim/.git');
    expect(deps.locate('/victim').scope.key).not.toBe('/victim/.git');
  });
});

describe('a person’s word', () => {
  it('joins over several steps, and each is taken back by itself', async () => {
    const clone = { ...NOTHING, remote: VICTIM.remote, commits: VICTIM.commits, head: COMMIT };
    const disk = new Map<string, Folder>([
      ['/first', { ...VICTIM, inode: null, declared: null }],
      ['/second', clone],
      ['/third', clone],
    ]);
    const deps = onDisk(disk);
    for (const name of ['first', 'second', 'third']) await work(deps, `/${name}`, `${name}-word`);
    const key = (name: string) => deps.locate(`/${name}`).scope.key;
    const link = (name: string, named: string) =>
      linkProject(deps, `/${name}`, { named, dryRun: false }).then(({ kind }) => kind);
    const unnamed = linkProject(deps, '/third', { named: undefined, dryRun: false });
    await expect(unnamed).rejects.toThrow('2 projects fit:');
    expect(await link('third', '/second')).toBe('joined');
    expect(await link('second', '/first')).toBe('joined');
    expect([key('third'), key('second'), key('first')]).toEqual(Array(3).fill('/first/.git'));
    // The other way round would be a circle.
    expect(await link('first', '/third')).toBe('the same already');
    expect(await work(deps, '/first', 'later')).toContain('third-word');
    expect(await unlinkProject(deps, '/second')).toBe(true);
    expect([key('third'), key('second'), key('first')]).toEqual([
      '/second/.git',
      '/second/.git',
      '/first/.git',
    ]);
    expect(await unlinkProject(deps, '/third')).toBe(true);
    expect(await unlinkProject(deps, '/third')).toBe(false);
    expect(key('third')).toBe('/third/.git');
  });
});
