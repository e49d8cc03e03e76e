import { describe, expect, it } from 'vitest';
import { useStore } from '../../../test/store.ts';
import type { ScopeKey, SessionId } from '../../domain/base/ids.ts';
import type { Scope } from '../../domain/base/scope.ts';
import type { Fact } from '../../domain/facts/fact.ts';
import type { Database } from '../base/database.ts';
import { storeOn } from '../sqlite-store.ts';
import type { LateJob } from '../store.ts';
import { LATE_INDEXES, UNUSED_INDEXES } from './late-indexes.ts';
import { badRows } from './repair/condition.ts';

const NOW = Date.parse('2026-11-15T10:00:00Z');
const HOUR = 3_600_000;
const shop: Scope = { key: '/shop/.git' as ScopeKey, label: 'project:shop', root: '/shop' };
const other: Scope = { key: '/other/.git' as ScopeKey, label: 'project:other', root: '/other' };

const here = useStore({ now: () => NOW });
const { session } = here;

const prompt = (text: string): Fact => ({ kind: 'prompt', text });
const reply = (text: string): Fact => ({ kind: 'reply', text });
const due = async (job: LateJob) => (await here.store.lateWork(job)).map(({ name }) => name);
const run = async (job: LateJob) => {
  for (const piece of await here.store.lateWork(job)) piece.do();
};
const build = () => run('indexes_built');

describe('indexes that maintenance builds', () => {
  it('are missing in a new file, and no more once they were built', async () => {
    const { idx_events_keys: _, ...missing } = LATE_INDEXES;
    expect(await due('indexes_built')).toEqual(Object.keys(missing));
    await build();
    expect(await due('indexes_built')).toEqual([]);
  });

  it('are dropped where no statement needs them any more', async () => {
    expect(await due('indexes_dropped')).toEqual([...UNUSED_INDEXES]);
    await run('indexes_dropped');
    expect(await due('indexes_dropped')).toEqual([]);
  });

  it('take the place of the index of an older version', async () => {
    here.database.raw.exec(`
      DROP INDEX idx_events_keys;
      CREATE UNIQUE INDEX idx_events_key ON session_events(session_id, key) WHERE key IS NOT NULL;
    `);
    await build();
    const names = here.database.all(
      "SELECT name FROM sqlite_master WHERE tbl_name = 'session_events' AND type = 'index'",
    );
    expect(names.map(({ name }) => name)).toContain('idx_events_keys');
    expect(names.map(({ name }) => name)).not.toContain('idx_events_key');
  });

  it('change nothing of what is found, and each is used', async () => {
    for (let i = 0; i < 6; i++)
      await session(`s${i}`, i % 2 ? shop : other, NOW - i * HOUR, [
        prompt(`Write part ${i}. From now on never log bodies of part ${i}.`),
        reply('The root cause was that the header is missing.'),
      ]);
    const filter = { kinds: ['session' as const], scopeKeys: [shop.key], since: NOW - 4 * HOUR };
    const seen = new Set<string>();
    const watched: Database = new Proxy(here.database, {
      get(target, name) {
        const value = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return (sql: string, ...values: never[]) => {
          if (/^(?:all|column|get|has|value)$/.test(String(name)) && /^\s*SELECT/.test(sql))
            for (const { detail } of target.raw.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values))
              for (const [, index] of String(detail).matchAll(/INDEX (\w+)/g)) seen.add(index!);
          return (value as (...all: unknown[]) => unknown).call(target, sql, ...values);
        };
      },
    });
    const looking = storeOn(watched);
    const look = async () => {
      const spans = [...(await looking.searchSpans(filter)).numbers].sort((a, b) => a - b);
      return {
        spans,
        now: await looking.snapshot(shop.key, shop.root, NOW),
        heard: await looking.lastEventOf('claude-code'),
        days: await looking.activity(NOW - 4 * HOUR, null),
      };
    };
    const before = await look();
    expect(before.spans).toHaveLength(2);
    expect(before.heard).toBe(NOW);
    expect(before.days.reduce((sum, { sessions }) => sum + sessions, 0)).toBe(5);
    await build();
    expect(await look()).toEqual(before);
    await looking.append('s0' as SessionId, [{ fact: prompt('Again.'), key: 'again' }], {
      via: 'test',
      at: NOW,
    });
    expect([...seen]).toEqual(expect.arrayContaining(Object.keys(LATE_INDEXES)));
    // Sessions that run are looked up as that, however many a host has had.
    seen.clear();
    await looking.lastEventOf('claude-code');
    expect(seen).toContain('idx_session_endtime');
  });
});

