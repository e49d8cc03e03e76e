import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Why a request is not served. */
export interface Refusal {
  readonly status: 401 | 403 | 404 | 405 | 413;
  readonly why: string;
}

export interface Door {
  readonly port: number;
  readonly token: string;
}

const PATH = '/mcp';

/**
 * Only who knows the token, and only directly: a page in a browser may reach this port under a name of its own (DNS
 * rebinding) or from its own origin, so both must be ours to the letter.
 */
export function refusal(request: Pick<IncomingMessage, 'headers' | 'url'>, door: Door): Refusal | null {
  const { host, origin, authorization } = request.headers;
  const names = [`127.0.0.1:${door.port}`, `localhost:${door.port}`];
  if (!host || !names.includes(host.toLowerCase()))
    return { status: 403, why: `The Host header must be ${names.join(' or ')}.` };
  if (origin !== undefined && !names.some((name) => origin.toLowerCase() === `http://${name}`))
    return { status: 403, why: 'Requests from web pages of other origins are not served.' };
  if (!isAuthorized(authorization, door.token))
    return {
      status: 401,
      why: 'Send the token of this server: Authorization: Bearer <token>. It is in mcp.token in the data folder.',
    };
  if (pathOf(request.url) !== PATH) return { status: 404, why: `The tools are at ${PATH}.` };
  return null;
}

function isAuthorized(header: string | undefined, token: string): boolean {
  const [, given] = /^Bearer ([\w.~+/=-]{1,500})$/i.exec(header ?? '') ?? [];
  if (given === undefined) return false;
  const [a, b] = [Buffer.from(given), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function pathOf(url: string | undefined): string {
  return (url ?? '').split('?', 1)[0]!;
}
