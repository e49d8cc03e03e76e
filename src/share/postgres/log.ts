import type { ShareAudience } from '../domain/record.ts';
import {
  type ArrivedSegment,
  type Cursor,
  type LogHeads,
  SchemaMissing,
  type Segment,
  type SharedServer,
  ShareRefused,
  StreamTaken,
} from '../log.ts';
import { inviteSql, ME, SHARE_SCHEMA } from './schema.ts';

export type PostgresRow = Readonly<Record<string, unknown>>;

/** A connection to the database: a driver's, or a database inside this process. */
export interface SqlConnection {
  query(text: string, values?: readonly unknown[]): Promise<readonly PostgresRow[]>;
  /** Several statements without values. */
  run(text: string): Promise<void>;
  end(): Promise<void>;
}

/** The log on a database that speaks the protocol of PostgreSQL. Every statement stands by itself, so that a pooler may be in between. */
export class PostgresLog implements SharedServer {
  readonly #connection: SqlConnection;

  constructor(connection: SqlConnection) {
    this.#connection = connection;
  }

  async projects() {
    const rows = await this.#query(`select project from cortex.member where login = ${ME}`);
    return rows.map(({ project }) => String(project));
  }

  async members(project: string) {
    const members = 'select login, role from cortex.members where project = $1 order by login';
    const rows = await this.#query(members, [project]);
    return rows.map(({ login, role }) => ({ login: String(login), role: String(role) }));
  }

  async heads(project: string): Promise<LogHeads> {
    const rows = await this.#query(HEADS, [project]);
    const { login, now, role } = rows[0]!;
    return {
      login: String(login),
      now: millisOf(now),
      role: role === null ? null : String(role),
      origins: rows
        .filter(({ origin }) => origin !== null)
        .map(({ origin, author, n, arrived }) => ({
          origin: String(origin),
          author: String(author),
          n: Number(n),
          arrived: millisOf(arrived),
        }))
        .reverse(),
    };
  }

  async push(segments: readonly Segment[]) {
    for (let from = 0; from < segments.length; from += AT_ONCE) {
      const batch = segments.slice(from, from + AT_ONCE);
      try {
        await this.#insert(batch);
      } catch (error) {
        if (codeOf(error) !== TAKEN) throw error;
        await this.#insertMissing(batch);
      }
    }
  }

  async pull(project: string, cursors: readonly Cursor[], most: number): Promise<ArrivedSegment[]> {
    if (cursors.length === 0) return [];
    const [origins, after] = [cursors.map(({ origin }) => origin), cursors.map((one) => one.after)];
    const rows = await this.#query(BEHIND, [project, origins, after, most]);
    return rows.map((row) => ({ project, ...toSegment(row) }));
  }

  async withdraw(segments: readonly Segment[]) {
    const gone =
      'delete from cortex.segment where project = $1 and origin = $2 and n = $3 returning n';
    await this.#query('begin');
    try {
      for (const { project, origin, n } of segments)
        if ((await this.#query(gone, [project, origin, n])).length === 0)
          throw new ShareRefused(`segment ${n} of ${origin} is not ours to withdraw`);
      if (segments.length > 0) await this.#insert(segments);
      await this.#query('commit');
    } catch (error) {
      await this.#query('rollback');
      throw error;
    }
  }

  async prepare() {
    await this.#connection.run(SHARE_SCHEMA);
  }

  async hasSchema() {
    const [row] = await this.#query("select to_regclass('cortex.segment') is not null as there");
    return row!['there'] === true;
  }

  async found(project: string) {
    // Only who may write members can: the owner of the schema. To that one alone the members of others are visible.
    const [mine] = await this.#query(
      `select pg_catalog.has_table_privilege('cortex.member', 'insert') as may, current_user::text as login,
         exists (select 1 from cortex.member where project = $1) as taken`,
      [project],
    );
    const { may, taken, login } = mine!;
    if (may !== true || taken === true) return false;
    await this.#connection.run(inviteSql(project, String(login), 'owner'));
    return true;
  }

  async isAboveThePolicies() {
    const [row] = await this.#query(
      'select rolsuper or rolbypassrls as above from pg_catalog.pg_roles where rolname = current_user',
    );
    return row?.['above'] === true;
  }

  close(): Promise<void> {
    return this.#connection.end();
  }

  async #query(text: string, values: readonly unknown[] = []): Promise<readonly PostgresRow[]> {
    try {
      return await this.#connection.query(text, values);
    } catch (error) {
      const code = codeOf(error);
      const { message } = error as Error;
      if (SCHEMA_MISSING.includes(code)) throw new SchemaMissing(message, { cause: error });
      throw REFUSALS.includes(code) ? new ShareRefused(message, { cause: error }) : error;
    }
  }

  #insert(segments: readonly Segment[], onConflict = '') {
    const values = segments.flatMap(({ project, origin, n, audience, format, body }) => [
      project,
      origin,
      n,
      audience,
      format,
      body,
    ]);
    const rows = segments.map(
      (_, i) => `(${[1, 2, 3, 4, 5, 6].map((k) => `$${i * 6 + k}`).join(', ')})`,
    );
    return this.#query(
      `insert into cortex.segment (project, origin, n, audience, format, body) values ${rows.join(', ')} ${onConflict}`,
      values,
    );
  }

  /** Inserts the rest of a push of which a part is there: an answer was lost, or the number is taken. Asking so at once would cost every push a quarter more. */
  async #insertMissing(segments: readonly Segment[]) {
    const added = await this.#insert(
      segments,
      'on conflict (project, origin, n) do nothing returning n',
    );
    const isNew = new Set(added.map((row) => Number(row['n'])));
    const there = 'select body from cortex.segment where project = $1 and origin = $2 and n = $3';
    for (const { project, origin, n, body } of segments.filter((one) => !isNew.has(one.n))) {
      const [row] = await this.#query(there, [project, origin, n]);
      // A push whose answer was lost is repeated; anything else under that number is not ours.
      if (row && Buffer.compare(Buffer.from(row['body'] as Uint8Array), Buffer.from(body)) === 0)
        continue;
      throw new StreamTaken(`segment ${n} of ${origin} is another one on the server`);
    }
  }
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

function toSegment(row: PostgresRow) {
  return {
    origin: String(row['origin']),
    n: Number(row['n']),
    author: String(row['author']),
    audience: row['audience'] as ShareAudience,
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

function codeOf(error: unknown): unknown {
  return (error as { code?: unknown } | null)?.code;
}
