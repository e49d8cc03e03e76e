import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { scratchFolder } from '../../../../test/scratch.ts';
import { defaultConfig } from '../../../config/config.ts';
import type { Fact } from '../../../domain/fact.ts';
import type { ScopeKey, SessionId } from '../../../domain/ids.ts';
import type { Scope } from '../../../domain/scope.ts';
import { foldingUnder } from '../../../engine/session/folding.ts';
import type { Store } from '../../../store.ts';
import type { Database } from '../database.ts';
import { LATE_INDEXES } from '../late-indexes.ts';
import { openMigrated } from '../migrations.ts';
import { storeOn } from '../sqlite-store.ts';

const NOW = Date.parse('2026-11-15T10:00:00Z');
const HOUR = 3_600_000;
const FOLDING = foldingUnder(defaultConfig());
const shop: Scope = { key: '/shop/.git' as ScopeKey, label: 'project:shop', root: '/shop' };
const other: Scope = { key: '/other/.git' as ScopeKey, label: 'project:other', root: '/other' };

let folder: ReturnType<typeof scratchFolder>;
let database: Database;
let store: Store;
beforeEach(() => {
  folder = scratchFolder();
  database = openMigrated(join(folder.path, 'brain.db'), {
    ...{ waitMillis: () => 1_000, prepare: () => {}, sharedMemory: true, now: () => NOW },
  });
  store = storeOn(database);
});
afterEach(() => {
  store.close();
  folder.dispose();
});

async function session(name: string, scope: Scope, at: number, facts: readonly Fact[]): Promise<SessionId> {
  const id = name as SessionId;
  await store.openSession({
    ...{ id, scope, at, host: 'test', hostSessionId: id, branch: null, head: null, cwd: null, owner: null },
    resumes: null,
  });
  await store.append(
    id,
    facts.map((fact) => ({ fact, key: null })),
    { via: 'test', at: at + 1 },
  );
  await store.endSession(id, FOLDING, at + 2, null);
  return id;
}

const prompt = (text: string): Fact => ({ kind: 'prompt', text });
const reply = (text: string): Fact => ({ kind: 'reply', text });
const build = async () => {
  for (const name of await store.missingIndexes()) await store.buildIndex(name);
};

describe('indexes that maintenance builds', () => {
  it('are missing in a new file, and no more once they were built', async () => {
    expect(await store.missingIndexes()).toEqual(Object.keys(LATE_INDEXES));
    await build();
    expect(await store.missingIndexes()).toEqual([]);
    await store.buildIndex('idx_search_scope');
  });

  it('change nothing of what is found, and each is used', async () => {
    for (let i = 0; i < 6; i++)
      await session(`s${i}`, i % 2 ? shop : other, NOW - i * HOUR, [
        prompt(`Write part ${i}. From now on never log bodies of part ${i}.`),
        reply('The root cause was that the header is missing.'),
      ]);
    const filter = { kinds: ['session' as const], scopeKeys: [shop.key], since: NOW - 4 * HOUR };
    const seen = new Set<string>();
    const watched: Database = new Proxy(database, {
      get(target, name) {
        const value = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return (sql: string, ...values: never[]) => {
          if ((name === 'all' || name === 'get') && /^\s*SELECT/.test(sql))
            for (const { detail } of target.raw.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values))
              for (const [, index] of String(detail).matchAll(/INDEX (\w+)/g)) seen.add(index!);
          return (value as (...all: unknown[]) => unknown).call(target, sql, ...values);
        };
      },
    });
    const looking = storeOn(watched);
    const look = async () => {
      database.run('DELETE FROM scope_standings');
      const spans = [...(await looking.searchSpans(filter))].sort((a, b) => a.number - b.number);
      return {
        spans,
        now: await looking.standing(shop.key, shop.root, NOW),
        heard: await looking.lastHeard('test'),
        days: await looking.activity(NOW - 4 * HOUR, null),
      };
    };
    const before = await look();
    expect(before.spans).toHaveLength(2);
    expect(before.heard).toBe(NOW + 2);
    expect(before.days.reduce((sum, { sessions }) => sum + sessions, 0)).toBe(5);
    await build();
    expect(await look()).toEqual(before);
    expect([...seen]).toEqual(expect.arrayContaining(Object.keys(LATE_INDEXES)));
    // Sessions that run are looked up as that, however many a host has had.
    seen.clear();
    await looking.lastHeard('test');
    expect(seen).toContain('idx_session_endtime');
  });
});

describe('sessions of an older version', () => {
  /** As the first version left them: it kept neither where a session stopped nor what was said for good. */
  async function older(): Promise<SessionId> {
    const id = await session('old', shop, NOW - 48 * HOUR, [
      prompt('Write the importer. From now on never log bodies of events.'),
      reply('The importer reads the first file.'),
    ]);
    database.raw.exec(`
      DELETE FROM session_events WHERE kind = 'learned';
      DELETE FROM memory_items;
      UPDATE session_states SET stopped = NULL, recent_learnings = '[]';
      UPDATE session_folds SET digest = json_remove(digest, '$.dialogue', '$.learnings');
      DELETE FROM session_turns;
      DELETE FROM scope_standings;
    `);
    return id;
  }

  it('are folded anew, once: their turns are known, and what was said for good', async () => {
    const id = await older();
    const before = (await store.session(id))!;
    expect(await store.endedWithoutStop()).toEqual([id]);
    expect(await store.foldAgain(id, FOLDING, NOW)).toBe(true);
    expect(await store.endedWithoutStop()).toEqual([]);
    const after = (await store.session(id))!;
    expect(await store.turnsOf(id)).toMatchObject([{ answered: 'The importer reads the first file.' }]);
    expect(after).toMatchObject({ end_time: before.end_time, title: before.title });
    const { standing } = await store.standing(shop.key, shop.root, NOW);
    expect(standing.rules).toMatchObject([
      { content: 'From now on never log bodies of events.', updatedAt: NOW - 48 * HOUR + 1 },
    ]);
    expect(after.recent_learnings).toEqual([standing.rules[0]!.id]);
  });

  it('are left alone while they run', async () => {
    const id = await older();
    database.run('UPDATE session_states SET end_time = NULL');
    expect(await store.endedWithoutStop()).toEqual([]);
    expect(await store.foldAgain(id, FOLDING, NOW)).toBe(false);
  });

  it('have a standing after one was made, which the next start only reads', async () => {
    await older();
    await session('new', other, NOW - HOUR, [prompt('Write the other one.')]);
    expect(await store.treesWithoutStanding()).toEqual([{ scopeKey: shop.key, tree: shop.root }]);
    await store.makeStanding({ scopeKey: shop.key, tree: shop.root });
    expect(await store.treesWithoutStanding()).toEqual([]);
    expect(await store.standing(shop.key, shop.root, NOW)).toMatchObject({ isKept: true });
  });
});
