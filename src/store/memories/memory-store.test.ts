import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { HERE, T0, THERE, useStore } from '../../../test/store.ts';
import type { SessionId } from '../../domain/base/ids.ts';
import { GLOBAL_SCOPE, type Scope } from '../../domain/base/scope.ts';
import { DAY, HOUR } from '../../domain/base/time.ts';
import type { Fact } from '../../domain/facts/fact.ts';
import {
  type Memory,
  type MemoryRequest,
  makeMemory,
  moreConfident,
} from '../../domain/memories/memory.ts';
import { readQuery } from '../../domain/search/query.ts';
import { crashEnd } from '../../domain/sessions/session.ts';
import type { MemoryFilter, Store } from '../store.ts';

const here = useStore({ waitMillis: () => 800 });
let store: Store;
let counter = 0;
beforeEach(() => {
  store = here.store;
});

const begin = async () => (await here.begin()).id;
const add = async (
  content: string,
  more: Partial<MemoryRequest & { at: number; scope: Scope; sessions: SessionId[] }> = {},
): Promise<Memory> => {
  const { at = T0, scope = HERE, sessions = [], ...request } = more;
  const made = makeMemory(
    { content, source: 'agent', ...request },
    { id: '', scope, sessionId: null },
    at,
  )!;
  const { memory } = await store.addMemory(
    made,
    () => `mem-${String(++counter).padStart(8, '0')}`,
    sessions,
  );
  return memory;
};
const forget = ({ id: memoryId, content }: Memory) =>
  store.forgetWords({ memoryId, content }, T0 + DAY);
const filter = (more: Partial<MemoryFilter> = {}): MemoryFilter => ({
  now: T0,
  limit: 10,
  ...more,
});
const contents = (memories: readonly Memory[]) => memories.map((memory) => memory.content);
const found = async (question: string, more: Partial<MemoryFilter> = {}) =>
  contents(
    (await store.searchMemories(readQuery(question).terms, filter(more))).map((hit) => hit.memory),
  );

it('gives back what was added, whole', async () => {
  const added = await add('the radio wants 38400 baud', {
    categories: ['radio', 'serial'],
    importance: 3,
    confidence: 0.7,
    expiresAt: T0 + DAY,
  });
  expect(await store.memory(added.id)).toEqual(added);
  expect(added).toMatchObject({
    importance: 3,
    confidence: 0.7,
    scope: 'project:radio',
    expiresAt: T0 + DAY,
  });
  expect(await store.memory('mem-none')).toBeNull();
  expect(await store.memoryIdsLike(added.id.slice(0, -2), 5)).toEqual([added.id]);
});

it('never gives one id twice', async () => {
  const ids = ['mem-1', 'mem-1', 'mem-2'];
  const make = (content: string) =>
    makeMemory({ content, source: 'person' }, { id: '', scope: HERE, sessionId: null }, T0)!;
  await store.addMemory(make('one'), () => ids.shift()!, []);
  expect((await store.addMemory(make('two'), () => ids.shift()!, [])).memory.id).toBe('mem-2');
});

it('lists by scope, category and time, what was said last first, without what has expired', async () => {
  await add('old', { at: T0 - 9 * DAY, categories: ['radio'] });
  await add('new', { at: T0 - DAY, categories: ['radio', 'x'] });
  await add('global', { scope: GLOBAL_SCOPE, at: T0 - 2 * DAY });
  await add('elsewhere', { scope: THERE });
  await add('expired', { expiresAt: T0 });
  const here = [HERE.key, GLOBAL_SCOPE.key];
  expect(contents(await store.memories(filter({ scopeKeys: here })))).toEqual([
    'new',
    'global',
    'old',
  ]);
  expect(contents(await store.memories(filter({ categories: ['radio'] })))).toEqual(['new', 'old']);
  expect(contents(await store.memories(filter({ since: T0 - 3 * DAY })))).toEqual([
    'elsewhere',
    'new',
    'global',
  ]);
  expect(contents(await store.memories(filter({ limit: 1 })))).toEqual(['elsewhere']);
});

