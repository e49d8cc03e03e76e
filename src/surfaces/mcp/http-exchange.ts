import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Far above what any tool takes. */
export const MOST_BYTES = 1024 * 1024;

export class TooLarge extends Error {}

/** Node's request as the protocol's library reads it, with its body whole. */
export async function webRequest(req: IncomingMessage, url: URL, signal: AbortSignal): Promise<Request> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  const body = await bodyOf(req);
  return new Request(url, {
    method: req.method ?? 'GET',
    headers,
    signal,
    ...(body.length > 0 && { body: new Uint8Array(body) }),
  });
}

async function bodyOf(req: IncomingMessage): Promise<Buffer> {
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

/** The library's answer through Node's, as it comes: it may be a stream of events. */
export async function sendResponse(res: ServerResponse, response: Response): Promise<void> {
  res.writeHead(response.status, Object.fromEntries(response.headers));
  const reader = response.body?.getReader();
  if (reader) {
    res.once('close', () => void reader.cancel().catch(() => {}));
    for (;;) {
      const { done, value } = await reader.read();
      if (done || res.destroyed) break;
      if (!res.write(value)) await Promise.race([once(res, 'drain'), once(res, 'close')]);
    }
  }
  res.end();
}

export function sendSentence(res: ServerResponse, status: number, why: string): void {
  const challenge = status === 401 ? { 'www-authenticate': 'Bearer' } : {};
  // What is left of a body that is too large is not read.
  const last = status === 413 ? { connection: 'close' } : {};
  res.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...challenge, ...last });
  res.end(`${why}\n`);
}
