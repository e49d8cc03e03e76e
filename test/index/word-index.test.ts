import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  commandsOn,
  copyHome,
  damageIndex,
  databaseOf,
  fillHome,
  INDEX_DAMAGES,
} from '../damaged-home.ts';
import { IS_LONG } from '../effort.ts';
import { makeRepository, scratchFolder } from '../scratch.ts';

let folder: ReturnType<typeof scratchFolder>;
let repo: string;
beforeAll(async () => {
  folder = scratchFolder();
  repo = makeRepository(join(folder.path, 'radio'));
  await fillHome(join(folder.path, 'whole'), repo, 3, { turns: 1 });
});
afterAll(() => folder.dispose());

describe.each(INDEX_DAMAGES)('an index that %s', (damage, sql) => {
  let home: string;
  beforeEach(() => {
    home = join(folder.path, 'home');
    copyHome(join(folder.path, 'whole'), home);
    damageIndex(home, sql);
  });

  const cortex = commandsOn(() => ({ home, repo }));
  /** A word of the newest session, as its row tells it. */
  const word = () => {
    const raw = new DatabaseSync(databaseOf(home), { readOnly: true });
    const row = raw.prepare('SELECT text FROM search_passage ORDER BY id DESC').get() as {
      text: string;
    };
    raw.close();
    return /[a-z]{4,}/i.exec(row.text)![0];
  };

  it('is told by doctor, and the first search finds everything again', () => {
    expect(cortex('doctor').stdout).toMatch(/broken +integrity: .*search_index/);
    const found = cortex('search', word(), '--json');
    expect(JSON.parse(found.stdout).results).not.toEqual([]);
    expect(cortex('doctor').stdout).toMatch(/ok +integrity/);
  });

  it.runIf(IS_LONG || damage === INDEX_DAMAGES[0]![0])(
    'is left alone while somebody writes',
    () => {
      const writer = new DatabaseSync(databaseOf(home));
      writer.exec('BEGIN IMMEDIATE');
      cortex('repair', '--auto');
      writer.exec('COMMIT');
      writer.close();
      expect(existsSync(join(home, 'quarantine'))).toBe(false);
      expect(cortex('repair', '--yes').stdout).toContain('Only the search index was damaged');
    },
  );

  it('is made anew in place by repair, and nothing else is touched', () => {
    const done = cortex('repair', '--yes');
    expect(done.stdout).toContain('Only the search index was damaged');
    expect(cortex('repair', '--yes').stdout).toContain('The database is sound');
    expect(JSON.parse(cortex('search', word(), '--json').stdout).results).not.toEqual([]);
  });
});
