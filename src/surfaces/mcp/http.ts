import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createMcpHandler,
  isLegacyRequest,
  legacyStatelessFallback,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { DAY, MINUTE } from '../../domain/time.ts';
import { answered, bodyOf, listen, MOST_BYTES, sendSentence } from '../http/exchange.ts';
import { isAuthorized, pathOf, type Refused, strangeCaller } from '../http/guard.ts';
import { type Desk, openDesk, type World } from './desk.ts';
import { buildServer } from './server.ts';

export interface HttpOptions {
  /** 0: any free one. */
  readonly port: number;
  readonly token: string;
}

export interface HttpServer {
  readonly url: string;
  close(reason: string): Promise<void>;
}

type Transport = WebStandardStreamableHTTPServerTransport;

/** Serves clients on this machine. Nobody else can reach it, and whoever does needs the token. */
export async function serveOverHttp(
  around: World,
  options: HttpOptions,
  build: typeof buildServer = buildServer,
): Promise<HttpServer> {
  const pool = clientPool(around, build);
  const server = createServer((req, res) => {
    const door: Door = { port: (server.address() as AddressInfo).port, token: options.token };
    void answered(res, exchange(req, res, door, pool.respond), (error) => around.log('mcp http', error));
  });
  await listen(server, options.port);
  const timer = setInterval(() => void pool.sweep().catch(() => {}), MINUTE).unref();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    async close(reason) {
      clearInterval(timer);
      server.close();
      await pool.close(reason);
      server.closeAllConnections();
    },
  };
}

async function exchange(
  req: IncomingMessage,
  res: ServerResponse,
  door: Door,
  respond: (request: Request, url: URL) => Promise<Response>,
): Promise<void> {
  const refused = refusal(req, door);
  if (refused) return sendSentence(res, refused.status, refused.why);
  const gone = new AbortController();
  res.once('close', () => gone.abort());
  const url = new URL(req.url ?? '/', `http://127.0.0.1:${door.port}`);
  await sendResponse(res, await respond(await webRequest(req, url, gone.signal), url));
}

/**
 * Identifies the client. One of the 2025 revisions is known by its session id; since 2026 there is none, and only the name
 * in its URL tells. A client that cannot be told from others has no session and no ledger.
 */
function clientPool(around: World, build: typeof buildServer) {
  const connected = keepClients<Transport>(Date.now, (transport) => transport.close());
  const named = keepClients<null>(Date.now, async () => {});

  function deskOf(url: URL): Desk {
    const name = url.searchParams.get('client');
    if (!name) return deskFor(around, url, false);
    const key = `${name}\n${url.searchParams.get('project') ?? ''}`;
    const known = named.find(key)?.desk;
    if (known) return known;
    const desk = deskFor(around, url, true);
    named.add(key, desk, null);
    return desk;
  }
  const built = ({ requestInfo }: { requestInfo?: Request }) =>
    build(around.version, deskOf(new URL(requestInfo!.url)), around.todayPage());
  const onerror = (error: Error) => around.log('mcp http', error);
  const modern = createMcpHandler(built, { legacy: 'reject', onerror, maxRequestBodySize: MOST_BYTES });
  const stateless = legacyStatelessFallback(built, onerror);

  async function connect(request: Request, url: URL): Promise<Response> {
    const isNamed = url.searchParams.has('client');
    const desk = isNamed ? deskOf(url) : deskFor(around, url, true);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => around.newId(),
      // The session of a named client goes on when one of its connections ends.
      onsessioninitialized: (id) => connected.add(id, isNamed ? null : desk, transport),
      onsessionclosed: (id) => connected.remove(id, 'client gone'),
    });
    await build(around.version, desk, around.todayPage()).connect(transport);
    return transport.handleRequest(request);
  }

  return {
    async respond(request: Request, url: URL): Promise<Response> {
      if (!(await isLegacyRequest(request))) return modern.fetch(request);
      const id = request.headers.get('mcp-session-id');
      if (id === null) return (await isInitialize(request)) ? connect(request, url) : stateless(request);
      const client = connected.find(id);
      return client
        ? client.more.handleRequest(request)
        : Response.json(
            {
              jsonrpc: '2.0',
              error: { code: -32001, message: 'Session not found: initialize again.' },
              id: null,
            },
            { status: 404 },
          );
    },
    async sweep() {
      await connected.sweep();
      await named.sweep();
    },
    async close(reason: string) {
      await connected.close(reason);
      await named.close(reason);
      await modern.close();
    },
  };
}

