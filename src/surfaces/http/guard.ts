import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Why a request is not served. */
export interface Refused {
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
): Refused | null {
  const { origin, 'sec-fetch-site': site } = headers;
  // `headers` has the first Host alone, and whatever stands between may go by another.
  const [host, ...others] = headersDistinct['host'] ?? [];
  const names = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (!host || others.length > 0 || !names.includes(host.toLowerCase()))
    return { status: 403, why: `There must be one Host header, ${names.join(' or ')}.` };
  const isOwn = origin === undefined || names.some((name) => origin.toLowerCase() === `http://${name}`);
  if (!isOwn || (site !== undefined && site !== 'same-origin' && site !== 'none'))
    return { status: 403, why: 'Requests from web pages of other origins are not served.' };
  return null;
}

export function isAuthorized({ headers }: Pick<IncomingMessage, 'headers'>, token: string): boolean {
  const [, given] = /^Bearer ([\w.~+/=-]{1,500})$/i.exec(headers.authorization ?? '') ?? [];
  if (given === undefined) return false;
  const [a, b] = [Buffer.from(given), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}

export function pathOf({ url }: Pick<IncomingMessage, 'url'>): string {
  return (url ?? '').split('?', 1)[0]!;
}
