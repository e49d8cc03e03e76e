import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BREAKS } from '../../scripts/torture/breaks.ts';
import { FAULTS } from '../../scripts/torture/faults.ts';
import { IS_LONG, seedNow } from '../effort.ts';
import { runScript } from '../script.ts';

const ROOT = join(import.meta.dirname, '..', '..');

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
