import type { Readable, Writable } from 'node:stream';
import { type StreamServer, serveStreams } from '../surfaces/mcp/stdio.ts';
import { makeCodeCache, serverWorld } from './server-world.ts';

// One bundle for both: serving over HTTP adds a thirtieth to it.
export { mcpOverHttp } from './mcp-http.ts';

/** The tools of `cortex mcp`. Throws where there is no home. */
export function serveTools(messages: Readable, answers: Writable): StreamServer {
  const { world, around } = serverWorld();
  makeCodeCache(world);
  return serveStreams(around, messages, answers);
}
