import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runs, seedNow } from '../effort.ts';
import type { Fuzzed } from './report.ts';

/** The short form of `npm run fuzz`, in a process of its own, so that a crash is one. */
it('random inputs to the tools and the hook: nothing crashes, hangs or is damaged', () => {
  const seed = String(seedNow());
  const processes = String(runs(6, 200));
  const args = ['--runs', String(runs(300, 10_000)), '--processes', processes, '--json', '--seed', seed];
  const done = spawnSync(process.execPath, [join(import.meta.dirname, 'run.ts'), ...args], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  expect(done.stderr, `seed ${seed}`).toBe('');
  const { wrong, ...parts } = JSON.parse(done.stdout) as { wrong: string[] } & Record<string, Fuzzed>;
  expect({ seed, wrong, found: Object.values(parts).flatMap(({ findings }) => findings) }).toEqual({
    seed,
    wrong: [],
    found: [],
  });
  expect(done.status).toBe(0);
  // A fuzz whose inputs are all refused at the door tests nothing behind it.
  const { tools, hook } = parts as { tools: Fuzzed; hook: Fuzzed };
  expect(tools.outcomes['tools/call answered']).toBeGreaterThan(50);
  const handled = Object.entries(hook.outcomes).filter(([what]) =>
    /^(?:answered|silent|recorded)/.test(what),
  );
  expect(handled.reduce((sum, [, count]) => sum + count, 0)).toBeGreaterThan(60);
});
