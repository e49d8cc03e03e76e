import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createMcpHandler,
  isLegacyRequest,
  legacyStatelessFallback,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { DAY, MINUTE } from '../../domain/base/time.ts';
import {
  completeExchange,
  isAuthorized,
  listen,
  MOST_BYTES,
  readRequestBody,
  requestPath,
  sendSentence,
  strangeCaller,
} from '../base/http/exchange.ts';
import { type Desk, type DeskOptions, openDesk, type ServerWorld } from './desk.ts';
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
  around: ServerWorld,
  options: HttpOptions,
): Promise<HttpServer> {
  const pool = clientPool(around);
  const server = createServer((req, res) => {
    const { port } = server.address() as AddressInfo;
    const answer = exchange(req, res, { ...options, port }, pool.respond);
    void completeExchange(res, answer, (error) => around.log('mcp http', error));
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

const PATH = '/mcp';

/** Answers whoever calls directly and knows the token. */
async function exchange(
  req: IncomingMessage,
  res: ServerResponse,
  { port, token }: HttpOptions,
  respond: (request: Request, url: URL) => Promise<Response>,
): Promise<void> {
  const strange = strangeCaller(req, port);
  if (strange) return sendSentence(res, strange.status, strange.why);
  if (!isAuthorized(req, token))
    return sendSentence(
      res,
      401,
      'Send the token of this server: Authorization: Bearer <token>. It is in mcp.token in the data folder.',
    );
  if (requestPath(req) !== PATH) return sendSentence(res, 404, `The tools are at ${PATH}.`);
  const gone = new AbortController();
  res.once('close', () => gone.abort());
  const url = new URL(req.url ?? '/', `http://127.0.0.1:${port}`);
  await sendResponse(res, await respond(await webRequest(req, url, gone.signal), url));
}

/** Every client that the server has, and the way to its desk. */
interface ClientPool {
  respond(request: Request, url: URL): Promise<Response>;
  /** Ends those that were not heard of for long. */
  sweep(): Promise<void>;
  close(reason: string): Promise<void>;
}

/**
 * Identifies the client. One of the 2025 revisions is known by its session id; since 2026 there is none, and only the name
 * in its URL tells. A client that cannot be told from others has no session and no ledger.
 */
function clientPool(around: ServerWorld): ClientPool {
  const clients = keepClients(Date.now);

  function deskOf(url: URL): Desk {
    const name = url.searchParams.get('client');
    if (!name) return deskFor(around, url, { isKnown: false });
    const key = `${name}\n${url.searchParams.get('project') ?? ''}`;
    const known = clients.find(key)?.desk;
    if (known) return known;
    const desk = deskFor(around, url, { isKnown: true });
    clients.add(key, { desk });
    return desk;
  }
  const built = ({ requestInfo }: { requestInfo?: Request }) =>
    buildServer(around, deskOf(new URL(requestInfo!.url)), around.todayPage());
  const onerror = (error: Error) => around.log('mcp http', error);
  const modern = createMcpHandler(built, {
    legacy: 'reject',
    onerror,
    maxRequestBodySize: MOST_BYTES,
  });
  const stateless = legacyStatelessFallback(built, onerror);

  async function connect(request: Request, url: URL): Promise<Response> {
    const isNamed = url.searchParams.has('client');
    const desk = isNamed ? deskOf(url) : deskFor(around, url, { isKnown: true });
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => around.newId(),
      // The session of a named client goes on when one of its connections ends.
      onsessioninitialized: (id) => clients.add(id, { desk: isNamed ? null : desk, transport }),
      onsessionclosed: (id) => clients.remove(id, 'client gone'),
    });
    await buildServer(around, desk, around.todayPage()).connect(transport);
    return transport.handleRequest(request);
  }

  return {
    async respond(request: Request, url: URL): Promise<Response> {
      if (!(await isLegacyRequest(request))) return modern.fetch(request);
      const id = request.headers.get('mcp-session-id');
      if (id === null)
        return (await isInitialize(request)) ? connect(request, url) : stateless(request);
      const transport = clients.find(id)?.transport;
      return transport ? transport.handleRequest(request) : noSession();
    },
    sweep: clients.sweep,
    async close(reason: string) {
      await clients.close(reason);
      await modern.close();
    },
  };
}

function noSession(): Response {
  const error = { code: -32001, message: 'Session not found: initialize again.' };
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 404 });
}

async function isInitialize(request: Request): Promise<boolean> {
  try {
    const body = (await request.clone().json()) as { method?: unknown } | null;
    return request.method === 'POST' && body?.method === 'initialize';
  } catch {
    return false;
  }
}

/** Node's request as the protocol's library reads it, with its body whole. */
async function webRequest(req: IncomingMessage, url: URL, signal: AbortSignal): Promise<Request> {
  const headers = Object.entries(req.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  const body = await readRequestBody(req);
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

/** A client that can be told from others, with a session and a ledger of its own. */
interface HttpClient {
  /** Null where its session is that of a named client. */
  readonly desk: Desk | null;
  /** The connection of a client of the 2025 revisions. */
  readonly transport?: Transport;
}

/** Clients by the id of their connection, or by the name and project in their URL. */
export interface KnownClients extends Pick<ClientPool, 'sweep' | 'close'> {
  /** Finds a client, which counts as heard from. */
  find(key: string): HttpClient | null;
  add(key: string, client: HttpClient): void;
  remove(key: string, reason: string): Promise<void>;
}

export function keepClients(now: () => number): KnownClients {
  const known = new Map<string, HttpClient & { lastCall: number; isQuiet: boolean }>();

  async function remove(key: string, reason: string): Promise<void> {
    const client = known.get(key);
    if (!client) return;
    known.delete(key);
    await client.desk?.close(reason);
    await client.transport?.close();
  }

  return {
    find(key) {
      const client = known.get(key);
      if (!client) return null;
      // The one that called last is the last to be forgotten.
      known.delete(key);
      known.set(key, { ...client, lastCall: now(), isQuiet: false });
      return client;
    },
    add(key, client) {
      known.set(key, { ...client, lastCall: now(), isQuiet: false });
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
function deskFor(around: ServerWorld, url: URL, { isKnown }: Pick<DeskOptions, 'isKnown'>): Desk {
  return openDesk(around, { isParent: false, isKnown, project: url.searchParams.get('project') });
}
