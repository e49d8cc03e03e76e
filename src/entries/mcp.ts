import type { Readable, Writable } from 'node:stream';
import { accessToken } from '../platform/access-token.ts';
import { serveOverHttp } from '../surfaces/mcp/http.ts';
import { buildServer } from '../surfaces/mcp/server.ts';
import { type StreamServer, serveStreams } from '../surfaces/mcp/stdio.ts';
import { makeCodeCache, serverWorld } from './server-world.ts';

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
  const server = await serveOverHttp(around, { port, token }, buildServer);
  say(`Cortex serves its tools at ${server.url}`);
  say(`Clients send the header Authorization: Bearer <token>; the token is in ${path}`);
  const reason = await new Promise<string>((done) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => done(signal));
  });
  await server.close(reason);
}