describe('finding', () => {
  it('by words, in any form, best first', async () => {
    await add('the frequency display shows hertz');
    await add('radios answer when they are switched on, with their frequency');
    await add('nothing of the kind');
    expect(await found('radio frequencies')).toEqual([
      'radios answer when they are switched on, with their frequency',
      'the frequency display shows hertz',
    ]);
    expect(await found('Café')).toEqual([]);
    expect(await found('')).toEqual([]);
  });

  it('by words of languages without spaces, one character too, and by parts of names', async () => {
    await add('频率显示需要赫兹');
    await add('call getUserName first');
    for (const question of ['显示', '赫兹', '频', '兹'])
      expect(await found(question)).toEqual(['频率显示需要赫兹']);
    expect(await found('示频')).toEqual([]);
    expect(await found('user name')).toEqual(['call getUserName first']);
  });

  it('whatever is asked, without its being taken for a command', async () => {
    await add('x AND y');
    for (const question of [
      '"',
      'NEAR(',
      '* ^ :',
      'content: x',
      'x AND',
      "'; DROP TABLE memory_items; --",
    ])
      await expect(found(question)).resolves.toBeDefined();
    expect(await found('and')).toEqual(['x AND y']);
  });

  it('within the filter, and by the words that it has now', async () => {
    const changed = await add('the port is ttyUSB0', { categories: ['radio'] });
    await add('the port of Hamburg', { scope: THERE });
    expect(await found('port', { scopeKeys: [HERE.key] })).toEqual(['the port is ttyUSB0']);
    expect(await found('port', { categories: ['radio'] })).toEqual(['the port is ttyUSB0']);
    await store.changeMemory(changed.id, [], T0, (memory) => ({
      memory: { ...memory, content: 'the socket is ttyUSB1' },
    }));
    expect(await found('port')).toEqual(['the port of Hamburg']);
    expect(await found('socket')).toEqual(['the socket is ttyUSB1']);
  });
});

