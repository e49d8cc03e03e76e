import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { HERE, T0, THERE, useStore } from '../../test/store.ts';
import { table } from '../../test/table.ts';
import { defaultConfig } from '../config/config.ts';
import type { SessionId } from '../domain/base/ids.ts';
import { GLOBAL_SCOPE, type Scope } from '../domain/base/scope.ts';
import { HOUR } from '../domain/base/time.ts';
import { type Fact, IMPORT_VIA } from '../domain/facts/fact.ts';
import { makePin, type PinFact, pinIdentity } from '../domain/pins/pin.ts';
import { crashEnd, stateLimits } from '../domain/sessions/session.ts';
import { DatabaseBusy } from './base/database.ts';
import { isSound } from './base/open.ts';
import type { RestoreOutcome, Store } from './store.ts';

const here = useStore({ waitMillis: () => 800, limits: stateLimits(defaultConfig()) });
const { begin, open } = here;
let store: Store;
beforeEach(() => {
  store = here.store;
});

const prompt = (text: string): Fact => ({ kind: 'prompt', text });
const incoming = (fact: Fact, key: string | null = null) => [{ fact, key }];
const arrival = (at = T0, via = 'settings') => ({ via, at });
const pinFact = (label: string, at = T0): Extract<PinFact, { kind: 'pinned' }> => ({
  kind: 'pinned',
  pin: makePin({ label, content: `about ${label}` }, at)!,
});

const outcome = (from: SessionId[], more: Partial<RestoreOutcome> = {}): RestoreOutcome => ({
  pins: [],
  from: from.map((id) => ({ id, score: 0.5 })),
  preamble: 'text',
  explanation: { why: 'because' },
  metrics: [],
  ...more,
});

describe('opening', () => {
  it('opens a session once for a host id, whoever asks', async () => {
    const { id } = await begin({ hostSessionId: 'h' });
    here.store = open();
    expect((await begin({ hostSessionId: 'h' })).id).toBe(id);
    expect(await store.counts()).toMatchObject({ sessions: 1 });
  });

  it('tells hosts apart that use the same id', async () => {
    const a = await begin({ hostSessionId: 'h', host: 'codex' });
    const b = await begin({ hostSessionId: 'h', host: 'gemini' });
    expect(a.id).not.toBe(b.id);
  });

  it('links to the latest-started session of the same scope, whatever the clock says', async () => {
    const a = await begin({ at: T0 });
    const b = await begin({ at: T0 - 5 * HOUR });
    await begin({ scope: THERE });
    const c = await begin({ at: T0 - 9 * HOUR });
    expect([a.previous, b.previous, c.previous]).toEqual([null, a.id, b.id]);
  });
});

describe('appending', () => {
  it('counts an event with a key once', async () => {
    const { id } = await begin();
    expect(await store.append(id, incoming(prompt('hello'), 'k1'), arrival())).not.toBeNull();
    expect(await store.append(id, incoming(prompt('hello'), 'k1'), arrival(T0 + HOUR))).toBeNull();
    expect(await store.append(id, incoming(prompt('hello'), 'k2'), arrival())).not.toBeNull();
  });

  it.each([
    ['again through the same configuration', 'settings', 0, true],
    ['within two seconds through another', 'plugin', 1_900, false],
    ['later through another', 'plugin', 2_100, true],
  ])('without a key, %s: counts %s', async (_, via, later, counts) => {
    const { id } = await begin();
    await store.append(id, incoming(prompt('hello')), arrival());
    const second = await store.append(id, incoming(prompt('hello')), arrival(T0 + later, via));
    expect(second !== null).toBe(counts);
  });

  it('keeps the order of arrival, not of the clock', async () => {
    const { id } = await begin();
    await store.append(id, incoming(prompt('one')), arrival(T0 + HOUR));
    await store.append(id, incoming(prompt('two')), arrival(T0));
    const texts = (await store.factsOf(id)).map(({ fact }) =>
      fact.kind === 'prompt' ? fact.text : fact.kind,
    );
    expect(texts).toEqual(['started', 'one', 'two']);
  });

  it('does not reopen a session that ended as it should', async () => {
    const { id } = await begin();
    await store.endSession(id, T0 + HOUR, 'exit');
    await store.append(id, incoming(prompt('late')), arrival(T0 + HOUR));
    expect((await store.head(id))?.endedAt).toBe(T0 + HOUR);
  });
});

