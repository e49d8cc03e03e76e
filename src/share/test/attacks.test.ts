import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { IS_LONG } from '../../../test/effort.ts';
import { table } from '../../../test/table.ts';
import { FORMAT } from '../domain/segment.ts';
import type { Segment, SharedServer } from '../log.ts';
import type { SqlConnection } from '../postgres/log.ts';
import { pgliteStage, postgresStage, type SqlStage } from './logs.ts';
import { NO_POSTGRES, postgresPrograms } from './tools/postgres.ts';

/** In the short form one server is enough; the suite of the contract runs on both. */
const STAGES: Readonly<Record<string, () => Promise<SqlStage>>> = {
  ...((IS_LONG || !postgresPrograms()) && { PGlite: pgliteStage }),
  ...(postgresPrograms() && { PostgreSQL: postgresStage }),
};
if (!postgresPrograms()) it.skip(NO_POSTGRES);

const ALICE = `alice/${'a'.repeat(32)}`;
const BOB = `bob/${'b'.repeat(32)}`;

/** Attacks by somebody with a login of the database and SQL, without this program. */
describe.each(Object.entries(STAGES))('attacks on the policies: %s', (_, open) => {
  let stage: SqlStage;
  let alice: SharedServer;
  /** A stranger to the project. */
  let mallory: SqlConnection;
  /** A member. */
  let bob: SqlConnection;
  beforeAll(async () => {
    stage = await open();
    alice = await stage.as('alice');
    mallory = await stage.sql('mallory');
    bob = await stage.sql('bob');
    await stage.invite('shop', 'alice');
    await stage.invite('shop', 'bob');
  }, 120_000);
  afterAll(() => stage?.stop());
  beforeEach(async () => {
    await stage.admin('delete from cortex.segment');
    const segment = (n: number, audience: Segment['audience'], text: string): Segment => ({
      project: 'shop',
      origin: ALICE,
      n,
      audience,
      format: FORMAT,
      body: Buffer.from(text),
    });
    await alice.push([
      segment(1, 'team', 'work'),
      segment(2, 'me', 'heliotrope'),
      segment(3, 'team', 'more'),
    ]);
  });

  const insert = (
    who: SqlConnection,
    {
      project = 'shop',
      origin = BOB,
      n = 1,
      author = 'bob',
      audience = 'team',
      arrived = 'now()',
      format = FORMAT,
      body = "'x'",
    } = {},
  ) =>
    who.query(
      `insert into cortex.segment (project, origin, n, author, audience, format, arrived, body)
       values ('${project}', '${origin}', ${n}, '${author}', '${audience}', ${format}, ${arrived}, ${body})`,
    );
  /** Nothing of what Alice wrote is gone, changed or more than it was. */
  const untouched = async () => {
    const rows = await alice.pull('shop', [{ origin: ALICE, after: 0 }], 99);
    expect(rows.map(({ body }) => Buffer.from(body).toString())).toEqual([
      'work',
      'heliotrope',
      'more',
    ]);
  };

  it('1: a stranger reads', async () => {
    expect(await mallory.query('select * from cortex.segment')).toEqual([]);
    expect(await mallory.query('select count(*)::int as n from cortex.segment')).toEqual([
      { n: 0 },
    ]);
  });

  it('2: a member reads what is for another person alone', async () => {
    const rows = await bob.query('select body from cortex.segment order by n');
    expect(rows.map(({ body }) => Buffer.from(body as Uint8Array).toString())).toEqual([
      'work',
      'more',
    ]);
  });

  it('3: a member finds it by a function that leaks what it is given', async () => {
    const leak = `create function pg_temp.leak(b bytea) returns boolean language plpgsql cost 0.0000001 as
      $$ begin raise exception '%', b; end $$`;
    await bob.query(leak).catch(() => {});
    const rows = await bob
      .query("select n from cortex.segment where audience = 'me' and pg_temp.leak(body)")
      .catch((error: Error) => error.message);
    expect(JSON.stringify(rows)).not.toContain(Buffer.from('heliotrope').toString('hex'));
  });

  it('4: a stranger writes', async () => {
    const origin = `mallory/${'c'.repeat(32)}`;
    await expect(insert(mallory, { origin, author: 'mallory' })).rejects.toThrow(/policy/);
  });

  it('5: a member writes as another', async () => {
    await expect(insert(bob, { author: 'alice' })).rejects.toThrow(/policy/);
    await expect(insert(bob, { author: 'alice', origin: ALICE, n: 4 })).rejects.toThrow(/policy/);
  });

  it('6: a member writes into the stream of another, so that the other cannot go on', async () => {
    await expect(insert(bob, { origin: ALICE, n: 4 })).rejects.toThrow(/policy/);
    const body = Buffer.from('on');
    await alice.push([
      { project: 'shop', origin: ALICE, n: 4, audience: 'team', format: FORMAT, body },
    ]);
  });

  it('7: a member takes a name that begins like another’s', async () => {
    await stage.admin('drop role if exists "alice/x"; create role "alice/x" login').catch(() => {});
    await expect(insert(bob, { origin: `bob/x/${'a'.repeat(32)}` })).rejects.toThrow(/policy/);
    await expect(insert(bob, { origin: `alice/bob/${'a'.repeat(32)}` })).rejects.toThrow(/policy/);
  });

  it('8: a member deletes what another wrote', async () => {
    expect(await bob.query('delete from cortex.segment returning n')).toEqual([]);
    await untouched();
  });

  it('9: a member changes what another wrote, or its audience', async () => {
    await expect(bob.query("update cortex.segment set audience = 'team'")).rejects.toThrow(
      /permission denied/,
    );
    await expect(
      bob.query(
        `insert into cortex.segment (project, origin, n, audience, format, body)
         values ('shop', '${ALICE}', 2, 'team', ${FORMAT}, 'x')
         on conflict (project, origin, n) do update set audience = 'team'`,
      ),
    ).rejects.toThrow(/permission denied|policy/);
    await untouched();
  });

  it('10: a stranger invites himself, a member becomes the owner', async () => {
    await expect(
      mallory.query("insert into cortex.member (project, login) values ('shop', 'mallory')"),
    ).rejects.toThrow(/permission denied/);
    await expect(bob.query("update cortex.member set role = 'owner'")).rejects.toThrow(
      /permission denied/,
    );
    await expect(bob.query("delete from cortex.member where login = 'alice'")).rejects.toThrow(
      /permission denied/,
    );
  });

  it('11: a member forges a project that is not his, or that nobody has', async () => {
    for (const project of ['payroll', '', 'shop '])
      await expect(insert(bob, { project })).rejects.toThrow(/policy/);
  });

  it('12: a member hides who else is in it, or finds out', async () => {
    expect(await bob.query('select login from cortex.member')).toEqual([{ login: 'bob' }]);
    expect(await mallory.query('select project from cortex.member')).toEqual([]);
    // The list of members is for those who are on it.
    await stage.invite('payroll', 'carol');
    expect(await bob.query('select project, login from cortex.members order by login')).toEqual([
      { project: 'shop', login: 'alice' },
      { project: 'shop', login: 'bob' },
    ]);
    expect(await mallory.query('select * from cortex.members')).toEqual([]);
    for (const text of ['delete from cortex.members', "update cortex.members set role = 'owner'"])
      await expect(bob.query(text)).rejects.toThrow(/permission denied|cannot/);
    await bob
      .query(
        `create function pg_temp.leak(t text) returns boolean language plpgsql cost 0.0000001 as
         $$ begin if t = 'carol' then raise exception '%', t; end if; return true; end $$`,
      )
      .catch(() => {});
    const leaked = await bob
      .query('select login from cortex.members where pg_temp.leak(login)')
      .catch((error: Error) => error.message);
    expect(JSON.stringify(leaked)).not.toContain('carol');
  });

  it('13: a segment is replayed: the number is taken, and a copy is under the name of who copied it', async () => {
    await insert(bob);
    await expect(insert(bob)).rejects.toThrow(/duplicate key/);
    await bob.query(
      `insert into cortex.segment (project, origin, n, audience, format, body)
       select project, '${BOB}', 2, audience, format, body from cortex.segment where origin = '${ALICE}' and n = 1`,
    );
    const rows = await alice.pull('shop', [{ origin: BOB, after: 1 }], 9);
    expect(rows).toMatchObject([{ author: 'bob', origin: BOB }]);
  });

  it('14: a stream is wound back, or begins before its beginning', async () => {
    for (const n of [0, -1]) await expect(insert(bob, { n })).rejects.toThrow(/check/);
    await insert(bob, { n: 7 });
    await insert(bob, { n: 3 });
    // The segment is there; a reader who has come to 7 never asks for it.
    expect(await alice.pull('shop', [{ origin: BOB, after: 7 }], 9)).toEqual([]);
  });

  it('15: a segment claims to have arrived tomorrow, or is larger than a reader can bear', async () => {
    await expect(insert(bob, { arrived: "now() + interval '1 day'" })).rejects.toThrow(/policy/);
    await expect(
      insert(bob, { body: `decode(repeat('00', ${1024 * 1024 + 1}), 'hex')` }),
    ).rejects.toThrow(/check/);
  });

  it('16: a body claims a format from before bodies were bound to their place', async () => {
    for (const format of [1, 2]) await expect(insert(bob, { format })).rejects.toThrow(/policy/);
  });

  it('17: a member takes the policies away', async () => {
    for (const text of table<string>('share-attacks'))
      await expect(bob.run(text)).rejects.toThrow(
        /must be owner|permission denied|would be affected|row-level/,
      );
    await bob.run('set row_security = on').catch(() => {});
    await untouched();
  });

  it('looks at no member but the one who asks, however many there are', async () => {
    await stage.admin(
      "insert into cortex.member select 'project ' || i / 20, 'login ' || i from generate_series(1, 2000) i",
    );
    await stage.admin('analyze cortex.member');
    for (const text of [
      'select body from cortex.segment',
      'delete from cortex.segment',
      `insert into cortex.segment (project, origin, n, audience, format, body) values ('shop', '${BOB}', 9, 'me', ${FORMAT}, 'x')`,
    ]) {
      const plan = (await bob.query(`explain ${text}`)).map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toMatch(/Index.* using member_pkey on member/);
      expect(plan).not.toContain('Seq Scan on member');
      expect(plan).toMatch(/Index Cond:.*login = /);
    }
  });
});
