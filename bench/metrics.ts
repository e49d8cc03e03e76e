// How long it takes to verify metrics, and what appending them costs.
// npm run bench -- metrics [--records 100000] [--json]
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { engineDeps, openStore, openWorld } from '../src/compose.ts';
import { type Metric, pendingTaskSurfaced, sessionCaptured } from '../src/domain/metrics/metric.ts';
import type { SessionState } from '../src/domain/session/session.ts';
import { DAY } from '../src/domain/time.ts';
import { verifyMetrics } from '../src/engine/metrics/verify.ts';
import { mirrorText } from '../src/platform/mirror.ts';

const { values } = parseArgs({
  options: { records: { type: 'string', default: '100000' }, json: { type: 'boolean', default: false } },
});
const RECORDS = Number(values.records);
const MIRRORS = 1_000;
const BATCH = 1_000;
const RUNS = 7;

const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'cortex-bench-')));
try {
  const world = openWorld({ CORTEX_HOME: join(scratch, 'home') });
  const store = openStore(world);
  const deps = engineDeps(world, store);
  for (let done = 0; done < RECORDS; done += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, RECORDS - done) }, (_, i) => metric(done + i));
    await store.appendMetrics(batch, Date.now());
  }
  const single = await timed(500, (i) => store.appendMetrics([metric(i)], Date.now()));
  mkdirSync(world.sessionsFolder, { recursive: true, mode: 0o700 });
  const head = await store.metricHead();
  for (let i = 0; i < MIRRORS; i++)
    writeFileSync(join(world.sessionsFolder, `${i}.json`), mirrorText(session(i), head));

  const verify = await timed(RUNS, async () => {
    const { damage } = await verifyMetrics(deps);
    if (damage) throw new Error(`false alarm: ${JSON.stringify(damage)}`);
  });
  const { records, anchors, mirrors } = await verifyMetrics(deps);
  store.close();
  const figures = {
    records,
    anchors,
    mirrors,
    verify_ms: { p50: round(at(verify, 0.5)), max: round(at(verify, 1)) },
    append_ms: { p50: round(at(single, 0.5)), p99: round(at(single, 0.99)) },
  };
  if (values.json) console.log(JSON.stringify(figures, null, 2));
  else {
    const { verify_ms: v, append_ms: a } = figures;
    console.log(
      `verify ${records} records, ${anchors} anchored heads, ${mirrors} mirrors: p50 ${v.p50} ms, max ${v.max} ms`,
    );
    console.log(`append one metric in a transaction of its own: p50 ${a.p50} ms, p99 ${a.p99} ms`);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function timed(runs: number, work: (run: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const before = performance.now();
    await work(run);
    times.push(performance.now() - before);
  }
  return times.sort((a, b) => a - b);
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function metric(i: number): Metric {
  if (i % 2 === 0) return sessionCaptured(session(i));
  const task = { task_id: `task-${i}`, title: `Handle a radio that is off, part ${i}`, stage: 'build' };
  const known = { flagged_incomplete: false, source: 'pipeline_state' as const };
  return pendingTaskSurfaced({ ...task, ...known, last_activity: '2026-11-13T10:00:00.000Z' }, Date.now());
}

function session(i: number): SessionState {
  const id = `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`;
  const text = JSON.stringify({
    session_id: id,
    start_time: new Date(i * 1_000).toISOString(),
    end_time: new Date(i * 1_000 + DAY / 24).toISOString(),
    channel: 'claude-code',
    working_memory: Array.from({ length: 5 }, (_, n) => ({
      label: `pin ${n}`,
      content: 'a pin of some length '.repeat(5),
    })),
    recent_learnings: [],
    pending_tasks: [],
    hot_topics: ['radio', 'driver', 'frequency'],
    crash_recovered: false,
  });
  return JSON.parse(text) as SessionState;
}
