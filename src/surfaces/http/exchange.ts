import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Far above what any operation takes. */
export const MOST_BYTES = 1024 * 1024;

export class TooLarge extends Error {}

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

export function listen(server: Server, port: number): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', fail);
    // Nobody else can reach it.
    server.listen(port, '127.0.0.1', done);
  });
}
