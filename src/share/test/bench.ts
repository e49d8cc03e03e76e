// npm run bench -- share [--machines 100] [--sessions 1000] [--pushes 2000] [--members 10000] [--json]: a shared log of many machines on a
// PostgreSQL of its own: pushes, size, pulls warm and cold.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { median } from '../../../bench/cpu.ts';
import type { Fact } from '../../domain/facts/fact.ts';
import { openHome } from '../../program/compose-home.ts';
import { plainCodec } from '../cipher.ts';
import type { SharedRecord, Stamped } from '../domain/record.ts';
import { bodyText, FORMAT, readBody } from '../domain/segment.ts';
import { connect } from '../entries/share-log.ts';
import type { Segment, SharedServer } from '../log.ts';
import { PostgresLog } from '../postgres/log.ts';
import { inviteSql, SHARE_SCHEMA } from '../postgres/schema.ts';
import { shareOf } from '../sql/share.ts';
import { startPostgres } from './tools/postgres.ts';

const { values } = parseArgs({
  options: {
    machines: { type: 'string', default: '100' },
    sessions: { type: 'string', default: '1000' },
    pushes: { type: 'string', default: '2000' },
    /** Members of other projects on the same server. */
    members: { type: 'string', default: '0' },
    json: { type: 'boolean', default: false },
  },
});
const [MACHINES, SESSIONS, PUSHES] = [values.machines, values.sessions, values.pushes].map(
  Number,
) as [number, number, number];
const PROJECT = 'github.com/acme/shop';
const codec = plainCodec();
const figures: Record<string, number | string> = {};
const say = (name: string, value: number | string) => {
  figures[name] = value;
  if (!values.json) console.log(`${name.padEnd(58)} ${value}`);
};
const ms = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} ms`;

/** So many turns each, so that what else the machine does falls on both. */
const BLOCKS = 10;

const SYNCS = 100;

/** A clock tick of the kernel's account of processor time. */
const TICK_MS = 10;

/** Processor time of the server and of all that it started, as Linux accounts it; elsewhere 0. */
function serverCpu(): number {
  if (process.platform !== 'linux') return 0;
  const main = readFileSync(join(server.data, 'postmaster.pid'), 'utf8').split('\n')[0]!;
  const ticks = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      const text = statOf(pid);
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
      if (pid !== main && fields[1] !== main) return 0;
      // The main process counts its ended children too.
      return fields.slice(11, pid === main ? 15 : 13).reduce((sum, one) => sum + Number(one), 0);
    });
  return ticks.reduce((sum, one) => sum + one, 0) * TICK_MS;
}

/** A process that ends at this moment has none. */
function statOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return '';
  }
}

const server = await startPostgres();
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'bench-share-')));
try {
  server.psql(SHARE_SCHEMA);
  for (let person = 0; person < MACHINES / 4; person++) {
    server.psql(`create role p${person} login; ${inviteSql(PROJECT, `p${person}`, 'member')}`);
  }
  server.psql(
    `insert into cortex.member select 'other ' || i / 20, 'login ' || i from generate_series(1, ${Number(values.members)}) i;
     analyze cortex.member`,
  );
  await pushes();
  await fill();
  const log = await open('p0');
  await pulls(log);
  await wholeSyncs();
  await log.close();
} finally {
  server.stop();
  rmSync(folder, { recursive: true, force: true });
}
say(
  'load over the last minute and the last 15',
  `${loadavg()[0]!.toFixed(1)}, ${loadavg()[2]!.toFixed(1)}`,
);
if (values.json) console.log(JSON.stringify(figures, null, 2));

async function open(login: string, table = 'segment'): Promise<SharedServer> {
  const connection = await connect({ connectionString: server.url(login) });
  const query: typeof connection.query = (text, values) =>
    connection.query(text.replaceAll('cortex.segment', `cortex.${table}`), values);
  return new PostgresLog({ ...connection, query });
}

function personOf(machine: number): string {
  return `p${machine % Math.ceil(MACHINES / 4)}`;
}

function originOf(machine: number): string {
  return `p${Math.floor(machine / 4)}/${machine.toString(16).padStart(32, '0')}`;
}

/** A session of two turns, as a sync packs it: the talk for the person, the work for the team. */
function segmentsOf(machine: number, session: number): Segment[] {
  const id = `${machine.toString(16).padStart(8, '0')}-${session.toString(16).padStart(4, '0')}-7000-8000-000000000000`;
  const at = 1_700_000_000_000 + session * 3_600_000 + machine;
  const words = (n: number) =>
    Array.from(
      { length: n },
      (_, i) => `w${(machine * 7919 + session * 104_729 + i * 31) % 9973}`,
    ).join(' ');
  const facts: Fact[] = [
    { kind: 'started', cwd: '.' },
    ...[0, 1].flatMap((turn): Fact[] => [
      { kind: 'prompt', text: words(40) },
      { kind: 'tool', tool: 'Edit', ok: true, touched: [{ path: `src/f${turn}.ts`, how: 'edit' }] },
      { kind: 'tool', tool: 'Bash', ok: true, touched: [], command: 'npm test' },
      { kind: 'reply', text: words(90) },
      { kind: 'turn-ended' },
    ]),
    { kind: 'ended', reason: null },
  ];
  const talk: SharedRecord[] = [
    {
      kind: 'session',
      session: {
        id,
        host: 'codex',
        startedAt: at,
        endedAt: at + 60_000,
        crashed: false,
        branch: 'main',
        head: null,
        previous: null,
      },
    },
    ...facts.map((fact): SharedRecord => ({ kind: 'fact', session: id, at, fact })),
  ];
  const work: SharedRecord[] = [
    ...[0, 1].map(
      (turn): SharedRecord => ({
        kind: 'work',
        thread: id,
        session: id,
        at,
        fact: { kind: 'file', path: `src/f${turn}.ts`, how: 'edit', by: 'agent' },
      }),
    ),
    {
      kind: 'visit',
      session: id,
      host: 'codex',
      startedAt: at,
      endedAt: at + 60_000,
      branch: 'main',
      head: null,
      title: 'main',
    },
  ];
  const origin = originOf(machine);
  const made = (n: number, audience: 'me' | 'team', records: readonly SharedRecord[]): Segment => {
    const stamped = records.map((record, i): Stamped => ({ stamp: at + n * 50 + i, record }));
    const seat = { project: PROJECT, origin, n, format: FORMAT };
    return {
      ...seat,
      audience,
      body: codec.pack(
        seat,
        bodyText({ previous: Math.max(0, n - (audience === 'team' ? 2 : 1)), records: stamped }),
      ),
    };
  };
  return [made(session * 2 + 1, 'me', talk), made(session * 2 + 2, 'team', work)];
}

interface Pushed {
  readonly aSecond: number;
  readonly client: number;
  readonly server: number;
}

/**
 * Each push a statement and a commit that is on the disk, from one machine and from eight at once, in turns with the same rows
 * into a table without policies: what the disk and the driver give, whatever else the machine does.
 */
async function pushes(): Promise<void> {
  server.psql('create table cortex.bare (like cortex.segment including all)');
  server.psql('grant select, insert on cortex.bare to public');
  for (const machines of [1, 8]) {
    const tables = await Promise.all(
      ['segment', 'bare'].map(async (table) => ({
        table,
        logs: await Promise.all(
          Array.from({ length: machines }, (_, i) => open(personOf(i), table)),
        ),
        pushed: [] as Pushed[],
      })),
    );
    for (let block = 0; block < BLOCKS; block++) {
      for (const { logs, pushed } of block % 2 === 0 ? tables : tables.toReversed()) {
        const rows = logs.map((_, i) =>
          Array.from({ length: Math.ceil(PUSHES / BLOCKS / machines) }, (_, k) => {
            const [one] = segmentsOf(i, block * PUSHES + k);
            return { ...one!, origin: `${personOf(i)}/${machines}${i}${'0'.repeat(30)}` };
          }),
        );
        pushed.push(await timed(logs, rows));
      }
    }
    const [log, bare] = tables.map(
      ({ pushed }) =>
        (name: keyof Pushed) =>
          median(pushed.map((one) => one[name])),
    );
    const from = machines === 1 ? 'from one machine' : `from ${machines} at once`;
    const both = (name: keyof Pushed, shown: (value: number) => string) =>
      `${shown(log!(name))} (without policies ${shown(bare!(name))})`;
    say(
      `pushes a second, ${from}`,
      both('aSecond', (value) => value.toFixed(0)),
    );
    say(`CPU of the client for a push, ${from}`, both('client', ms));
    say(`CPU of the server for a push, ${from}`, both('server', ms));
    for (const { logs } of tables) for (const log of logs) await log.close();
  }
}

async function timed(
  logs: readonly SharedServer[],
  rows: readonly (readonly Segment[])[],
): Promise<Pushed> {
  const count = rows.reduce((sum, one) => sum + one.length, 0);
  const [cpu, before, began] = [process.cpuUsage(), serverCpu(), performance.now()];
  await Promise.all(
    logs.map(async (log, i) => {
      for (const segment of rows[i]!) await log.push([segment]);
    }),
  );
  const { user, system } = process.cpuUsage(cpu);
  return {
    aSecond: count / ((performance.now() - began) / 1000),
    client: (user + system) / 1000 / count,
    server: (serverCpu() - before) / count,
  };
}

async function fill(): Promise<void> {
  server.psql('delete from cortex.segment');
  let log: SharedServer | null = null;
  for (let machine = 0; machine < MACHINES; machine++) {
    if (machine % 4 === 0) {
      await log?.close();
      log = await open(`p${machine / 4}`);
    }
    for (let session = 0; session < SESSIONS; session += 50) {
      const batch = Array.from({ length: Math.min(50, SESSIONS - session) }, (_, i) =>
        segmentsOf(machine, session + i),
      ).flat();
      await log!.push(batch);
    }
  }
  await log?.close();
  server.psql('vacuum full analyze cortex.segment');
  say(
    `size of ${MACHINES} machines × ${SESSIONS} sessions`,
    `${Math.round(Number(server.psql("select pg_total_relation_size('cortex.segment')")) / 1e6)} MB`,
  );
  say('segments', Number(server.psql('select count(*) from cortex.segment')));
}

async function pulls(log: SharedServer): Promise<void> {
  const warm: number[] = [];
  const cpu = process.cpuUsage();
  for (let i = 0; i < 30; i++) {
    const began = performance.now();
    await log.heads(PROJECT);
    warm.push(performance.now() - began);
  }
  const used = process.cpuUsage(cpu);
  say(
    'pull with nothing new, on an open connection',
    `${ms(median(warm))} (median), ${ms(Math.min(...warm))} (least)`,
  );
  say('CPU of the client for a pull with nothing new', ms((used.user + used.system) / 1000 / 30));
  const [login, own] = ['p0', Array.from({ length: 4 }, (_, i) => originOf(i))];
  // The newest 200 sessions of the person's four machines.
  const began = performance.now();
  const cursors = own.map((origin) => ({ origin, after: Math.max(0, SESSIONS * 2 - 100) }));
  const segments = await log.pull(PROJECT, cursors, 400);
  say(`the newest ${segments.length / 2} sessions, received`, ms(performance.now() - began));
  const cwd = join(folder, 'cold');
  execFileSync('git', ['init', '-q', cwd]);
  const env = {
    ...process.env,
    CORTEX_HOME: join(folder, 'coldhome'),
    CORTEX_MAINTENANCE_AUTO: 'false',
  };
  const { deps, close } = openHome(env).open();
  const { scope } = deps.locate(cwd);
  await shareOf(deps).shareProject({
    scopeKey: scope.key,
    project: PROJECT,
    name: PROJECT,
    origin: `${login}/${'f'.repeat(32)}`,
    since: 0,
  });
  const taking = performance.now();
  const used2 = process.cpuUsage();
  for (let from = 0; from < segments.length; from += 30) {
    const batch = segments.slice(from, from + 30).map(({ origin, n, author, audience, body }) => {
      const read = readBody(codec.unpack({ project: PROJECT, origin, n, format: FORMAT }, body)!)!;
      return { ...read, origin, n, author, audience, isOwn: author === login };
    });
    await shareOf(deps).takeIn(scope, batch, deps.now());
  }
  await shareOf(deps).settle(scope);
  const { user, system } = process.cpuUsage(used2);
  say(
    '… and into SQLite',
    `${ms(performance.now() - taking)} (${ms((user + system) / 1000)} of CPU)`,
  );
  const sessions = (await deps.store.history({ limit: 9999 })).length;
  say('sessions that are there then', sessions);
  close();
}

/** A sync of a process by itself: it connects, asks, sends one segment and leaves. */
async function wholeSyncs(): Promise<void> {
  const [before, cpu] = [serverCpu(), process.cpuUsage()];
  for (let n = 1; n <= SYNCS; n++) {
    const log = await open('p0');
    await log.heads(PROJECT);
    await log.push([{ ...segmentsOf(0, n)[0]!, n, origin: `p0/${'e'.repeat(32)}` }]);
    await log.close();
  }
  const { user, system } = process.cpuUsage(cpu);
  // A connection is over when the server has cleared it away.
  await new Promise((done) => setTimeout(done, 500));
  say('CPU of the server for a whole sync: connect, ask, send', ms((serverCpu() - before) / SYNCS));
  say('CPU of the client for a whole sync', ms((user + system) / 1000 / SYNCS));
}
