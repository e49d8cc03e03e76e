import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import type { Fault } from '../fault.ts';
import { range } from '../tools.ts';
import { type EventName, newToken, type World } from '../world.ts';

const HOST = join(import.meta.dirname, '..', '..', '..', 'test', 'host-process.mjs');
const MINUTE = 60_000;

/** What does not fit into a start waits for the next one; a busy machine fits in little. */
const PATIENT = { CORTEX_HOOK_DEADLINE_MS: '10000', CORTEX_RESTORE_DEADLINE_MS: '10000' };

/** A namespace of process numbers, as a container has one; the host is not its first process. */
const CONTAINER = ['unshare', '--map-root-user', '--pid', '--fork', '--kill-child', '--mount-proc', '--'];
const NOT_FIRST = ['sh', '-c', '"$@"; exit', 'sh'];

/** F15: sessions of hosts that live, that were killed, whose number another process has now, and in containers. */
export const liveness: Fault = {
  id: 'F15',
  name: 'live and killed hosts, reused process numbers, other pid namespaces',
  async run(torture) {
    const each = torture.times(7, 2);
    const world = torture.world();
    const hasContainers = spawnSync(CONTAINER[0]!, [...CONTAINER.slice(1), 'true']).status === 0;
    const names = (kind: string) => range(each).map((i) => `${kind}${i}`);
    const kinds = ['live', 'killed', 'reused', ...(hasContainers ? ['inside', 'ended'] : [])];
    const hosts = new Map<string, Host>();
    const expect = (open: readonly string[], ended: readonly string[], when: string) => {
      const found = openIn(world);
      const dead = open.flatMap(names).filter((name) => !found.has(name));
      const alive = ended.flatMap(names).filter((name) => found.has(name));
      torture.wrong.push(...dead.map((name) => `${name} lives and counts as dead ${when}`));
      torture.wrong.push(...alive.map((name) => `${name} is dead and counts as alive ${when}`));
      torture.lost += dead.length;
    };
    try {
      for (const kind of kinds)
        for (const name of names(kind)) {
          const isInside = kind === 'inside' || kind === 'ended';
          const host = new Host(world, isInside ? [...CONTAINER, ...NOT_FIRST] : []);
          hosts.set(name, host);
          for (const event of ['SessionStart', 'UserPromptSubmit'] as const) await host.send(event, name);
          if (kind === 'killed' || kind === 'reused' || kind === 'ended') await host.kill();
          // What is stored where a number is given again: the number of one that lives, the start of one that is dead.
          if (kind === 'reused') giveNumber(world, name, hosts.get(torture.random.pick(names('live')))!.pid);
        }
      // A process of its own: inside this one the run itself would judge who lives.
      await world.send('SessionStart', 'next', { env: PATIENT });
      const within = hasContainers ? ['inside'] : [];
      expect(['live', ...within], ['killed', 'reused'], 'at the next start');
      if (hasContainers) {
        // Nobody can see into a container. Silence decides, and what it decided wrongly the next event takes back.
        const env = { ...PATIENT, CORTEX_NOW: new Date(Date.now() + 40 * MINUTE).toISOString() };
        await world.send('SessionStart', 'later', { env });
        expect(['live'], ['ended'], 'after its lease');
        for (const name of names('inside')) await hosts.get(name)!.send('UserPromptSubmit', name, env);
        expect(['inside'], [], 'though it went on');
      }
      torture.tried = each * kinds.length;
      if (!hasContainers) torture.skipped = 'containers: this system allows no other pid namespace';
      return `${each} each: ${kinds.map((kind) => NOTES[kind]).join(', ')}`;
    } finally {
      for (const host of hosts.values()) await host.kill();
    }
  },
};

const NOTES: Readonly<Record<string, string>> = {
  live: 'live',
  killed: 'killed',
  reused: 'with a reused number',
  inside: 'live in a container',
  ended: 'killed in a container',
};

/** A process that lives on while it starts a hook for every event. */
class Host {
  readonly #world: World;
  readonly #process: ChildProcess;
  readonly #lines;

  constructor(world: World, under: readonly string[]) {
    const [program, ...args] = [...under, process.execPath, HOST, world.cortex];
    this.#world = world;
    this.#process = spawn(program!, args, { stdio: ['pipe', 'pipe', 'ignore'], env: world.env() });
    this.#lines = createInterface({ input: this.#process.stdout! });
  }

  get pid(): number {
    return this.#process.pid!;
  }

  async send(event: EventName, session: string, env: Readonly<Record<string, string>> = {}): Promise<void> {
    const { repo } = this.#world;
    const answer = new Promise((done) => this.#lines.once('line', done));
    const input = this.#world.payload(event, session, newToken());
    const asked = { args: ['hook', 'claude-code'], input, env, cwd: repo };
    this.#process.stdin!.write(`${JSON.stringify(asked)}\n`);
    await answer;
  }

  kill(): Promise<void> {
    const { exitCode, signalCode } = this.#process;
    if (exitCode !== null || signalCode !== null) return Promise.resolve();
    return new Promise((done) => {
      this.#process.once('exit', () => done());
      this.#process.kill('SIGKILL');
    });
  }
}

function giveNumber({ database: path }: World, session: string, pid: number): void {
  const database = new DatabaseSync(path);
  database
    .prepare("UPDATE session_states SET owner = json_set(owner, '$.pid', ?) WHERE host_session_id = ?")
    .run(pid, session);
  database.close();
}

function openIn({ database: path }: World): Set<string> {
  const database = new DatabaseSync(path);
  const rows = database
    .prepare('SELECT host_session_id AS name FROM session_states WHERE end_time IS NULL')
    .all();
  database.close();
  return new Set(rows.map((row) => String(row['name'])));
}
