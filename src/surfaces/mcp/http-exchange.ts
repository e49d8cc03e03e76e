import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { bodyOf } from '../http/exchange.ts';

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
