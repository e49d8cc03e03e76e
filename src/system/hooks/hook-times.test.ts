import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { useScratch } from '../../../test/use-scratch.ts';
import { hookTimesByKind } from '../../domain/hooks/hook-time.ts';
import {
  compareFacts,
  factsBeyond,
  forgetFacts,
  hookTimesIn,
  makeHookTimes,
  noteCommittedFact,
  readHookTimes,
  recordHookTime,
} from './hook-times.ts';

const folder = useScratch();
let path: string;

beforeEach(() => {
  path = hookTimesIn(folder.path);
});

const SECOND = 1_700_000_000_000;
const time = (i: number) =>
  ({ at: SECOND + i * 1000, kind: 'prompt', wallMs: i, cpuMs: i / 2 }) as const;

it('gives back what was recorded, oldest first', () => {
  makeHookTimes(path);
  for (let i = 0; i < 3; i++) recordHookTime(path, time(i));
  expect(readHookTimes(path)).toEqual([time(0), time(1), time(2)]);
});

it('never grows: the latest 4,095 are kept', () => {
  makeHookTimes(path);
  for (let i = 0; i < 5000; i++) recordHookTime(path, time(i));
  const times = readHookTimes(path);
  expect(times).toHaveLength(4095);
  expect([times[0]!.wallMs, times.at(-1)!.wallMs]).toEqual([905, 4999]);
  expect(statSync(path).size).toBe(64 * 1024);
});

it('without a file nothing is recorded, and a damaged one gives what can be read', () => {
  recordHookTime(path, time(1));
  expect(readHookTimes(path)).toEqual([]);
  writeFileSync(path, Buffer.alloc(64 * 1024, 0xff));
  expect(readHookTimes(path)).toEqual([]);
  writeFileSync(join(folder.path, 'hooks.ring'), 'short');
  expect(readHookTimes(path)).toEqual([]);
});

it('facts that are lost stay known when their numbers are given again, until that is accepted', () => {
  compareFacts(path, 1);
  expect(factsBeyond(path, 0)).toBe(0);
  makeHookTimes(path);
  // Hooks end in another order than they commit.
  for (const seq of [70_000, 70_002, 70_001]) {
    noteCommittedFact(path, seq);
    recordHookTime(path, time(1));
  }
  compareFacts(path, 70_003);
  expect([factsBeyond(path, 70_002), factsBeyond(path, 69_999)]).toEqual([0, 3]);
  compareFacts(path, 70_000);
  noteCommittedFact(path, 80_000);
  recordHookTime(path, time(2));
  compareFacts(path, 80_001);
  expect(factsBeyond(path, 80_000)).toBe(3);
  forgetFacts(path);
  recordHookTime(path, time(3));
  expect(factsBeyond(path, 0)).toBe(0);
  expect(readHookTimes(path)).toHaveLength(5);
});

it('percentiles are measured values', () => {
  const times = Array.from({ length: 100 }, (_, i) => time(i + 1));
  expect(hookTimesByKind(times)).toEqual([
    {
      kind: 'prompt',
      count: 100,
      wall: { p50: 50, p99: 99, max: 100 },
      cpu: { p50: 25, p99: 49.5, max: 50 },
    },
  ]);
});
