import { iso } from '../../domain/base/time.ts';
import { hookTimesByKind } from '../../domain/hooks/hook-time.ts';
import { NOTHING_MORE } from '../base/fields.ts';
import { declareOperation } from '../base/operation.ts';
import { buildTable } from '../base/view.ts';
import { count, localTime } from '../base/words.ts';

export const timesOperation = declareOperation({
  name: { command: 'times', tool: null },
  summary: 'Show how long hooks take, by event.',
  about:
    'Shows the wall time from the start of the process to its answer, and its CPU time, for ' +
    'the last 4,095 hooks at most. The times are in hooks.ring in the data folder, a file of ' +
    '64 KB that never grows; the command does not read the database.',
  effect: 'reads',
  on: 'nothing',
  ...NOTHING_MORE,
  examples: [{ line: 'cortex times', says: 'does it slow my agent down?' }],
  run: async ({ hookTimes }) => {
    const all = hookTimes();
    return { all, kinds: hookTimesByKind(all) };
  },
  lines: ({ all, kinds }, { style }) => {
    if (all.length === 0)
      return ['No hook was measured yet: start a session of a connected agent.'];
    const figure = { align: 'right' } as const;
    const table = buildTable(kinds, [
      { title: 'event', cell: ({ kind }) => kind, paint: style.cyan },
      { title: 'hooks', ...figure, cell: (one) => String(one.count) },
      { title: 'p50 ms', ...figure, cell: ({ wall }) => wall.p50.toFixed(1) },
      { title: 'p99 ms', ...figure, cell: ({ wall }) => wall.p99.toFixed(1) },
      { title: 'CPU p50', ...figure, spare: 1, cell: ({ cpu }) => cpu.p50.toFixed(1) },
      { title: 'CPU p99', ...figure, spare: 2, cell: ({ cpu }) => cpu.p99.toFixed(1) },
    ]);
    const since = `${count(all.length, 'hook')} since ${localTime(all[0]!.at)}`;
    return [table, style.dim(since)];
  },
  json: ({ all, kinds }) => ({
    kinds,
    times: all.map(({ at, kind, wallMs, cpuMs }) => ({
      at: iso(at),
      kind,
      wall_ms: round(wallMs),
      cpu_ms: round(cpuMs),
    })),
  }),
});

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
