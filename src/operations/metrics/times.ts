import { hookTimesByKind } from '../../domain/runtime/hook-time.ts';
import { iso } from '../../domain/time.ts';
import { NOTHING_MORE } from '../fields.ts';
import { operation } from '../operation.ts';
import { count, when } from '../words.ts';

export const times = operation({
  name: { command: 'times', tool: null },
  summary: 'Show how long hooks take, by event.',
  about:
    'Wall time from the start of the process to its answer, and its CPU time, for the last 4,095 hooks at most. The ' +
    'times are in hooks.ring in the data folder, a file of 64 KB that never grows; the database is not read.',
  effect: 'reads',
  on: 'nothing',
  ...NOTHING_MORE,
  examples: [{ line: 'cortex times', says: 'does it slow my agent down?' }],
  run: async ({ hookTimes }) => {
    const all = hookTimes();
    return { all, kinds: hookTimesByKind(all) };
  },
  lines: ({ all, kinds }, { style }) => {
    if (all.length === 0) return ['No hook was measured yet: start a session of a connected agent.'];
    const right = 'right' as const;
    const columns = [
      { title: 'event' },
      { title: 'hooks', align: right },
      { title: 'p50 ms', align: right },
      { title: 'p99 ms', align: right },
      { title: 'CPU p50', align: right, spare: 1 },
      { title: 'CPU p99', align: right, spare: 2 },
    ];
    const rows = kinds.map(({ kind, count: hooks, wall, cpu }) => [
      { text: kind, paint: style.cyan },
      { text: String(hooks) },
      ...[wall.p50, wall.p99, cpu.p50, cpu.p99].map((value) => ({ text: value.toFixed(1) })),
    ]);
    const since = `${count(all.length, 'hook')} since ${when(all[0]!.at)}`;
    return [{ table: { columns, rows } }, style.dim(since)];
  },
  json: ({ all, kinds }) => ({
    kinds,
    times: all.map(({ at, kind, wallMs, cpuMs }) => ({
      ...{ at: iso(at), kind, wall_ms: round(wallMs), cpu_ms: round(cpuMs) },
    })),
  }),
});

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
