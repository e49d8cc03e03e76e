import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IS_LONG } from '../../../test/effort.ts';
import { FORMAT } from '../domain/segment.ts';
import { LARGEST_SEGMENT, type Segment, ShareRefused, StreamTaken } from '../log.ts';
import { memoryStage, pgliteStage, postgresStage, type Stage } from './logs.ts';
import { NO_POSTGRES, postgresPrograms } from './tools/postgres.ts';

const IMPLEMENTATIONS: Readonly<Record<string, () => Promise<Stage>>> = {
  memory: memoryStage,
  // It takes longer to start than all of the tests, and stands for PostgreSQL where there is none.
  ...((IS_LONG || !postgresPrograms()) && { PGlite: pgliteStage }),
  ...(postgresPrograms() && { PostgreSQL: postgresStage }),
};

if (!postgresPrograms()) it.skip(NO_POSTGRES);

/** An origin of a login; the letter tells several apart. */
function originOf(login: string, letter = 'a'): string {
  return `${login}/${letter.repeat(32)}`;
}

let projects = 0;

describe.each(Object.entries(IMPLEMENTATIONS))('the shared log: %s', (_, open) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await open();
  }, 120_000);
  afterAll(() => stage?.stop());

  async function team() {
    const project = `project ${++projects}`;
    for (const login of ['alice', 'bob']) await stage.invite(project, login);
    const segment = (login: string, n: number, more: Partial<Segment> = {}): Segment => ({
      ...{ project, origin: originOf(login), n, audience: 'team', format: FORMAT },
      body: Buffer.from(`${login} ${n}`),
      ...more,
    });
    return { project, segment, alice: await stage.as('alice'), bob: await stage.as('bob') };
  }
  const texts = (rows: readonly { readonly body: Uint8Array }[]) =>
    rows.map(({ body }) => Buffer.from(body).toString());

  it('says who we are, what time it is and how far each stream goes', async () => {
    const { project, segment, alice, bob } = await team();
    expect(await alice.heads(project)).toMatchObject({ login: 'alice', role: 'member', origins: [] });
    expect(await alice.projects()).toContain(project);
    await alice.push([segment('alice', 1), segment('alice', 2)]);
    await bob.push([segment('bob', 1)]);
    const heads = await alice.heads(project);
    expect(heads.origins).toMatchObject([
      { origin: originOf('alice'), author: 'alice', n: 2 },
      { origin: originOf('bob'), author: 'bob', n: 1 },
    ]);
    expect(Math.abs(heads.now - Date.now())).toBeLessThan(60_000);
  });

  it('tells members who else is one, when their last segment came, and strangers nothing', async () => {
    const { project, segment, alice } = await team();
    await stage.invite(project, 'carol', 'reader');
    await alice.push([segment('alice', 1)]);
    const listed = await alice.members(project);
    expect(listed.map(({ login, role }) => [login, role])).toEqual([
      ['alice', 'member'],
      ['bob', 'member'],
      ['carol', 'reader'],
    ]);
    expect(await (await stage.as('carol')).members(project)).toEqual(listed);
    expect(await (await stage.as('mallory')).members(project)).toEqual([]);
    const { origins, now } = await alice.heads(project);
    expect(Math.abs(origins[0]!.arrived - now)).toBeLessThan(60_000);
  });

  it('gives what lies behind a cursor, in order, in pages', async () => {
    const { project, segment, alice, bob } = await team();
    await alice.push([1, 2, 3, 4].map((n) => segment('alice', n)));
    await bob.push([segment('bob', 1)]);
    const cursors = [
      { origin: originOf('alice'), after: 1 },
      { origin: originOf('bob'), after: 0 },
    ];
    expect(texts(await bob.pull(project, cursors, 100))).toEqual(['alice 2', 'alice 3', 'alice 4', 'bob 1']);
    expect(texts(await bob.pull(project, cursors, 2))).toEqual(['alice 2', 'alice 3']);
    expect(await bob.pull(project, [{ origin: originOf('alice'), after: 4 }], 100)).toEqual([]);
    const [first] = await bob.pull(project, cursors, 1);
    expect(first).toMatchObject({ author: 'alice', audience: 'team', format: FORMAT, n: 2 });
  });

  it('takes a repeated push once, and refuses another content under the same number', async () => {
    const { project, segment, alice } = await team();
    await alice.push([segment('alice', 1), segment('alice', 2)]);
    await alice.push([segment('alice', 2), segment('alice', 3)]);
    expect((await alice.heads(project)).origins[0]!.n).toBe(3);
    await expect(alice.push([segment('alice', 3, { body: Buffer.from('another') })])).rejects.toThrow(
      StreamTaken,
    );
    expect(texts(await alice.pull(project, [{ origin: originOf('alice'), after: 2 }], 9))).toEqual([
      'alice 3',
    ]);
  });

  it('shows to others what is for the team, and to every home of the same login all of it', async () => {
    const { project, segment, alice, bob } = await team();
    await alice.push([segment('alice', 1, { audience: 'me' }), segment('alice', 2)]);
    const cursor = [{ origin: originOf('alice'), after: 0 }];
    expect(texts(await bob.pull(project, cursor, 9))).toEqual(['alice 2']);
    expect(texts(await (await stage.as('alice')).pull(project, cursor, 9))).toEqual(['alice 1', 'alice 2']);
    await alice.push([segment('alice', 3, { audience: 'me' })]);
    expect((await bob.heads(project)).origins).toMatchObject([
      { origin: originOf('alice'), author: 'alice', n: 2 },
    ]);
  });

  it('is closed to those who are no members, and for writing to readers', async () => {
    const { project, segment, alice } = await team();
    await alice.push([segment('alice', 1)]);
    const mallory = await stage.as('mallory');
    expect(await mallory.heads(project)).toMatchObject({ role: null, origins: [] });
    expect(await mallory.projects()).toEqual([]);
    expect(await mallory.pull(project, [{ origin: originOf('alice'), after: 0 }], 9)).toEqual([]);
    await expect(mallory.push([segment('mallory', 1)])).rejects.toThrow(ShareRefused);
    await stage.invite(project, 'carol', 'reader');
    const carol = await stage.as('carol');
    expect(texts(await carol.pull(project, [{ origin: originOf('alice'), after: 0 }], 9))).toEqual([
      'alice 1',
    ]);
    await expect(carol.push([segment('carol', 1)])).rejects.toThrow(ShareRefused);
  });

  it('withdraws in place: the number stays, the content goes', async () => {
    const { project, segment, alice, bob } = await team();
    await alice.push([1, 2, 3].map((n) => segment('alice', n)));
    await alice.withdraw([segment('alice', 2, { body: Buffer.from('less') })]);
    const all = await bob.pull(project, [{ origin: originOf('alice'), after: 0 }], 9);
    expect(texts(all)).toEqual(['alice 1', 'less', 'alice 3']);
    await expect(bob.withdraw([segment('alice', 1)])).rejects.toThrow(ShareRefused);
    await expect(alice.withdraw([segment('alice', 9)])).rejects.toThrow(ShareRefused);
    expect(texts(await bob.pull(project, [{ origin: originOf('alice'), after: 0 }], 9))).toHaveLength(3);
  });

  it('refuses what is too large, and all that came with it', async () => {
    const { project, segment, alice } = await team();
    const huge = segment('alice', 2, { body: Buffer.alloc(LARGEST_SEGMENT + 1) });
    await expect(alice.push([segment('alice', 1), huge])).rejects.toThrow(ShareRefused);
    expect((await alice.heads(project)).origins).toEqual([]);
    await alice.push([segment('alice', 1, { body: Buffer.alloc(LARGEST_SEGMENT) })]);
  });
});
