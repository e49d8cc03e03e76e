import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { connect as connectTo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serveOverHttp } from '../../src/surfaces/mcp/http.ts';
import { accessToken } from '../../src/system/base/access-token.ts';
import { Agent } from '../agent.ts';
import { answered, clientFor, type Era, mcpStage } from '../mcp.ts';
import { CORTEX, runHere } from '../program.ts';
import { makeRepository } from '../scratch.ts';
import { table } from '../table.ts';

const { here, environment, worldHere } = mcpStage();

let url: URL;
let token: string;
let clients: Client[];
/** Ends the server as its signal does. */
let end: () => Promise<void>;

beforeEach(async () => {
  clients = [];
  const { idle, around } = worldHere();
  ({ token } = accessToken(here.home));
  const server = await serveOverHttp(around, { port: 0, token });
  url = new URL(server.url);
  let ended: Promise<void> | null = null;
  end = () =>
    (ended ??= server.close('SIGTERM').then(() => {
      idle.kill();
    }));
});
afterEach(async () => {
  for (const client of clients) await client.close();
  await end();
});

/** `cortex mcp --http` as a process, and the two lines that it prints first. */
async function serveInProcess(
  ...args: string[]
): Promise<{ server: ChildProcess; said: string[] }> {
  const server = spawn(process.execPath, [CORTEX, 'mcp', '--http', ...args], {
    cwd: here.radio,
    env: environment(),
  });
  const said: string[] = [];
  for await (const line of createInterface({ input: server.stdout! })) {
    said.push(line);
    if (said.length === 2) break;
  }
  return { server, said };
}

async function connect(name: string, era: Era, query = ''): Promise<Client> {
  const client = clientFor(era, name);
  const requestInit = { headers: { Authorization: `Bearer ${token}` } };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${url.href}${query}`), { requestInit }),
  );
  clients.push(client);
  return client;
}

interface Raw {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

function ask({ method = 'POST', path = '/mcp', headers = {}, body }: Raw) {
  const message = { jsonrpc: '2.0', id: 1, method: 'ping' };
  return new Promise<{ status: number; text: string }>((done, fail) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port: url.port,
        method,
        path,
        headers: {
          Authorization: `Bearer ${token}`,
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
          ...headers,
        },
      },
      async (response) => {
        let text = '';
        for await (const chunk of response) text += String(chunk);
        done({ status: response.statusCode!, text });
      },
    );
    sent.on('error', fail);
    sent.end(method === 'POST' ? (body ?? JSON.stringify(message)) : undefined);
  });
}

const pin = (content: string) => ({ action: 'pin', content });

function sessions(): { host: string; end_time: string | null; pins: string[] }[] {
  const around = { cwd: here.radio, env: environment(), input: '', host: process.pid };
  const done = runHere(['history', '--all', '--json'], around);
  return (JSON.parse(done.stdout) as Record<string, never>[]).map((state) => ({
    host: state['host']!,
    end_time: state['end_time']!,
    pins: (state['working_memory']! as { content: string }[]).map(({ content }) => content),
  }));
}

describe('serves nobody', () => {
  it.each<readonly [string, Raw, number, string]>([
    ...table<[string, Raw, number, string]>('mcp-http-refused'),
    ['with too much', { body: `"${'x'.repeat(1024 * 1024)}"` }, 413, '1048576 bytes'],
  ])('%s', async (_name, raw, status, why) => {
    const answer = await ask(raw);
    expect(answer.status).toBe(status);
    expect(answer.text).toMatch(new RegExp(why));
    // It is still there.
    expect((await ask({})).status).toBe(200);
  });

  it.each([
    ['after its own', (own: string) => [own, 'evil.example']],
    ['before its own', (own: string) => ['evil.example', own]],
    ['the same again', (own: string) => [own, own]],
  ])('with two Host headers: another one %s', async (_name, hosts) => {
    const own = `127.0.0.1:${url.port}`;
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
    const sent = (names: readonly string[]) => [
      'POST /mcp HTTP/1.1',
      ...names.map((name) => `Host: ${name}`),
      `Authorization: Bearer ${token}`,
      'Content-Type: application/json',
      'Accept: application/json, text/event-stream',
      `Content-Length: ${body.length}`,
    ];
    const answerTo = async (lines: readonly string[]) => {
      const socket = connectTo(Number(url.port), '127.0.0.1');
      socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
      const [head] = (await once(socket, 'data')) as [Buffer];
      socket.destroy();
      return head.toString();
    };
    expect(await answerTo(sent([own]))).toMatch(/^HTTP\/1\.1 200 /);
    expect(await answerTo(sent(hosts(own)))).toMatch(/^HTTP\/1\.1 403 /);
  });

  it('that it cannot tell from its own, and whom it can it serves', async () => {
    for (const host of ['127.0.0.1', 'localhost']) {
      const headers = { Host: `${host}:${url.port}`, Origin: `http://${host}:${url.port}` };
      expect((await ask({ headers })).status).toBe(200);
    }
  });
});

