import { expect, it } from 'vitest';
import { type HookTime, newestWay, wayWords } from './hook-time.ts';

const time = (kind: HookTime['kind'], wallMs: number, isWarm = false): HookTime => ({
  at: 0,
  kind,
  wallMs,
  cpuMs: 1,
  ...(isWarm && { isWarm: true as const }),
});
const words = (times: readonly HookTime[]) => {
  const way = newestWay(times);
  return way && wayWords(way);
};

it('says whether a server or new processes handled the newest events', () => {
  const cold = time('tool-use', 21.7);
  const warm = time('tool-use', 0.42, true);
  expect(words([])).toBeNull();
  expect(words([time('session-start', 90), time('session-end', 80)])).toBeNull();
  expect(words([cold, cold])).toBe('cold, 22 ms');
  expect(words([time('session-start', 90), warm, time('prompt', 3, true), warm])).toBe(
    'warm, 0.4 ms',
  );
  expect(words([...Array(30).fill(cold), ...Array(20).fill(warm)])).toBe('warm, 0.4 ms');
  expect(words([warm, warm, cold])).toBe('warm, 0.4 ms (1 of the last 3 cold)');
  expect(words([cold, cold, warm])).toBe('cold, 22 ms (1 of the last 3 warm)');
});
