import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { cortex } from '../../test/agent.ts';
import { IS_LONG } from '../../test/effort.ts';
import { useScratch } from '../../test/use-scratch.ts';
import type { SessionState } from '../domain/sessions/session.ts';

const scratch = useScratch();
let running: Gateway[];

beforeEach(() => {
  running = [];
});
afterEach(async () => {
  for (const gateway of running) await gateway.kill();
});

/** A gateway with the built plugin, in a process that can be killed. */
class Gateway {
  readonly #process: ChildProcess;
  readonly #lines: Interface;

  constructor(kept: Readonly<Record<string, unknown[]>> = {}) {
    const script = join(import.meta.dirname, 'test', 'gateway-process.ts');
    this.#process = spawn(process.execPath, [script, scratch.path, JSON.stringify(kept)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#lines = createInterface({ input: this.#process.stdout! });
    running.push(this);
  }

  async ask(request: object): Promise<string | null> {
    const line = new Promise<string>((done, fail) => {
      this.#process.once('exit', () => fail(new Error('the gateway is gone')));
      this.#lines.once('line', done);
    });
    this.#process.stdin!.write(`${JSON.stringify(request)}\n`);
    const { answer, warnings } = JSON.parse(await line) as {
      answer: string | null;
      warnings: string[];
    };
    expect(warnings).toEqual([]);
    return answer;
  }

  turn(key: string, text: string, options: object = {}): Promise<string | null> {
    return this.ask({ turn: [key, text, { workspaceDir: '/w', ...options }] });
  }

  async kill(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const gone = new Promise((done) => this.#process.once('exit', done));
    this.#process.kill('SIGKILL');
    await gone;
  }
}

const S1 = 'agent:main:s1';
const S2 = 'agent:main:s2';
const HISTORY = { [S1]: [{ role: 'user', content: 'x' }] };
const WRITE = {
  tools: [
    { name: 'write', params: { path: '/w/ledger.ts', content: 'export function book() {}' } },
  ],
};

async function history(): Promise<SessionState[]> {
  const home = join(scratch.path, 'cortex', 'agent-main');
  const { stdout } = await cortex({ home, cwd: scratch.path }, 'history', '--all', '--json');
  return (JSON.parse(stdout) as SessionState[]).reverse();
}

it('recovers what a killed gateway left, and the conversation goes on with the same words', async () => {
  const first = new Gateway();
  await first.turn(S2, 'Write the ledger', WRITE);
  const told = await first.turn(S1, 'What about the ledger?');
  expect(told).toContain('ledger.ts');
  await first.kill();

  const second = new Gateway(HISTORY);
  expect(await second.turn(S1, 'After the crash')).toBe(told);
  const sessions = await history();
  expect(sessions.map(({ crash_recovered }) => Boolean(crash_recovered))).toEqual([
    true,
    true,
    false,
  ]);
  expect(sessions[0]!.files_modified).toEqual(['ledger.ts']);
  expect(sessions[0]!.end_time).toBe(sessions[0]!.last_activity);
  expect(sessions[2]!.previous_session_id).toBe(sessions[1]!.session_id);
  const mirrors = readdirSync(join(scratch.path, 'cortex', 'agent-main', 'sessions'));
  expect(mirrors.filter((name) => name.endsWith('.json')).length).toBe(2);
});

it.runIf(IS_LONG)('begins anew where the conversation was reset after the crash', async () => {
  const first = new Gateway();
  await first.turn(S1, 'Write the ledger', WRITE);
  await first.kill();
  const second = new Gateway();
  expect(await second.turn(S1, 'A new conversation')).toContain('ledger.ts');
  const sessions = await history();
  expect(sessions.map(({ end_time }) => end_time !== null)).toEqual([true, false]);
  expect(sessions[0]!.end_time).toBe(sessions[0]!.last_activity);
});

it('leaves the sessions of a gateway that is alive alone, and is left alone', async () => {
  const one = new Gateway();
  await one.turn(S1, 'Write the ledger', WRITE);
  const other = new Gateway();
  await other.turn(S2, 'Beside it');
  await one.turn(S1, 'Still here');
  const sessions = await history();
  expect(
    sessions.map(({ end_time, crash_recovered }) => [end_time, Boolean(crash_recovered)]),
  ).toEqual([
    [null, false],
    [null, false],
  ]);
});

it('loads its engine with the first event, and the package says what it is', async () => {
  const folder = join(import.meta.dirname, '..', '..', 'dist', 'openclaw');
  const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'));
  const index = readFileSync(join(folder, 'index.js'), 'utf8');
  expect(index).not.toContain('node:sqlite');
  expect(read('package.json')).toMatchObject({
    type: 'module',
    openclaw: { extensions: ['./index.js'], runtimeExtensions: ['./index.js'] },
  });
  const manifest = read('openclaw.plugin.json');
  expect(manifest).toMatchObject({ id: 'cortex', configSchema: { type: 'object' } });
  expect(manifest).not.toHaveProperty('kind');
  const { default: plugin } = await import(join(folder, 'index.js'));
  const names: string[] = [];
  const nothing = () => {};
  plugin.register({
    logger: { info: nothing, warn: nothing },
    on: nothing,
    registerService: nothing,
    registerCommand: nothing,
    registerTool: (_make: unknown, { name }: { name: string }) => names.push(name),
  });
  expect(manifest.contracts.tools).toEqual(names);
});
