import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { useScratch } from '../../../test/use-scratch.ts';
import type { Database } from './database.ts';
import { openDatabase } from './open.ts';

const folder = useScratch();

function open(sharedMemory: boolean): Database {
  return openDatabase(join(folder.path, 'x.db'), {
    waitMillis: () => 1000,
    prepare: () => {},
    sharedMemory,
    schema: (database) => database.raw.exec('CREATE TABLE IF NOT EXISTS t (x)'),
  });
}

const level = (database: Database) => database.get('PRAGMA synchronous')?.['synchronous'];

describe('writing without waiting for the disk', () => {
  it.each([
    ['with a log', true, 1],
    ['without one, where it waits', false, 2],
  ])('%s', (_, sharedMemory, during) => {
    const database = open(sharedMemory);
    let seen: unknown;
    database.writeSoon(() => {
      seen = level(database);
      database.run('INSERT INTO t VALUES (1)');
    });
    expect([seen, level(database)]).toEqual([during, 2]);
    const other = open(sharedMemory);
    expect(other.all('SELECT x FROM t')).toEqual([{ x: 1 }]);
    other.close();
    expect(() =>
      database.writeSoon(() => {
        database.run('INSERT INTO t VALUES (2)');
        throw new Error('no');
      }),
    ).toThrow('no');
    expect([level(database), database.all('SELECT x FROM t')]).toEqual([2, [{ x: 1 }]]);
    expect(database.get('PRAGMA wal_autocheckpoint')?.['wal_autocheckpoint']).toBe(200);
    database.close();
  });
});
