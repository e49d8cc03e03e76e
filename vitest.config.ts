import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // One process serves many files: their modules are loaded once, and so is the program that `runHere` runs.
    pool: 'forks',
    isolate: false,
    // Tests start real processes on shared machines: slow is not wrong.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    setupFiles: ['test/properties.ts'],
    maxWorkers: 2,
  },
});
