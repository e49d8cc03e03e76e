import { Client, type ClientConfig } from 'pg';
import type { ShareAddress } from '../address.ts';
import type { SharedServer } from '../log.ts';
import { PostgresLog, type SqlConnection } from '../postgres/log.ts';

/** The shared log on a database. A bundle of its own: the driver is loaded by nothing else. */
export async function openSharedLog({
  source: _,
  ...address
}: ShareAddress): Promise<SharedServer> {
  return new PostgresLog(await connect(address));
}

/** Time limit for a server that does not answer. */
const CONNECT_MS = 10_000;
const STATEMENT_MS = 30_000;

export async function connect(config: ClientConfig): Promise<SqlConnection> {
  const client = new Client({
    ...config,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: STATEMENT_MS,
    application_name: 'cortex',
  });
  // A connection that breaks while nothing is asked must not end the process; the next statement fails by itself.
  client.on('error', () => {});
  await client.connect();
  return {
    // Without a name, so that nothing is kept on the server: a pooler may give the next statement to another connection.
    query: async (text, values) => (await client.query(text, values as unknown[])).rows as never,
    run: async (text) => void (await client.query(text)),
    end: () => client.end(),
  };
}
