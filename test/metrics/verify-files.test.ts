import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { backUp, checkpoint, commandsOn, copyHome, databaseOf, fillHome } from '../damaged-home.ts';
import { makeRepository, scratchFolder } from '../scratch.ts';

interface Said {
  readonly ok: boolean;
  readonly damage: { readonly kind: string } | null;
  readonly accepted: readonly { readonly reason: string }[];
  readonly files: {
    readonly mirrors: number;
    readonly archives: number;
    readonly edited_mirrors: readonly string[];
    readonly edited_archives: readonly string[];
    readonly missing_archives: readonly string[];
  };
}

describe('verify', () => {
  let folder: ReturnType<typeof scratchFolder>;
  let repo: string;
  let whole: string;
  let older: string;
  let home: string;

  beforeAll(async () => {
    folder = scratchFolder();
    repo = makeRepository(join(folder.path, 'radio'));
    whole = join(folder.path, 'whole');
    older = join(folder.path, 'older');
    await fillHome(whole, repo, 2);
    // Two months later they are in cold storage.
    await backUp(whole, '2027-01-10T00:00:00Z');
    await fillHome(whole, repo, 2, { from: 2 });
    checkpoint(whole);
    copyHome(whole, older);
    await fillHome(whole, repo, 1, { from: 4 });
    checkpoint(whole);
  });
  beforeEach(() => {
    home = join(folder.path, 'home');
    copyHome(whole, home);
  });
  afterAll(() => folder.dispose());

  const cortex = commandsOn(() => ({ home, repo }));
  const verify = (...more: string[]) =>
    JSON.parse(cortex('verify', '--json', ...more).stdout) as Said;
  const sessions = () => join(home, 'sessions');
  const mirror = () => readdirSync(sessions()).find((name) => name.endsWith('.json'))!;
  const archive = () => {
    const [month] = readdirSync(join(sessions(), 'archive'));
    const [name] = readdirSync(join(sessions(), 'archive', month!));
    return `archive/${month}/${name}`;
  };
  const edit = (path: string) =>
    writeFileSync(path, readFileSync(path, 'utf8').replace('wire the', 'wire no'));

  it.each([
    ['as it was', () => {}, 'ok', /^metrics, mirrors and archives are as written$/],
    ['without its key', () => rmSync(join(home, 'metrics.key')), 'broken', /^metrics: key missing/],
    [
      'an emptied anchor',
      () => writeFileSync(join(home, 'metrics.anchor'), ''),
      'note',
      /^metrics: anchor emptied/,
    ],
    [
      'an edited mirror',
      () => edit(join(sessions(), mirror())),
      'note',
      /^1 mirror or archive is not as written$/,
    ],
  ] as const)('doctor tells of it too: %s', (_, change, verdict, says) => {
    change();
    const { checks } = JSON.parse(cortex('doctor', '--json').stdout) as {
      checks: { name: string; verdict: string; detail: string }[];
    };
    const found = checks.find(({ name }) => name === 'evidence');
    expect(found).toMatchObject({ verdict, detail: expect.stringMatching(says) });
  });

  it('finds all as it was written', () => {
    const said = verify();
    expect(said).toMatchObject({ ok: true, damage: null, accepted: [] });
    expect([said.files.mirrors, said.files.archives]).toEqual([3, 2]);
  });

  it('an edited mirror', () => {
    const name = mirror();
    edit(join(sessions(), name));
    expect(verify()).toMatchObject({ ok: false, files: { edited_mirrors: [name] } });
    expect(cortex('verify').status).toBe(1);
  });

  it('an edited and a deleted archive', () => {
    const path = archive();
    edit(join(sessions(), path));
    expect(verify()).toMatchObject({ ok: false, files: { edited_archives: [path] } });
    rmSync(join(sessions(), path));
    expect(verify()).toMatchObject({ ok: false, files: { missing_archives: [path] } });
  });

  it('what forgetting changes in a mirror is sealed again', () => {
    expect(cortex('forget', '--words', 'some words about', '--yes').status).toBe(0);
    expect(readFileSync(join(sessions(), mirror()), 'utf8')).not.toContain('some words about');
    expect(verify()).toMatchObject({ ok: true, files: { edited_mirrors: [] } });
  });

  it.each([
    ['emptied', 'anchor emptied', () => writeFileSync(join(home, 'metrics.anchor'), '')],
    ['taken away', 'anchor missing', () => rmSync(join(home, 'metrics.anchor'))],
  ])('an anchor that was %s', (_, kind, lose) => {
    lose();
    expect(verify()).toMatchObject({ ok: false, damage: { kind } });
    expect(verify('--accept', 'a new disk')).toMatchObject({ ok: true, damage: null });
    expect(verify()).toMatchObject({ ok: true, accepted: [{ reason: 'a new disk' }] });
  });

  it('a restore that was meant is sealed as a gap, and later damage is still found', async () => {
    writeFileSync(databaseOf(home), readFileSync(databaseOf(older)));
    expect(verify()).toMatchObject({ ok: false, damage: { kind: 'rolled back' } });
    expect(verify('--accept', 'restored the copy of Monday')).toMatchObject({ ok: true });
    expect(JSON.parse(cortex('doctor', '--json').stdout)).toMatchObject({
      checks: expect.arrayContaining([
        expect.objectContaining({ name: 'database', verdict: 'ok' }),
      ]),
    });
    expect(cortex('verify').stdout).toContain('because: restored the copy of Monday');
    await fillHome(home, repo, 1, { from: 7 });
    expect(verify()).toMatchObject({
      ok: true,
      accepted: [{ reason: 'restored the copy of Monday' }],
    });
    // Rolled back once more: the first reason does not cover it.
    writeFileSync(databaseOf(home), readFileSync(databaseOf(older)));
    expect(verify()).toMatchObject({ ok: false });
  });

  it('a gap that somebody without the key claims is damage', async () => {
    const { DatabaseSync } = await import('node:sqlite');
    const raw = new DatabaseSync(databaseOf(home));
    raw.exec('DELETE FROM metric_records WHERE seq = 3');
    const last = raw.prepare('SELECT max(seq) AS seq FROM metric_records').get() as { seq: number };
    const before = raw.prepare('SELECT hash FROM metric_records WHERE seq = 2').get() as {
      hash: string;
    };
    const body = {
      reason: 'mine',
      damage: 'deleted',
      detail: '',
      after_seq: 2,
      after_hash: before.hash,
    };
    raw
      .prepare("INSERT INTO metric_records VALUES (?, 1, 'damage_accepted', ?, ?, ?)")
      .run(last.seq + 1, JSON.stringify(body), before.hash, 'a'.repeat(64));
    raw.close();
    expect(verify()).toMatchObject({ ok: false, damage: { kind: 'deleted' }, accepted: [] });
  });
});
