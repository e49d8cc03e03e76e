// npm run bench -- page [--sessions 100000] [--home <folder> --repo <folder>] [--json]: CPU of the server of the page, page by page, and what each
// weighs; and `cortex status`. With --home a home that lies there, and a project of it. CPU is /proc's: Linux only.

import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { defaultConfig } from '../src/config/config.ts';
import { foldingUnder } from '../src/engine/session/folding.ts';
import { ASKS } from '../src/page/asks.ts';
import { servePage } from '../test/page-server.ts';
import { makeRepository } from '../test/scratch.ts';
import { measure, median } from './cpu.ts';
import { openForSeeding, repositories, seed } from './seed.ts';

const { values } = parseArgs({
  options: {
    sessions: { type: 'string', default: '100000' },
    home: { type: 'string' },
    repo: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const CORTEX = join(import.meta.dirname, '..', 'dist', 'cortex.cjs');
const GOAL_CPU = 300;
const GOAL_KB = 100;
const TICK_MS = 10;

type Ask = readonly [operation: string, input?: Readonly<Record<string, unknown>>];

/** The requests of each page when it opens. */
const PAGES: Readonly<Record<string, readonly Ask[]>> = {
  now: [ASKS.now, ['page places']],
  projects: [['page projects']],
  sessions: [ASKS.sessions, ASKS.activity],
  thread: [ASKS.thread, ASKS.threads],
  kept: [ASKS.pins, ASKS.rules, ASKS.memories],
  search: [['search', { query: 'radio driver' }]],
  ledger: [ASKS.stats],
  health: [ASKS.doctor, ASKS.status, ASKS.verify, ASKS.times],
};

const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'bench-page-')));
try {
  const repo = values.repo ?? makeRepository(join(scratch, 'repo0'));
  const home = values.home ?? (await seeded(Number(values.sessions)));
  const env = {
    ...{ PATH: process.env['PATH'], HOME: scratch, CORTEX_HOME: home },
    ...{ CORTEX_MAINTENANCE_AUTO: 'false', CORTEX_REPAIR_AUTO: 'false' },
  };
  const pages = await measured(repo, env);
  const status = median(
    Array.from({ length: 5 }, () => measure(scratch, process.execPath, [CORTEX, 'status'], '', env).cpu),
  );
  if (values.json) console.log(JSON.stringify({ pages, status_cpu_ms: status }, null, 2));
  else {
    console.log(`page        CPU first   CPU again   KB      goal ≤ ${GOAL_CPU} ms, ≤ ${GOAL_KB} KB`);
    for (const { page, first, again, kb } of pages) {
      const isReached = first <= GOAL_CPU && kb <= GOAL_KB;
      const figures = [first, again].map((ms) => `${ms} ms`.padStart(9)).join('   ');
      console.log(
        `${page.padEnd(10)}${figures}   ${kb.toFixed(0).padStart(4)}    ${isReached ? 'reached' : 'MISSED'}`,
      );
    }
    console.log(`cortex status: ${status.toFixed(0)} ms`);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** A home with so many sessions, as maintenance leaves it. */
async function seeded(sessions: number): Promise<string> {
  const home = join(scratch, 'home');
  mkdirSync(home, { mode: 0o700 });
  process.stderr.write(`seeding ${sessions} sessions …\n`);
  const path = join(home, 'brain.db');
  await seed(path, { sessions, scopes: repositories(20, scratch), days: 365, now: Date.now() });
  const store = openForSeeding(path);
  for (const index of await store.lateWork('indexes_built', foldingUnder(defaultConfig()), 0)) index.do();
  await store.optimize();
  store.close();
  return home;
}

interface Figures {
  readonly page: string;
  readonly first: number;
  readonly again: number;
  readonly kb: number;
}

async function measured(cwd: string, env: NodeJS.ProcessEnv): Promise<Figures[]> {
  const { server, url: printed } = await servePage(CORTEX, { cwd, env });
  try {
    const url = new URL(printed);
    const headers = {
      authorization: `Bearer ${url.hash.slice('#token='.length)}`,
      'content-type': 'application/json',
    };
    const open = async (asks: readonly Ask[]) => {
      const before = cpuOf(server.pid!);
      let bytes = 0;
      for (const [operation, input = {}] of asks) {
        const body = JSON.stringify({ operation, input, project: null, confirmed: false });
        const answer = await fetch(`${url.origin}/call`, { method: 'POST', headers, body });
        bytes += (await answer.arrayBuffer()).byteLength;
      }
      return { cpu: cpuOf(server.pid!) - before, kb: bytes / 1024 };
    };
    const figures: Figures[] = [];
    for (const [page, asks] of Object.entries(PAGES)) {
      const { cpu: first, kb } = await open(asks);
      figures.push({ page, first, again: (await open(asks)).cpu, kb });
    }
    return figures;
  } finally {
    server.kill();
  }
}

/** User and system time of a process, in milliseconds. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
