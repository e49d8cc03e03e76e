import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { SessionId, ThreadId } from '../../src/domain/base/ids.ts';
import type { Scope } from '../../src/domain/base/scope.ts';
import { DAY, HOUR, MINUTE } from '../../src/domain/base/time.ts';
import type { ThreadFact } from '../../src/domain/threads/thread.ts';
import type { ThreadEntry } from '../../src/store/store.ts';
import { HERE, T0, THERE, useStore } from '../store.ts';

const IDLE = 7 * DAY;
const here = useStore();

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
  return here.store.recordThread(entry(facts, scope), at, 's1' as SessionId);
}
const look = (at = T0, scope: Scope = HERE) => here.store.activeThread(scope.key, at, IDLE);
const openActions = async (at = T0, scope: Scope = HERE) =>
  (await look(at, scope))?.thread.next.map((one) => one.text);

describe('a thread', () => {
  it('is the same whether its fold was written down or not', async () => {
    const { id } = (await record([next('one'), next('two')]))!;
    await here.store.touchThread(id, T0);
    const session = await here.begin();
    const prompt = { fact: { kind: 'prompt' as const, text: 'go on' }, key: null };
    await here.store.append(session.id, [prompt], { via: 'settings', at: T0 + MINUTE }, [
      entry([{ kind: 'done', text: 'one', by: 'agent' }, next('three')]),
    ]);
    const before = await look();
    expect(before?.thread).toMatchObject({
      next: [{ text: 'two' }, { text: 'three' }],
      done: [{ text: 'one' }],
    });
    await here.store.touchThread(id, T0 + MINUTE);
    await here.store.touchThread(id, T0 + MINUTE);
    expect((await look())?.thread).toEqual(before?.thread);
    expect((await here.open().thread(id))?.thread).toEqual(before?.thread);
  });
});

describe('idleness', () => {
  it.each([
    ['exactly seven days', IDLE, true],
    ['seven days and a millisecond', IDLE + 1, false],
  ])('%s after the last work', async (_, later, isActive) => {
    const { id } = (await record([next('one')]))!;
    expect((await look(T0 + later)) !== null).toBe(isActive);
    const head = (await here.store.thread(id))?.head;
    expect(head).toMatchObject(
      isActive
        ? { status: 'active', archivedBecause: null }
        : { status: 'archived', archivedBecause: 'idle' },
    );
  });

  it.each([
    ['work', (_: ThreadId, at: number) => record([next('two')], at)],
    ['a turn', (_: ThreadId, at: number) => record([TURN], at)],
    ['a look that touches', (id: ThreadId, at: number) => here.store.touchThread(id, at)],
  ])('%s moves its clock', async (_, access) => {
    const { id } = (await record([next('one')]))!;
    await access(id, T0 + 6 * DAY);
    expect((await look(T0 + 12 * DAY))?.head.id).toBe(id);
    expect((await here.store.threadHistory(HERE.key, 1))[0]?.lastAccessed).toBe(T0 + 6 * DAY);
    expect(await look(T0 + 13 * DAY + 1)).toBeNull();
  });

  it('does not turn back when an older event comes late', async () => {
    const { id } = (await record([next('one')]))!;
    await here.store.touchThread(id, T0 + 6 * DAY);
    await here.store.touchThread(id, T0 + DAY);
    expect((await look(T0 + 12 * DAY))?.head.id).toBe(id);
  });
});

describe('a thread that is resumed', () => {
  it('twice is once, and what does not exist is null', async () => {
    const { id } = (await record([next('one')]))!;
    await here.store.activateThread(id, T0);
    expect((await here.store.activateThread(id, T0))?.status).toBe('active');
    expect(await here.store.threadHistory(HERE.key, 10)).toHaveLength(1);
    expect(await here.store.activateThread(newId(), T0)).toBeNull();
    expect(await here.store.thread(newId())).toBeNull();
  });

  it('leaves the threads of other scopes alone', async () => {
    const first = (await record([next('one')]))!;
    await record([COMPLETED]);
    const there = (await record([next('two')], T0, THERE))!;
    await here.store.activateThread(first.id, T0);
    expect((await look(T0, THERE))?.head.id).toBe(there.id);
  });
});

describe('an imported thread', () => {
  const imported = (origin: string, status: 'active' | 'archived' = 'active', scope = HERE) =>
    here.store.importThread({ ...entry([next(origin)], scope), origin, at: T0 - DAY, status });

  it('stays archived where it was', async () => {
    expect(await imported('a', 'archived')).toMatchObject({ status: 'archived' });
    expect(await look()).toBeNull();
  });
});

describe('the list of threads', () => {
  it('finds by the beginning of an id', async () => {
    const { id } = (await record([next('one')]))!;
    await record([next('two')], T0, THERE);
    expect(await here.store.threadsLike(id.slice(0, 13), 10)).toEqual([id]);
    expect(await here.store.threadsLike('', 10)).toHaveLength(2);
    expect(await here.store.threadsLike('%', 10)).toEqual([]);
  });
});

describe('the sweep', () => {
  it('spares an old thread that was worked on lately', async () => {
    await record([next('one')], T0 - 6 * DAY - IDLE);
    await record([next('two')], T0 - 6 * DAY);
    expect(await here.store.archiveIdleThreads(T0 - IDLE)).toBe(0);
    expect(await openActions()).toEqual(['one', 'two']);
  });
});

describe('an earlier session', () => {
  const EARLIER = 'earlier' as SessionId;
  const dated = (at: number, ...facts: ThreadFact[]) => ({ ...entry(facts), at });
  const replay = (...entries: ReturnType<typeof dated>[]) =>
    here.store.replayThreads(EARLIER, entries);

  it('makes threads that are idle by now', async () => {
    await replay(dated(T0 - 30 * DAY, next('old')), dated(T0 - 20 * DAY, next('less old')));
    expect(await look()).toBeNull();
    const heads = await here.store.threadHistory(HERE.key, 10);
    expect(heads.map(({ status }) => status)).toEqual(['archived', 'archived']);
  });

  it('leaves newer work alone, and has an archived thread of its own', async () => {
    const active = (await record([next('today')]))!;
    await replay(dated(T0 - DAY, next('yesterday'), { kind: 'done', text: 'today', by: 'agent' }));
    expect(await look(T0 + MINUTE)).toMatchObject({
      head: { id: active.id, lastAccessed: T0 },
      thread: { next: [{ text: 'today' }], done: [] },
    });
    const own = (await here.store.threadOfSession(EARLIER))!;
    expect(own).not.toBe(active.id);
    expect(await here.store.thread(own)).toMatchObject({
      head: { status: 'archived', archivedBecause: 'imported', lastAccessed: T0 - DAY },
      thread: { next: [{ text: 'yesterday' }] },
    });
    await replay(dated(T0 - HOUR, next('an hour ago')));
    expect(await here.store.threadOfSession(EARLIER)).toBe(own);
    expect(await here.store.threadHistory(HERE.key, 10)).toHaveLength(2);
  });

  it('goes on with an older thread, and makes none of mere talk', async () => {
    const active = (await record([next('before')], T0 - 2 * DAY))!;
    await replay(dated(T0 - DAY, next('after')));
    expect((await look())?.head.id).toBe(active.id);
    expect(await openActions()).toEqual(['before', 'after']);
    await here.store.replayThreads(EARLIER, [{ ...entry([TURN], THERE), at: T0 }]);
    expect(await here.store.threadHistory(THERE.key, 10)).toEqual([]);
  });
});
