import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { IS_LONG } from '../../../test/effort.ts';
import { type Answered, answered, clientFor, mcpStage } from '../../../test/mcp.ts';
import { CORTEX } from '../../../test/program.ts';
import { openHome } from '../../program/compose-home.ts';
import { accessToken } from '../../system/base/access-token.ts';
import { plainCodec } from '../cipher.ts';
import { bodyText, FORMAT, readBody } from '../domain/segment.ts';
import { connect as connectDatabase } from '../entries/share-log.ts';
import { PostgresLog } from '../postgres/log.ts';
import { inviteSql, SHARE_SCHEMA } from '../postgres/schema.ts';
import { shareOf } from '../sql/share.ts';
import { PROJECT } from './homes.ts';
import { storedBodies } from './logs.ts';
import {
  freePort,
  NO_POSTGRES,
  postgresPrograms,
  type ScratchServer,
  startPostgres,
} from './tools/postgres.ts';

if (!postgresPrograms()) it.skip(NO_POSTGRES);

const { here, environment, connect } = mcpStage({ processes: true });
const BOB = `bob/${'b'.repeat(32)}`;
const PATIENCE_MS = 30_000;

/** Servers of tools as they are run, and a real database: they sync inside their own process. */
describe.skipIf(!postgresPrograms())('a server of tools that shares its project', () => {
  let server: ScratchServer;
  beforeAll(async () => {
    server = await startPostgres(['fsync=off']);
    server.psql(SHARE_SCHEMA);
    for (const login of ['alice', 'bob'])
      server.psql(`create role ${login} login; ${inviteSql(PROJECT, login, 'member')}`);
  }, 120_000);
  afterAll(() => server?.stop());

  /** Segments that a teammate shared before. */
  beforeEach(async () => {
    server.psql('delete from cortex.segment');
    execFileSync('git', ['-C', here.radio, 'remote', 'add', 'origin', `https://${PROJECT}`]);
    const bob = new PostgresLog(await connectDatabase({ connectionString: server.url('bob') }));
    const seat = { project: PROJECT, origin: BOB, n: 1, format: FORMAT };
    const record = {
      kind: 'pin',
      id: 'pin:1',
      label: null,
      content: 'Mind the heliotrope',
      critical: false,
    };
    const body = bodyText({
      previous: 0,
      records: [{ stamp: Date.now(), record: record as never }],
    });
    await bob.push([{ ...seat, audience: 'team', body: plainCodec().pack(seat, body) }]);
    await bob.close();
  });

  /** The project is shared by a home, which has received nothing of it. */
  async function shareFrom(home: string): Promise<void> {
    const { deps, close } = openHome({ ...shared(), CORTEX_HOME: home }).open();
    const { scope } = deps.locate(here.radio);
    await shareOf(deps).shareProject({
      scopeKey: scope.key,
      project: PROJECT,
      name: PROJECT,
      since: deps.now(),
      origin: `alice/${'a'.repeat(32)}`,
    });
    close();
  }

  /** Every turn may send, so that nothing here has to wait for the usual pause. */
  const shared = () =>
    environment({
      CORTEX_SHARE_URL: server.url('alice'),
      CORTEX_SHARE_PUSH: 'turn',
      CORTEX_REPAIR_AUTO: 'false',
    });

  const sent = () =>
    storedBodies(server, undefined, "author = 'alice'")
      .flatMap(({ text }) => readBody(text!)!.records)
      .map(({ record }) => JSON.stringify(record))
      .join('\n');

  async function until(isSo: () => boolean | Promise<boolean>): Promise<boolean> {
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end; ) {
      if (await isSo()) return true;
      await new Promise((done) => setTimeout(done, 100));
    }
    return false;
  }

  /** A process that syncs lives until its pause is over. */
  const children = (pid: number) =>
    spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' }).stdout;

  type Call = (tool: string, input?: Record<string, unknown>) => Promise<Answered>;

  async function receivesAndSends(call: Call, pid: number): Promise<void> {
    await call('working_memory', { action: 'pin', content: 'The relay hums at 50 Hz' });
    const found = async () => (await call('cortex_search', { query: 'heliotrope' })).text;
    expect(await until(async () => (await found()).includes('Mind the heliotrope'))).toBe(true);
    expect(await found()).toContain('bob');
    expect(await until(() => sent().includes('"kind":"started"'))).toBe(true);
    expect(children(pid)).toBe('');
  }

  it('stdio: receives and sends itself, and what is under way at its end another process sends', async () => {
    await shareFrom(here.home);
    const { call, pid, close } = await connect({ env: shared() });
    await receivesAndSends(call, pid);
    expect(sent()).not.toContain('"kind":"ended"');
    await close();
    expect(await until(() => sent().includes('"kind":"ended"'))).toBe(true);
    expect(sent()).toContain('The relay hums at 50 Hz');
    // Nothing of it is left when the folder goes.
    expect(await until(() => connections() === 0)).toBe(true);
  });

  it.runIf(IS_LONG)('--http: the same', async () => {
    await shareFrom(here.home);
    const { token } = accessToken(here.home);
    const args = [CORTEX, 'mcp', '--http', '--port', String(await freePort())];
    const serving = spawn(process.execPath, args, { cwd: here.radio, env: shared() });
    const client = clientFor('2025-11-25', 'test-client');
    const requestInit = { headers: { Authorization: `Bearer ${token}` } };
    await client.connect(
      new StreamableHTTPClientTransport(await addressOf(serving), { requestInit }),
    );
    await receivesAndSends((tool, input) => answered(client, tool, input), serving.pid!);
    await client.close();
    serving.kill('SIGTERM');
    expect(await once(serving, 'exit')).toEqual([0, null]);
    expect(await until(() => sent().includes('"kind":"ended"'))).toBe(true);
    expect(await until(() => connections() === 0)).toBe(true);
  });

  const script = join(import.meta.dirname, '..', '..', 'openclaw', 'test', 'gateway-process.ts');
  it.runIf(IS_LONG && existsSync(script))('a gateway: the same', async () => {
    await shareFrom(join(here.folder, 'cortex', 'agent-main'));
    const gateway = spawn(process.execPath, [script, here.folder], {
      env: shared(),
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const lines = createInterface({ input: gateway.stdout! });
    const ask = async (request: object) => {
      const line = once(lines, 'line');
      gateway.stdin!.write(`${JSON.stringify(request)}\n`);
      return JSON.parse(String((await line)[0])) as { answer: string | null; warnings: string[] };
    };
    const turn = (text: string) =>
      ask({ turn: ['agent:main:s1', text, { workspaceDir: here.radio }] });
    expect((await turn('Look at the relay.')).warnings).toEqual([]);
    expect(await until(() => sent().includes('Look at the relay.'))).toBe(true);
    expect(children(gateway.pid!)).toBe('');
    const { answer } = await ask({
      turn: ['agent:main:s2', 'And now?', { workspaceDir: here.radio }],
    });
    expect(answer).toMatch(/\[bob, .*Mind the heliotrope/);
    expect(await ask({ stop: true })).toMatchObject({ warnings: [] });
    gateway.stdin!.end();
    await once(gateway, 'exit');
    expect(await until(() => sent().includes('And now?'))).toBe(true);
    expect(await until(() => connections() === 0)).toBe(true);
  });

  const connections = () =>
    Number(server.psql("select count(*) from pg_stat_activity where application_name = 'cortex'"));
});

async function addressOf({ stdout }: ChildProcess): Promise<URL> {
  for await (const line of createInterface({ input: stdout! }))
    return new URL(/http:\S+/.exec(line)![0]);
  throw new Error('the server said nothing');
}
