import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { T0, useStore } from '../../../test/store.ts';
import type { Metric } from '../../domain/metrics/metric.ts';
import type { MetricHead, Sealer } from '../../domain/metrics/seal.ts';
import { hmac } from '../../system/metrics/seal.ts';
import type { RestoreOutcome, Store } from '../store.ts';

const SEAL = hmac(Buffer.alloc(32, 1));

let anchored: MetricHead[];
let asked: boolean[];
beforeEach(() => {
  anchored = [];
  asked = [];
});
const sealer: Sealer = {
  seal: (hasRecords) => {
    asked.push(hasRecords);
    return SEAL;
  },
  anchor: (head) => anchored.push(head),
  isUnanchored: () => anchored.length === 0,
};
const here = useStore({ sealer: () => sealer });
let store: Store;
beforeEach(() => {
  store = here.store;
});

const walked = (n: number): Metric => ({
  event: 'session_chain_traversal',
  start_session_id: `s${n}`,
  requested_depth: 5,
  sessions_found: n,
  oldest_session_age_hours: 0,
});

const restored: RestoreOutcome = {
  pins: [],
  from: [],
  preamble: 'text',
  explanation: {},
  metrics: [walked(1), walked(2)],
};

describe('metrics', () => {
  it('whose first commit was cut short before its anchor are anchored before the second', async () => {
    await store.appendMetrics([walked(1), walked(2)], T0);
    const first = anchored.splice(0);
    await store.appendMetrics([walked(3)], T0 + 5);
    expect(anchored).toEqual([...first, await store.metricHead()]);
  });

  it('of an anchor that was emptied later are not anchored again: that is for verify to tell', async () => {
    await store.appendMetrics([walked(1)], T0);
    await store.appendMetrics([walked(2)], T0 + 5);
    anchored.splice(0);
    await store.appendMetrics([walked(3)], T0 + 9);
    expect(anchored).toEqual([await store.metricHead()]);
  });

  it('come with a restore, once, or not at all when it fails', async () => {
    const { id } = await here.begin();
    const key = { sessionId: id, epoch: 0, phase: 'start' as const, at: T0 };
    const broken = store.commitRestore(key, () => ({ ...restored, explanation: { n: 1n } }));
    await expect(broken).rejects.toThrow();
    expect(await store.metricBounds()).toEqual({ count: 0, highest: 0 });
    expect(anchored).toEqual([]);
    await store.commitRestore(key, () => restored);
    await store.commitRestore(key, () => restored);
    expect(await store.metricBounds()).toEqual({ count: 2, highest: 2 });
    expect(anchored).toHaveLength(1);
  });

  it('that cannot be sealed are left out, and the session ends all the same', async () => {
    const sealless = here.open({
      sealer: () => ({
        seal: () => null,
        anchor: () => expect.unreachable(),
        isUnanchored: () => true,
      }),
    });
    const { id } = await here.begin();
    expect(await sealless.endSession(id, T0 + 1, null)).toMatchObject({ session_id: id });
    expect(await store.metricBounds()).toEqual({ count: 0, highest: 0 });
  });

  it('never take a number again whose record is gone, and ask for the key that sealed it', async () => {
    await store.appendMetrics([walked(1), walked(2), walked(3)], T0);
    const raw = new DatabaseSync(here.path);
    raw.exec('DELETE FROM metric_records');
    raw.close();
    await store.appendMetrics([walked(4)], T0);
    expect((await store.metrics({ after: 0, limit: 10 })).map(({ seq }) => seq)).toEqual([4]);
    expect(asked).toEqual([false, true]);
  });

  it('can be read whatever somebody wrote into the table', async () => {
    await store.appendMetrics([walked(1)], T0);
    const raw = new DatabaseSync(here.path);
    raw.exec(`INSERT INTO metric_records VALUES (9223372036854775807, 0, 'e', '{}', '', '');
              INSERT INTO metric_records VALUES (2, 9223372036854775807, x'00', x'ff', 3, 4.5)`);
    raw.close();
    expect((await store.metrics({ after: 0, limit: 10 })).map(({ seq }) => seq)).toEqual([1, 2]);
    expect(await store.metricBounds()).toMatchObject({ count: 3 });
    await store.appendMetrics([walked(2)], T0);
    expect((await store.metrics({ after: 0, limit: 10 })).map(({ seq }) => seq)).toEqual([1, 2, 3]);
  });
});
