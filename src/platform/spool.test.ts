import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { useScratch } from '../../test/use-scratch.ts';
import { readSpool, SPOOL, spool, spooledIn } from './spool.ts';

const folder = useScratch();

it('keeps a record under a name that sorts by time', () => {
  spool(folder.path, 20, 'b', 'second');
  spool(folder.path, 3, 'a', 'first');
  expect(spooledIn(folder.path).map((name) => readSpool(folder.path, name))).toEqual(['first', 'second']);
});

it('keeps a record in a home that everybody can write in, and closes it', () => {
  writeFileSync(join(folder.path, 'brain.db'), '');
  for (const [before, after] of [
    [0o777, 0o775],
    [0o1777, 0o1777],
  ] as const) {
    chmodSync(folder.path, before);
    spool(folder.path, before, 'a', 'kept');
    expect(statSync(folder.path).mode & 0o7777).toBe(after);
  }
  expect(spooledIn(folder.path)).toHaveLength(2);
});

it('leaves nothing behind when the record cannot be finished', () => {
  const name = '000000000000007-x.json';
  mkdirSync(join(folder.path, SPOOL, name, 'in the way'), { recursive: true });
  expect(() => spool(folder.path, 7, 'x', 'text')).toThrow();
  expect(readdirSync(join(folder.path, SPOOL))).toEqual([name]);
});
