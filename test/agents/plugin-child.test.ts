import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Road, roadTo } from '../../src/plugins/shared/road.ts';
import { PATIENT } from '../../src/surfaces/cli/demo/story.ts';
import { until } from '../door-stage.ts';
import { CORTEX } from '../program.ts';
import { makeRepository } from '../scratch.ts';
import { useScratch } from '../use-scratch.ts';

const folder = useScratch();
let repo: string;
let home: string;
let log: string;

beforeEach(() => {
  repo = makeRepository(join(folder.path, 'shop'));
  home = join(folder.path, 'home');
  log = join(folder.path, 'started');
});
afterEach(async () => {
  for (const pid of started()) end(pid);
  await until(() => started().every((pid) => !isThere(pid)));
});

/** Starts Cortex and writes down the number of its process. */
const COUNTED = 'echo "$$ $*" >> "$0"; exec "$@"';

/** The test is the host. */
function roadHere(via = '/plugins/cortex.js', host = 'pi'): Road {
  const env = Object.entries({ CORTEX_HOME: home, CORTEX_MAINTENANCE_AUTO: 'false', ...PATIENT });
  const words = ['/usr/bin/env', ...env.map(([name, value]) => `${name}=${value}`)];
  const way = [...words, '/bin/sh', '-c', COUNTED, log, process.execPath, CORTEX, 'hook'];
  return roadTo([way], [host, '--via', via], 60_000);
}

const lines = () => (existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n') : []);
const started = () => lines().map((line) => Number(line.split(' ')[0]));
const streams = () =>
  lines()
    .filter((line) => line.endsWith('--stream'))
    .map((line) => Number(line.split(' ')[0]));

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function end(pid: number, signal: NodeJS.Signals = 'SIGKILL'): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It is gone.
  }
}

const event = (more: object) => JSON.stringify({ sessionId: 's1', cwd: repo, ...more });
const prompt = (text: string) => event({ event: 'before_agent_start', prompt: text });
const tool = (i: number) =>
  event({
    event: 'tool_result',
    toolName: 'bash',
    toolCallId: `call_${i}`,
    input: { command: `echo ${i}` },
    content: [{ type: 'text', text: '' }],
    isError: false,
  });

function facts(kind: string, field: string): unknown[] {
  const database = new DatabaseSync(join(home, 'brain.db'), { readOnly: true });
  try {
    return database
      .prepare('SELECT body FROM session_events WHERE kind = ? ORDER BY seq')
      .all(kind)
      .map(({ body }) => JSON.parse(String(body))[field]);
  } finally {
    database.close();
  }
}

