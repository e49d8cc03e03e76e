// Set up before each test file: properties start from the run's seed, and one that fails says how to run it again.
import { relative } from 'node:path';
import fc from 'fast-check';
import { expect } from 'vitest';
import { runs, seedNow } from './effort.ts';

/** What fast-check reports, and the command that fails in the same way. */
function report(run: fc.RunDetails<unknown>): void {
  if (!run.failed) return;
  const { testPath = '', currentTestName = '' } = expect.getState();
  const name = currentTestName.split(' > ').at(-1)!;
  const pattern = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll("'", '.');
  const again = `CORTEX_SEED=${run.seed} npx vitest run ${relative(process.cwd(), testPath)} -t '${pattern}'`;
  throw new Error(`${fc.defaultReportMessage(run)}\n\nRun it again: ${again}`, {
    cause: run.errorInstance,
  });
}

fc.configureGlobal({
  seed: seedNow(),
  // Where a property does not say how often; with the usual seed the same ones come every time.
  numRuns: runs(12, 100),
  // Making a counterexample small can take an hour where a case is dear: only whoever asks for a seed waits for it.
  endOnFailure: !Number(process.env['CORTEX_SEED']),
  reporter: report,
});