describe('folding', () => {
  it('leaves the row alone when there is nothing new', async () => {
    const { id } = await begin();
    await store.append(id, incoming(prompt('hello')), arrival());
    const first = await store.fold(id, T0);
    expect(await store.fold(id, T0 + HOUR)).toEqual(first);
  });

  it('keeps a row within 50 KB and says what went', async () => {
    const { id } = await begin();
    const touched = Array.from({ length: 100 }, (_, i) => ({
      path: `/work/radio/${'deep/'.repeat(200)}${i}.ts`,
      how: 'edit' as const,
    }));
    await store.append(id, incoming({ kind: 'tool', tool: 'Edit', ok: true, touched }), arrival());
    const state = await store.fold(id, T0);
    expect(Buffer.byteLength(JSON.stringify(state))).toBeLessThanOrEqual(51_200 + 2_000);
    expect(state.cuts['files_modified']).toBe(100 - state.files_modified.length);
    expect(state.files_modified.at(-1)).toMatch(/99\.ts$/);
  });
});

describe('ending', () => {
  it('ends once, at the given time, with everything folded in', async () => {
    const { id } = await begin();
    await store.append(id, incoming(pinFact('port')), arrival(T0 + 1));
    const state = await store.endSession(id, T0 + HOUR, 'exit');
    expect(state).toMatchObject({ end_time: '2026-11-13T11:00:00.000Z', crash_recovered: false });
    expect(state?.working_memory.map((pin) => pin.label)).toEqual(['port']);
    expect(await store.endSession(id, T0 + 2 * HOUR, 'exit')).toBeNull();
  });

  it('comes to the same whether the turn was folded before or not', async () => {
    const ended = async (isFolded: boolean) => {
      const { id } = await begin();
      await store.append(id, incoming(pinFact('port')), arrival(T0 + 1));
      if (isFolded) await store.fold(id, T0 + 2);
      const state = await store.endSession(id, T0 + HOUR, 'exit');
      const { session_id, host_session_id, previous_session_id, ...rest } = state!;
      return { rest, digest: await store.digestOf(id) };
    };
    expect(await ended(true)).toEqual(await ended(false));
  });

  it('recovers the dead with the time of their last activity', async () => {
    const { id } = await begin();
    await store.append(id, incoming(pinFact('port')), arrival(T0 + 7 * 60_000));
    const now = T0 + 48 * HOUR;
    const state = await store.recoverSession((await store.head(id))!, (d) => crashEnd(d, now), now);
    expect(state).toMatchObject({ end_time: '2026-11-13T10:07:00.000Z', crash_recovered: true });
    expect(state?.working_memory).toHaveLength(1);
  });

  it('does not recover a session that moved on meanwhile', async () => {
    const { id } = await begin();
    const seen = (await store.head(id))!;
    await store.append(id, incoming(prompt('busy')), arrival(T0 + HOUR));
    expect(await store.recoverSession(seen, () => T0, T0 + HOUR)).toBeNull();
    expect((await store.head(id))?.endedAt).toBeNull();
  });
});

