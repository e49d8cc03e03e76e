import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useScratch } from '../../test/use-scratch.ts';
import type { ScopeKey, SessionId } from '../domain/base/ids.ts';
import { projectScope } from '../domain/base/scope.ts';
import { openDatabase } from '../store/base/open.ts';
import { openSqliteStore } from '../store/sqlite-store.ts';
import type { Store } from '../store/store.ts';
import { createPrivate } from '../system/base/files.ts';
import type { SopFact } from './domain/history.ts';
import { sopsOf } from './sql.ts';

const T0 = Date.parse('2026-11-15T10:00:00Z');
const ID = '00000000-0000-4000-8000-000000000001' as SessionId;
const HERE = '/w/radio/.git' as ScopeKey;
const OPTIONS = {
  waitMillis: () => 5_000,
  prepare: createPrivate,
  sharedMemory: true,
  now: () => T0,
};
const GIVEN: SopFact = {
  kind: 'sop-injected',
  path: '/a.md',
  toolCall: 'Bash: make',
  keyword: 'OK',
};

const folder = useScratch();
let path: string;
let store: Store;
beforeEach(async () => {
  path = join(folder.path, 'brain.db');
  store = openSqliteStore(path, OPTIONS);
  await store.openSession({
    id: ID,
    scope: projectScope(HERE, 'radio', '/w/radio'),
    host: 'claude-code',
    hostSessionId: 'h',
    branch: null,
    head: null,
    cwd: null,
    at: T0,
    owner: null,
    resumes: null,
  });
});
afterEach(() => {
  store.close();
});

const arrival = (minutes = 0) => ({ via: 'x', at: T0 + minutes * 60_000 });
const kinds = async () => (await sopsOf({ store }).sopHistory(ID)).map(({ fact }) => fact.kind);

describe('what a session was given', () => {
  it('is nothing at first, whatever else happened', async () => {
    await store.append(ID, [{ fact: { kind: 'turn-ended' }, key: null }], arrival());
    expect(await sopsOf({ store }).sopHistory(ID)).toEqual([]);
  });

  it('comes with the last epoch and the last turn after it, in order', async () => {
    await store.append(ID, [{ fact: { kind: 'turn-ended' }, key: null }], arrival());
    await sopsOf({ store }).changeSops(ID, arrival(1), () => [GIVEN]);
    for (let i = 2; i < 5; i++)
      await store.append(ID, [{ fact: { kind: 'turn-ended' }, key: null }], arrival(i));
    await store.beginEpoch(ID, arrival(5));
    await sopsOf({ store }).changeSops(ID, arrival(6), () => [
      { kind: 'sop-acknowledged', path: '/a.md' },
    ]);
    expect(await kinds()).toEqual([
      'sop-injected',
      'turn-ended',
      'epoch-began',
      'sop-acknowledged',
    ]);
    expect((await sopsOf({ store }).sopHistory(ID))[0]).toMatchObject({
      at: T0 + 60_000,
      fact: GIVEN,
    });
  });

  it('is decided under the lock: of many at once one gives', async () => {
    const others = Array.from({ length: 6 }, () => openSqliteStore(path, OPTIONS));
    const results = await Promise.all(
      others.map((one) =>
        sopsOf({ store: one }).changeSops(ID, arrival(), (history) =>
          history.length === 0 ? [GIVEN] : [],
        ),
      ),
    );
    expect(results.filter((facts) => facts.length > 0)).toHaveLength(1);
    expect(await kinds()).toEqual(['sop-injected']);
    for (const one of others) one.close();
  });

  it('brings a session back that was taken for dead, and only when something is given', async () => {
    const head = (await store.head(ID))!;
    const raw = openDatabase(path, { ...OPTIONS, schema: () => {} });
    raw.run(
      "UPDATE session_states SET end_time = '2026-11-15T10:00:00.000Z', crash_recovered = 1 WHERE id = ?",
      ID,
    );
    raw.close();
    await sopsOf({ store }).changeSops(ID, arrival(), () => []);
    expect((await store.head(ID))?.crashRecovered).toBe(true);
    await sopsOf({ store }).changeSops(ID, arrival(), () => [GIVEN]);
    expect(await store.head(ID)).toMatchObject({
      id: head.id,
      crashRecovered: false,
      endedAt: null,
    });
  });

  it('is found by an index', () => {
    const raw = openDatabase(path, { ...OPTIONS, schema: () => {} });
    const plan = raw
      .all(
        `EXPLAIN QUERY PLAN SELECT seq, at, kind, body FROM session_events
         WHERE session_id = ? AND kind IN ('sop-injected', 'sop-acknowledged', 'sop-ignored') ORDER BY seq`,
        ID,
      )
      .map((row) => row['detail']);
    raw.close();
    expect(plan.join()).toContain('idx_events_sop');
  });
});
