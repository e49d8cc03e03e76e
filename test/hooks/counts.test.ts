import { describe, expect, it } from 'vitest';
import { countEvents, savedCounts } from '../../bench/perf/counts.ts';
import { CORTEX } from '../program.ts';

/** How deep this process lies below others changes a few of some hundred. */
const MORE = 1.02;

/** Where they were counted: another version of Node loads other modules. */
const isCountedHere = process.platform === 'linux' && process.versions.node.startsWith('24.');

/**
 * What hooks do, counted, which has no noise. Where a change makes them do more on purpose, or less:
 * `npm run bench -- perf --parts counts --save`.
 */
describe.runIf(isCountedHere)('what one event does', () => {
  const saved = savedCounts();
  const counted = countEvents(CORTEX);

  it.each(saved.events.map((event) => [event.name, event] as const))('%s', (name, before) => {
    const now = counted.events.find((event) => event.name === name)!;
    const { bundles, modules, sql, processes } = now;
    expect({ bundles, modules, sql, processes }).toEqual({
      bundles: before.bundles,
      modules: before.modules,
      sql: before.sql,
      processes: before.processes,
    });
    expect(now.functions).toBeLessThanOrEqual(Math.ceil(before.functions * MORE));
    expect(now.calls).toBeLessThanOrEqual(Math.ceil(before.calls * MORE));
    expect(now.written).toBeLessThanOrEqual(Math.ceil(before.written * MORE));
  });

  it('a session leaves no more bytes', () => {
    expect(counted.stored).toBeLessThanOrEqual(Math.ceil(saved.stored * MORE));
  });
});