describe('sessions that are over', () => {
  const restored = async (id: SessionId) => {
    await here.store.commitRestore({ sessionId: id, epoch: 0, phase: 'start', at: NOW }, () => ({
      from: [],
      pins: [],
      metrics: [],
      thread: null,
      preamble: 'What was told.',
      explanation: {
        keywords: ['ft991a'],
        candidates: [{ session_id: 'x' }],
        tasks: ['t1'],
        preamble_chars: 14,
      },
    }));
  };

  it('keep what they were told for the newest 20 restores of a scope, and a brief of the others', async () => {
    for (let i = 0; i < 22; i++)
      await restored(await session(`s${i}`, shop, NOW + i, [prompt(`Part ${i}.`)]));
    expect(await due('sessions_thinned')).toEqual(['restores s0', 'restores s1']);
    await run('sessions_thinned');
    expect(await due('sessions_thinned')).toEqual([]);
    expect(await here.store.restoresOf('s0' as SessionId)).toMatchObject([
      { preamble: null, explanation: { brief: true, tasks: ['t1'], preamble_chars: 14 } },
    ]);
    expect(await here.store.restoresOf('s2' as SessionId)).toMatchObject([
      { preamble: 'What was told.', explanation: { keywords: ['ft991a'] } },
    ]);
  });

  it('keep a brief of their digest, and are folded again for what comes late, without remembering twice', async () => {
    const id = await session('s', shop, NOW, [
      prompt('Wire it. From now on never log bodies.'),
      reply('Wired.'),
    ]);
    const { digest } = here.database.get('SELECT digest FROM session_folds')!;
    expect(JSON.parse(String(digest))).toEqual({ brief: true, pins: [], todos: [] });
    const learnt = () =>
      here.database.all("SELECT body FROM session_events WHERE kind = 'learned'").length;
    expect(learnt()).toBe(1);
    const before = await here.store.session(id);
    expect(await here.store.fold(id, NOW + HOUR)).toEqual(before);
    here.database.run('DELETE FROM memory_items');
    await here.store.append(id, [{ fact: reply('And tested.'), key: null }], {
      via: 'test',
      at: NOW + HOUR,
    });
    expect(await here.store.fold(id, NOW + HOUR)).toMatchObject({
      turns: [{ answered: 'And tested.' }],
    });
    expect(learnt()).toBe(1);
    const digestNow = await here.store.digestOf(id);
    expect(digestNow?.dialogue?.all).toHaveLength(1);
  });

  it('of an older version lose all but the brief in maintenance', async () => {
    const id = await session('s', shop, NOW, [prompt('Wire it.')]);
    here.database.run(
      `UPDATE session_folds SET digest = '{"pins":[],"todos":[],"dialogue":{"speech":null},"topics":{}}'`,
    );
    expect(await due('sessions_thinned')).toEqual([`digest ${id}`]);
    await run('sessions_thinned');
    expect(await due('sessions_thinned')).toEqual([]);
  });
});

