import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { testDeps } from '../../test/deps.ts';
import { OPERATIONS } from '../operations/all.ts';
import type { PageWorld } from './answer.ts';
import { ASKS } from './asks.ts';
import { policyOf } from './policy.ts';
import { renderReport } from './report.ts';
import { newSince } from './seen.ts';
import { type PageServer, servePage } from './server.ts';

const HTML =
  '<!doctype html><meta charset="utf-8"><style>b{}</style><div id="page"></div><script>go()</script>';

/** The stamp of what is stored; a test changes it. */
let stamp = 'a';

function world(): PageWorld & { readonly failures: unknown[] } {
  const deps = testDeps();
  const failures: unknown[] = [];
  return {
    open: () => ({ deps, close: () => {} }),
    home: {
      copies: () => {
        throw new Error('nothing is forgotten here');
      },
      hookTimes: () => [],
      places: { home: '/home', mirrors: '/home/sessions' },
    },
    hosts: ['claude-code'],
    operations: OPERATIONS,
    cwd: () => '/work/radio',
    says: { doctor: async () => ({ checks: [] }), status: async () => ({ version: '1' }) },
    seen: { before: {}, keep: () => {} },
    log: (_, error) => failures.push(error),
    stamp: () => stamp,
    failures,
  };
}

let server: PageServer | null = null;
afterEach(() => server?.close('the test is over'));

