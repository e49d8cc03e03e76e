// `npm run test:all`: the tests in their long forms (see test/effort.ts), on every system with the same words.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const vitest = join(import.meta.dirname, '..', 'node_modules', 'vitest', 'vitest.mjs');
const env = { ...process.env, CORTEX_TEST: 'all' };
const { status } = spawnSync(process.execPath, [vitest, 'run', ...process.argv.slice(2)], {
  env,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
