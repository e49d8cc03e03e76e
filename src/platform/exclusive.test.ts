import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { useScratch } from '../../test/use-scratch.ts';
import { exclusively } from './exclusive.ts';

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

  it('lets several processes count without losing any', async () => {
    const [lock, file] = [join(folder.path, 'lock'), join(folder.path, 'count')];
    writeFileSync(file, '0');
    const source = `
      import { exclusively } from ${JSON.stringify(join(import.meta.dirname, 'exclusive.ts'))};
      import { readFileSync, writeFileSync } from 'node:fs';
      const [lock, file] = process.argv.slice(1);
      for (let i = 0; i < 20; i++)
        exclusively(lock, () => writeFileSync(file, String(Number(readFileSync(file, 'utf8')) + 1)));`;
    const all = [1, 2, 3].map(() =>
      once(
        spawn(process.execPath, ['--input-type=module', '-e', source, lock, file], { stdio: 'inherit' }),
        'exit',
      ),
    );
    expect((await Promise.all(all)).map(([code]) => code)).toEqual([0, 0, 0]);
    expect(readFileSync(file, 'utf8')).toBe('60');
  });
});
