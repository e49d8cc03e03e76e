import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { openDesk, type World } from './desk.ts';
import { buildServer } from './server.ts';
import { LONGEST_LINE, wholeLines } from './whole-lines.ts';

/** Serves the client that started this process, over its standard input and output, until it goes. */
export function serveOverStdio(around: World): Promise<void> {
  const desk = openDesk(around, { isParent: true, isKnown: true });
  const messages = process.stdin.pipe(wholeLines(refuse));
  const handle = serveStdio(() => buildServer(around.version, desk, around.todayPage()), {
    transport: new StdioServerTransport(messages, process.stdout),
    onerror: (error) => around.log('mcp', error),
  });
  return new Promise((done) => {
    let isLeaving = false;
    const leave = (reason: string) => {
      if (isLeaving) return;
      isLeaving = true;
      desk
        .close(reason)
        .catch((error: unknown) => around.log('session not ended', error))
        .then(() => handle.close())
        .catch(() => {})
        .finally(done);
    };
    process.stdin.once('end', () => leave('client gone'));
    process.stdin.once('close', () => leave('client gone'));
    process.stdout.on('error', () => leave('client gone'));
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => leave(signal));
  });
}

function refuse(id: string | number | null): void {
  const error = { code: -32600, message: `A message has ${LONGEST_LINE} bytes at most.` };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, error })}\n`);
}
