import { createHash, createHmac, randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { compactAnchors, verifyMetrics } from '../../src/engine/metrics/verify.ts';
import { engineDeps, openStore, openWorld } from '../../src/program/compose.ts';
import { openHome } from '../../src/program/compose-home.ts';
import { claudeEvents } from '../claude-events.ts';
import { anchorLines, recompute, replaceDatabase, sql, verify, work } from '../metric-home.ts';
import { makeRepository, scratchFolder } from '../scratch.ts';

describe('attacks on the metrics', () => {
  let folder: ReturnType<typeof scratchFolder>;
  let repo: string;
  /** As it was, and as it was two sessions before. */
  let whole: string;
  let older: string;
  let fresh: string;
  let home: string;
  let last = 0;

  beforeAll(async () => {
    folder = scratchFolder();
    repo = makeRepository(join(folder.path, 'radio'));
    mkdirSync(join(repo, 'pipeline'));
    const task = {
      task_id: 'task-004',
      title: 'CAT driver',
      current_stage: 'build',
      status: 'active',
    };
    writeFileSync(join(repo, 'pipeline', 'state.json'), JSON.stringify({ active_tasks: [task] }));
    [whole, older, fresh] = ['whole', 'older', 'fresh'].map((name) => join(folder.path, name)) as [
      string,
      string,
      string,
    ];
    await work(whole, repo, ['a', 'b', 'c']);
    cpSync(whole, older, { recursive: true });
    await work(whole, repo, ['d', 'e'], 3);
    await work(fresh, repo, ['x', 'y', 'z', 'v', 'w', 'u']);
    last = (await verify(whole)).records;
  });
  beforeEach(() => {
    home = join(folder.path, 'attacked');
    rmSync(home, { recursive: true, force: true });
    cpSync(whole, home, { recursive: true });
  });
  afterAll(() => folder.dispose());

  it('there is something to attack, and it is sound', async () => {
    const { records, anchors, mirrors, damage, head } = await verify(home);
    expect(damage).toBeNull();
    // Five captured; four restored, each with one task.
    expect(records).toBe(13);
    expect(head?.seq).toBe(13);
    expect([anchors, mirrors]).toEqual([9, 5]);
  });

  const plain = (text: string) => createHash('sha256').update(text).digest('hex');
  const ownKey = (text: string) => createHmac('sha256', 'mine').update(text).digest('hex');

  const ATTACKS: readonly (readonly [string, (home: string) => unknown, string, number | null])[] =
    [
      [
        'a body is edited',
        (h) => sql(h, `UPDATE metric_records SET body = replace(body, '"', ' "') WHERE seq = 5`),
        'edited',
        5,
      ],
      [
        'one is put under a number beyond all numbers',
        (h) =>
          sql(h, "INSERT INTO metric_records VALUES (9223372036854775807, 0, 'e', '{}', '', '')"),
        'inserted',
        null,
      ],
      [
        'the tail is cut off',
        (h) => sql(h, 'DELETE FROM metric_records WHERE seq > 9'),
        'cut off',
        10,
      ],
      [
        'the tail is cut off, and the mark that it leaves',
        (h) =>
          sql(
            h,
            `DELETE FROM metric_records WHERE seq > 9;
           UPDATE sqlite_sequence SET seq = 9 WHERE name = 'metric_records'`,
          ),
        'rolled back',
        10,
      ],
      ['all are deleted', (h) => sql(h, 'DELETE FROM metric_records'), 'cut off', 1],
      [
        'all are deleted, with the mark and the anchor emptied',
        (h) => {
          sql(
            h,
            "DELETE FROM metric_records; DELETE FROM sqlite_sequence WHERE name = 'metric_records'",
          );
          writeFileSync(join(h, 'metrics.anchor'), '');
        },
        'rolled back',
        1,
      ],
      ['the chain is recomputed without a key', (h) => recompute(h, 4, plain), 'edited', 4],
      [
        'the whole chain is recomputed with another key',
        (h) => recompute(h, 1, ownKey),
        'edited',
        1,
      ],
      [
        'an older copy of the database is put back',
        (h) => replaceDatabase(h, older),
        'rolled back',
        8,
      ],
      [
        'an older copy is put back and worked on',
        async (h) => {
          replaceDatabase(h, older);
          await work(h, repo, ['f', 'g'], 6);
        },
        'rolled back',
        9,
      ],
      [
        'an older copy is put back with the anchor of that time',
        (h) => {
          replaceDatabase(h, older);
          cpSync(join(older, 'metrics.anchor'), join(h, 'metrics.anchor'));
        },
        'rolled back',
        8,
      ],
      [
        'an older copy is put back with an empty anchor, and worked on',
        async (h) => {
          replaceDatabase(h, older);
          writeFileSync(join(h, 'metrics.anchor'), '');
          await work(h, repo, ['f', 'g', 'h'], 6);
        },
        'rolled back',
        10,
      ],
      [
        'database and key are replaced by another pair',
        (h) => {
          replaceDatabase(h, fresh);
          cpSync(join(fresh, 'metrics.key'), join(h, 'metrics.key'));
        },
        'key replaced',
        null,
      ],
      [
        'database, key and anchor are replaced by another set',
        (h) => {
          replaceDatabase(h, fresh);
          for (const name of ['metrics.key', 'metrics.anchor'])
            cpSync(join(fresh, name), join(h, name));
        },
        'rolled back',
        1,
      ],
      [
        'the key is replaced',
        (h) => writeFileSync(join(h, 'metrics.key'), randomBytes(32)),
        'key replaced',
        null,
      ],
      ['the key is emptied', (h) => writeFileSync(join(h, 'metrics.key'), ''), 'key missing', null],
      [
        'the database is taken away',
        (h) => {
          for (const suffix of ['', '-wal', '-shm'])
            rmSync(join(h, `brain.db${suffix}`), { force: true });
        },
        'rolled back',
        1,
      ],
    ];

  it.each(ATTACKS)('%s: detected', async (_, attack, kind, seq) => {
    expect(last).toBe(13);
    await attack(home);
    expect((await verify(home)).damage).toMatchObject({ kind, seq });
  });

  it('of a write-ahead log that is lost: detected, although SQLite finds nothing', async () => {
    const world = openWorld({ CORTEX_HOME: home });
    const store = openStore(world);
    const deps = engineDeps(world, store);
    sql(home, 'PRAGMA wal_checkpoint(TRUNCATE)');
    const checkpointed = readFileSync(join(home, 'brain.db'));
    await claudeEvents(deps, 'q', repo)('SessionStart', { source: 'startup' });
    const { records } = await verifyMetrics(deps);
    expect(records).toBeGreaterThan(last);
    const crashed = join(folder.path, 'crashed');
    cpSync(home, crashed, { recursive: true });
    store.close();
    writeFileSync(join(crashed, 'brain.db'), checkpointed);
    for (const suffix of ['-wal', '-shm'])
      rmSync(join(crashed, `brain.db${suffix}`), { force: true });
    expect(openHome({ CORTEX_HOME: crashed }).inspect(true).content?.damage).toEqual([]);
    expect(openHome({ CORTEX_HOME: crashed }).inspect(false).content).toBeNull();
    expect((await verify(crashed)).damage).toMatchObject({ kind: 'rolled back', seq: last + 1 });
  });

  it('stay detected after more work', async () => {
    sql(home, 'DELETE FROM metric_records WHERE seq > 9');
    await work(home, repo, ['f'], 6);
    expect((await verify(home)).damage).toMatchObject({ kind: 'deleted', seq: 10 });
  });

  it('by taking the key away end the recording, never the session', async () => {
    rmSync(join(home, 'metrics.key'));
    await work(home, repo, ['f'], 6);
    expect(existsSync(join(home, 'metrics.key'))).toBe(false);
    expect(existsSync(join(home, 'sessions'))).toBe(true);
    const { records, damage } = await verify(home);
    expect([records, damage?.kind]).toEqual([13, 'key missing']);
    const said = openHome({ CORTEX_HOME: home }).log({ levels: ['failure'], limit: 5 });
    expect(said[0]).toMatchObject({ event: 'metrics are not recorded' });
    cpSync(join(whole, 'metrics.key'), join(home, 'metrics.key'));
    await work(home, repo, ['g'], 7);
    expect(await verify(home)).toMatchObject({ damage: null });
  });

  describe('are not suspected', () => {
    it.each<[string, (lines: string[]) => string[]]>([
      ['a crash between commit and anchor', (lines) => lines.slice(0, -1)],
      ['anchors that two processes wrote in the other order', (lines) => [...lines].reverse()],
      ['a line that a crash has torn', (lines) => [...lines, lines[0]!.slice(0, 30)]],
      ['a head anchored twice', (lines) => [...lines, ...lines]],
    ])('behind %s', async (_, change) => {
      writeFileSync(join(home, 'metrics.anchor'), `${change(anchorLines(home)).join('\n')}\n`);
      expect((await verify(home)).damage).toBeNull();
    });

    it('behind mirrors that were cleaned up, or that know nothing of metrics', async () => {
      rmSync(join(home, 'sessions'), { recursive: true });
      expect((await verify(home)).damage).toBeNull();
      mkdirSync(join(home, 'sessions'));
      writeFileSync(join(home, 'sessions', 'old.json'), '{"session_id":"old"}');
      expect(await verify(home)).toMatchObject({ damage: null, mirrors: 0 });
    });

    it('behind a compacted anchor, which still detects what it stood for', async () => {
      const { deps, close } = openHome({ CORTEX_HOME: home }).open();
      expect(await compactAnchors(deps)).toBe(8);
      close();
      expect(anchorLines(home)).toHaveLength(1);
      expect((await verify(home)).damage).toBeNull();
      await work(home, repo, ['f'], 6);
      expect((await verify(home)).damage).toBeNull();
      replaceDatabase(home, older);
      expect((await verify(home)).damage).toMatchObject({ kind: 'rolled back', seq: 8 });
    });

    it('but a compaction keeps what speaks against the records', async () => {
      replaceDatabase(home, older);
      await work(home, repo, ['f', 'g', 'h'], 6);
      const { deps, close } = openHome({ CORTEX_HOME: home }).open();
      await compactAnchors(deps);
      close();
      rmSync(join(home, 'sessions'), { recursive: true });
      expect((await verify(home)).damage).toMatchObject({ kind: 'rolled back' });
    });
  });
});
