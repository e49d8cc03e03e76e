import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { openDesk, type World } from './desk.ts';
import { buildServer } from './server.ts';

/** A server of tools on two streams. */
export interface StreamServer {
  close(reason: string): Promise<void>;
}

/** Serves the client that started this process. */
export function serveStreams(around: World, messages: Readable, answers: Writable): StreamServer {
  const desk = openDesk(around, { isParent: true, isKnown: true });
  const handle = serveStdio(() => buildServer(around.version, desk, around.todayPage()), {
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
