// npm run bench -- page [--sessions 100000] [--home <folder> --repo <folder>] [--json]: each page in Chromium: CPU of its server, what it weighs,
// when it is painted first, and when its content is there; from a key to what is found, the picture of the work, the CPU of an open page
// where nothing happens; and `cortex status`. With --home a home that lies there, and a project of it. CPU is /proc's: Linux only.

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
const PAGES = [
  'now',
  'projects',
  'sessions',
  'search?q=radio driver',
  'kept',
  'told',
  'board',
  'ledger',
  'health',
];
const IDLE_SECONDS = 20;

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

/** Milliseconds between two marks that the page itself makes. */
const FROM_KEY = `(() => {
  window.took = [];
  let began = 0;
  addEventListener('input', () => { began = performance.now(); }, true);
  new MutationObserver((all) => {
    if (began > 0 && all.some((one) => one.target.closest?.('#hits') || one.target.id === 'hits'))
      requestAnimationFrame(() => { if (began > 0) window.took.push(performance.now() - began); began = 0; });
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
})()`;

/** Until the picture is drawn after its button was pressed. */
const DRAW = (label: string) => `(async () => {
  const before = performance.now();
  [...document.querySelectorAll('.lanes .segments button')].find((one) => one.textContent === '${label}').click();
  await new Promise((done) => {
    const look = () => (document.querySelector('.lanes [aria-busy]') || !document.querySelector('.lane .bar') ? requestAnimationFrame(look) : done());
    setTimeout(look);
  });
  return performance.now() - before;
})()`;

const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'bench-page-')));
try {
  const repo = values.repo ?? makeRepository(join(scratch, 'repo0'));
  const home = values.home ?? (await seeded(Number(values.sessions)));
  const env = {
    PATH: process.env['PATH'],
    HOME: scratch,
    CORTEX_HOME: home,
    CORTEX_MAINTENANCE_AUTO: 'false',
    CORTEX_REPAIR_AUTO: 'false',
  };
  const pages = await measured(repo, env);
  const used = await whileUsed(repo, env);
  const status = median(
    Array.from(
      { length: 5 },
      () => measure(scratch, process.execPath, [CORTEX, 'status'], '', env).cpu,
    ),
  );
  if (values.json) console.log(JSON.stringify({ pages, ...used, status_cpu_ms: status }, null, 2));
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
    const { keystroke_ms: key, lanes_ms: lanes, lanes_all_ms: all, idle_cpu_percent: idle } = used;
    console.log(`from a key to what is found: ${key.map((ms) => ms.toFixed(0)).join(', ')} ms`);
    console.log(
      `the picture of the work: ${lanes.toFixed(0)} ms of one project, ${all.toFixed(0)} ms of all`,
    );
    console.log(`an open page where nothing happens: ${idle.toFixed(2)} % of a CPU`);
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
  await tab.evaluate(`localStorage.setItem('cortex-token', '${url.split('token=')[1]}')`);
  await tab.evaluate(`history.replaceState(null, '', '#/${page}')`);
  const loads: { cpu: number; painted: number; there: number }[] = [];
  let answers: Promise<number>[] = [];
  tab.on('response', (response) => {
    if (response.url().endsWith('/call'))
      answers.push(response.body().then(({ length }) => length));
  });
  let kb = 0;
  for (let i = 0; i <= LOADS; i++) {
    const before = cpu();
    answers = [];
    await tab.reload();
    await tab.waitForSelector('main h1');
    await tab.waitForSelector('[aria-busy]', { state: 'detached' });
    // The stream of changes stays open: the network is never idle.
    await tab.waitForTimeout(300);
    const times = (await tab.evaluate(TIMES)) as { painted: number; there: number };
    loads.push({ cpu: cpu() - before, ...times });
    kb = (await Promise.all(answers)).reduce((sum, bytes) => sum + bytes, 0) / 1024;
  }
  await tab.close();
  const [first, ...later] = loads;
  const of = (name: 'cpu' | 'painted' | 'there') => median(later.map((one) => one[name]));
  return {
    page: page.split('?')[0]!,
    first: first!.cpu,
    again: of('cpu'),
    painted: of('painted'),
    there: of('there'),
    kb,
  };
}

/** What a person does on an open page. */
async function whileUsed(cwd: string, env: NodeJS.ProcessEnv) {
  const browser = await chromium.launch({
    executablePath: findChromium()!,
    args: ['--no-sandbox'],
  });
  const { server, url } = await servePage(CORTEX, { cwd, env });
  try {
    const tab = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await tab.goto(url);
    await tab.waitForSelector('.lane .bar');
    const all: number[] = [];
    const one: number[] = [];
    for (let i = 0; i < LOADS; i++) {
      all.push((await tab.evaluate(DRAW('All projects'))) as number);
      one.push((await tab.evaluate(DRAW('This project'))) as number);
    }
    await tab.waitForTimeout(2_000);
    const before = cpuOf(server.pid!);
    await tab.waitForTimeout(IDLE_SECONDS * 1_000);
    const idle = (cpuOf(server.pid!) - before) / (IDLE_SECONDS * 10);
    await tab.keyboard.press('Control+k');
    await tab.waitForSelector('input[type=search]');
    await tab.evaluate(FROM_KEY);
    for (const letter of 'radio driver') {
      await tab.keyboard.type(letter);
      await tab.waitForTimeout(400);
    }
    const took = (await tab.evaluate('window.took')) as number[];
    return {
      keystroke_ms: took,
      lanes_ms: median(one),
      lanes_all_ms: median(all),
      idle_cpu_percent: idle,
    };
  } finally {
    await browser.close();
    server.kill();
  }
}

/** User and system time of a process, in milliseconds. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
