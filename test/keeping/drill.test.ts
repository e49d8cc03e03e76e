import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import type { MaintenanceReport } from '../../src/engine/keeping/retention.ts';
import { backUp, commandsOn, databaseOf, fillHome, pagesOf, zeroPage } from '../damaged-home.ts';
import { makeRepository } from '../scratch.ts';
import { useScratch } from '../use-scratch.ts';

describe('the drill of maintenance', () => {
  const folder = useScratch();
  let repo: string;
  let home: string;
  let backup: string;

  beforeEach(async () => {
    repo = makeRepository(join(folder.path, 'radio'));
    home = join(folder.path, 'home');
    await fillHome(home, repo, 3);
    await backUp(home, '2026-11-02T03:00:00Z');
    backup = join(home, 'backups', readdirSync(join(home, 'backups'))[0]!);
  });

  const cortex = commandsOn(() => ({ home, repo }));
  const drill = () => {
    const { report } = new DatabaseSync(databaseOf(home), { readOnly: true })
      .prepare("SELECT report FROM maintenance WHERE job = 'daily'")
      .get() as { report: string };
    return (JSON.parse(report) as MaintenanceReport).drill;
  };

  it('puts the backup of the day before back into a scratch file, and leaves nothing behind', async () => {
    expect(drill()).toBeNull();
    await fillHome(home, repo, 1, { from: 3 });
    await backUp(home, '2026-11-03T03:00:00Z');
    expect(drill()).toMatchObject({ path: backup, ok: true });
    expect(
      readdirSync(join(home, 'backups')).filter((name) => !/^brain-\d{8}\.db$/.test(name)),
    ).toEqual([]);
    expect(cortex('status').stdout).toContain('restored as a test');
    expect(cortex('doctor').stdout).toMatch(/restored as a test \(\d+ rows in \d+ tables\)/);
  });

  it.each([
    ['a damaged page', () => zeroPage(backup, pagesOf(backup, 'session_events').leaves[0]!)],
    [
      'a changed row',
      () => {
        const raw = new DatabaseSync(backup);
        raw.exec("UPDATE session_events SET body = '{}' WHERE seq = 2");
        raw.close();
      },
    ],
    [
      'rows that are gone',
      () => {
        const raw = new DatabaseSync(backup);
        raw.exec('DELETE FROM session_events WHERE seq = 2');
        raw.close();
      },
    ],
    ['a backup that is gone', () => rmSync(backup)],
  ])('finds %s', async (_, damage) => {
    damage();
    await backUp(home, '2026-11-03T03:00:00Z');
    expect(drill()).toMatchObject({ path: backup, ok: false });
    expect(cortex('doctor').stdout).toContain('cannot be restored');
    expect(cortex('status').stdout).toContain('cannot be restored');
  });
});
