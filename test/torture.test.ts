import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BREAKS } from '../scripts/torture/breaks.ts';
import { Disk, type Step } from '../scripts/torture/faults/disk.ts';
import { FAULTS } from '../scripts/torture/faults.ts';
import { Random } from '../scripts/torture/tools.ts';
import { IS_LONG, seedNow } from './effort.ts';
import { runScript } from './script.ts';

const ROOT = join(import.meta.dirname, '..');

describe('torture', () => {
  it('breaks no promise in its quickest form', () => {
    const seed = String(seedNow());
    // Live and killed hosts have tests of their own.
    const only = IS_LONG ? [] : ['--only', 'F1,F2'];
    const { status, stdout, stderr } = runScript('scripts/torture/run.ts', [
      '--quick',
      '--seed',
      seed,
      ...only,
    ]);
    expect([status, stderr], stdout).toEqual([0, '']);
    expect(stdout).toContain(`seed ${seed}`);
    expect(stdout).toContain('| holds |');
  });

  it('has a fault for every promise that can be broken', () => {
    const ids = FAULTS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { by } of Object.values(BREAKS)) expect(ids).toContain(by);
  });

  it.each(Object.entries(BREAKS))('knows what to change for %s', (_, { edits }) => {
    for (const [file, from] of edits) {
      expect(readFileSync(join(ROOT, file), 'utf8')).toContain(from);
    }
  });
});

describe('a disk without power', () => {
  const write = (path: string, text: string): Step[] => [
    { do: 'open', path, creates: true, empties: false },
    { do: 'write', path, at: 0, bytes: Buffer.from(text) },
  ];
  const after = (keeps: 'none' | 'some' | 'all', ...steps: readonly Step[]) => {
    const disk = new Disk();
    for (const step of steps) disk.apply(step);
    const image = [...disk.image(keeps, new Random(1))];
    return Object.fromEntries(image.map(([name, content]) => [name, content.toString()]));
  };

  it('forgets what was not synced', () => {
    expect(after('none', ...write('a', 'new'))).toEqual({});
    expect(after('all', ...write('a', 'new'))).toEqual({ a: 'new' });
    expect(after('none', ...write('a', 'new'), { do: 'sync', path: 'a' })).toEqual({ a: 'new' });
  });

  it('forgets a new name as long as its folder is not synced', () => {
    const steps: Step[] = [
      ...write('.a', 'whole'),
      { do: 'sync', path: '.a' },
      { do: 'rename', from: '.a', path: 'a' },
    ];
    expect(after('none', ...steps)).toEqual({ '.a': 'whole' });
    expect(after('none', ...steps, { do: 'sync', path: '' })).toEqual({ a: 'whole' });
  });
});
