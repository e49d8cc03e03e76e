import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Far above what any operation takes. */
export const MOST_BYTES = 1024 * 1024;

class TooLarge extends Error {}

export async function bodyOf(req: IncomingMessage): Promise<Buffer> {
  if (Number(req.headers['content-length'] ?? 0) > MOST_BYTES) throw new TooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MOST_BYTES) throw new TooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export function sendSentence(res: ServerResponse, status: number, why: string): void {
  const challenge = status === 401 ? { 'www-authenticate': 'Bearer' } : {};
  // The rest of a body that is too large is not read.
  const last = status === 413 ? { connection: 'close' } : {};
  res.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...challenge, ...last });
  res.end(`${why}\n`);
}

/** Ends an exchange whatever becomes of the work: a request that is too large is told so, a failure is on record. */
export async function answered(
  res: ServerResponse,
  work: Promise<void>,
  failed: (error: unknown) => void,
): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (error instanceof TooLarge)
      return sendSentence(res, 413, `A request has ${MOST_BYTES} bytes at most.`);
    failed(error);
    if (!res.headersSent) sendSentence(res, 500, 'It could not be done; cortex status says why.');
    else res.destroy();
  }
}

export function listen(server: Server, port: number): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', fail);
    // Nobody else can reach it.
    server.listen(port, '127.0.0.1', done);
  });
}
