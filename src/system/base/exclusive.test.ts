import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { atOnce, bundled } from '../../../test/bundled.ts';
import { useScratch } from '../../../test/use-scratch.ts';
import { exclusively, holderOf } from './exclusive.ts';

const folder = useScratch();

describe('working alone', () => {
  it('gives back what the work gave, and the lock, also after a failure', () => {
    const lock = join(folder.path, 'lock');
    expect(exclusively(lock, () => (existsSync(lock) ? 7 : 0))).toBe(7);
    expect(() =>
      exclusively(lock, () => {
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(existsSync(lock)).toBe(false);
  });

  it('takes over from a process that is gone', () => {
    const lock = join(folder.path, 'lock');
    const { pid } = spawnSync(process.execPath, ['-e', '0']);
    writeFileSync(lock, String(pid));
    expect(exclusively(lock, () => 'done')).toBe('done');
  });

  it('takes over a lock that stayed empty, as a full disk leaves it', () => {
    const lock = join(folder.path, 'lock');
    writeFileSync(lock, '');
    expect(holderOf(lock)).toBe('other');
    const before = new Date(Date.now() - 60_000);
    utimesSync(lock, before, before);
    expect(holderOf(lock)).toBe('dead');
    expect(exclusively(lock, () => 'done')).toBe('done');
  });

  it('lets several processes count without losing any', async () => {
    const [lock, file] = [join(folder.path, 'lock'), join(folder.path, 'count')];
    writeFileSync(file, '0');
    const code = `
      import { exclusively } from ${JSON.stringify(bundled(new URL('./exclusive.ts', import.meta.url)))};
      import { readFileSync, writeFileSync } from 'node:fs';
      const [lock, file] = process.argv.slice(1);
      await together();
      for (let i = 0; i < 20; i++)
        exclusively(lock, () => writeFileSync(file, String(Number(readFileSync(file, 'utf8')) + 1)));`;
    await atOnce(3, code, lock, file);
    expect(readFileSync(file, 'utf8')).toBe('60');
  });
});