it('changes nothing when deciding fails or declines, and tells how often it was used in the session', async () => {
  const id = await begin();
  const memory = await add('x', { sessions: [id] });
  const recalled: Fact = { kind: 'recalled', memoryId: memory.id };
  const uses: number[] = [];
  for (let i = 0; i < 3; i++) {
    await store.changeMemory(memory.id, [id], T0, (known, before) => {
      uses.push(before);
      return {
        memory: { ...known, accessCount: known.accessCount + 1 },
        facts: [recalled],
      };
    });
  }
  expect(uses).toEqual([0, 1, 2]);
  const failing = store.changeMemory(memory.id, [id], T0, () => {
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await store.changeMemory(memory.id, [id], T0, () => null)).toBeNull();
  expect((await store.memory(memory.id))!.accessCount).toBe(3);
});

describe('what a session learnt', () => {
  const weaken = (id: string, by: number, at: number) =>
    store.changeMemory(id, [], at, (known) => ({
      memory: moreConfident(known, -by),
    }));

  it('is worth what it was when the session ended', async () => {
    const id = await begin();
    const memory = await add('learnt', { sessions: [id], confidence: 0.8 });
    await store.endSession(id, T0 + HOUR, null);
    await weaken(memory.id, 0.5, T0 + 2 * HOUR);
    const [learning] = await store.learningsOf([{ id, at: T0 + HOUR, memoryIds: [memory.id] }]);
    expect(learning).toMatchObject({ sessionId: id, confidenceAtEnd: 0.8, endedAt: T0 + HOUR });
    expect(learning!.memory.confidence).toBeCloseTo(0.3);
  });

  it('also when it was ended for it, and again when it came back and ended', async () => {
    const id = await begin();
    const memory = await add('learnt', { sessions: [id] });
    const head = (await store.head(id))!;
    await store.recoverSession(head, (digest) => crashEnd(digest, T0 + 9 * HOUR), T0 + 9 * HOUR);
    const ask = async () =>
      (await store.learningsOf([{ id, at: T0, memoryIds: [memory.id] }]))[0]?.confidenceAtEnd;
    expect(await ask()).toBe(1);
    await weaken(memory.id, 0.5, T0 + 10 * HOUR);
    expect(await ask()).toBe(1);
    const prompt = { fact: { kind: 'prompt' as const, text: 'still here' }, key: null };
    await store.append(id, [prompt], { via: 'settings', at: T0 + 11 * HOUR });
    await store.endSession(id, T0 + 12 * HOUR, null);
    expect(await ask()).toBe(0.5);
  });

  it('is worth what it is at its last activity while the session runs', async () => {
    const id = await begin();
    const memory = await add('learnt', { sessions: [id], confidence: 0.6 });
    const at = T0 + 10 * DAY;
    const [learning] = await store.learningsOf([{ id, at, memoryIds: [memory.id, 'mem-gone'] }]);
    expect(learning!.confidenceAtEnd).toBeCloseTo(0.54);
  });
});

describe('forgetting', () => {
  const WORDS = 'the zanzibar relay must stay closed';

  it('leaves other memories and other words alone', async () => {
    const id = await begin();
    const other = await add('the zanzibar relay is red', { sessions: [id] });
    const memory = await add(WORDS, { sessions: [id] });
    await store.fold(id, T0);
    await forget(memory);
    expect(await store.memory(other.id)).toEqual(other);
    expect(await found('zanzibar')).toEqual([other.content]);
  });

  it('takes it out of what sessions were told, also where it had other words then', async () => {
    const from = await begin();
    const memory = await add('first words about the relay', { sessions: [from] });
    const into = await begin();
    const told = `<x>\nMEMORIES (confidence softened by age):\n- [0.89] ${memory.content}\n</x>`;
    await store.commitRestore({ sessionId: into, epoch: 0, phase: 'start', at: T0 }, () => ({
      pins: [],
      from: [],
      preamble: told,
      explanation: { memories: [{ memory_id: memory.id, verdict: 'taken' }] },
      metrics: [],
    }));
    await store.changeMemory(memory.id, [], T0, (known) => ({
      memory: { ...known, content: 'second words' },
    }));
    await forget(memory);
    expect((await store.restoresOf(into))[0]).toMatchObject({
      preamble: null,
      explanation: { forgotten: true },
    });
  });
});

/** Everything that is on the disk. */
function bytes(): string {
  return ['', '-wal'].map((end) => readFileSync(here.path + end, 'latin1')).join('\n');
}

describe('bytes', () => {
  /** Numbers that look random and are the same every time. */
  function random(seed: number): (below: number) => number {
    let state = seed;
    return (below) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return (state >>> 8) % below;
    };
  }

  it('of what is forgotten are in no page, wherever rows were moved, also while others have the file open', async () => {
    const other = new DatabaseSync(here.path);
    // With this seed one of them stays readable where the file is not written anew.
    const next = random(4);
    const filler = () =>
      Array.from({ length: next(60) }, () => next(1 << 30).toString(36)).join(' ');
    const added: Memory[] = [];
    for (let i = 0; i < 250; i++) added.push(await add(`${filler()} needle${i}x ${filler()}`));
    // Rows that grow are what SQLite moves from page to page.
    for (let i = 0; i < 250; i += 3) {
      await store.changeMemory(added[i]!.id, [], T0, (known) => ({
        memory: { ...known, content: `${known.content} ${filler()} ${filler()}` },
      }));
    }
    other.prepare('SELECT count(*) FROM memory_items').get();
    const gone = Array.from({ length: 62 }, (_, i) => i * 4);
    for (const i of gone) await forget((await store.memory(added[i]!.id))!);
    expect(await store.leaveNoBytes()).toBe(true);
    const all = bytes();
    expect(gone.filter((i) => all.includes(`needle${i}x`))).toEqual([]);
    expect(all).toContain('needle1x');
    other.close();
  }, 60_000);

  it('that a reader holds are reported, and gone when it is done', async () => {
    const made = await add('needle and thread');
    const reader = new DatabaseSync(here.path);
    reader.exec('BEGIN');
    reader.prepare('SELECT count(*) FROM memory_items').get();
    await forget(made);
    expect(await store.leaveNoBytes()).toBe(false);
    reader.exec('COMMIT');
    reader.close();
    expect(await store.leaveNoBytes()).toBe(true);
    expect(bytes()).not.toContain('needle');
  }, 60_000);
});
