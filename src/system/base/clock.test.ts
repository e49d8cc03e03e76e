import { describe, expect, it } from 'vitest';
import { clockFrom, deadline, ticks } from './clock.ts';

describe('clockFrom', () => {
  it.each([
    ['2026-11-15T20:00:00Z', Date.UTC(2026, 10, 15, 20)],
    ['2026-11-15T20:00:00.250Z', Date.UTC(2026, 10, 15, 20, 0, 0, 250)],
    ['2026-11-15T20:00+02:00', Date.UTC(2026, 10, 15, 18)],
    ['2026-11-15', Date.UTC(2026, 10, 15)],
    [' 2028-02-29T00:00:00Z ', Date.UTC(2028, 1, 29)],
    ['2026-11-15T20:00:00', new Date(2026, 10, 15, 20).getTime()],
  ])('freezes at %s', (text, at) => {
    const clock = clockFrom({ CORTEX_NOW: text });
    expect([clock.now(), clock.now(), clock.warning]).toEqual([at, at, null]);
  });

  it.each([
    'yesterday',
    '1700000000000',
    '2026-11-15T25:00:00Z',
    'Nov 15 2026',
    `${'9'.repeat(10_000)}`,
  ])('warns about %s and goes on with the real time', (text) => {
    const before = Date.now();
    const clock = clockFrom({ CORTEX_NOW: text });
    expect(clock.now()).toBeGreaterThanOrEqual(before);
    expect(clock.now()).toBeLessThanOrEqual(Date.now());
    expect(clock.warning).toContain('CORTEX_NOW');
    expect(clock.warning).toContain(text.slice(0, 40));
    expect(clock.warning!.length).toBeLessThan(120);
  });

  it.each([{}, { CORTEX_NOW: '' }, { CORTEX_NOW: '  ' }])(
    'is the real time without a setting',
    (env) => {
      const before = Date.now();
      const clock = clockFrom(env);
      expect(clock.warning).toBeNull();
      expect(clock.now()).toBeGreaterThanOrEqual(before);
      expect(clock.now()).toBeLessThanOrEqual(Date.now());
    },
  );
});

describe('deadline', () => {
  it('counts down and stops at 0', () => {
    const before = process.cpuUsage();
    const started = ticks();
    const limit = deadline(60_000, started);
    const left = limit.left();
    // Threads beside this one use more time of the processor than the clock shows.
    const { user, system } = process.cpuUsage(before);
    expect(left).toBeLessThanOrEqual(60_000);
    expect(left).toBeGreaterThanOrEqual(
      60_000 - Math.max(ticks() - started, (user + system) / 1_000),
    );
    expect(limit.passed()).toBe(false);
    const over = deadline(10, started - 31);
    expect([over.left(), over.passed()]).toEqual([0, true]);
  });

  it('begins now unless told otherwise; from the start of the process at 0', () => {
    const sinceStart = ticks();
    expect(deadline(sinceStart / 3, 0).passed()).toBe(true);
    expect(deadline(sinceStart + 60_000).left()).toBeGreaterThan(
      deadline(sinceStart + 60_000, 0).left(),
    );
  });

  it('counts the time of the processor, and three times as much by the clock', () => {
    const idle = deadline(60_000, ticks() - 100_000);
    expect([idle.passed(), deadline(60_000, ticks() - 180_000).passed()]).toEqual([false, true]);
    const busy = deadline(5);
    const { user, system } = process.cpuUsage();
    const used = () => process.cpuUsage().user + process.cpuUsage().system - user - system;
    while (used() < 5_000) Math.random();
    expect(busy.passed()).toBe(true);
  });

  it('has passed when the limit is no number', () => {
    expect(deadline(Number.NaN).passed()).toBe(true);
    expect(deadline(0).passed()).toBe(true);
  });
});