describe('the process that a plugin keeps', { timeout: 60_000 }, () => {
  it('takes twenty events, in their order', async () => {
    const road = roadHere();
    for (let i = 0; i < 20; i++) expect(await road.carry(tool(i))).toBe('');
    expect(started()).toHaveLength(1);
    expect(facts('tool', 'command')).toEqual(Array.from({ length: 20 }, (_, i) => `echo ${i}`));
  });

  it('takes the events of two sessions that come at once', async () => {
    const road = roadHere();
    await Promise.all(Array.from({ length: 20 }, (_, i) => road.carry(tool(i))));
    expect(started()).toHaveLength(1);
    expect(facts('tool', 'command')).toHaveLength(20);
  });

  it('gives a long event and one without a key to be counted once', async () => {
    const road = roadHere();
    await road.carry(prompt(`first ${'x'.repeat(100_000)}`));
    await road.carry(prompt('again'));
    await road.carry(prompt('again'));
    expect(started()).toHaveLength(1);
    expect(facts('prompt', 'text').slice(1)).toEqual(['again', 'again']);
  });

  it('is replaced where it was killed between two events', async () => {
    const road = roadHere();
    for (let i = 0; i < 6; i++) {
      await road.carry(tool(i));
      end(started().at(-1)!);
      await until(() => !isThere(started().at(-1)!));
      // The plugin may not have noticed.
      if (i % 2 === 0) await setTimeout(50);
    }
    expect(facts('tool', 'command')).toEqual(Array.from({ length: 6 }, (_, i) => `echo ${i}`));
  });

  it('loses and doubles nothing where it is killed in the middle of an event', async () => {
    const road = roadHere();
    await road.carry(prompt('begin'));
    const kills = Array.from({ length: 20 }, (_, i) => i);
    for (const i of kills) {
      // A warm process takes some milliseconds: it is hit before, in and after its work, and without keys of the host.
      const answer = road.carry(prompt(`prompt ${i}`));
      await setTimeout(i / 2);
      end(streams().at(-1)!);
      await answer;
    }
    expect(facts('prompt', 'text')).toEqual(['begin', ...kills.map((i) => `prompt ${i}`)]);
    expect(streams().length).toBeGreaterThan(2);
  });

  it('is replaced where it ends without an answer', async () => {
    const hangs = `if [ ! -e "$0" ]; then echo "$$ $*" >> "$0"; exec sleep 1000; fi; ${COUNTED}`;
    const way = [
      '/bin/sh',
      '-c',
      hangs,
      log,
      '/usr/bin/env',
      `CORTEX_HOME=${home}`,
      process.execPath,
    ];
    const road = roadTo([[...way, CORTEX, 'hook']], ['pi', '--via', '/x'], 60_000);
    const first = road.carry(tool(0));
    await until(() => started().length > 0);
    end(started()[0]!);
    expect(await first).toBe('');
    expect(await road.carry(tool(1))).toBe('');
    expect(facts('tool', 'command')).toHaveLength(2);
    expect(streams()).toHaveLength(2);
  });

  it('does not count an event twice that a process of its own took over', async () => {
    const said = prompt('said once');
    const run = (input: string, ...more: string[]) =>
      new Promise((done) => {
        const env = { CORTEX_HOME: home, CORTEX_MAINTENANCE_AUTO: 'false', ...PATIENT };
        const child = spawn(process.execPath, [CORTEX, 'hook', 'pi', '--via', '/x', ...more], {
          env,
        });
        child.stdin.end(input);
        child.once('close', done);
      });
    await run(`e1 ${said}\n`, '--stream');
    // Lines without an id are not read: nothing would tell a second one from the first.
    await run(`${said}\n${said.replaceAll(' ', '_')}\n`, '--stream');
    await run(said, '--id', 'e1');
    await run(said, '--id', 'e2');
    expect(facts('prompt', 'text')).toEqual(['said once', 'said once']);
  });

  it('ends when nothing more will come', async () => {
    const road = roadHere();
    await road.carry(tool(1));
    const [pid] = started();
    road.close();
    await until(() => !isThere(pid!));
    expect(facts('tool', 'command')).toEqual(['echo 1']);
  });

  it.each(['SIGKILL', null] as const)('goes with its host (%s)', async (signal) => {
    const host = join(folder.path, 'host.mjs');
    const plugin = join(dirname(CORTEX), 'plugins', 'pi.js');
    writeFileSync(
      host,
      `import { cortex } from ${JSON.stringify(plugin)};
       const handlers = new Map();
       cortex({ on: (name, handler) => handlers.set(name, handler) }, { argv: ${JSON.stringify(['/bin/sh', '-c', COUNTED, log, process.execPath, CORTEX])}, via: '/x' });
       const context = { cwd: ${JSON.stringify(repo)}, sessionManager: { getSessionId: () => 's1' } };
       await handlers.get('before_agent_start')({ prompt: 'hello' }, context);
       console.log('ready');
       ${signal === null ? '' : 'setInterval(() => {}, 1000);'}`,
    );
    const env = {
      CORTEX_HOME: home,
      CORTEX_MAINTENANCE_AUTO: 'false',
      CORTEX_PLUGIN_WAIT_MS: '30000',
      ...PATIENT,
    };
    const child = spawn(process.execPath, [host], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    child.stdout.on('data', (text) => (said += text));
    await until(() => said === 'ready\n');
    expect(streams()).toHaveLength(1);
    if (signal) child.kill(signal);
    // Without a signal it goes by itself: nothing of ours holds it.
    await new Promise((done) => child.once('close', done));
    await until(() => started().every((pid) => !isThere(pid)));
    expect(facts('prompt', 'text')).toEqual(['hello']);
  });
});