describe('restoring', () => {
  const key = (sessionId: SessionId) => ({ sessionId, epoch: 0, phase: 'start' as const, at: T0 });

  it('offers the sessions of the scope and the global ones that hold anything', async () => {
    const ended = async (scope: Scope, ...said: string[]) => {
      const { id } = await begin({ scope, cwd: scope.root });
      for (const words of said) await store.append(id, incoming(prompt(words)), arrival());
      await store.endSession(id, T0 + HOUR, null);
      return id;
    };
    const full = await ended(HERE, 'write the driver');
    await ended(HERE);
    await ended(THERE, 'write the driver');
    const global = await ended(GLOBAL_SCOPE, 'ideas');
    const ids = (await store.candidates(HERE.key, T0)).map((row) => row.id);
    expect(ids.sort()).toEqual([full, global].sort());
    expect(await store.candidates(HERE.key, T0 + 2 * HOUR)).toEqual([]);
  });

  it('happens once; continued_by keeps its first value', async () => {
    const a = await begin();
    const b = await begin();
    const c = await begin();
    expect(await store.commitRestore(key(b.id), () => outcome([a.id]))).toMatchObject({
      preamble: 'text',
    });
    expect(await store.commitRestore(key(b.id), () => outcome([a.id]))).toBeNull();
    await store.commitRestore(key(c.id), () => outcome([a.id]));
    expect((await store.session(a.id))?.continued_by).toBe(b.id);
    expect(await store.contributors(c.id)).toEqual([a.id]);
    expect((await store.restoresOf(b.id)).map((record) => record.explanation)).toEqual([
      { why: 'because' },
    ]);
  });

  it('is not needed to say that a session went on from another', async () => {
    const [a, b, c] = [await begin(), await begin(), await begin()];
    for (const by of [b, c, c]) await store.continueSession(a.id, by.id, T0);
    expect((await store.session(a.id))?.continued_by).toBe(b.id);
    expect(await store.contributors(c.id)).toEqual([a.id]);
    expect(await store.restoresOf(b.id)).toEqual([]);
  });

  it('decides with the pins as they are at that moment, and keeps those it takes', async () => {
    const { id } = await begin();
    await store.append(id, incoming(pinFact('mine')), arrival());
    const given = makePin({ label: 'given', content: 'x' }, T0)!;
    await store.commitRestore(key(id), (own) => {
      expect(own.map(pinIdentity)).toEqual(['mine']);
      return outcome([], { pins: [given] });
    });
    expect((await store.pinsNow(id)).map((pin) => pin.label)).toEqual(['mine', 'given']);
    expect((await store.fold(id, T0)).working_memory.map((pin) => pin.label)).toEqual([
      'mine',
      'given',
    ]);
  });

  it('takes nothing when deciding fails', async () => {
    const { id } = await begin();
    const failing = store.commitRestore(key(id), () => {
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await store.restoresOf(id)).toEqual([]);
  });
});

describe('pins', () => {
  it('are changed in all sessions that are meant or in none', async () => {
    const [a, b] = [await begin(), await begin()];
    const full = Array.from({ length: 10 }, (_, i) => pinFact(`old ${i}`));
    await store.changePins([b.id], T0, () => full);
    const seen = await store.changePins([a.id, b.id], T0, (held) => {
      expect(held.map((pins) => pins.length)).toEqual([0, 10]);
      return [];
    });
    expect(seen.map((pins) => pins.length)).toEqual([0, 10]);
    const after = await store.changePins([a.id, b.id], T0, () => [
      { kind: 'unpinned', identity: 'old 3' },
      pinFact('new'),
    ]);
    expect(after.map((pins) => pins.length)).toEqual([1, 10]);
    const kinds = (await store.factsOf(a.id)).map(({ fact }) => fact.kind);
    expect(kinds).toEqual(['started', 'pinned']);
  });

  it('are ten at most, whoever decides; of what would be more nothing is kept', async () => {
    const [a, b] = [await begin(), await begin()];
    const many = (count: number) => Array.from({ length: count }, (_, i) => pinFact(`pin ${i}`));
    await store.changePins([b.id], T0, () => many(5));
    const over = [...many(7), ...['x', 'y', 'z', 'w'].map((label) => pinFact(label))];
    await expect(store.changePins([a.id, b.id], T0, () => over)).rejects.toThrow('10 pins at most');
    await expect(store.changePins([], T0, () => over, HERE)).rejects.toThrow('10 pins at most');
    const inherited = over.map(({ pin }) => pin);
    const restored = store.commitRestore(
      { sessionId: a.id, epoch: 0, phase: 'start', at: T0 },
      () => outcome([], { pins: inherited }),
    );
    await expect(restored).rejects.toThrow('10 pins at most');
    expect(await store.pinsNow(a.id)).toEqual([]);
    expect(await store.pinsNow(b.id)).toHaveLength(5);
    expect(await store.waitingPins(HERE.key)).toEqual([]);
    expect(await store.restoresOf(a.id)).toEqual([]);
  });

  it('that wait replace what a resumed session carries over, and wait on where there is no room', async () => {
    const a = await begin();
    await store.changePins([a.id], T0, () =>
      Array.from({ length: 9 }, (_, i) => pinFact(`pin ${i}`)),
    );
    await store.endSession(a.id, T0 + HOUR, null);
    const newer = makePin({ label: 'pin 0', content: 'newer' }, T0 + HOUR)!;
    const critical = makePin({ label: 'critical', content: 'x' }, T0)!;
    await store.changePins(
      [],
      T0,
      () => [
        pinFact('one', T0 + 1),
        pinFact('two', T0 + 2),
        { kind: 'pinned', pin: critical },
        { kind: 'pinned', pin: newer },
      ],
      HERE,
    );
    const b = await begin({ resumes: a.id, at: T0 + 2 * HOUR });
    const held = await store.pinsNow(b.id);
    expect(held).toHaveLength(10);
    expect(held.find(({ label }) => label === 'pin 0')?.content).toBe('newer');
    expect(held.some(({ label }) => label === 'critical')).toBe(true);
    expect((await store.waitingPins(HERE.key)).map(({ label }) => label)).toEqual(['one', 'two']);
    const c = await begin({ at: T0 + 3 * HOUR, maxPins: 1 });
    expect((await store.pinsNow(c.id)).map(({ label }) => label)).toEqual(['two']);
    expect((await store.waitingPins(HERE.key)).map(({ label }) => label)).toEqual(['one']);
  });

  it('are shown while nobody can change them', async () => {
    const { id } = await begin();
    const other = open({ waitMillis: () => 50 });
    const change = () => other.changePins([id], T0, () => [pinFact('port')]);
    let meanwhile: Promise<unknown> = Promise.resolve();
    await store.changePins([id], T0, () => {
      meanwhile = change().catch((error: unknown) => error);
      return [];
    });
    expect(await meanwhile).toBeInstanceOf(DatabaseBusy);
    expect(await store.pinsNow(id)).toEqual([]);
    await change();
    const failing = store.changePins([id], T0, ([pins = []]) => {
      expect(pins.map(({ label }) => label)).toEqual(['port']);
      throw new Error('disk full');
    });
    await expect(failing).rejects.toThrow('disk full');
    expect(await store.pinsNow(id)).toHaveLength(1);
  });

  it('that were unpinned are wanted again when their session is continued by name', async () => {
    const { id } = await begin();
    await store.changePins([id], T0, () => [pinFact('port')]);
    await store.changePins([id], T0, () => [{ kind: 'unpinned', identity: 'port' }]);
    const again = await begin();
    const { pin } = pinFact('port');
    await store.commitRestore(
      { sessionId: again.id, epoch: 0, phase: `continue:${id}`, at: T0 },
      () => outcome([id], { pins: [pin] }),
    );
    expect([...(await store.dismissed(HERE.key)).pins]).toEqual([]);
  });

  it('that wait can be dropped', async () => {
    await store.changePins([], T0, () => [pinFact('later')], HERE);
    expect(await store.waitingPins(HERE.key)).toHaveLength(1);
    await store.changePins([], T0, () => [{ kind: 'unpinned', identity: 'later' }], HERE);
    expect(await store.waitingPins(HERE.key)).toEqual([]);
    expect([...(await store.dismissed(HERE.key)).pins]).toEqual(['later']);
  });
});

it('lets a task go in a scope', async () => {
  await store.dismiss(HERE.key, 'task', ['todo:x'], T0);
  await store.dismiss(HERE.key, 'task', ['todo:x'], T0 - 5);
  expect([...(await store.dismissed(HERE.key)).tasks]).toEqual([['todo:x', T0]]);
  expect((await store.dismissed(THERE.key)).tasks.size).toBe(0);
});

it('closes a session in its scope, apart from tasks, until it is opened again or forgotten', async () => {
  const [one, other] = [await begin(), await begin()];
  await store.dismiss(HERE.key, 'closed', [one.id, other.id], T0);
  const { closed, tasks } = await store.dismissed(HERE.key);
  expect([...closed.keys()].sort()).toEqual([one.id, other.id].sort());
  expect(tasks.size).toBe(0);
  expect(await store.reopenSession(HERE.key, one.id)).toBe(true);
  expect(await store.reopenSession(HERE.key, one.id)).toBe(false);
  const { forgetting } = (await store.sessionHolding(other.id))!;
  await store.forgetSession(forgetting, T0);
  expect((await store.dismissed(HERE.key)).closed.size).toBe(0);
});

it('has no messages where an older Cortex left none', async () => {
  expect(await store.openMessages(10)).toEqual([]);
});

it('knows when a host was heard last, in whichever session, and takes no import for it', async () => {
  const first = await begin({ host: 'codex' });
  await begin({ host: 'codex', at: T0 + 1_000 });
  expect(await store.lastEventOf('codex')).toBe(T0 + 1_000);
  await store.append(first.id, incoming(prompt('one')), arrival(T0 + 2_000));
  await store.append(first.id, incoming(prompt('two')), arrival(T0 + 9_000, IMPORT_VIA));
  expect(await store.lastEventOf('codex')).toBe(T0 + 2_000);
  expect(await store.lastEventOf('gemini')).toBeNull();
});

it('survives being closed and opened again', async () => {
  const { id } = await begin();
  await store.append(id, incoming(prompt('hello')), arrival());
  const again = open();
  expect((await again.factsOf(id)).map(({ fact }) => fact.kind)).toEqual(['started', 'prompt']);
  expect(await again.counts()).toMatchObject({ sessions: 1, open: 1, facts: 2 });
});

describe('opening a database', () => {
  it('is safe against power loss, readers and hostile files', () => {
    const { database, path } = here;
    const pragma = (name: string) => Object.values(database.get(`PRAGMA ${name}`) ?? {})[0];
    expect({
      journal_mode: pragma('journal_mode'),
      synchronous: pragma('synchronous'),
      trusted_schema: pragma('trusted_schema'),
      cell_size_check: pragma('cell_size_check'),
      secure_delete: pragma('secure_delete'),
      foreign_keys: pragma('foreign_keys'),
      journal_size_limit: pragma('journal_size_limit'),
    }).toEqual({
      journal_mode: 'wal',
      synchronous: 2,
      trusted_schema: 0,
      cell_size_check: 1,
      secure_delete: 1,
      foreign_keys: 1,
      journal_size_limit: 8 * 1024 * 1024,
    });
    for (const suffix of ['', '-wal', '-shm']) {
      expect(statSync(`${path}${suffix}`).mode & 0o777).toBe(0o600);
    }
  });

  it('does without write-ahead logging where there is no shared memory', () => {
    here.path = `${here.path}-elsewhere`;
    open({ sharedMemory: false });
    expect(here.database.get('PRAGMA journal_mode')).toEqual({ journal_mode: 'delete' });
  });

  it.each(table<[string, boolean]>('sqlite-sound'))(
    'takes SQLite %s for sound: %s',
    (version, sound) => {
      expect(isSound(version)).toBe(sound);
    },
  );

  it('refuses a schema from the future and says what to do', () => {
    const later =
      "INSERT INTO cortex_migrations(number, name, applied_at) VALUES (9999, 'later', '2030-01-01')";
    here.database.raw.exec(later);
    expect(() => open()).toThrow(/update cortex-sessions/);
  });
});

describe('a database that somebody else is writing', () => {
  it('is waited for once, then given up', async () => {
    let waits = 0;
    const waitMillis = () => {
      waits++;
      return 120;
    };
    const waiting = open({ waitMillis });
    const other = new DatabaseSync(here.path);
    other.exec('BEGIN IMMEDIATE');
    waits = 0;
    for (const _ of [1, 2])
      await expect(waiting.setOwner('x' as never, {})).rejects.toBeInstanceOf(DatabaseBusy);
    expect(waits).toBe(1);
    expect(await waiting.counts()).toMatchObject({ sessions: 0 });
    other.exec('COMMIT');
    await expect(waiting.setOwner('x' as never, {})).resolves.toBeUndefined();
    other.close();
  });
});
