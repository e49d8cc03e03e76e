import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { useStore } from '../../../test/store.ts';
import type { SessionId } from '../../domain/base/ids.ts';
import { DAY, HOUR, MINUTE } from '../../domain/base/time.ts';
import type { Fact } from '../../domain/facts/fact.ts';
import { archiveText, type WholeSession } from '../../domain/keeping/archive.ts';
import { makePin } from '../../domain/pins/pin.ts';
import { sha256 } from '../../system/keeping/archive.ts';
import type { Opening } from '../store.ts';

const T0 = Date.parse('2026-10-01T10:00:00Z');
const disk = new Map<string, string>();
const read = (name: string) => {
  const text = disk.get(name);
  return text === undefined ? null : { text, hash: sha256(text) };
};
const here = useStore({ now: () => T0, cold: { read } });
const begin = (more: Partial<Opening> = {}) => here.begin({ at: T0, ...more });
beforeEach(() => disk.clear());

const prompt = (text: string): Fact => ({ kind: 'prompt', text });
const add = (id: SessionId, ...facts: Fact[]) => here.append(id, facts, T0);

async function ended(at = T0 + HOUR, more: Partial<Opening> = {}): Promise<SessionId> {
  const { id } = await begin(more);
  await add(id, prompt('Wire the radio'), {
    kind: 'pinned',
    pin: makePin({ content: 'port is USB0' }, T0)!,
  });
  await here.store.endSession(id, at, null);
  return id;
}

const textOf = (whole: WholeSession) => archiveText(whole, null);

async function freeze(id: SessionId): Promise<boolean> {
  const name = `archive/2026-10/${id}.json`;
  const text = textOf((await here.store.wholeSession(id))!);
  disk.set(name, text);
  return here.store.makeCold(id, { path: name, text, hash: sha256(text) }, textOf, T0 + 31 * DAY);
}

describe('what is old', () => {
  it('is what ended before a moment, the first to end foremost; never what is running', async () => {
    const b = await ended(T0 + 2 * HOUR);
    const a = await ended(T0 + HOUR);
    await begin();
    await ended(T0 + 5 * HOUR);
    expect(await here.store.endedBefore(T0 + 5 * HOUR)).toEqual([a, b]);
  });

  it('counts by what a date means, and not where it means nothing', async () => {
    const raw = new DatabaseSync(here.path);
    const insert = raw.prepare(
      "INSERT INTO session_states(id, start_time, end_time, created_at) VALUES (?, 'x', ?, 'x')",
    );
    insert.run('east', '2026-10-02T01:00:00+03:00');
    insert.run('west', '2026-10-01T20:00:00-03:00');
    insert.run('broken', '2026-10-01Tsometimes');
    raw.close();
    expect(await here.store.endedBefore(Date.parse('2026-10-01T22:30:00Z'))).toEqual(['east']);
  });
});

describe('a session that goes to cold storage', () => {
  it('stays where it is when the file says something else', async () => {
    const id = await ended();
    const text = textOf((await here.store.wholeSession(id))!);
    await add(id, prompt('late'));
    expect(
      await here.store.makeCold(id, { path: 'archive/2026-10/x.json', text, hash: '' }, textOf, T0),
    ).toBe(false);
    expect(await here.store.session(id)).not.toHaveProperty('cold');
  });

  it('stays where it is when it was revived', async () => {
    const { id } = await begin();
    expect(await freeze(id)).toBe(false);
    expect((await here.store.openSessions()).map((head) => head.id)).toEqual([id]);
  });
});

describe('what is outdated', () => {
  it('goes after a year, and is only counted when that is asked', async () => {
    const raw = new DatabaseSync(here.path);
    for (const [scope, at] of [
      ['old', T0 - 366 * DAY],
      ['new', T0 - 364 * DAY],
    ] as const) {
      raw
        .prepare(
          "INSERT INTO scope_let_go(scope_key, kind, identity, at) VALUES (?, 'pin', 'x', ?)",
        )
        .run(scope, at);
      raw
        .prepare(
          "INSERT INTO scope_waiting_pins(scope_key, scope, at, body) VALUES (?, '', ?, '{}')",
        )
        .run(scope, at);
    }
    const counted = await here.store.countOutdated(T0);
    expect(counted.map(({ rows }) => rows)).toEqual([1, 1, 0]);
    expect((await here.store.removeOutdated(T0)).map(({ rows }) => rows)).toEqual([1, 1, 0]);
    expect((await here.store.removeOutdated(T0)).map(({ rows }) => rows)).toEqual([0, 0, 0]);
    expect(raw.prepare('SELECT scope_key FROM scope_let_go').all()).toEqual([{ scope_key: 'new' }]);
    raw.close();
  });
});

describe('asking for maintenance', () => {
  const EVERY = 24 * HOUR;

  it('is answered once, and again after ten minutes when nothing came of it', async () => {
    await here.store.askForMaintenance('daily', T0, EVERY);
    const due = T0 + EVERY;
    const other = here.open();
    const answers = [
      await here.store.askForMaintenance('daily', due, EVERY),
      await other.askForMaintenance('daily', due, EVERY),
    ];
    expect(answers).toEqual([true, false]);
    expect(await here.store.askForMaintenance('daily', due + 9 * MINUTE, EVERY)).toBe(false);
    expect(await here.store.askForMaintenance('daily', due + 10 * MINUTE, EVERY)).toBe(true);
  });

  it('is due when the clock was far ahead', async () => {
    await here.store.beginMaintenance({ pid: 1 }, T0 + 400 * DAY, () => true);
    await here.store.endMaintenance({ pid: 1 }, T0 + 400 * DAY, {});
    expect(await here.store.askForMaintenance('daily', T0, EVERY)).toBe(true);
  });
});

describe('doing maintenance', () => {
  it('keeps the database in shape without changing what is in it', async () => {
    const id = await ended();
    const before = await here.store.session(id);
    for (const job of ['indexes_merged', 'statistics'] as const)
      for (const piece of await here.store.lateWork(job)) while (piece.do() === 'more');
    expect((await here.store.lateWork('log_cut')).map((piece) => piece.do())).toEqual([undefined]);
    expect(await here.store.session(id)).toEqual(before);
  });
});
