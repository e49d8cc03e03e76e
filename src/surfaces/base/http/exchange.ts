import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Far above the size of any request. */
export const MOST_BYTES = 1024 * 1024;

class TooLarge extends Error {}

export async function readRequestBody(req: IncomingMessage): Promise<Buffer> {
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
export async function completeExchange(
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
    // Only this machine can reach it.
    server.listen(port, '127.0.0.1', done);
  });
}

/** Why a request is not served. */
export interface RefusedRequest {
  readonly status: 400 | 401 | 403 | 404 | 405 | 413;
  readonly why: string;
}

/**
 * Refuses callers that do not come directly. A page in a browser may reach this port under a name of its own (DNS
 * rebinding) or from its own origin, so both must be ours to the letter; another server on this machine is another origin
 * of the same site.
 */
export function strangeCaller(
  { headers, headersDistinct }: Pick<IncomingMessage, 'headers' | 'headersDistinct'>,
  port: number,
): RefusedRequest | null {
  const { origin, 'sec-fetch-site': site } = headers;
  // `headers` has the first Host alone, and whatever stands between may go by another.
  const [host, ...others] = headersDistinct['host'] ?? [];
  const names = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (!host || others.length > 0 || !names.includes(host.toLowerCase()))
    return { status: 403, why: `There must be one Host header, ${names.join(' or ')}.` };
  const isOwn =
    origin === undefined || names.some((name) => origin.toLowerCase() === `http://${name}`);
  if (!isOwn || (site !== undefined && site !== 'same-origin' && site !== 'none'))
    return { status: 403, why: 'Requests from web pages of other origins are not served.' };
  return null;
}

export function isAuthorized(
  { headers }: Pick<IncomingMessage, 'headers'>,
  token: string,
): boolean {
  const [, given] = /^Bearer ([\w.~+/=-]{1,500})$/i.exec(headers.authorization ?? '') ?? [];
  if (given === undefined) return false;
  const [a, b] = [Buffer.from(given), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}

export function requestPath({ url }: Pick<IncomingMessage, 'url'>): string {
  return (url ?? '').split('?', 1)[0]!;
}
