import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SessionId, ThreadId } from '../src/domain/ids.ts';
import { projectScope, type Scope } from '../src/domain/scope.ts';
import type { ThreadFact } from '../src/domain/thread/thread.ts';
import { DAY, HOUR, MINUTE } from '../src/domain/time.ts';
import { createPrivate } from '../src/platform/files.ts';
import type { Store, ThreadEntry } from '../src/store.ts';
import { openSqliteStore } from '../src/stores/sqlite/sqlite-store.ts';
import { useScratch } from './use-scratch.ts';

const T0 = Date.parse('2026-11-13T10:00:00Z');
const IDLE = 7 * DAY;
const HERE = projectScope('/work/radio/.git', 'radio', '/work/radio');
const THERE = projectScope('/other/radio/.git', 'radio', '/other/radio');

const folder = useScratch();
let path: string;
let stores: Store[] = [];
let store: Store;
beforeEach(() => {
  path = join(folder.path, 'brain.db');
  store = open();
});
afterEach(() => {
  for (const one of stores) one.close();
  stores = [];
});

function open(): Store {
  const opened = openSqliteStore(path, {
    waitMillis: () => 5_000,
    prepare: createPrivate,
    sharedMemory: true,
    now: () => T0,
  });
  stores.push(opened);
  return opened;
}

const next = (text: string): ThreadFact => ({ kind: 'next', text, by: 'agent' });
const TURN: ThreadFact = { kind: 'turn', by: 'agent' };
const COMPLETED: ThreadFact = { kind: 'completed', by: 'person' };
const newId = () => randomUUID() as ThreadId;
const entry = (facts: readonly ThreadFact[], scope: Scope = HERE): ThreadEntry => ({
  scope,
  facts,
  newId,
  idleMillis: IDLE,
});

function record(facts: readonly ThreadFact[], at = T0, scope: Scope = HERE) {
  return store.recordThread(entry(facts, scope), at, 's1' as SessionId);
}
const look = (at = T0, scope: Scope = HERE) => store.activeThread(scope.key, at, IDLE);
const openActions = async (at = T0, scope: Scope = HERE) =>
  (await look(at, scope))?.thread.next.map((one) => one.text);

describe('a thread', () => {
  it('is the same whether its fold was written down or not', async () => {
    const { id } = (await record([next('one'), next('two')]))!;
    await store.touchThread(id, T0);
    await record([{ kind: 'done', text: 'one', by: 'agent' }, next('three')], T0 + MINUTE);
    const before = await look();
    expect(before?.thread).toMatchObject({
      next: [{ text: 'two' }, { text: 'three' }],
      done: [{ text: 'one' }],
    });
    await store.touchThread(id, T0 + MINUTE);
    await store.touchThread(id, T0 + MINUTE);
    expect((await look())?.thread).toEqual(before?.thread);
    expect((await open().thread(id))?.thread).toEqual(before?.thread);
  });
});

describe('idleness', () => {
  it.each([
    ['exactly seven days', IDLE, true],
    ['seven days and a millisecond', IDLE + 1, false],
  ])('%s after the last work', async (_, later, isActive) => {
    const { id } = (await record([next('one')]))!;
    expect((await look(T0 + later)) !== null).toBe(isActive);
    const head = (await store.thread(id))?.head;
    expect(head).toMatchObject(
      isActive
        ? { status: 'active', archivedBecause: null }
        : { status: 'archived', archivedBecause: 'idle' },
    );
  });

  it.each([
    ['work', (_: ThreadId, at: number) => record([next('two')], at)],
    ['a turn', (_: ThreadId, at: number) => record([TURN], at)],
    ['a look that touches', (id: ThreadId, at: number) => store.touchThread(id, at)],
  ])('%s moves its clock', async (_, access) => {
    const { id } = (await record([next('one')]))!;
    await access(id, T0 + 6 * DAY);
    expect((await look(T0 + 12 * DAY))?.head.id).toBe(id);
    expect((await store.threadHistory(HERE.key, 1))[0]?.lastAccessed).toBe(T0 + 6 * DAY);
    expect(await look(T0 + 13 * DAY + 1)).toBeNull();
  });

  it('does not turn back when an older event comes late', async () => {
    const { id } = (await record([next('one')]))!;
    await store.touchThread(id, T0 + 6 * DAY);
    await store.touchThread(id, T0 + DAY);
    expect((await look(T0 + 12 * DAY))?.head.id).toBe(id);
  });
});