async function isInitialize(request: Request): Promise<boolean> {
  try {
    const body = (await request.clone().json()) as { method?: unknown } | null;
    return request.method === 'POST' && body?.method === 'initialize';
  } catch {
    return false;
  }
}

interface Door {
  readonly port: number;
  readonly token: string;
}

const PATH = '/mcp';

/** Refuses callers that do not know the token or do not call directly. */
function refusal(request: IncomingMessage, { port, token }: Door): Refused | null {
  const strange = strangeCaller(request, port);
  if (strange) return strange;
  if (!isAuthorized(request, token))
    return {
      status: 401,
      why: 'Send the token of this server: Authorization: Bearer <token>. It is in mcp.token in the data folder.',
    };
  if (pathOf(request) !== PATH) return { status: 404, why: `The tools are at ${PATH}.` };
  return null;
}

/** Node's request as the protocol's library reads it, with its body whole. */
async function webRequest(req: IncomingMessage, url: URL, signal: AbortSignal): Promise<Request> {
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
async function sendResponse(res: ServerResponse, response: Response): Promise<void> {
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

/** Quiet for so long, a client's own session is over; another call opens the next one, with all that it held. */
const QUIET = 30 * MINUTE;
const FORGOTTEN = DAY;
const MOST = 500;

interface Client<More> {
  /** Null where it belongs to another entry. */
  readonly desk: Desk | null;
  readonly more: More;
  lastCall: number;
  isQuiet: boolean;
}

/** Clients that can be told apart, each with a session and a ledger of its own. */
export interface Clients<More> {
  find(key: string): { readonly desk: Desk | null; readonly more: More } | null;
  add(key: string, desk: Desk | null, more: More): void;
  remove(key: string, reason: string): Promise<void>;
  /** Those that were not heard of for long. */
  sweep(): Promise<void>;
  close(reason: string): Promise<void>;
}

export function keepClients<More>(now: () => number, forget: (more: More) => Promise<void>): Clients<More> {
  const known = new Map<string, Client<More>>();

  async function remove(key: string, reason: string): Promise<void> {
    const client = known.get(key);
    if (!client) return;
    known.delete(key);
    await client.desk?.close(reason);
    await forget(client.more);
  }

  return {
    find(key) {
      const client = known.get(key);
      if (!client) return null;
      // The one that called last is the last to be forgotten.
      known.delete(key);
      known.set(key, client);
      client.lastCall = now();
      client.isQuiet = false;
      return client;
    },
    add(key, desk, more) {
      known.set(key, { desk, more, lastCall: now(), isQuiet: false });
      const [oldest] = known.keys();
      if (known.size > MOST) void remove(oldest!, 'too many clients');
    },
    remove,
    async sweep() {
      for (const [key, client] of [...known]) {
        const quiet = now() - client.lastCall;
        if (quiet > FORGOTTEN) await remove(key, 'client gone');
        else if (quiet > QUIET && !client.isQuiet) {
          client.isQuiet = true;
          await client.desk?.close('client quiet');
        }
      }
    },
    async close(reason) {
      for (const key of [...known.keys()]) await remove(key, reason);
    },
  };
}

/** A desk for a client by its URL: `?client=` tells it from others, `?project=` where it works. */
function deskFor(around: World, url: URL, isKnown: boolean): Desk {
  return openDesk(around, {
    isParent: false,
    isKnown,
    client: null,
    project: url.searchParams.get('project'),
  });
}
