import { expect } from 'vitest';

const TIMES = 8;

/** The processor's time: a busy machine takes any time by the clock. */
function milliseconds(act: () => void, tries: number): number {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < tries; i++) {
    const start = process.cpuUsage();
    act();
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}

/** Reading a text that is eight times as long takes no more than its share. `act` is given how often to repeat the text. */
export function expectLinear(act: (times: number) => void): void {
  const ratio = (tries: number) => {
    const single = milliseconds(() => act(1), tries);
    const longer = milliseconds(() => act(TIMES), tries);
    // Below a millisecond the clock and the collector are what is measured.
    return Math.max(longer, 1) / Math.max(single, 1);
  };
  // 8 is linear, 64 is quadratic: far enough apart for a busy machine. The best of a few counts.
  const most = TIMES * 3;
  let best = ratio(1);
  for (let i = 0; i < 5 && best > most; i++) best = Math.min(best, ratio(3));
  expect(best).toBeLessThan(most);
}
