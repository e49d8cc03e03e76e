import { PGlite } from '@electric-sql/pglite';
import { plainCodec } from '../cipher.ts';
import { connect } from '../entries/share-log.ts';
import type { Seat, SegmentLog, SharedLog, SharedServer } from '../log.ts';
import { PostgresLog, type SqlConnection } from '../postgres/log.ts';
import { inviteSql, SHARE_SCHEMA } from '../postgres/schema.ts';
import { memoryServer } from './memory-log.ts';
import { type ScratchServer, startPostgres } from './tools/postgres.ts';

/** Somebody who writes a stream of his own. */
export interface Writer {
  readonly log: SegmentLog;
  readonly origin: string;
}

/** A log for a test, with two who read what the other writes. */
export interface LogStage {
  writers(project: string): Promise<readonly [Writer, Writer]>;
  stop(): Promise<void>;
}

/** A server for a test: who logs in, and who is a member of what. */
export interface Stage extends LogStage {
  as(login: string): Promise<SharedLog>;
  invite(project: string, login: string, role?: string): Promise<void>;
}

/** An origin of a login. */
export function originOf(login: string): string {
  return `${login}/${'a'.repeat(32)}`;
}

type People = Pick<Stage, 'as' | 'invite'>;

function writersOf({ as, invite }: People): LogStage['writers'] {
  const writer = async (project: string, login: string): Promise<Writer> => {
    await invite(project, login);
    return { log: await as(login), origin: originOf(login) };
  };
  return async (project) => [await writer(project, 'alice'), await writer(project, 'bob')];
}

/** A server that runs SQL. */
export interface SqlStage extends Stage {
  as(login: string): Promise<SharedServer>;
  /** Statements of somebody who does not use this program. */
  sql(login: string): Promise<SqlConnection>;
  /** Statements of the administrator. */
  admin(text: string): Promise<void>;
}

export async function memoryStage(): Promise<Stage> {
  const server = memoryServer(Date.now);
  const people: People = {
    as: async (login) => server.as(login),
    invite: async (project, login, role) => server.invite(project, login, role),
  };
  return { ...people, writers: writersOf(people), stop: async () => {} };
}

const LOGINS = ['alice', 'bob', 'carol', 'mallory'];

/** PostgreSQL inside this process. It has one connection, so each statement says first who speaks. */
export async function pgliteStage(): Promise<SqlStage> {
  const database = await PGlite.create();
  await database.exec(SHARE_SCHEMA);
  for (const login of LOGINS) await database.exec(`create role ${login} login`);
  const sql = async (login: string): Promise<SqlConnection> => ({
    query: async (text, values = []) => {
      await database.exec(`set role ${login}`);
      return (await database.query(text, [...values])).rows as never;
    },
    run: async (text) => {
      await database.exec(`set role ${login}`);
      await database.exec(text);
    },
    end: async () => {},
  });
  const admin = async (text: string) => {
    await database.exec('reset role');
    await database.exec(text);
  };
  const as = async (login: string) => new PostgresLog(await sql(login));
  const invite: Stage['invite'] = (project, login, role = 'member') =>
    admin(inviteSql(project, login, role));
  return {
    sql,
    admin,
    as,
    invite,
    writers: writersOf({ as, invite }),
    stop: () => database.close(),
  };
}

/** A real server of the machine's own PostgreSQL. */
export async function postgresStage(): Promise<SqlStage> {
  const server = await startPostgres(['fsync=off']);
  server.psql(SHARE_SCHEMA);
  for (const login of LOGINS) server.psql(`create role ${login} login`);
  const open: SqlConnection[] = [];
  const sql = async (login: string) => {
    const connection = await connect({ connectionString: server.url(login) });
    open.push(connection);
    return connection;
  };
  const as = async (login: string) => new PostgresLog(await sql(login));
  const invite: Stage['invite'] = async (project, login, role = 'member') =>
    void server.psql(inviteSql(project, login, role));
  return {
    sql,
    as,
    invite,
    writers: writersOf({ as, invite }),
    admin: async (text) => void server.psql(text),
    stop: async () => {
      for (const connection of open) await connection.end().catch(() => {});
      server.stop();
    },
  };
}

/** Every body that a login sees; its text where nobody sealed it. */
export function storedBodies(
  server: ScratchServer,
  login?: string,
  where = 'true',
): { readonly body: Buffer; readonly text: string | null }[] {
  const columns = "project, origin, n, format, encode(body, 'hex') as hex";
  return server
    .psql(
      `select to_json(one) from (select ${columns} from cortex.segment where ${where}) as one`,
      login,
    )
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const { hex, ...seat } = JSON.parse(line) as Seat & { hex: string };
      const body = Buffer.from(hex, 'hex');
      return { body, text: plainCodec().unpack(seat, body) };
    });
}
