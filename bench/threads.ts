// What a thread costs inside a process that runs already: found, loaded, formatted, saved, swept.
// npm run bench -- threads [--runs 300] [--json]
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ThreadId } from '../src/domain/ids.ts';
import { projectScope, type Scope } from '../src/domain/scope.ts';
import type { ThreadFact } from '../src/domain/thread/thread.ts';
import { foldThread } from '../src/domain/thread/thread-fold.ts';
import { formatThread } from '../src/domain/thread/codes.ts';
import { DAY } from '../src/domain/time.ts';
import { createPrivate } from '../src/platform/files.ts';
import { findScope } from '../src/platform/git.ts';
import { uuid } from '../src/platform/ids.ts';
import type { Store } from '../src/store.ts';
import type { Database } from '../src/stores/sqlite/database.ts';
import { openMigrated } from '../src/stores/sqlite/migrations.ts';
import { storeOn } from '../src/stores/sqlite/sqlite-store.ts';
import { makeRepository } from '../test/scratch.ts';

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '300' }, json: { type: 'boolean', default: false } },
});
const RUNS = Number(values.runs);
const SWEEPS = 30;
const SWEPT = 10_000;
const BUDGET = 1_500;
const IDLE = 7 * DAY;
const NOW = Date.now();

interface Figure {
  readonly name: string;
  /** What the first run took, before anything is warm: the only one that a command sees. */
  readonly first: number;
  readonly p50: number;
  readonly p99: number;
  readonly unit: 'ms';
  readonly target: number | null;
}

interface Mix {
  readonly files: number;
  readonly functions: number;
  readonly decisions: number;
  readonly blockers: number;
  readonly next: number;
  readonly done: number;
}

const SMALL: Mix = { files: 15, functions: 6, decisions: 8, blockers: 3, next: 5, done: 5 };
/** Runs that only warm up what the engine compiles; the first of them is shown. */
const WARM_UP = 20;
/** As many as a thread holds of most kinds: 2,000. */
const LARGE: Mix = { files: 500, functions: 500, decisions: 200, blockers: 200, next: 300, done: 300 };

