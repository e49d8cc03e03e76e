import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { type Cortex, type CortexOptions, openCortex } from '../src/program/index.ts';
import { makeRepository, scratchFolder } from './scratch.ts';

export const START = Date.parse('2026-11-02T10:00:00Z');

/** Homes of the library in a new folder for every test, beside a repository called `radio`; `clock.now` is theirs. */
export function libraryHomes() {
  const clock = { now: START };
  let scratch: ReturnType<typeof scratchFolder>;
  let opened: Cortex[];
  beforeEach(() => {
    scratch = scratchFolder();
    makeRepository(join(scratch.path, 'radio'));
    clock.now = START;
    opened = [];
  });
  afterEach(async () => {
    for (const cortex of opened) await cortex.close();
    scratch.dispose();
  });
  return {
    clock,
    folder: () => scratch.path,
    home(options: CortexOptions = {}): Cortex {
      const place = { home: join(scratch.path, 'home'), cwd: join(scratch.path, 'radio') };
      const cortex = openCortex({ ...place, now: () => clock.now, ...options });
      opened.push(cortex);
      return cortex;
    },
  };
}
