// npm run bench -- page [--sessions 100000] [--home <folder> --repo <folder>] [--json]: each page in Chromium: CPU of its server, what it weighs,
// when it is painted first, and when its content is there; and `cortex status`. With --home a home that lies there, and a project of it.
// CPU is /proc's: Linux only.

import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import { findChromium } from '../test/chromium.ts';
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
const LOADS = 5;
const PAGES = ['now', 'projects', 'sessions', 'search?q=radio driver', 'kept', 'board', 'ledger', 'health'];

/** Notes when a page has its heading and waits for nothing any more. */
const WATCH = `(() => {
  const look = () => {
    const isThere = document.querySelector('main h1') && !document.querySelector('[aria-busy]');
    if (isThere) window.there = performance.now();
    else requestAnimationFrame(look);
  };
  addEventListener('DOMContentLoaded', look);
})()`;
const TIMES =
  "({ painted: performance.getEntriesByName('first-contentful-paint')[0].startTime, there: window.there })";

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
    const goal = `goal ≤ ${GOAL_CPU} ms of CPU, ≤ ${GOAL_KB} KB`;
    console.log(`page        CPU first   CPU again     painted       there     KB    ${goal}`);
    for (const { page, first, again, painted, there, kb } of pages) {
      const isReached = first <= GOAL_CPU && kb <= GOAL_KB;
      const figures = [first, again, painted, there].map((ms) => `${ms.toFixed(0)} ms`.padStart(9));
      console.log(
        `${page.padEnd(10)}${figures.join('   ')}   ${kb.toFixed(0).padStart(4)}    ${isReached ? 'reached' : 'MISSED'}`,
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
  for (const job of ['indexes_built', 'statistics'] as const)
    for (const piece of await store.lateWork(job)) piece.do();
  store.close();
  return home;
}

interface Figures {
  readonly page: string;
  /** CPU of the server for the first load, and the median of later ones. */
  readonly first: number;
  readonly again: number;
  /** Milliseconds from the start of a load, the median of some. */
  readonly painted: number;
  readonly there: number;
  /** Answers of the server, without the page itself. */
  readonly kb: number;
}

async function measured(cwd: string, env: NodeJS.ProcessEnv): Promise<Figures[]> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chromium is installed here.');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const figures: Figures[] = [];
  try {
    for (const page of PAGES) {
      // A server of its own, which has answered nobody yet.
      const { server, url } = await servePage(CORTEX, { cwd, env });
      figures.push(await loaded(browser, { url, page, cpu: () => cpuOf(server.pid!) }));
      server.kill();
    }
    return figures;
  } finally {
    await browser.close();
  }
}

interface Loading {
  readonly url: string;
  readonly page: string;
  readonly cpu: () => number;
}

async function loaded(browser: Browser, { url, page, cpu }: Loading): Promise<Figures> {
  const tab = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await tab.addInitScript(WATCH);
  await tab.goto(`${url.split('#')[0]}`);
  await tab.evaluate(`sessionStorage.setItem('cortex-token', '${url.split('token=')[1]}')`);
  await tab.evaluate(`history.replaceState(null, '', '#/${page}')`);
  const loads: { cpu: number; painted: number; there: number }[] = [];
  let answers: Promise<number>[] = [];
  tab.on('response', (response) => {
    if (response.url().endsWith('/call')) answers.push(response.body().then(({ length }) => length));
  });
  let kb = 0;
  for (let i = 0; i <= LOADS; i++) {
    const before = cpu();
    answers = [];
    await tab.reload();
    await tab.waitForSelector('main h1');
    await tab.waitForSelector('[aria-busy]', { state: 'detached' });
    await tab.waitForLoadState('networkidle');
    const times = (await tab.evaluate(TIMES)) as { painted: number; there: number };
    loads.push({ cpu: cpu() - before, ...times });
    kb = (await Promise.all(answers)).reduce((sum, bytes) => sum + bytes, 0) / 1024;
  }
  await tab.close();
  const [first, ...later] = loads;
  const of = (name: 'cpu' | 'painted' | 'there') => median(later.map((one) => one[name]));
  return {
    page: page.split('?')[0]!,
    ...{ first: first!.cpu, again: of('cpu'), painted: of('painted'), there: of('there'), kb },
  };
}

/** User and system time of a process, in milliseconds. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
