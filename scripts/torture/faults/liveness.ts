import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Agent } from '../../../test/agent.ts';
import type { Fault } from '../fault.ts';
import { range } from '../tools.ts';
import type { World } from '../world.ts';

const HOST = join(import.meta.dirname, '..', '..', '..', 'test', 'host-process.mjs');
const MINUTE = 60_000;

/** Recoveries that do not fit into a start wait for the next one; a busy machine fits in little. */
const PATIENT = { CORTEX_HOOK_DEADLINE_MS: '10000', CORTEX_RESTORE_DEADLINE_MS: '10000' };

/** A namespace of process numbers, as a container has one; the host is not its first process. */
const CONTAINER = [
  'unshare',
  '--map-root-user',
  '--pid',
  '--fork',
  '--kill-child',
  '--mount-proc',
  '--',
];
const NOT_FIRST = ['sh', '-c', '"$@"; exit', 'sh'];

interface Host {
  readonly child: ChildProcess;
  readonly agent: Agent;
}

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
          const host = hostIn(world, name, isInside ? [...CONTAINER, ...NOT_FIRST] : []);
          hosts.set(name, host);
          await host.agent.start();
          await host.agent.prompt('tune the radio');
          if (kind === 'killed' || kind === 'reused' || kind === 'ended') await killed(host);
          // A process id that was given again, as it is stored: the number of one that lives, the start of one that is dead.
          if (kind === 'reused')
            giveNumber(world, name, hosts.get(torture.random.pick(names('live')))!.child.pid!);
        }
      // A process of its own: inside this one the run itself would judge who lives.
      await world.send('SessionStart', 'next', { env: PATIENT });
      const within = hasContainers ? ['inside'] : [];
      expect(['live', ...within], ['killed', 'reused'], 'at the next start');
      if (hasContainers) {
        // Nobody can see into a container. Silence decides, and what it decided wrongly the next event takes back.
        const later = new Date(Date.now() + 40 * MINUTE).toISOString();
        await world.send('SessionStart', 'later', { env: { ...PATIENT, CORTEX_NOW: later } });
        expect(['live'], ['ended'], 'after its lease');
        for (const name of names('inside')) await hosts.get(name)!.agent.at(later).prompt('go on');
        expect(['inside'], [], 'though it went on');
      }
      torture.tried = each * kinds.length;
      if (!hasContainers) torture.skipped = 'containers: this system allows no other pid namespace';
      return `${each} each: ${kinds.map((kind) => NOTES[kind]).join(', ')}`;
    } finally {
      for (const host of hosts.values()) await killed(host);
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
function hostIn(world: World, sessionId: string, under: readonly string[]): Host {
  const [program, ...args] = [...under, process.execPath, HOST, world.cortex];
  const child = spawn(program!, args, { stdio: ['pipe', 'pipe', 'ignore'], env: world.env() });
  const { home, repo: cwd } = world;
  return {
    child,
    agent: new Agent({ home, cwd, sessionId, processes: true, env: PATIENT }, child),
  };
}

async function killed({ child, agent }: Host): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await agent.kill();
}

function giveNumber({ database: path }: World, session: string, pid: number): void {
  const database = new DatabaseSync(path);
  database
    .prepare(
      "UPDATE session_states SET owner = json_set(owner, '$.pid', ?) WHERE host_session_id = ?",
    )
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
