import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Homes and repositories of tests lie in memory where there is room: half of a test's time would be waiting for the disk. */
function scratch(): string {
  const memory = '/dev/shm';
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize > 2 ** 31) return memory;
  } catch {
    // Only Linux has it.
  }
  return tmpdir();
}

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // One process serves many files: their modules are loaded once, and so is the program that `runHere` runs.
    pool: 'forks',
    isolate: false,
    // As many workers as cores: collecting garbage in further threads only adds to the CPU that a run costs.
    execArgv: ['--single-threaded-gc'],
    // Tests start real processes on shared machines: slow is not wrong.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    env: { TMPDIR: scratch() },
    setupFiles: ['test/properties.ts'],
    alias: { 'node:sqlite': join(import.meta.dirname, 'test', 'sqlite.ts') },
    maxWorkers: 2,
  },
});