describe('a thread that is resumed', () => {
  it('twice is once, and what does not exist is null', async () => {
    const { id } = (await record([next('one')]))!;
    await store.activateThread(id, T0);
    expect((await store.activateThread(id, T0))?.status).toBe('active');
    expect(await store.threadHistory(HERE.key, 10)).toHaveLength(1);
    expect(await store.activateThread(newId(), T0)).toBeNull();
    expect(await store.thread(newId())).toBeNull();
  });

  it('leaves the threads of other scopes alone', async () => {
    const here = (await record([next('one')]))!;
    await record([COMPLETED]);
    const there = (await record([next('two')], T0, THERE))!;
    await store.activateThread(here.id, T0);
    expect((await look(T0, THERE))?.head.id).toBe(there.id);
  });
});

describe('an imported thread', () => {
  const imported = (origin: string, status: 'active' | 'archived' = 'active', scope = HERE) =>
    store.importThread({ ...entry([next(origin)], scope), origin, at: T0 - DAY, status });

  it('stays archived where it was', async () => {
    expect(await imported('a', 'archived')).toMatchObject({ status: 'archived' });
    expect(await look()).toBeNull();
  });
});

describe('the list of threads', () => {
  it('finds by the beginning of an id', async () => {
    const { id } = (await record([next('one')]))!;
    await record([next('two')], T0, THERE);
    expect(await store.threadsLike(id.slice(0, 13), 10)).toEqual([id]);
    expect(await store.threadsLike('', 10)).toHaveLength(2);
    expect(await store.threadsLike('%', 10)).toEqual([]);
  });
});

describe('the sweep', () => {
  it('spares an old thread that was worked on lately', async () => {
    await record([next('one')], T0 - 6 * DAY - IDLE);
    await record([next('two')], T0 - 6 * DAY);
    expect(await store.archiveIdleThreads(T0 - IDLE)).toBe(0);
    expect(await openActions()).toEqual(['one', 'two']);
  });
});

describe('an earlier session', () => {
  const EARLIER = 'earlier' as SessionId;
  const dated = (at: number, ...facts: ThreadFact[]) => ({ ...entry(facts), at });
  const replay = (...entries: ReturnType<typeof dated>[]) => store.replayThreads(EARLIER, entries);

  it('makes threads that are idle by now', async () => {
    await replay(dated(T0 - 30 * DAY, next('old')), dated(T0 - 20 * DAY, next('less old')));
    expect(await look()).toBeNull();
    const heads = await store.threadHistory(HERE.key, 10);
    expect(heads.map(({ status }) => status)).toEqual(['archived', 'archived']);
  });

  it('leaves newer work alone, and has an archived thread of its own', async () => {
    const active = (await record([next('today')]))!;
    await replay(dated(T0 - DAY, next('yesterday'), { kind: 'done', text: 'today', by: 'agent' }));
    expect(await look(T0 + MINUTE)).toMatchObject({
      head: { id: active.id, lastAccessed: T0 },
      thread: { next: [{ text: 'today' }], done: [] },
    });
    const own = (await store.threadOfSession(EARLIER))!;
    expect(own).not.toBe(active.id);
    expect(await store.thread(own)).toMatchObject({
      head: { status: 'archived', archivedBecause: 'imported', lastAccessed: T0 - DAY },
      thread: { next: [{ text: 'yesterday' }] },
    });
    await replay(dated(T0 - HOUR, next('an hour ago')));
    expect(await store.threadOfSession(EARLIER)).toBe(own);
    expect(await store.threadHistory(HERE.key, 10)).toHaveLength(2);
  });

  it('goes on with an older thread, and makes none of mere talk', async () => {
    const active = (await record([next('before')], T0 - 2 * DAY))!;
    await replay(dated(T0 - DAY, next('after')));
    expect((await look())?.head.id).toBe(active.id);
    expect(await openActions()).toEqual(['before', 'after']);
    await store.replayThreads(EARLIER, [{ ...entry([TURN], THERE), at: T0 }]);
    expect(await store.threadHistory(THERE.key, 10)).toEqual([]);
  });
});