const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'cortex-bench-')));
try {
  const database = openMigrated(join(scratch, 'brain.db'), {
    waitMillis: () => 5_000,
    prepare: createPrivate,
    sharedMemory: true,
    now: Date.now,
  });
  const store = storeOn(database);
  const figures = [
    await scopeDetection(),
    ...(await life(store, 'a thread of 15 files, 8 decisions', SMALL, 1)),
    ...(await life(store, 'a thread of 2,000 items', LARGE, null)),
    ...(await sweeps(store, database)),
  ];
  store.close();
  if (values.json) console.log(JSON.stringify({ runtime: process.version, runs: RUNS, figures }, null, 2));
  else print(figures);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function scopeDetection(): Promise<Figure> {
  const deep = join(
    makeRepository(join(scratch, 'radio')),
    ...Array.from({ length: 12 }, (_, i) => `folder${i}`),
  );
  mkdirSync(deep, { recursive: true });
  return timed('scope of a folder 12 below its repository', 5, RUNS, () => findScope(deep));
}

async function life(store: Store, name: string, mix: Mix, formatTarget: number | null): Promise<Figure[]> {
  const scope = projectScope(`/${name}/.git`, 'cortex', `/${name}`);
  const head = (await store.recordThread(
    { scope, facts: factsOf(mix), newId, idleMillis: IDLE },
    NOW,
    null,
  ))!;
  const load = () => store.activeThread(scope.key, foldThread, NOW, IDLE);
  const unfolded = await timed(`load ${name}, never folded`, 10, Math.ceil(RUNS / 5), load);
  await store.touchThread(head.id, foldThread, NOW);
  const folded = await timed(`load ${name}`, 10, RUNS, load);
  const { thread } = (await load())!;
  const formatted = await timed(`format ${name}`, formatTarget, RUNS, () =>
    formatThread(thread, BUDGET, scope.label),
  );
  const recorded = await timed(`record one fact in ${name}`, 10, RUNS, (run) => {
    const facts: ThreadFact[] = [{ kind: 'file', path: `src/file${run % 15}.ts`, how: 'edit', by: 'agent' }];
    return store.recordThread({ scope, facts, newId, idleMillis: IDLE }, NOW, null);
  });
  const saved = await timed(`save ${name}`, 10, RUNS, () => store.touchThread(head.id, foldThread, NOW));
  return [folded, unfolded, formatted, recorded, saved];
}

/** All of them idle, which happens once; half of them; and none, which is every day. */
async function sweeps(store: Store, database: Database): Promise<Figure[]> {
  const bench = database.raw;
  bench.exec('PRAGMA synchronous=OFF');
  for (let i = 0; i < SWEPT; i++) {
    const scope: Scope = projectScope(`/swept/${i}/.git`, `p${i}`, `/swept/${i}`);
    const facts: ThreadFact[] = [{ kind: 'next', text: `go on with ${i}`, by: 'agent' }];
    await store.recordThread(
      { scope, facts, newId, idleMillis: IDLE },
      NOW - (i % 2 === 0 ? 8 : 5) * DAY,
      null,
    );
  }
  bench.exec('PRAGMA synchronous=FULL');
  const again = () => {
    bench.exec("UPDATE work_threads SET status = 'active' WHERE archived_because = 'idle'");
    bench.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  };
  const sweep = async (name: string, before: number, expected: number) => {
    const archived: number[] = [];
    const figure = await timed(
      name,
      50,
      SWEEPS,
      async () => archived.push(await store.archiveIdleThreads(before)),
      again,
    );
    if (archived.some((count) => count !== expected)) throw new Error(`${name}: ${archived.join(', ')}`);
    return figure;
  };
  return [
    await sweep('sweep of 10,000 threads, none idle', NOW - 9 * DAY, 0),
    await sweep('sweep of 10,000 threads, half idle', NOW - IDLE, SWEPT / 2),
    await sweep('sweep of 10,000 threads, all idle', NOW - 4 * DAY, SWEPT),
  ];
}

async function timed(
  name: string,
  target: number | null,
  runs: number,
  work: (run: number) => unknown,
  before: () => void = () => {},
): Promise<Figure> {
  const times: number[] = [];
  for (let run = 0; run < runs + WARM_UP; run++) {
    before();
    const begin = performance.now();
    await work(run);
    times.push(performance.now() - begin);
  }
  const sorted = times.slice(WARM_UP).toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
  return { name, first: times[0]!, p50: at(0.5), p99: at(0.99), unit: 'ms', target };
}

function print(figures: readonly Figure[]): void {
  console.log(`Node ${process.version}, ${RUNS} runs (sweeps: ${SWEEPS})`);
  console.log(
    'in process                                                   first        p50        p99     target',
  );
  for (const { name, first, p50, p99, unit, target } of figures) {
    const verdict = p99 <= target! ? 'reached' : p50 <= target! ? 'reached at p50' : 'MISSED';
    const reached = target === null ? '' : `≤ ${target} ${unit} ${verdict}`;
    const numbers = [first, p50, p99].map((n) => n.toFixed(3).padStart(10)).join(' ');
    console.log(`${name.padEnd(56)} ${numbers} ${unit}  ${reached}`);
  }
}

function newId(): ThreadId {
  return uuid() as string as ThreadId;
}

function factsOf(mix: Mix): ThreadFact[] {
  const by = { by: 'agent' } as const;
  const many = (count: number, make: (i: number) => ThreadFact) =>
    Array.from({ length: count }, (_, i) => make(i));
  return [
    ...many(mix.files, (i) => ({
      kind: 'file',
      path: `src/part${i % 40}/restore-${i}.ts`,
      how: 'edit',
      ...by,
    })),
    ...many(mix.functions, (i) => ({
      kind: 'function',
      name: `Store.restore${i}`,
      path: `src/a${i % 50}.ts`,
      ...by,
    })),
    ...many(mix.decisions, (i) => ({
      kind: 'decision',
      choice: `keep ledger ${i} in its own table`,
      reason: 'hosts restart at any time',
      ...by,
    })),
    ...many(mix.blockers, (i) => ({
      kind: 'blocker',
      type: 'test',
      text: `takes the pins of session ${i}`,
      ...by,
    })),
    ...many(mix.next, (i) => ({ kind: 'next', text: `migrate table number ${i}`, ...by })),
    ...many(mix.done, (i) => ({ kind: 'done', text: `reviewed part ${i} of the plan`, ...by })),
  ];
}
