import { expect, it } from 'vitest';
import { runs, seedNow } from '../effort.ts';
import { runScript } from '../script.ts';
import type { Fuzzed } from './report.ts';

/** The short form of `npm run fuzz`, in a process of its own, so that a crash is one. */
it('random inputs to the tools and the hook: nothing crashes, hangs or is damaged', () => {
  const seed = String(seedNow());
  const inputs = runs(50, 10_000);
  const processes = String(runs(2, 200));
  const args = ['--runs', String(inputs), '--processes', processes, '--json', '--seed', seed];
  const done = runScript('test/fuzz/run.ts', args);
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
  expect(tools.outcomes['tools/call answered']).toBeGreaterThan(inputs / 10);
  const handled = Object.entries(hook.outcomes).filter(([what]) =>
    /^(?:answered|silent|recorded)/.test(what),
  );
  expect(handled.reduce((sum, [, count]) => sum + count, 0)).toBeGreaterThan(inputs / 5);
});
