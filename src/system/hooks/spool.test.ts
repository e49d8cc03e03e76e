import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { useScratch } from '../../../test/use-scratch.ts';
import { SPOOL, spooledIn, spoolIn } from './spool.ts';

const folder = useScratch();
const spool = () => spoolIn(folder.path, () => 0);

it('keeps a record under a name that sorts by time', () => {
  spool().write(20, 'b', 'second');
  spool().write(3, 'a', 'first');
  expect(spooledIn(folder.path).map((name) => spool().read(name))).toEqual(['first', 'second']);
});

it('keeps a record in a home that everybody can write in, and closes it', () => {
  chmodSync(folder.path, 0o777);
  spool().write(1, 'a', 'kept');
  expect([statSync(folder.path).mode & 0o777, spooledIn(folder.path).length]).toEqual([0o775, 1]);
});

it('leaves nothing behind when the record cannot be finished', () => {
  const name = '000000000000007-x.json';
  mkdirSync(join(folder.path, SPOOL, name, 'in the way'), { recursive: true });
  expect(() => spool().write(7, 'x', 'text')).toThrow();
  expect(readdirSync(join(folder.path, SPOOL))).toEqual([name]);
});
