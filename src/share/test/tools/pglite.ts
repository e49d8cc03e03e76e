import { createServer, type Socket } from 'node:net';
import { PGlite } from '@electric-sql/pglite';
import type { ScratchServer } from './postgres.ts';

/** Asks whether the connection may be encrypted; it stays on this machine. */
const SSL_REQUEST = 80_877_103;

/**
 * PostgreSQL inside this process, behind a port: for machines without one. It serves one connection at a time, the others wait.
 * A login is only a name here: nobody is asked for a password.
 */
export async function startPglite(
  logins: readonly string[],
): Promise<Omit<ScratchServer, 'data' | 'psql'> & { run(sql: string): Promise<void> }> {
  const database = await PGlite.create();
  for (const login of logins) await database.exec(`create role "${login}" login`);
  let turn: Promise<void> = Promise.resolve();
  const server = createServer((socket) => {
    turn = turn.then(() => serve(database, socket)).catch(() => {});
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  return {
    port,
    url: (login) => `postgres://${login}@127.0.0.1:${port}/postgres`,
    run: async (sql) => {
      await database.exec(`reset role; ${sql}`);
    },
    stop: () => {
      server.close();
      void database.close();
    },
  };
}

async function serve(database: PGlite, socket: Socket): Promise<void> {
  let waiting: Buffer = Buffer.alloc(0);
  let isStarted = false;
  try {
    for await (const chunk of socket) {
      waiting = Buffer.concat([waiting, chunk as Buffer]);
      for (;;) {
        // The first message has no type.
        const head = isStarted ? 1 : 0;
        if (waiting.length < head + 4) break;
        const length = head + waiting.readInt32BE(head);
        if (waiting.length < length) break;
        const message = waiting.subarray(0, length);
        waiting = waiting.subarray(length);
        if (!isStarted && message.readInt32BE(4) === SSL_REQUEST) {
          socket.write('N');
          continue;
        }
        if (isStarted && message[0] === 'X'.charCodeAt(0)) return;
        socket.write(await database.execProtocolRaw(message));
        if (!isStarted) await becomeLogin(database, message);
        isStarted = true;
      }
    }
  } finally {
    await database.exec('reset role');
    socket.destroy();
  }
}

/** The startup message names the user; rights are those of that role. */
async function becomeLogin(database: PGlite, startup: Buffer): Promise<void> {
  const words = startup.subarray(8).toString().split('\0');
  const login = words[words.indexOf('user') + 1];
  if (login && login !== 'postgres') await database.exec(`set role "${login.replaceAll('"', '""')}"`);
}
