import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useScratch } from '../../../../test/use-scratch.ts';
import type { Fact } from '../../../domain/fact.ts';
import type { SessionId } from '../../../domain/ids.ts';
import { makePin } from '../../../domain/pins/pin.ts';
import { projectScope } from '../../../domain/scope.ts';
import { DAY, HOUR, MINUTE } from '../../../domain/time.ts';
import { archiveText, type WholeSession } from '../../../domain/upkeep/archive.ts';
import { sha256 } from '../../../platform/archive.ts';
import { createPrivate } from '../../../platform/files.ts';
import type { ColdFiles, Opening, Store } from '../../../store.ts';
import { openSqliteStore } from '../sqlite-store.ts';

const T0 = Date.parse('2026-10-01T10:00:00Z');
const HERE = projectScope('/work/radio/.git', 'radio', '/work/radio');

const folder = useScratch();
let store: Store;
let path: string;
const disk = new Map<string, string>();
const files: ColdFiles = {
  read: (name) => {
    const text = disk.get(name);
    return text === undefined ? null : { text, hash: sha256(text) };
  },
};

beforeEach(() => {
  path = join(folder.path, 'brain.db');
  disk.clear();
  store = open();
});
afterEach(() => {
  store.close();
});

function open(): Store {
  const options = {
    waitMillis: () => 800,
    prepare: createPrivate,
    sharedMemory: true,
    now: () => T0,
    cold: files,
  };
  return openSqliteStore(path, options);
}

let counter = 0;
async function begin(more: Partial<Opening> = {}) {
  counter++;
  const { head } = await store.openSession({
    id: `00000000-0000-4000-8000-${String(counter).padStart(12, '0')}` as SessionId,
    scope: HERE,
    host: 'claude-code',
    hostSessionId: `host-${counter}`,
    branch: 'main',
    head: 'abc',
    cwd: '/work/radio',
    at: T0,
    owner: null,
    resumes: null,
    ...more,
  });
  return head;
}

const prompt = (text: string): Fact => ({ kind: 'prompt', text });
const add = (id: SessionId, ...facts: Fact[]) =>
  store.append(
    id,
    facts.map((fact) => ({ fact, key: null })),
    { via: 'settings', at: T0 },
  );

async function ended(at = T0 + HOUR, more: Partial<Opening> = {}): Promise<SessionId> {
  const { id } = await begin(more);
  await add(id, prompt('Wire the radio'), { kind: 'pinned', pin: makePin({ content: 'port is USB0' }, T0)! });
  await store.endSession(id, at, null);
  return id;
}

const textOf = (whole: WholeSession) => archiveText(whole, null);

async function freeze(id: SessionId): Promise<boolean> {
  const name = `archive/2026-10/${id}.json`;
  const text = textOf((await store.wholeSession(id))!);
  disk.set(name, text);
  return store.makeCold(id, { path: name, text, hash: sha256(text) }, textOf, T0 + 31 * DAY);
}

describe('what is old', () => {
  it('is what ended before a moment, the first to end foremost; never what is running', async () => {
    const b = await ended(T0 + 2 * HOUR);
    const a = await ended(T0 + HOUR);
    await begin();
    await ended(T0 + 5 * HOUR);
    expect(await store.endedBefore(T0 + 5 * HOUR)).toEqual([a, b]);
  });

  it('counts by what a date means, and not where it means nothing', async () => {
    const raw = new DatabaseSync(path);
    const insert = raw.prepare(
      "INSERT INTO session_states(id, start_time, end_time, created_at) VALUES (?, 'x', ?, 'x')",
    );
    insert.run('east', '2026-10-02T01:00:00+03:00');
    insert.run('west', '2026-10-01T20:00:00-03:00');
    insert.run('broken', '2026-10-01Tsometimes');
    raw.close();
    expect(await store.endedBefore(Date.parse('2026-10-01T22:30:00Z'))).toEqual(['east']);
  });
});

describe('a session that goes to cold storage', () => {
  it('stays where it is when the file says something else', async () => {
    const id = await ended();
    const text = textOf((await store.wholeSession(id))!);
    await add(id, prompt('late'));
    expect(await store.makeCold(id, { path: 'archive/2026-10/x.json', text, hash: '' }, textOf, T0)).toBe(
      false,
    );
    expect(await store.session(id)).not.toHaveProperty('cold');
  });

  it('stays where it is when it was revived', async () => {
    const { id } = await begin();
    expect(await freeze(id)).toBe(false);
    expect((await store.openSessions()).map((head) => head.id)).toEqual([id]);
  });
});

describe('what is outdated', () => {
  it('goes after a year, and is only counted when that is asked', async () => {
    const raw = new DatabaseSync(path);
    for (const [scope, at] of [
      ['old', T0 - 366 * DAY],
      ['new', T0 - 364 * DAY],
    ] as const) {
      raw
        .prepare("INSERT INTO scope_let_go(scope_key, kind, identity, at) VALUES (?, 'pin', 'x', ?)")
        .run(scope, at);
      raw
        .prepare("INSERT INTO scope_waiting_pins(scope_key, scope, at, body) VALUES (?, '', ?, '{}')")
        .run(scope, at);
    }
    const counted = await store.removeOutdated(T0, false);
    expect(counted.map(({ rows }) => rows)).toEqual([1, 1, 0]);
    expect((await store.removeOutdated(T0, true)).map(({ rows }) => rows)).toEqual([1, 1, 0]);
    expect((await store.removeOutdated(T0, true)).map(({ rows }) => rows)).toEqual([0, 0, 0]);
    expect(raw.prepare('SELECT scope_key FROM scope_let_go').all()).toEqual([{ scope_key: 'new' }]);
    raw.close();
  });
});

describe('asking for maintenance', () => {
  const EVERY = 24 * HOUR;

  it('is answered once, and again after ten minutes when nothing came of it', async () => {
    await store.askForMaintenance('daily', T0, EVERY);
    const due = T0 + EVERY;
    const other = open();
    const answers = [
      await store.askForMaintenance('daily', due, EVERY),
      await other.askForMaintenance('daily', due, EVERY),
    ];
    other.close();
    expect(answers).toEqual([true, false]);
    expect(await store.askForMaintenance('daily', due + 9 * MINUTE, EVERY)).toBe(false);
    expect(await store.askForMaintenance('daily', due + 10 * MINUTE, EVERY)).toBe(true);
  });

  it('is due when the clock was far ahead', async () => {
    await store.beginMaintenance({ pid: 1 }, T0 + 400 * DAY, () => true);
    await store.endMaintenance({ pid: 1 }, T0 + 400 * DAY, {});
    expect(await store.askForMaintenance('daily', T0, EVERY)).toBe(true);
  });
});

describe('doing maintenance', () => {
  it('keeps the database in shape without changing what is in it', async () => {
    const id = await ended();
    const before = await store.session(id);
    for (const job of ['indexes_merged', 'statistics'] as const)
      for (const piece of await store.lateWork(job)) while (piece.do() === 'more');
    expect((await store.lateWork('log_cut')).map((piece) => piece.do())).toEqual([undefined]);
    expect(await store.session(id)).toEqual(before);
  });
});
