import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { openDesk, type ServerWorld } from '../surfaces/mcp/desk.ts';
import { serveOverHttp } from '../surfaces/mcp/http.ts';
import { buildServer } from '../surfaces/mcp/server.ts';
import { accessToken } from '../system/base/access-token.ts';
import { makeCodeCache } from './compose-home.ts';
import { serverWorld } from './server-world.ts';

/** The tools of `cortex mcp`. Throws where there is no home. */
export function serveTools(messages: Readable, answers: Writable): StreamServer {
  const { world, around } = serverWorld();
  makeCodeCache(world);
  return serveStreams(around, messages, answers);
}

/** `cortex mcp --http`: resolves when somebody ends it. */
export async function mcpOverHttp(port: number, say: (line: string) => void): Promise<void> {
  const { around, world } = serverWorld();
  const { token, path } = accessToken(world.home);
  const server = await serveOverHttp(around, { port, token });
  say(`Cortex serves its tools at ${server.url}`);
  say(`Clients send the header Authorization: Bearer <token>; the token is in ${path}`);
  const reason = await new Promise<string>((done) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
      process.once(signal, () => done(signal));
  });
  await server.close(reason);
}

/** A server of tools on two streams. */
export interface StreamServer {
  close(reason: string): Promise<void>;
}

/** Serves the client that started this process. */
function serveStreams(around: ServerWorld, messages: Readable, answers: Writable): StreamServer {
  const desk = openDesk(around, { isParent: true, isKnown: true });
  const handle = serveStdio(() => buildServer(around, desk, around.todayPage()), {
    transport: new StdioServerTransport(messages, answers),
    onerror: (error) => around.log('mcp', error),
  });
  return {
    close: (reason) =>
      desk
        .close(reason)
        .catch((error: unknown) => around.log('session not ended', error))
        .then(() => handle.close())
        .catch(() => {}),
  };
}
