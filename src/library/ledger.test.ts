import { describe, expect, it } from 'vitest';
import { DAY, MINUTE } from '../domain/base/time.ts';
import { memoryLedgers } from '../store/ledger/ledger-store.ts';
import { Deduplicator } from './deduplicator.ts';
import { LoadedMemoryTracker } from './loaded-memory-tracker.ts';
import { type SessionConfig, SessionContextManager } from './session-context-manager.ts';

const T0 = Date.parse('2026-11-13T10:00:00Z');

function world(config: Partial<SessionConfig> = {}) {
  const storage = memoryLedgers();
  const clock = { now: T0 };
  const asked: boolean[] = [];
  const manager = (sessionId?: string) =>
    new SessionContextManager({
      storage: (persistent) => {
        asked.push(persistent);
        return storage;
      },
      config,
      now: () => clock.now,
      ...(sessionId === undefined ? {} : { sessionId }),
    });
  return { manager, clock, asked };
}

describe('SessionContextManager', () => {
  it('starts, records, and gives the session back with its sets', async () => {
    const manager = world().manager();
    expect(await manager.getActiveSession()).toBeNull();
    const { id } = await manager.startSession({ id: 'session-1', client: 'test', tags: ['a'] });
    await manager.recordMemoryLoaded(id, 'm1', 30);
    await manager.recordMemoryLoaded(id, 'm2', 20, { compressionLevel: 2 });
    await manager.recordPatternLoaded(id, 'p1', 5);
    await manager.recordFileLoaded(id, 'src/a.ts', 40);
    await manager.recordConstraintLoaded(id, 'c1', 1);
    await manager.recordQuery(id, 4);
    expect(await manager.getActiveSession()).toEqual({
      id: 'session-1',
      startedAt: '2026-11-13T10:00:00.000Z',
      loadedMemories: new Set(['m1', 'm2']),
      loadedPatterns: new Set(['p1']),
      loadedFiles: new Set(['src/a.ts']),
      loadedConstraints: new Set(['c1']),
      tokensSent: 100,
      queriesMade: 1,
      lastActivity: '2026-11-13T10:00:00.000Z',
      metadata: { client: 'test', tags: ['a'] },
    });
  });

  it('ends the session before it when another starts, also when two start at once', async () => {
    const { manager, clock } = world();
    const one = manager();
    const [first, second] = await Promise.all([one.startSession(), one.startSession()]);
    clock.now += MINUTE;
    expect((await one.getActiveSession())?.id).toBe(second.id);
    await expect(one.recordQuery(first.id, 1)).rejects.toThrow(/has ended/);
    const ended = await one.endSession(second.id);
    expect(ended?.endedAt).toBe('2026-11-13T10:01:00.000Z');
    expect(await one.getActiveSession()).toBeNull();
    await expect(one.recordMemoryLoaded('nobody', 'm')).rejects.toThrow(/no session nobody/);
  });

  it('serves one conversation; another manager has another', async () => {
    const { manager } = world();
    const [a, b] = [manager(), manager()];
    const first = await a.startSession();
    await b.startSession();
    expect((await a.getActiveSession())?.id).toBe(first.id);
  });

  it('goes on after a restart of the process, with storage as configured', async () => {
    const { manager, asked } = world({ persistSessions: false });
    const { id } = await manager().startSession();
    await manager(id).recordMemoryLoaded(id, 'm', 1);
    expect((await manager(id).getActiveSession())?.loadedMemories).toEqual(new Set(['m']));
    expect(new Set(asked)).toEqual(new Set([false]));
  });

  it.each([
    ['inactivity', { inactivityTimeout: 5 * MINUTE, maxDuration: DAY }, 5 * MINUTE],
    ['duration', { inactivityTimeout: DAY, maxDuration: 5 * MINUTE }, 5 * MINUTE],
  ])(
    'is valid until its %s is over; after that the model counts as having nothing',
    async (_, config, limit) => {
      const { manager, clock } = world(config);
      const one = manager();
      const { id } = await one.startSession();
      await one.recordMemoryLoaded(id, 'm', 1);
      clock.now += limit;
      expect(await one.isValid(id)).toBe(true);
      clock.now += 1;
      expect(await one.isValid(id)).toBe(false);
      expect((await one.getActiveSession())?.loadedMemories.size).toBe(0);
      await one.recordMemoryLoaded(id, 'n', 1);
      expect(await one.isValid(id)).toBe(true);
      expect((await one.getActiveSession())?.loadedMemories).toEqual(new Set(['n']));
    },
  );

  it('is valid up to its tokens', async () => {
    const one = world({ maxTokensPerSession: 10 }).manager();
    const { id } = await one.startSession();
    await one.recordQuery(id, 10);
    expect(await one.isValid(id)).toBe(true);
    await one.recordQuery(id, 1);
    expect([await one.isValid(id), await one.isValid('nobody')]).toEqual([false, false]);
  });

  it('cleans up after seven days, by itself where it is told to', async () => {
    const { manager, clock } = world();
    const one = manager();
    const { id } = await one.startSession();
    clock.now += 7 * DAY;
    expect(await one.cleanup()).toBe(0);
    clock.now += 1;
    await one.startSession();
    await expect(one.getStats(id)).rejects.toThrow(/no session/);
    const { manager: other, clock: later } = world({ autoCleanup: false });
    const two = other();
    await two.startSession();
    later.now += 8 * DAY;
    await two.startSession();
    expect(await two.cleanup()).toBe(1);
  });

  it('counts and never guesses', async () => {
    const one = world().manager();
    const { id } = await one.startSession();
    await one.recordMemoryLoaded(id, 'unknown');
    await one.recordMemoryLoaded(id, 'unknown');
    expect(await one.getStats(id)).toMatchObject({
      memoriesLoaded: 2,
      uniqueMemoriesLoaded: 1,
      tokensSent: 0,
      tokensSaved: 0,
    });
    await one.recordMemoryLoaded(id, 'text', undefined, { content: 'some words that are counted' });
    expect((await one.getStats(id)).tokensSent).toBeGreaterThanOrEqual(5);
    for (const wrong of [Number.NaN, -1, 1.5, Infinity])
      await expect(one.recordMemoryLoaded(id, 'm', wrong)).rejects.toThrow(RangeError);
  });
});

