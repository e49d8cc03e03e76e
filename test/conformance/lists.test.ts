import { writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDoor } from '../../scripts/conformance/door.mjs';
import { judge, readExpected } from '../../scripts/conformance/suite.mjs';
import { scratchFolder } from '../scratch.ts';

it('every expected failure has a reason, and none stands twice', () => {
  const lines = readExpected(join(import.meta.dirname, 'expected-failures.yml'));
  expect(lines.length).toBeGreaterThan(0);
  expect(new Set(lines.map(({ name }) => name)).size).toBe(lines.length);
  for (const { reason } of lines) expect(reason.length).toBeGreaterThan(20);
});

it('refuses a line without a reason', () => {
  const { path, dispose } = scratchFolder();
  const list = join(path, 'list.yml');
  writeFileSync(list, 'server:\n  - ping # because\n  - tools-list\n');
  expect(() => readExpected(list)).toThrow(/list\.yml:3: every line needs a reason/);
  dispose();
});

const ran = (name: string, ...failed: string[]) => ({ name, failed: failed.map((id) => ({ id })) });
const listed = (...names: string[]) => names.map((name) => ({ name, reason: 'x' }));

it.each([
  ['nothing fails', [ran('a')], listed(), [], []],
  ['a failure that is not listed', [ran('a', 'x')], listed(), ['a:x'], []],
  ['a listed scenario', [ran('a', 'x', 'y')], listed('a'), [], []],
  ['a listed check beside another', [ran('a', 'x', 'y')], listed('a:x'), ['a:y'], []],
  ['listed and passed', [ran('a'), ran('b', 'x')], listed('a', 'b'), [], ['a']],
  ['listed and never run', [], listed('a:x'), [], ['a:x']],
  ['one of two runs', [ran('a'), ran('a', 'x')], listed('a'), [], []],
])('%s', (_case, scenarios, expected, unexpected, stale) => {
  const judged = judge(scenarios, expected);
  expect(judged.unexpected.map(({ check }) => check)).toEqual(unexpected);
  expect(judged.stale).toEqual(stale);
});

it('the door adds the token and leaves foreign names foreign', async () => {
  const server = createServer((req, res) => void res.end(JSON.stringify(req.headers)));
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const door = await openDoor(`http://127.0.0.1:${port}/mcp`, 'secret');
  const seen = (headers: Record<string, string>) =>
    new Promise<Record<string, string>>((done, fail) => {
      const sent = request(door.url, { headers }, async (response) => {
        let text = '';
        for await (const chunk of response) text += String(chunk);
        done(JSON.parse(text) as Record<string, string>);
      });
      sent.on('error', fail);
      sent.end();
    });
  const inside = `127.0.0.1:${port}`;
  expect(await seen({})).toMatchObject({ host: inside, authorization: 'Bearer secret' });
  const own = new URL(door.url).host;
  expect(await seen({ origin: `http://${own}` })).toMatchObject({ origin: `http://${inside}` });
  const foreign = { host: 'evil.example.com', origin: 'http://evil.example.com' };
  expect(await seen(foreign)).toMatchObject(foreign);
  door.close();
  server.close();
});
