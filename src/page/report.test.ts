import { join } from 'node:path';
import { expect, it } from 'vitest';
import { person } from '../../test/person.ts';

const { here, cortex, session } = person();

it.each([
  [['none', 'x.html'], 'none)', 'Make it first'],
  [[], 'is a folder', 'Name a file'],
])('a place below %j is named in what went wrong', (path, said, advice) => {
  session('s1', 'wire the relay');
  const { status, stderr } = cortex(['report', '--out', join(here.folder, ...path), '--force']);
  expect(status).toBe(1);
  expect(stderr).toContain(said);
  expect(stderr).toContain(advice);
  expect(stderr).not.toMatch(/\.tmp-/);
});
