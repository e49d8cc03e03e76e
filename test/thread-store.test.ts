import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SessionId, ThreadId } from '../src/domain/ids.ts';
import { projectScope, type Scope } from '../src/domain/scope.ts';
import type { ThreadFact } from '../src/domain/thread/thread.ts';
import { DAY, HOUR, MINUTE } from '../src/domain/time.ts';
import { createPrivate } from '../src/platform/files.ts';
import type { Store, ThreadEntry } from '../src/store.ts';
import { openSqliteStore } from '../src/stores/sqlite/sqlite-store.ts';
import { bundled } from './bundled.ts';
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

  it('comes once per origin', async () => {
    const head = await imported('active-radio.json');
    expect(head).toMatchObject({
      scope: HERE,
      status: 'active',
      createdAt: T0 - DAY,
      lastAccessed: T0 - DAY,
    });
    expect(await imported('active-radio.json')).toBeNull();
    expect(await openActions()).toEqual(['active-radio.json']);
    expect(await store.threadHistory(null, 10)).toHaveLength(1);
  });

  it('does not push aside the work under way', async () => {
    const { id } = (await record([next('mine')]))!;
    expect((await imported('a'))?.status).toBe('archived');
    expect((await look())?.head.id).toBe(id);
    expect(await openActions()).toEqual(['mine']);
  });

  it('stays archived where it was', async () => {
    expect(await imported('a', 'archived')).toMatchObject({ status: 'archived' });
    expect(await look()).toBeNull();
  });
});

describe('the list of threads', () => {
  it('knows which thread a session worked on last', async () => {
    const first = (await record([next('one')]))!;
    expect(await store.threadOfSession('s1' as SessionId)).toBe(first.id);
    await record([COMPLETED]);
    const second = (await record([next('two')], T0 + HOUR))!;
    expect(await store.threadOfSession('s1' as SessionId)).toBe(second.id);
    expect(await store.threadOfSession('nobody' as SessionId)).toBeNull();
  });

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

const PROCESSES = 8;
/** 200 records of each process; together below what a thread holds of each kind. */
const MIX = { file: 50, function: 50, decision: 20, blocker: 20, next: 30, done: 30 } as const;
const RECORDS = Object.values(MIX).reduce((sum, count) => sum + count, 0);

const RECORDER = (modules: Readonly<Record<string, string>>) => `
import { openSqliteStore } from ${JSON.stringify(modules['store'])};
import { createPrivate } from ${JSON.stringify(modules['files'])};
const [path, me, begin] = process.argv.slice(2);
const store = openSqliteStore(path, { waitMillis: () => 110_000, prepare: createPrivate, sharedMemory: true, now: Date.now });
const scope = ${JSON.stringify(HERE)};
const by = 'agent';
const make = {
  file: (n) => ({ kind: 'file', path: \`src/p\${me}/f\${n}.ts\`, how: 'edit', by }),
  function: (n) => ({ kind: 'function', name: \`run\${n}\`, path: \`src/p\${me}/f\${n}.ts\`, by }),
  decision: (n) => ({ kind: 'decision', subject: \`question \${n} of \${me}\`, choice: \`answer \${n}\`, reason: null, by }),
  blocker: (n) => ({ kind: 'blocker', type: 'need', text: \`thing \${n} of \${me}\`, by }),
  next: (n) => ({ kind: 'next', text: \`do \${n} of \${me}\`, by }),
  done: (n) => ({ kind: 'done', text: \`did \${n} of \${me}\`, by }),
};
const facts = Object.entries(${JSON.stringify(MIX)}).flatMap(([kind, count]) =>
  Array.from({ length: count }, (_, n) => make[kind](n)));
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(begin) - Date.now());
for (const [i, fact] of facts.entries()) {
  const head = await store.recordThread(
    { scope, facts: [fact], newId: () => \`thread-of-\${me}-\${i}\`, idleMillis: ${IDLE} }, ${T0} + i, \`s\${me}\`);
  // Folds are written while the others go on recording.
  if (i % 20 === 19) await store.touchThread(head.id, ${T0} + i);
}
store.close();
`;

describe('eight processes in one scope', () => {
  it('record 200 facts each into one thread, and none is lost', async () => {
    const script = join(folder.path, 'record.mjs');
    const at = (file: string) => bundled(new URL(`../src/${file}`, import.meta.url));
    const modules = {
      store: at('stores/sqlite/sqlite-store.ts'),
      files: at('platform/files.ts'),
    };
    writeFileSync(script, RECORDER(modules));
    const begin = String(Date.now() + 2_000);
    const codes = await Promise.all(
      Array.from({ length: PROCESSES }, (_, me) => {
        const child = spawn(process.execPath, [script, path, String(me), begin], {
          stdio: ['ignore', 'inherit', 'inherit'],
        });
        return new Promise((done) => child.on('exit', done));
      }),
    );
    expect(codes).toEqual(Array(PROCESSES).fill(0));

    expect(RECORDS).toBe(200);
    expect(await store.threadHistory(null, 100)).toHaveLength(1);
    const raw = new DatabaseSync(path, { readOnly: true });
    const counts = raw
      .prepare(
        "SELECT key AS session_id, count(*) AS facts, count(DISTINCT body) AS bodies FROM session_events WHERE kind = 'thread' GROUP BY 1",
      )
      .all();
    raw.close();
    expect(counts.map((row) => ({ ...row }))).toEqual(
      Array.from({ length: PROCESSES }, (_, me) => ({
        session_id: `s${me}`,
        facts: RECORDS,
        bodies: RECORDS,
      })),
    );

    const { thread } = (await look())!;
    const held = {
      file: thread.files.length,
      function: thread.functions.length,
      decision: thread.decisions.filter((one) => !one.replaced).length,
      blocker: thread.blockers.filter((one) => !one.resolved).length,
      next: thread.next.length,
      done: thread.done.length,
    };
    expect(held).toEqual(Object.fromEntries(Object.entries(MIX).map(([kind, n]) => [kind, n * PROCESSES])));
    const whole = new Set(thread.files.map((file) => file.path));
    for (let me = 0; me < PROCESSES; me++)
      for (let n = 0; n < MIX.file; n++) expect(whole).toContain(`src/p${me}/f${n}.ts`);
  });
});

describe('an earlier session', () => {
  const EARLIER = 'earlier' as SessionId;
  const dated = (at: number, ...facts: ThreadFact[]) => ({ ...entry(facts), at });
  const replay = (...entries: ReturnType<typeof dated>[]) => store.replayThreads(EARLIER, entries);

  it('makes the thread that it would have made, at its own time', async () => {
    await replay(dated(T0 - 3 * DAY, next('one')), dated(T0 - 2 * DAY, next('two'), TURN));
    const seen = await look();
    expect(seen).toMatchObject({
      head: { createdAt: T0 - 3 * DAY, lastAccessed: T0 - 2 * DAY, imported: false },
      thread: { next: [{ text: 'one', at: T0 - 3 * DAY }, { text: 'two' }], lastActivity: T0 - 2 * DAY },
    });
    expect(await store.threadOfSession(EARLIER)).toBe(seen!.head.id);
  });

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