async function started(options: { quietMillis?: number; ports?: readonly number[] } = {}) {
  server = await servePage(world(), { ports: [0], html: HTML, ...options });
  const { origin, hash } = new URL(server.url);
  const token = hash.slice('#token='.length);
  const call = (body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${origin}/call`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { authorization: `Bearer ${token}`, ...headers },
    });
  return { server, origin, token, call };
}

describe('the server of the page', () => {
  it('gives the page to anybody on this machine, with nothing in it', async () => {
    const { origin, token } = await started();
    const answer = await fetch(`${origin}/`);
    expect(await answer.text()).toBe(HTML);
    expect(answer.headers.get('content-security-policy')).toContain("trusted-types 'none'");
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect((await fetch(`${origin}/other`)).status).toBe(404);
    expect((await fetch(`${origin}/call`)).status).toBe(405);
  });

  it('runs operations for who has the token', async () => {
    const { call } = await started();
    const pinned = await call({ operation: 'pin', input: { content: 'the API is frozen' } });
    expect(await pinned.json()).toMatchObject({
      text: expect.stringContaining('the API is frozen'),
    });
    const pins = await call({ operation: 'pins' });
    expect(await pins.json()).toMatchObject({
      data: { waiting: [{ content: 'the API is frozen' }] },
    });
    expect((await call({ operation: 'pins' }, { authorization: 'Bearer wrong' })).status).toBe(401);
  });

  it('refuses what is no request, and answers what cannot be done with a sentence', async () => {
    const { call, origin, token } = await started();
    expect((await call({ input: {} })).status).toBe(400);
    expect((await call({ operation: 'constructor' })).status).toBe(404);
    expect((await call({ operation: 'pin', input: { content: 7 } })).status).toBe(400);
    expect((await call({ operation: 'pin', input: { content: 'x', more: 1 } })).status).toBe(400);
    const failed = await call({ operation: 'unpin', input: { pins: ['nothing'] } });
    expect(failed.status).toBe(200);
    expect(await failed.json()).toMatchObject({ message: 'There are no pins here.' });
    const headers = { authorization: `Bearer ${token}` };
    const body = 'x'.repeat(1024 * 1024 + 1);
    expect((await fetch(`${origin}/call`, { method: 'POST', body, headers })).status).toBe(413);
  });

  it('lets a browser in by its opening address, once', async () => {
    const { server: page } = await started();
    const first = await fetch(page.onceUrl, { redirect: 'manual' });
    expect([first.status, first.headers.get('location')]).toEqual([
      303,
      `/${new URL(page.url).hash}`,
    ]);
    expect((await fetch(page.onceUrl, { redirect: 'manual' })).status).toBe(404);
  });

  it('tells an open tab when something was stored, and nobody without the token', async () => {
    const { origin, token } = await started();
    expect((await fetch(`${origin}/changes`)).status).toBe(401);
    const { body } = await fetch(`${origin}/changes`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const lines = body!.pipeThrough(new TextDecoderStream()).getReader();
    expect((await lines.read()).value).toBe('{"changes":0}\n');
    stamp = 'b';
    expect((await lines.read()).value).toBe('{"changes":1}\n');
    await lines.cancel();
  });

  it('stays as long as a tab is open', async () => {
    const { server: page, origin, token } = await started({ quietMillis: 50 });
    const { body } = await fetch(`${origin}/changes`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const ended = await Promise.race([
      page.ended,
      new Promise((done) => setTimeout(() => done('open'), 400)),
    ]);
    expect(ended).toBe('open');
    await body!.cancel();
    expect(await page.ended).toContain('nobody looked');
  });

  it('takes the next port where its own is taken', async () => {
    const taken = createServer();
    await new Promise<void>((done) => taken.listen(0, '127.0.0.1', done));
    const { port } = taken.address() as AddressInfo;
    const { server: page } = await started({ ports: [port, 0] });
    expect(page.port).not.toBe(port);
    expect((await fetch(new URL(page.url).origin)).status).toBe(200);
    taken.close();
  });

  it('ends when nobody looks', async () => {
    const { server: page, origin } = await started({ quietMillis: 50 });
    expect(await page.ended).toContain('nobody looked');
    await expect(fetch(`${origin}/`)).rejects.toThrow();
  });
});

it('a policy names its own script and style by their hashes', () => {
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const policy = policyOf(HTML, "'self'");
  expect(policy).toContain(`script-src ${hash('go()')};`);
  expect(policy).toContain(`style-src ${hash('b{}')};`);
});

it('a report holds the answers that the pages ask for, and no markup of theirs', async () => {
  const around = world();
  const { deps } = around.open();
  await deps.store.addMemory(
    {
      content: '</script><script>alert(1)</script>',
      categories: [],
      importance: 1,
      scopeKey: deps.locate('/work/radio').scope.key,
      scope: 'project:radio',
      source: 'person',
      confidence: 1,
      stated: 1,
      accessCount: 0,
      lastAccessed: null,
      validations: 0,
      contradictions: 0,
      createdAt: deps.now(),
      updatedAt: deps.now(),
      expiresAt: null,
      sessionId: null,
    },
    () => 'mem-1',
    [],
  );
  const html = await renderReport(around, { html: HTML, project: null, at: deps.now() });
  expect(html.match(/<script>/g)).toHaveLength(1);
  const inside = /<script type="application\/json" id="report">(.*)<\/script>\n/.exec(html)![1]!;
  const { answers, project } = JSON.parse(inside) as {
    answers: Record<string, unknown>;
    project: string;
  };
  expect(Object.keys(answers)).toHaveLength(Object.keys(ASKS).length);
  expect(project).toBe('project:radio');
  expect(JSON.stringify(answers)).toContain('</script><script>alert(1)</script>');
  expect(html).toContain("connect-src 'none'");
});

it('what changed since the last look is known by hashes', () => {
  const kept: unknown[] = [];
  const data = { sections: [{ lines: [{ key: 'a' }, { key: 'b' }] }] };
  const seen = {
    before: { radio: { at: 0, keys: ['b', 'c'] } },
    keep: (...all: unknown[]) => kept.push(all),
  };
  expect(newSince(seen, 'radio', data, 5)).toEqual({
    since: '1970-01-01T00:00:00.000Z',
    added: ['a'],
    gone: 1,
  });
  expect(newSince(seen, 'other', data, 5)).toEqual({ since: null, added: [], gone: 0 });
  expect(kept).toEqual([
    ['radio', 5, ['a', 'b']],
    ['other', 5, ['a', 'b']],
  ]);
});
