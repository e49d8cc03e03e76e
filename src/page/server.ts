import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MINUTE } from '../domain/base/time.ts';
import {
  completeExchange,
  isAuthorized,
  listen,
  readRequestBody,
  requestPath,
  sendSentence,
  strangeCaller,
} from '../surfaces/base/http/exchange.ts';
import { errorCode } from '../system/base/files.ts';
import { answerPage, type PageRequest, type PageWorld } from './answer.ts';
import { type ChangeStream, watchChanges } from './changes.ts';
import { policyOf } from './policy.ts';

export interface PageOptions {
  /** The first that is free is taken; 0 is any. */
  readonly ports: readonly number[];
  /** The page, all in one file. */
  readonly html: string;
  /** After so long without a request it ends. */
  readonly quietMillis?: number;
}

export interface PageServer {
  /** With the token behind `#`, which browsers send to nobody. */
  readonly url: string;
  /** Leads there once, within a minute: other users of this machine can read the arguments of programs. */
  readonly onceUrl: string;
  readonly port: number;
  /** After so long without a request, and without an open tab, it ends. */
  readonly quietMinutes: number;
  /** Why it ended. */
  readonly ended: Promise<string>;
  close(reason: string): void;
}

const QUIET = 30 * MINUTE;
const TOKEN_BYTES = 32;

/** Serves the page on this machine to whoever has the address. */
export async function servePage(
  world: PageWorld,
  { ports, html, quietMillis = QUIET }: PageOptions,
): Promise<PageServer> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const entrance = onceOnly();
  const page = Buffer.from(html);
  const headers = { ...HEADERS, 'content-security-policy': policyOf(html, "'self'") };
  const server = createServer((req, res) => {
    timer.refresh();
    const own = (server.address() as AddressInfo).port;
    const door = { world, token, page, headers, port: own, entrance, changes };
    void completeExchange(res, answerRequest(req, res, door), (error) => world.log('page', error));
  });
  const { promise: ended, resolve } = Promise.withResolvers<string>();
  const close = (reason: string) => {
    clearTimeout(timer);
    changes.close();
    server.close();
    server.closeAllConnections();
    resolve(reason);
  };
  const timer = setTimeout(() => {
    // A tab that is open is somebody who looks.
    if (changes.isWatched) timer.refresh();
    else close(`nobody looked for ${quietMillis / MINUTE} minutes`);
  }, quietMillis);
  const changes = watchChanges(
    () => world.stamp(),
    () => timer.refresh(),
  );
  const port = await listenOnOne(server, ports);
  const origin = `http://127.0.0.1:${port}`;
  return {
    url: `${origin}/#token=${token}`,
    onceUrl: `${origin}${entrance.path}`,
    port,
    quietMinutes: quietMillis / MINUTE,
    ended,
    close,
  };
}

/** The port that it listens on: the first of these that nobody else has. */
async function listenOnOne(server: Server, ports: readonly number[]): Promise<number> {
  for (const [i, port] of ports.entries())
    try {
      await listen(server, port);
      return (server.address() as AddressInfo).port;
    } catch (error) {
      const isTaken = errorCode(error) === 'EADDRINUSE' || errorCode(error) === 'EACCES';
      if (!isTaken || i === ports.length - 1) throw error;
    }
  throw new Error('no port was named');
}

interface Entrance {
  readonly path: string;
  take(path: string): boolean;
}

/** A path that is good for one request. */
function onceOnly(): Entrance {
  const path = `/open/${randomBytes(TOKEN_BYTES).toString('base64url')}`;
  let isOpen = true;
  setTimeout(() => {
    isOpen = false;
  }, MINUTE).unref();
  return {
    path,
    take(given) {
      if (!isOpen || given !== path) return false;
      isOpen = false;
      return true;
    },
  };
}

/** No other page may read, frame or open this one, and nothing of it is kept. */
const HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'x-frame-options': 'DENY',
} as const;

interface PageDoor {
  readonly world: PageWorld;
  readonly token: string;
  readonly page: Buffer;
  readonly headers: Readonly<Record<string, string>>;
  readonly port: number;
  readonly entrance: Entrance;
  readonly changes: ChangeStream;
}

const ASKS_FOR_ADDRESS = 'Run cortex ui: it opens the page with its token.';

async function answerRequest(
  req: IncomingMessage,
  res: ServerResponse,
  door: PageDoor,
): Promise<void> {
  const strange = strangeCaller(req, door.port);
  if (strange) return sendSentence(res, strange.status, strange.why);
  const path = requestPath(req);
  if (path === '/' && (req.method === 'GET' || req.method === 'HEAD')) {
    res.writeHead(200, { ...door.headers, 'content-type': 'text/html; charset=utf-8' });
    res.end(req.method === 'HEAD' ? undefined : door.page);
    return;
  }
  if (req.method === 'GET' && door.entrance.take(path)) {
    res.writeHead(303, { ...HEADERS, location: `/#token=${door.token}` });
    res.end();
    return;
  }
  if (path === '/changes' && req.method === 'GET') {
    if (!isAuthorized(req, door.token)) return sendSentence(res, 401, ASKS_FOR_ADDRESS);
    res.writeHead(200, { ...HEADERS, 'content-type': 'application/x-ndjson; charset=utf-8' });
    door.changes.add(res);
    return;
  }
  if (path !== '/call') return sendSentence(res, 404, 'The page is at /.');
  if (req.method !== 'POST') return sendSentence(res, 405, 'Operations are asked for with POST.');
  if (!isAuthorized(req, door.token)) return sendSentence(res, 401, ASKS_FOR_ADDRESS);
  const asked = parseRequest(await readRequestBody(req));
  if (!asked) return sendSentence(res, 400, 'The request names no operation.');
  const { status, body } = await answerPage(door.world, asked);
  res.writeHead(status, { ...HEADERS, 'content-type': 'application/json; charset=utf-8' });
  res.end(JSON.stringify(body));
}

/** The request in a body; null where there is none. */
function parseRequest(body: Buffer): PageRequest | null {
  let given: Readonly<Record<string, unknown>>;
  try {
    given = Object(JSON.parse(body.toString('utf8')));
  } catch {
    return null;
  }
  const { operation, input, project, confirmed } = given;
  if (typeof operation !== 'string') return null;
  return {
    operation,
    input: (typeof input === 'object' && input !== null ? input : {}) as PageRequest['input'],
    project: typeof project === 'string' ? project : null,
    confirmed: confirmed === true,
  };
}
