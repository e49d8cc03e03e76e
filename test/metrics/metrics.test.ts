import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compactAnchors, verifyMetrics } from '../../src/engine/metrics/verify.ts';
import { openHome } from '../../src/program/compose-home.ts';
import { cortex } from '../agent.ts';
import { atOnce, bundled } from '../bundled.ts';
import { runs } from '../effort.ts';
import { sql } from '../metric-home.ts';
import { scratchFolder } from '../scratch.ts';
import { useStage } from '../stage.ts';

const PROCESSES = 4;
const APPENDS = runs(100, 25_000);

it(
  `${PROCESSES} × ${APPENDS} metrics are appended at once, verified all the while: no alarm, none lost`,
  async () => {
    const folder = scratchFolder();
    const home = join(folder.path, 'home');
    mkdirSync(home, { mode: 0o700 });
    const source = (name: string) =>
      JSON.stringify(bundled(new URL(`../../src/${name}`, import.meta.url)));
    const code = `
      import { openSealer, sealFilesIn } from ${source('system/metrics/seal.ts')};
      import { openSqliteStore } from ${source('store/sqlite-store.ts')};
      const [home, appends] = process.argv.slice(1);
      const store = openSqliteStore(home + '/brain.db', {
        waitMillis: () => 60000, prepare() {}, sharedMemory: true, now: Date.now,
        sealer: () => openSealer(sealFilesIn(home), (_, error) => { throw error; }),
      });
      await together();
      for (let i = 0; i < Number(appends); i++) {
        await store.appendMetrics([{ event: 'session_chain_traversal', start_session_id: String(process.pid),
          requested_depth: i, sessions_found: 1, oldest_session_age_hours: 0 }], Date.now());
      }
      store.close();`;
    const { deps, close } = openHome({
      CORTEX_HOME: home,
      CORTEX_HOOK_DATABASE_WAIT_MS: '10000',
    }).open();
    let isRunning = true;
    const appended = atOnce(PROCESSES, code, home, String(APPENDS)).finally(() => {
      isRunning = false;
    });
    let verified = 0;
    while (isRunning) {
      expect(await verifyMetrics(deps)).toMatchObject({ damage: null });
      // As maintenance would, in between.
      if (verified++ % 10 === 5) await compactAnchors(deps);
      await new Promise((done) => setTimeout(done, runs(50, 2_000)));
    }
    await appended;
    const done = await verifyMetrics(deps);
    expect(done).toMatchObject({ damage: null, records: PROCESSES * APPENDS });
    expect(done.head?.seq).toBe(PROCESSES * APPENDS);
    expect(verified).toBeGreaterThan(0);
    close();
    folder.dispose();
  },
  runs(120_000, 1_800_000),
);

