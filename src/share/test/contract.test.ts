import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IS_LONG } from '../../../test/effort.ts';
import { FORMAT } from '../domain/segment.ts';
import { LARGEST_SEGMENT, type Segment, ShareRefused, StreamTaken } from '../log.ts';
import { gitStage } from './git-stage.ts';
import {
  type LogStage,
  memoryStage,
  originOf,
  pgliteStage,
  postgresStage,
  type Stage,
} from './logs.ts';
import { NO_POSTGRES, postgresPrograms } from './tools/postgres.ts';

const SERVERS: Readonly<Record<string, () => Promise<Stage>>> = {
  memory: memoryStage,
  // PGlite takes longer to start than all of the tests, and stands for PostgreSQL where there is none.
  ...((IS_LONG || !postgresPrograms()) && { PGlite: pgliteStage }),
  ...(postgresPrograms() && { PostgreSQL: postgresStage }),
};
const LOGS: Readonly<Record<string, () => Promise<LogStage>>> = { ...SERVERS, git: gitStage };

if (!postgresPrograms()) it.skip(NO_POSTGRES);

let projects = 0;

const texts = (rows: readonly { readonly body: Uint8Array }[]) =>
  rows.map(({ body }) => Buffer.from(body).toString());

describe.each(Object.entries(LOGS))('a log of segments: %s', (_, open) => {
  let stage: LogStage;
  beforeAll(async () => {
    stage = await open();
  }, 120_000);
  afterAll(() => stage?.stop());

  /** Two who write for each other. */
  async function two() {
    const project = `project ${++projects}`;
    const [one, other] = await stage.writers(project);
    const segment = (origin: string, n: number, more: Partial<Segment> = {}): Segment => ({
      project,
      origin,
      n,
      audience: 'team',
      format: FORMAT,
      body: Buffer.from(`${origin === one.origin ? 'one' : 'other'} ${n}`),
      ...more,
    });
    const mine = (n: number, more?: Partial<Segment>) => segment(one.origin, n, more);
    const theirs = (n: number, more?: Partial<Segment>) => segment(other.origin, n, more);
    return { project, one, other, mine, theirs };
  }

  it('says how far each stream goes', async () => {
    const { project, one, other, mine, theirs } = await two();
    expect((await one.log.heads(project)).origins).toEqual([]);
    await one.log.push([mine(1), mine(2)]);
    await other.log.push([theirs(1)]);
    const { login, role, origins } = await one.log.heads(project);
    expect(role).not.toBeNull();
    const found = origins.map(({ origin, n, author }) => [origin, n, author]);
    expect(found.sort()).toEqual(
      [
        [one.origin, 2, login],
        [other.origin, 1, (await other.log.heads(project)).login],
      ].sort(),
    );
  });

  it('gives what lies behind a cursor, in order, in pages', async () => {
    const { project, one, other, mine, theirs } = await two();
    await one.log.push([1, 2, 3, 4].map((n) => mine(n)));
    await other.log.push([theirs(1)]);
    await other.log.heads(project);
    const cursors = [
      { origin: one.origin, after: 1 },
      { origin: other.origin, after: 0 },
    ];
    expect(texts(await other.log.pull(project, cursors, 100))).toEqual([
      'one 2',
      'one 3',
      'one 4',
      'other 1',
    ]);
    expect(texts(await other.log.pull(project, cursors, 2))).toEqual(['one 2', 'one 3']);
    expect(await other.log.pull(project, [{ origin: one.origin, after: 4 }], 100)).toEqual([]);
    const [first] = await other.log.pull(project, cursors, 1);
    expect(first).toMatchObject({ audience: 'team', format: FORMAT, n: 2, origin: one.origin });
  });

  it('takes a repeated push once, and refuses another content under the same number', async () => {
    const { project, one, mine } = await two();
    await one.log.push([mine(1), mine(2)]);
    await one.log.push([mine(2), mine(3)]);
    expect((await one.log.heads(project)).origins[0]!.n).toBe(3);
    await expect(one.log.push([mine(3, { body: Buffer.from('another') })])).rejects.toThrow(
      StreamTaken,
    );
    expect(texts(await one.log.pull(project, [{ origin: one.origin, after: 2 }], 9))).toEqual([
      'one 3',
    ]);
  });

  it('withdraws in place: the number stays, the content goes', async () => {
    const { project, one, other, mine, theirs } = await two();
    await one.log.push([1, 2, 3].map((n) => mine(n)));
    await other.log.heads(project);
    await one.log.withdraw([mine(2, { body: Buffer.from('less') })]);
    await other.log.heads(project);
    const all = () => other.log.pull(project, [{ origin: one.origin, after: 0 }], 9);
    expect(texts(await all())).toEqual(['one 1', 'less', 'one 3']);
    await expect(other.log.withdraw([mine(1)])).rejects.toThrow(ShareRefused);
    await expect(one.log.withdraw([mine(9)])).rejects.toThrow(ShareRefused);
    await expect(one.log.withdraw([theirs(1)])).rejects.toThrow(ShareRefused);
    expect(texts(await all())).toHaveLength(3);
    await one.log.push([mine(4)]);
    await other.log.heads(project);
    expect(texts(await all())).toEqual(['one 1', 'less', 'one 3', 'one 4']);
  });

  it('refuses what is too large, and all that came with it', async () => {
    const { project, one, mine } = await two();
    const huge = mine(2, { body: Buffer.alloc(LARGEST_SEGMENT + 1) });
    await expect(one.log.push([mine(1), huge])).rejects.toThrow(ShareRefused);
    expect((await one.log.heads(project)).origins).toEqual([]);
    await one.log.push([mine(1, { body: Buffer.alloc(LARGEST_SEGMENT) })]);
    const [whole] = await one.log.pull(project, [{ origin: one.origin, after: 0 }], 1);
    expect(whole!.body).toHaveLength(LARGEST_SEGMENT);
  });
});

describe.each(Object.entries(SERVERS))('a server that knows its members: %s', (_, open) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await open();
  }, 120_000);
  afterAll(() => stage?.stop());

  async function team() {
    const project = `project ${++projects}`;
    for (const login of ['alice', 'bob']) await stage.invite(project, login);
    const segment = (login: string, n: number, more: Partial<Segment> = {}): Segment => ({
      project,
      origin: originOf(login),
      n,
      audience: 'team',
      format: FORMAT,
      body: Buffer.from(`${login} ${n}`),
      ...more,
    });
    return { project, segment, alice: await stage.as('alice'), bob: await stage.as('bob') };
  }

  it('says who we are and what time it is', async () => {
    const { project, alice } = await team();
    expect(await alice.heads(project)).toMatchObject({
      login: 'alice',
      role: 'member',
      origins: [],
    });
    expect(await alice.projects()).toContain(project);
    expect(Math.abs((await alice.heads(project)).now! - Date.now())).toBeLessThan(60_000);
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
    expect(Math.abs(origins[0]!.arrived! - now!)).toBeLessThan(60_000);
  });

  it('shows to others what is for the team, and to every home of the same login all of it', async () => {
    const { project, segment, alice, bob } = await team();
    await alice.push([segment('alice', 1, { audience: 'me' }), segment('alice', 2)]);
    const cursor = [{ origin: originOf('alice'), after: 0 }];
    expect(texts(await bob.pull(project, cursor, 9))).toEqual(['alice 2']);
    expect(texts(await (await stage.as('alice')).pull(project, cursor, 9))).toEqual([
      'alice 1',
      'alice 2',
    ]);
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
});
