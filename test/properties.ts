// Set up before each test file: a property that fails says how to run it again.
import { relative } from 'node:path';
import fc from 'fast-check';
import { expect } from 'vitest';

const asked = process.env['CORTEX_SEED'];

/** What fast-check reports, and the command that fails in the same way. */
function report(run: fc.RunDetails<unknown>): void {
  if (!run.failed) return;
  const { testPath = '', currentTestName = '' } = expect.getState();
  const name = currentTestName.split(' > ').at(-1)!;
  const pattern = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll("'", '.');
  const again = `CORTEX_SEED=${run.seed} npx vitest run ${relative(process.cwd(), testPath)} -t '${pattern}'`;
  throw new Error(`${fc.defaultReportMessage(run)}\n\nRun it again: ${again}`, { cause: run.errorInstance });
}

fc.configureGlobal({
  ...(asked && { seed: Number(asked) }),
  reporter: report,
});