describe('Deduplicator', () => {
  it('marks what was sent, leaves what is new or changed, and counts what it saved', async () => {
    const manager = world().manager();
    const { id } = await manager.startSession();
    const deduplicator = new Deduplicator(manager);
    await manager.recordMemoryLoaded(id, 'same', 30, { content: 'one' });
    await manager.recordMemoryLoaded(id, 'changed', 30, { content: 'one' });
    await manager.recordMemoryLoaded(id, 'unseen content', 30);
    const result = await deduplicator.deduplicate(id, [
      { id: 'same', content: 'one', tokenCount: 30 },
      { id: 'changed', content: 'two', tokenCount: 30 },
      { id: 'unseen content', content: 'one', tokenCount: 30 },
      { id: 'new', content: 'one', tokenCount: 30 },
    ]);
    expect(result.items.map((item) => item.alreadySent)).toEqual([true, false, false, false]);
    expect(result.toSend.map((item) => item.id)).toEqual(['changed', 'unseen content', 'new']);
    expect([result.duplicates.length, result.tokensSaved]).toEqual([1, 30]);
    expect(await manager.getStats(id)).toMatchObject({
      memoriesLoaded: 4,
      tokensSent: 90,
      tokensSaved: 30,
      deduplicationEfficiency: 0.25,
    });
  });

  it('sends everything again once the model forgot', async () => {
    const manager = world().manager();
    const { id } = await manager.startSession();
    const deduplicator = new Deduplicator(manager);
    const items = [{ id: 'a', content: 'one', tokenCount: 10 }];
    await manager.recordMemoryLoaded(id, 'a', 10, { content: 'one' });
    expect((await deduplicator.deduplicate(id, items)).toSend).toEqual([]);
    await manager.beginEpoch(id, 'compaction');
    expect((await deduplicator.deduplicate(id, items)).toSend).toHaveLength(1);
    await expect(deduplicator.deduplicate('nobody', items)).rejects.toThrow(/no session/);
  });
});

describe('LoadedMemoryTracker', () => {
  it('knows tokens, level and loads of each memory', () => {
    const tracker = new LoadedMemoryTracker({ now: () => T0 });
    tracker.track('m', { tokenCount: 12, compressionLevel: 1 });
    expect(tracker.track('m', { tokenCount: 14 })).toEqual({
      id: 'm',
      tokenCount: 14,
      compressionLevel: 0,
      loadCount: 2,
      loadedAt: '2026-11-13T10:00:00.000Z',
    });
    tracker.track('n');
    expect(tracker.all().map(({ id, tokenCount }) => [id, tokenCount])).toEqual([
      ['m', 14],
      ['n', null],
    ]);
    expect([tracker.isLoaded('m'), tracker.isLoaded('x'), tracker.get('x')]).toEqual([
      true,
      false,
      null,
    ]);
  });
});
