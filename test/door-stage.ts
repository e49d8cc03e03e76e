import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { launcherText } from '../src/domain/hooks/launcher.ts';
import { allHosts } from '../src/program/rooms/hosts.ts';
import { launcherFacts } from '../src/surfaces/cli/setup/launchers.ts';
import { processRef } from '../src/system/base/processes.ts';
import { missedIn, readMissed } from '../src/system/keeping/missed.ts';
import { CORTEX } from './program.ts';
import { makeRepository, scratchFolder } from './scratch.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface HookRun {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** This process is the agent: it starts the server of tools and the hooks, by the launchers that setup writes. */
export class DoorStage {
  readonly #scratch = scratchFolder();
  readonly #servers: ChildProcess[] = [];
  readonly #shell: string;
  readonly home = join(this.#scratch.path, 'home');
  readonly run = join(this.#scratch.path, 'run');
  readonly repo = makeRepository(join(this.#scratch.path, 'repo'));
  readonly bin = join(this.#scratch.path, 'bin');
  readonly #coldLog = join(this.#scratch.path, 'cold.log');

  readonly #env: NodeJS.ProcessEnv;

  readonly #namesEvents: boolean;

  /** `namesEvents`: lines as setup writes them now; those of older versions name the host alone. */
  constructor(shell = 'sh', program = CORTEX, env: NodeJS.ProcessEnv = {}, namesEvents = true) {
    this.#shell = shell;
    this.#env = env;
    this.#namesEvents = namesEvents;
    mkdirSync(this.bin);
    // Hooks start Node by this: it writes down that it was started.
    const node = join(this.bin, 'node');
    writeFileSync(
      node,
      `#!/bin/sh\necho x >> '${this.#coldLog}'\nexec '${process.execPath}' "$@"\n`,
    );
    chmodSync(node, 0o700);
    const files = { 'cortex-hook': node, 'cortex-mcp': process.execPath } as const;
    for (const [name, runtime] of Object.entries(files)) {
      const remembered = { runtime, script: program, run: this.run };
      const text = launcherText(
        name as keyof typeof files,
        remembered,
        false,
        launcherFacts(allHosts(), {}),
      );
      // The launcher itself runs in the shell that is tried.
      writeFileSync(join(this.bin, name), text.replace('#!/bin/sh', `#!/bin/${shell}`));
      chmodSync(join(this.bin, name), 0o700);
    }
  }

  environment(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
    return {
      PATH: process.env['PATH'],
      HOME: this.#scratch.path,
      CORTEX_HOME: this.home,
      CORTEX_MAINTENANCE_AUTO: 'false',
      CORTEX_HOOK_DEADLINE_MS: '10000',
      CORTEX_RESTORE_DEADLINE_MS: '10000',
      ...this.#env,
      ...more,
    };
  }

  /** Starts a server, and waits until it takes events. */
  async serve(env: NodeJS.ProcessEnv = {}): Promise<ChildProcess> {
    const server = spawn(join(this.bin, 'cortex-mcp'), [], {
      cwd: this.repo,
      env: this.environment(env),
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    this.#servers.push(server);
    await until(() => existsSync(join(this.door(server), 'ready')));
    return server;
  }

  door(server: ChildProcess): string {
    const born = processRef(server.pid!)?.start;
    const names = existsSync(this.run) ? readdirSync(this.run) : [];
    const found = names.find((name) => name.startsWith(`${process.pid}-${server.pid}-`));
    return join(this.run, found ?? `${process.pid}-${server.pid}-${born}`);
  }

  hook(event: string, more: Fields = {}, env: NodeJS.ProcessEnv = {}): Promise<HookRun> {
    return this.start(event, more, env).done;
  }

  /** The same for who wants to do something to the hook meanwhile. */
  start(event: string, more: Fields = {}, env: NodeJS.ProcessEnv = {}) {
    const payload = { session_id: 's1', cwd: this.repo, hook_event_name: event, ...more };
    const called = this.call(['claude-code', event], env);
    called.child.stdin.end(JSON.stringify(payload));
    return called;
  }

  /** Starts the hook by the registered line of a host at one of its events; what the host sends is left to the caller. */
  call([host, event]: readonly [host: string, event: string], env: NodeJS.ProcessEnv = {}) {
    const line = `exec "${join(this.bin, 'cortex-hook')}" ${host}${this.#namesEvents ? ` ${event}` : ''}`;
    const [program, ...words] = `/bin/${this.#shell}`.split(' ');
    const options = { cwd: this.repo, env: this.environment(env) };
    const child = spawn(program!, [...words, '-c', line], options);
    const done = runOf(child);
    child.stdin.on('error', () => {});
    return { child, done };
  }

  /** A command that a person types meanwhile. */
  cortex(...words: string[]): Promise<HookRun> {
    return runOf(
      spawn(process.execPath, [CORTEX, ...words], { cwd: this.repo, env: this.environment() }),
    );
  }

  /** How often a hook started Node. */
  get cold(): number {
    return existsSync(this.#coldLog) ? readFileSync(this.#coldLog, 'utf8').length / 2 : 0;
  }

  /** Everything that was handed over to a server is taken in. */
  async taken(server: ChildProcess): Promise<void> {
    const folder = join(this.door(server), 'in');
    await until(
      () =>
        !statSync(folder, { throwIfNoEntry: false })?.isDirectory() ||
        readdirSync(folder).length === 0,
    );
  }

  /** The facts of all sessions, in order. */
  facts(kind: string): readonly Fields[] {
    return this.#read('SELECT body FROM session_events WHERE kind = ? ORDER BY seq', kind).map(
      ({ body }) => JSON.parse(String(body)) as Fields,
    );
  }

  /** The kinds and bodies of all facts, whatever they are. */
  everything(): readonly Fields[] {
    return this.#read("SELECT kind, body FROM session_events WHERE via <> 'cortex' ORDER BY seq");
  }

  /** What Cortex says it missed. */
  missed(): unknown {
    return readMissed(missedIn(this.home));
  }

  sessions(): readonly Fields[] {
    return this.#read('SELECT * FROM session_states ORDER BY started_seq');
  }

  #read(sql: string, ...values: string[]): Fields[] {
    if (!existsSync(join(this.home, 'brain.db'))) return [];
    const database = new DatabaseSync(join(this.home, 'brain.db'), { readOnly: true });
    try {
      return database.prepare(sql).all(...values);
    } finally {
      database.close();
    }
  }

  async dispose(): Promise<void> {
    for (const server of this.#servers) await ended(server, 'SIGKILL');
    this.#scratch.dispose();
  }
}

function runOf(child: ChildProcessWithoutNullStreams): Promise<HookRun> {
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (text) => (stdout += text));
  child.stderr.on('data', (text) => (stderr += text));
  return new Promise((done) => child.once('close', (status) => done({ status, stdout, stderr })));
}

/** Sends a signal, and waits until the process is gone. */
export async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((done) => child.once('exit', done));
  child.kill(signal);
  if (signal === 'SIGKILL') child.kill('SIGCONT');
  await gone;
}

export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await setTimeout(5);
}