it('has a session and a ledger for each client of the 2025 revisions', async () => {
  const [a, b] = [await connect('a', '2025-06-18'), await connect('b', '2025-11-25')];
  await answered(a, 'working_memory', pin('of a'));
  await answered(b, 'working_memory', pin('of b'));
  await answered(a, 'cortex_add', { content: 'The radio speaks 38400 baud' });
  // Who kept it has it; the other one is told once.
  const told: boolean[] = [];
  for (const client of [a, b, b])
    told.push(
      (await answered(client, 'memory_context', { query: 'baud' })).text.includes('38400 baud'),
    );
  expect(told).toEqual([false, true, false]);
  expect(sessions()).toMatchObject([
    { host: 'mcp:b', end_time: null, pins: ['of b'] },
    { host: 'mcp:a', end_time: null, pins: ['of a'] },
  ]);
  // A client that says goodbye.
  await (a.transport as StreamableHTTPClientTransport).terminateSession();
  const ended = sessions().find(({ host }) => host === 'mcp:a')!;
  expect(ended.end_time).not.toBeNull();
});

it('in 2026 clients are told apart by the name in their URL, and have no ledger without one', async () => {
  const nameless = await connect('x', '2026-07-28');
  await answered(nameless, 'cortex_add', { content: 'The radio speaks 38400 baud' });
  await answered(nameless, 'working_memory', pin('for the next session'));
  for (let i = 0; i < 2; i++)
    expect((await answered(nameless, 'memory_context')).text).toContain('38400 baud');
  expect(sessions()).toEqual([]);
  const named = await connect('editor', '2026-07-28', '?client=desk');
  expect((await answered(named, 'memory_context')).text).toContain('38400 baud');
  const again = await connect('editor', '2026-07-28', '?client=desk');
  expect((await answered(again, 'memory_context')).text).toMatch(/Withheld: \d/);
  const other = await connect('editor', '2026-07-28', '?client=lap');
  expect((await answered(other, 'memory_context')).text).toContain('38400 baud');
  // Those that only asked leave no session behind.
  expect(sessions()).toEqual([]);
  await answered(named, 'working_memory', pin('of the desk'));
  await answered(again, 'working_memory', pin('of the desk too'));
  await answered(other, 'working_memory', pin('of the lap'));
  expect(sessions().map(({ host }) => host)).toEqual(['mcp:editor', 'mcp:editor']);
});

it('the project may stand in the URL', async () => {
  const client = await connect('x', '2025-11-25', '?project=global');
  const noted = await answered(client, 'session_note', { kind: 'next', text: 'x' });
  expect(noted.data['scope']).toBe('global');
  const argued = await answered(client, 'session_note', {
    kind: 'next',
    text: 'x',
    project: here.radio,
  });
  expect(argued.data['scope']).toBe('project:radio');
});

it('a session that runs in a named project does not let a client of another one in', async () => {
  const shop = makeRepository(join(here.folder, 'b', 'shop'));
  const agent = new Agent({ home: here.home, cwd: shop, sessionId: 'one' });
  try {
    await agent.start();
    await agent.prompt('order the heliotrope');
    const client = await connect('claude-code', '2025-11-25');
    for (const tool of ['memory_context', 'session_history']) {
      const refused = await answered(client, tool, { project: shop });
      expect(refused).toMatchObject({
        isError: true,
        text: expect.stringContaining('mcp.other_projects'),
      });
    }
    const there = await connect(
      'claude-code',
      '2025-11-25',
      `?project=${encodeURIComponent(shop)}`,
    );
    expect((await answered(there, 'session_history')).text).toContain('project:shop');
  } finally {
    agent.quit();
  }
});

it('as a process it says where it is and where its token is, ends all sessions when it is ended, and keeps its token', async () => {
  await end();
  const path = join(here.home, 'mcp.token');
  // A first start makes it.
  rmSync(path);
  const { server, said } = await serveInProcess();
  url = new URL(/http:\S+/.exec(said[0]!)![0]);
  token = readFileSync(path, 'utf8').trim();
  expect(url.hostname).toBe('127.0.0.1');
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(said[1]).toContain(path);
  expect(said.join()).not.toContain(token);
  // Nobody else can read it.
  expect(statSync(path).mode & 0o777).toBe(0o600);

  const client = await connect('a', '2025-11-25');
  await answered(client, 'working_memory', pin('kept'));
  const taken = spawnSync(process.execPath, [CORTEX, 'mcp', '--http', '--port', url.port], {
    env: environment(),
    encoding: 'utf8',
    input: '',
  });
  expect(taken).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('Another program listens'),
  });
  server.kill('SIGTERM');
  const [code] = (await once(server, 'exit')) as [number];
  expect(code).toBe(0);
  expect(sessions()).toMatchObject([
    { host: 'mcp:a', end_time: expect.any(String), pins: ['kept'] },
  ]);

  const second = await serveInProcess('--port', url.port);
  expect(second.said[0]).toContain(url.href);
  expect(readFileSync(path, 'utf8').trim()).toBe(token);
  second.server.kill('SIGTERM');
  await once(second.server, 'exit');
});

it('a wrong command line is refused', async () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [CORTEX, 'mcp', ...args], {
      env: environment(),
      encoding: 'utf8',
      input: '',
    });
  expect(run('--htpp')).toMatchObject({ status: 2, stderr: expect.stringContaining('--http') });
  expect(run('--port', '80000', '--http')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('65535'),
  });
  expect(run('--port', '7000')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('--http'),
  });
  expect(run('--help')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('Model Context Protocol'),
  });
});