describe('a walk through sessions', () => {
  const FRIDAY = '2026-11-13T10:00:00.000Z';
  const SUNDAY = '2026-11-15T10:20:00.000Z';
  const secret = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_');
  let home: string;
  let repo: string;
  const made = useStage('radio', FRIDAY, (stage) => {
    ({ home, repo } = stage);
  });
  const agent = (now: string, more: object = {}) => made({ now, ...more });

  const metrics = async (...args: string[]) =>
    JSON.parse(
      (await cortex({ home, cwd: repo, now: SUNDAY }, 'metrics', '--json', ...args)).stdout,
    ) as {
      event: string;
      seq: number;
      [field: string]: unknown;
    }[];

  it('is on record event by event, verified, and without a secret', async () => {
    mkdirSync(join(repo, 'pipeline'));
    const task = {
      task_id: 'task-004-cat',
      title: `CAT driver with token=${secret}`,
      current_stage: 'build',
      updated_at: '2026-11-13T10:20:00.000Z',
    };
    writeFileSync(join(repo, 'pipeline', 'state.json'), JSON.stringify({ active_tasks: [task] }));
    const a = agent(FRIDAY);
    await a.start();
    expect(await metrics()).toEqual([]);
    await a.prompt('Wire the CAT driver of the ft991a');
    await a.run('pin', 'the ft991a answers on /dev/ttyUSB0', '--label', 'port');
    await a.stop();
    await a.at('2026-11-13T10:20:00.000Z').end();
    const killed = agent('2026-11-13T11:00:00.000Z');
    await killed.start();
    await killed.prompt('and a radio that is off');
    await killed.kill();

    const b = agent(SUNDAY);
    await b.start();
    await b.run('chain', '--depth', '2');
    const from = (await metrics('--event', 'session_captured')).at(-1)!['session_id'] as string;
    expect(await b.run('continue', from)).toMatchObject({ code: 0 });

    const all = (await metrics()).reverse();
    expect(all.map(({ seq }) => seq)).toEqual(all.map((_, i) => i + 1));
    const one = (event: string) => all.filter((metric) => metric.event === event);
    expect(one('session_captured')).toMatchObject([
      {
        session_id: from,
        channel: 'claude-code',
        duration_minutes: 20,
        pin_count: 1,
        learning_count: 0,
        task_count: 1,
        crash_recovered: false,
      },
      { crash_recovered: true },
    ]);
    expect(one('session_restored')[0]).toMatchObject({ cold_start: false });
    const started = one('session_restored').find((metric) => metric['new_session_id'] !== from)!;
    expect((started['relevance_scores'] as number[]).length).toBe(
      (started['from_session_ids'] as string[]).length,
    );
    expect(
      one('pending_task_surfaced').find((metric) => metric['task_id'] === 'task-004-cat'),
    ).toMatchObject({
      title: 'CAT driver with token=[REDACTED]',
      stage: 'build',
      source: 'pipeline_state',
    });
    expect(one('session_chain_traversal')).toMatchObject([
      { requested_depth: 2, sessions_found: 2 },
    ]);
    expect(one('session_override')).toMatchObject([
      { invoking_agent: 'claude-code', session_id: from, timestamp: SUNDAY },
    ]);

    const verified = await cortex({ home, cwd: repo }, 'verify');
    expect(verified).toMatchObject({ code: 0, stderr: '' });
    expect(verified.stdout).toMatch(
      /^Sound: \d+ records verified in \d+ ms; \d+ anchored heads and the heads in 2 mirrors agree\.\nSound: 2 mirrors and 0 archives are as they were written\.\n$/,
    );
    for (const name of ['metrics.anchor', 'metrics.key', 'brain.db'])
      expect(readFileSync(join(home, name)).includes(secret)).toBe(false);

    sql(home, "UPDATE metric_records SET body = '{}' WHERE seq = 2");
    const damaged = await cortex({ home, cwd: repo }, 'verify', '--json');
    expect(damaged.code).toBe(1);
    expect(JSON.parse(damaged.stdout)).toMatchObject({
      ok: false,
      damage: { kind: 'edited', seq: 2 },
    });
    const inWords = await cortex({ home, cwd: repo }, 'verify');
    expect(inWords).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^Damaged at record 2: edited\./),
    });
    expect((await cortex({ home, cwd: repo }, 'metrics')).code).toBe(0);
  });

  it('leaves no metric of a cold start, a resume, or a second report of the same start', async () => {
    const a = agent(FRIDAY);
    await a.start();
    expect(existsSync(join(home, 'metrics.key'))).toBe(false);
    await a.prompt('Wire the CAT driver');
    await a.stop();
    await a.end();
    const resumed = agent(SUNDAY, { sessionId: a.sessionId });
    await resumed.start('resume');
    expect((await metrics()).map(({ event }) => event)).toEqual(['session_captured']);
    const b = agent(SUNDAY);
    await b.start();
    const once = await metrics();
    await b.start();
    expect(await metrics()).toEqual(once);
  });

  it('is listed since a time, and refuses what makes no sense', async () => {
    const run = (...args: string[]) => cortex({ home, cwd: repo, now: SUNDAY }, 'metrics', ...args);
    const a = agent(FRIDAY);
    await a.start();
    await a.end();
    expect(await run('--since', '1d')).toMatchObject({
      code: 0,
      stdout: 'No such metric is on record.\n',
    });
    expect((await run('--since', '3d')).stdout).toContain('session_captured');
    for (const wrong of [
      ['--since', 'yesterday'],
      ['--event', 'session_ended'],
    ])
      expect(await run(...wrong)).toMatchObject({ code: 2, stdout: '' });
  });
});
