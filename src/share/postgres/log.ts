import type { Audience } from '../domain/record.ts';
import {
  type ArrivedSegment,
  type LogHeads,
  SchemaMissing,
  type Segment,
  type SharedServer,
  ShareRefused,
  StreamTaken,
} from '../log.ts';
import { inviteSql, ME, SCHEMA } from './schema.ts';

export type Row = Readonly<Record<string, unknown>>;

/** A connection to the database: a driver's, or a database inside this process. */
export interface Connection {
  query(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  /** Several statements without values. */
  run(text: string): Promise<void>;
  end(): Promise<void>;
}

/** The log on a database that speaks the protocol of PostgreSQL. Every statement stands by itself, so that a pooler may be in between. */
export function postgresLog(connection: Connection): SharedServer {
  const query = async (text: string, values: readonly unknown[] = []) => {
    try {
      return await connection.query(text, values);
    } catch (error) {
      if (SCHEMA_MISSING.includes(codeOf(error)))
        throw new SchemaMissing((error as Error).message, { cause: error });
      throw isRefusal(error) ? new ShareRefused((error as Error).message, { cause: error }) : error;
    }
  };
  const insert = (segments: readonly Segment[], onConflict = '') => {
    const values = segments.flatMap(({ project, origin, n, audience, format, body }) => [
      ...[project, origin, n, audience, format, body],
    ]);
    const rows = segments.map((_, i) => `(${[1, 2, 3, 4, 5, 6].map((k) => `$${i * 6 + k}`).join(', ')})`);
    return query(
      `insert into cortex.segment (project, origin, n, audience, format, body) values ${rows.join(', ')} ${onConflict}`,
      values,
    );
  };
  /** A part of it is there: an answer was lost, or the number is taken. Asking so at once would cost every push a quarter more. */
  const insertMissing = async (segments: readonly Segment[]) => {
    const added = await insert(segments, 'on conflict (project, origin, n) do nothing returning n');
    const isNew = new Set(added.map((row) => Number(row['n'])));
    for (const segment of segments) if (!isNew.has(segment.n)) await sameOrTaken(query, segment);
  };

  return {
    async projects() {
      const rows = await query(`select project from cortex.member where login = ${ME}`);
      return rows.map(({ project }) => String(project));
    },

    async members(project) {
      const rows = await query('select login, role from cortex.members where project = $1 order by login', [
        project,
      ]);
      return rows.map(({ login, role }) => ({ login: String(login), role: String(role) }));
    },

    async heads(project): Promise<LogHeads> {
      const rows = await query(HEADS, [project]);
      const { login, now, role } = rows[0]!;
      return {
        login: String(login),
        now: millisOf(now),
        role: role === null ? null : String(role),
        origins: rows
          .filter(({ origin }) => origin !== null)
          .map(({ origin, author, n, arrived }) => ({
            ...{ origin: String(origin), author: String(author), n: Number(n), arrived: millisOf(arrived) },
          }))
          .reverse(),
      };
    },

    async push(segments) {
      for (let from = 0; from < segments.length; from += AT_ONCE) {
        const batch = segments.slice(from, from + AT_ONCE);
        try {
          await insert(batch);
        } catch (error) {
          if (codeOf(error) !== TAKEN) throw error;
          await insertMissing(batch);
        }
      }
    },

    async pull(project, cursors, most): Promise<ArrivedSegment[]> {
      if (cursors.length === 0) return [];
      const rows = await query(BEHIND, [
        ...[project, cursors.map(({ origin }) => origin), cursors.map(({ after }) => after), most],
      ]);
      return rows.map((row) => ({ project, ...toSegment(row) }));
    },

    async withdraw(segments) {
      await query('begin');
      try {
        for (const { project, origin, n } of segments) {
          const [gone] = await query(
            'delete from cortex.segment where project = $1 and origin = $2 and n = $3 returning n',
            [project, origin, n],
          );
          if (!gone) throw new ShareRefused(`segment ${n} of ${origin} is not ours to withdraw`);
        }
        if (segments.length > 0) await insert(segments);
        await query('commit');
      } catch (error) {
        await query('rollback');
        throw error;
      }
    },

    async prepare() {
      await connection.run(SCHEMA);
    },

    async hasSchema() {
      const [row] = await query("select to_regclass('cortex.segment') is not null as there");
      return row!['there'] === true;
    },

    async found(project) {
      // Only who may write members can: the owner of the schema. To that one alone the members of others are visible.
      const [mine] = await query(
        `select pg_catalog.has_table_privilege('cortex.member', 'insert') as may,
           exists (select 1 from cortex.member where project = $1) as taken`,
        [project],
      );
      if (mine!['may'] !== true || mine!['taken'] === true) return false;
      const [row] = await query('select current_user::text as login');
      await connection.run(inviteSql(project, String(row!['login']), 'owner'));
      return true;
    },

    async isAboveThePolicies() {
      const [row] = await query(
        'select rolsuper or rolbypassrls as above from pg_catalog.pg_roles where rolname = current_user',
      );
      return row?.['above'] === true;
    },

    close: () => connection.end(),
  };
}

/** One statement carries at most this many segments. */
const AT_ONCE = 100;

/**
 * The login, and the last segment of every stream, by one step of the index for each stream and not for each segment.
 * One statement, because a sync asks it every time and mostly nothing is new.
 */
const HEADS = `
  with recursive stream as (
    (select origin, author, n, arrived from cortex.segment where project = $1 order by origin desc, n desc limit 1)
    union all
    select below.origin, below.author, below.n, below.arrived from stream cross join lateral (
      select origin, author, n, arrived from cortex.segment
      where project = $1 and origin < stream.origin order by origin desc, n desc limit 1
    ) as below
  )
  select asked.login, asked.now, asked.role, stream.origin, stream.author, stream.n, stream.arrived
  from (
    select current_user::text as login, now() as now,
      (select role from cortex.member where project = $1 and login = ${ME}) as role
  ) as asked
  left join stream on true`;

/** Streams one after the other, each in order, in one statement: a machine that was away asks for many. */
const BEHIND = `
  select page.* from unnest($2::text[], $3::bigint[]) as reader(origin, after)
  cross join lateral (
    select origin, n, author, audience, format, arrived, body from cortex.segment
    where project = $1 and origin = reader.origin and n > reader.after order by n limit $4
  ) as page
  limit $4`;

type Query = (text: string, values?: readonly unknown[]) => Promise<readonly Row[]>;

/** A push whose answer was lost is repeated; anything else under that number is not ours. */
async function sameOrTaken(query: Query, { project, origin, n, body }: Segment): Promise<void> {
  const [there] = await query(
    'select body from cortex.segment where project = $1 and origin = $2 and n = $3',
    [project, origin, n],
  );
  if (there && Buffer.compare(Buffer.from(there['body'] as Uint8Array), Buffer.from(body)) === 0) return;
  throw new StreamTaken(`segment ${n} of ${origin} is another one on the server`);
}

function toSegment(row: Row) {
  return {
    origin: String(row['origin']),
    n: Number(row['n']),
    author: String(row['author']),
    audience: row['audience'] as Audience,
    format: Number(row['format']),
    arrived: millisOf(row['arrived']),
    body: row['body'] as Uint8Array,
  };
}

function millisOf(value: unknown): number {
  return value instanceof Date ? value.getTime() : Date.parse(String(value));
}

/** No right, a policy, or a check that does not hold. */
const REFUSALS: readonly unknown[] = ['42501', '23514', '22001'];

/** No such table, schema or column. */
const SCHEMA_MISSING: readonly unknown[] = ['42P01', '3F000', '42703'];

/** A row is there under this key. */
const TAKEN = '23505';

function isRefusal(error: unknown): boolean {
  return REFUSALS.includes(codeOf(error));
}

function codeOf(error: unknown): unknown {
  return (error as { code?: unknown } | null)?.code;
}