describe('facts of sessions long over', () => {
  const id = 's0' as SessionId;
  const rows = (of: string) =>
    Number(
      here.database.get('SELECT count(*) AS n FROM session_events WHERE session_id = ?', of)?.['n'],
    );
  const read = async () => ({
    facts: await here.store.factsOf(id),
    turns: await here.store.turnsOf(id),
    state: await here.store.session(id),
    whole: await here.store.wholeSession(id),
  });
  /** 22 sessions of six turns, compressed as far as maintenance does it; as the first one was before. */
  async function compressed() {
    for (let i = 0; i < 22; i++) {
      const said = Array.from({ length: 6 }, (_, turn) => [
        prompt(`Question ${turn} of session ${i}.`),
        reply(`Answer ${turn} of session ${i}.`),
      ]);
      await session(`s${i}`, shop, NOW + 10 * i, said.flat());
    }
    const before = await read();
    await run('sessions_thinned');
    return before;
  }

  it('are compressed behind the newest 20 of a scope, and read as before', async () => {
    const before = await compressed();
    expect(before.turns).toHaveLength(6);
    expect([rows('s0'), rows('s1'), rows('s2')]).toEqual([2, 2, 14]);
    expect(await due('sessions_thinned')).toEqual([]);
    expect(await read()).toEqual(before);
    expect(badRows(here.database.raw)).toEqual([]);
  });

  it('are rows again when something is added', async () => {
    const before = await compressed();
    await here.store.append(id, [{ fact: reply('Late.'), key: null }], {
      via: 'test',
      at: NOW + HOUR,
    });
    expect(rows('s0')).toBe(before.facts.length + 1);
  });

  it('are forgotten inside too', async () => {
    await compressed();
    const forgetting = { memoryId: null, content: 'Question 3 of session 0' };
    expect(await here.store.holding(forgetting)).toMatchObject({ sessions: 1, facts: 1 });
    await here.store.forgetWords(forgetting, NOW);
    expect(JSON.stringify(await read())).not.toContain('Question 3');
    expect(JSON.stringify(await read())).toContain('Question 4');
  });

  it('that are damaged are named and not read', async () => {
    await compressed();
    here.database.run("UPDATE fact_blocks SET body = zeroblob(40) WHERE owner = 's0'");
    expect(badRows(here.database.raw)).toEqual([{ table: 'fact_blocks', rows: 1 }]);
    expect(await here.store.factsOf(id)).toHaveLength(2);
  });
});

it('facts are appended with number and checksum, without a trigger, and no number is given twice', async () => {
  const id = await session('s', shop, NOW, [prompt('Wire it.')]);
  const say = async (text: string) => {
    await here.store.append(id, [{ fact: reply(text), key: null }], { via: 'test', at: NOW });
    return Number(here.database.get('SELECT max(seq) AS seq FROM session_events')?.['seq']);
  };
  const first = await say('one');
  expect(badRows(here.database.raw)).toEqual([]);
  expect(here.database.all('SELECT 1 FROM session_events WHERE checksum IS NULL')).toEqual([]);
  const triggers = here.database.all(
    "SELECT name FROM sqlite_temp_schema WHERE name LIKE 'sum_%_events_added'",
  );
  expect(triggers).toEqual([]);
  here.database.run('DELETE FROM session_events WHERE seq = ?', first);
  expect(await say('two')).toBe(first + 1);
  here.database.run("UPDATE sqlite_sequence SET seq = 1 WHERE name = 'session_events'");
  expect(await say('three')).toBe(first + 2);
});

describe('folds of an earlier version', () => {
  const asked = () =>
    here.database.column("SELECT asked || ' ' || session_id FROM session_turns ORDER BY 1");
  /** Sessions as an earlier version folded them, in a home that is opened anew. */
  async function folded(...names: string[]) {
    for (const name of names)
      await session(name, shop, NOW, [prompt(`Wire ${name}.`), reply('Done.')]);
    here.database.raw.exec(`UPDATE session_turns SET asked = 'older'; UPDATE session_states SET title = 'older';
      DROP TABLE touched_lines;
      DELETE FROM cortex_migrations WHERE number > 22`);
    here.store = here.open();
  }

  it('are folded again once, a session at a time', async () => {
    await folded('s1', 's2');
    expect(await here.store.awaitsFolding()).toBe(true);
    expect(await due('folded_again')).toEqual(['s1', 's2', 'threads']);
    const [first] = await here.store.lateWork('folded_again');
    first!.do();
    // A run that ended there: the next one goes on behind it.
    expect(asked()).toEqual(['Wire s1. s1', 'older s2']);
    expect(await due('folded_again')).toEqual(['s2', 'threads']);
    await run('folded_again');
    expect(asked()).toEqual(['Wire s1. s1', 'Wire s2. s2']);
    expect((await here.store.session('s2' as SessionId))?.title).toBe('Wire s2');
    expect(await here.store.findWrongFolds()).toEqual([]);
    expect(await due('folded_again')).toEqual([]);
    expect(await here.store.awaitsFolding()).toBe(false);
  });

  it('are over when repair folded them again', async () => {
    await folded('s1');
    expect(await here.store.mendFolds()).not.toEqual([]);
    expect(await due('folded_again')).toEqual([]);
  });

  it('are not looked for in a home that this version began', async () => {
    await session('s1', shop, NOW, [prompt('Wire it.')]);
    expect(await due('folded_again')).toEqual([]);
  });
});
