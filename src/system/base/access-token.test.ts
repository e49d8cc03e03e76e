import { rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { useScratch } from '../../../test/use-scratch.ts';
import { accessToken } from './access-token.ts';

const scratch = useScratch();
let home: string;
beforeEach(() => {
  home = join(scratch.path, 'home');
});

it('is made once, is long, and is private', () => {
  const { token, path } = accessToken(home);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(accessToken(home)).toEqual({ token, path });
  expect(accessToken(join(scratch.path, 'other')).token).not.toBe(token);
});

it('is not taken from a file that holds none, nor through a link', () => {
  accessToken(home);
  writeFileSync(join(home, 'mcp.token'), 'short\n');
  expect(() => accessToken(home)).toThrow(/holds no token/);
  const planted = join(scratch.path, 'planted');
  writeFileSync(planted, `${'x'.repeat(43)}\n`);
  rmSync(join(home, 'mcp.token'));
  symlinkSync(planted, join(home, 'mcp.token'));
  expect(() => accessToken(home)).toThrow();
});
