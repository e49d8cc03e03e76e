import { inviteSql, SCHEMA } from '../../postgres/schema.ts';
import { postgresPrograms, startPostgres } from './postgres.ts';

/** A server with the schema, and logins that are members of one project. */
export interface PreparedServer {
  readonly kind: 'PostgreSQL' | 'PGlite';
  url(login: string): string;
  stop(): void;
}

/** The machine's own PostgreSQL, or one inside this process where there is none or it is wished for. */
export async function startServer(
  project: string,
  logins: readonly string[],
  inProcess = postgresPrograms() === null,
): Promise<PreparedServer> {
  const members = logins.map((login) => inviteSql(project, login, 'member')).join('\n');
  if (!inProcess) {
    const made = await startPostgres();
    made.psql(`${SCHEMA} ${logins.map((login) => `create role ${login} login;`).join(' ')} ${members}`);
    return { kind: 'PostgreSQL', url: made.url, stop: made.stop };
  }
  const { startPglite } = await import('./pglite.ts');
  const made = await startPglite(logins);
  await made.run(`${SCHEMA} ${members}`);
  return { kind: 'PGlite', url: made.url, stop: made.stop };
}
