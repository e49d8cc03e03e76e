import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { useScratch } from '../../test/use-scratch.ts';
import { portsOf, stampOf } from './stamp.ts';

const scratch = useScratch();

it('the stamp of a database changes with every write, and with no read', () => {
  const path = join(scratch.path, 'brain.db');
  const writer = new DatabaseSync(path);
  writer.exec('PRAGMA journal_mode = WAL; CREATE TABLE words (word)');
  let before = stampOf(path);
  for (const word of ['one', 'two', 'three']) {
    writer.exec(`INSERT INTO words VALUES ('${word}')`);
    const after = stampOf(path);
    expect(after).not.toBe(before);
    before = after;
  }
  writer.close();
  const quiet = stampOf(path);
  for (let i = 0; i < 3; i++) {
    const reader = new DatabaseSync(path);
    reader.prepare('SELECT * FROM words').all();
    expect(stampOf(path)).toBe(quiet);
    reader.close();
    expect(stampOf(path)).toBe(quiet);
  }
});

it('a home has ports of its own, always the same', () => {
  expect(portsOf('/home/ada/.cortex')).toEqual(portsOf('/home/ada/.cortex'));
  expect(portsOf('/home/ada/.cortex')[0]).not.toBe(portsOf('/home/bob/.cortex')[0]);
  for (const port of portsOf('/home/ada/.cortex'))
    expect(port >= 20_000 && port < 30_000).toBe(true);
});
